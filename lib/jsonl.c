#include "jsonl.h"

#include <string.h>

#include "buf.h"

static int
fail(struct jsonl *j, const char *why)
{
	j->cut = j->p == j->end;
	j->why = j->cut ? "the line ends inside an object" : why;
	return -1;
}

static void
skip(struct jsonl *j)
{
	while (j->p < j->end && (*j->p == ' ' || *j->p == '\t' ||
	    *j->p == '\r'))
		j->p++;
}

static int
hex(const char *p, size_t n, unsigned *out)
{
	unsigned v = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		char c = p[i];

		if (c >= '0' && c <= '9')
			v = v << 4 | (unsigned)(c - '0');
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			v = v << 4 | (unsigned)((c | 32) - 'a' + 10);
		else
			return -1;
	}
	*out = v;
	return 0;
}

/*
 * Length of the \uXXXX at p, or of the pair of surrogates, and its code
 * point; 0 when it is neither, or a surrogate without its other half.
 */
static size_t
unicode(const char *p, size_t n, unsigned *code)
{
	unsigned hi, lo;

	if (n < 6 || hex(p + 2, 4, &hi) == -1)
		return 0;
	*code = hi;
	if (hi < 0xd800 || hi > 0xdfff)
		return 6;
	if (hi > 0xdbff || n < 12 || p[6] != '\\' || p[7] != 'u' ||
	    hex(p + 8, 4, &lo) == -1 || lo < 0xdc00 || lo > 0xdfff)
		return 0;
	*code = 0x10000 + ((hi - 0xd800) << 10) + (lo - 0xdc00);
	return 12;
}

/* The escape at p: its length, or 0 when it is none. */
static size_t
escape(const char *p, size_t n)
{
	unsigned code;
	size_t len;

	if (n < 2)
		return 0;
	if (p[1] == 'u') {
		len = unicode(p, n, &code);
		/* A NUL could stand in no other form. */
		return len > 0 && code == 0 ? 0 : len;
	}
	return p[1] != '\0' && strchr("\"\\/bfnrt", p[1]) != NULL ? 2 : 0;
}

/* A string whose first quote is at j->p. */
static int
string(struct jsonl *j, struct cell *c)
{
	size_t len;

	c->flags = CELL_LITERAL;
	c->p = ++j->p;
	while (j->p < j->end && *j->p != '"') {
		if ((unsigned char)*j->p < 0x20)
			return fail(j, "a control byte inside a string");
		if (*j->p != '\\') {
			j->p++;
			continue;
		}
		c->flags = CELL_LITERAL | CELL_ESCAPED;
		if ((len = escape(j->p, (size_t)(j->end - j->p))) == 0) {
			/* Twelve bytes are the longest escape. */
			if (j->end - j->p < 12 && memchr(j->p, '"',
			    (size_t)(j->end - j->p)) == NULL)
				j->p = j->end;
			return fail(j, "a bad escape inside a string");
		}
		j->p += len;
	}
	if (j->p == j->end)
		return fail(j, "");
	c->n = (uint32_t)(j->p++ - c->p);
	return 0;
}

static size_t
digits(struct jsonl *j)
{
	const char *from = j->p;

	while (j->p < j->end && *j->p >= '0' && *j->p <= '9')
		j->p++;
	return (size_t)(j->p - from);
}

static int
number(struct jsonl *j, struct cell *c)
{
	const char *first;
	size_t n;

	c->p = j->p;
	if (*j->p == '-')
		j->p++;
	first = j->p;
	n = digits(j);
	if (n == 0 || (n > 1 && *first == '0'))
		return fail(j, "a bad number");
	if (j->p < j->end && *j->p == '.') {
		j->p++;
		if (digits(j) == 0)
			return fail(j, "a bad number");
	}
	if (j->p < j->end && (*j->p | 32) == 'e') {
		j->p++;
		if (j->p < j->end && (*j->p == '+' || *j->p == '-'))
			j->p++;
		if (digits(j) == 0)
			return fail(j, "a bad number");
	}
	c->n = (uint32_t)(j->p - c->p);
	c->flags = CELL_BARE | CELL_LITERAL;
	return 0;
}

/* true, false or null, which is an absent cell. */
static int
word(struct jsonl *j, struct cell *c)
{
	static const char *const words[] = { "true", "false", "null" };
	size_t i, n;

	for (i = 0; i < 3; i++) {
		n = strlen(words[i]);
		if ((size_t)(j->end - j->p) < n &&
		    memcmp(j->p, words[i], (size_t)(j->end - j->p)) == 0)
			j->p = j->end;
		if ((size_t)(j->end - j->p) < n ||
		    memcmp(j->p, words[i], n) != 0)
			continue;
		c->p = j->p;
		c->n = i == 2 ? 0 : (uint32_t)n;
		c->flags = CELL_BARE | CELL_LITERAL;
		j->p += n;
		return 0;
	}
	return fail(j, "not a JSON value");
}

static int
value(struct jsonl *j, struct cell *c)
{
	*c = cell_none();
	c->form = CELL_JSON;
	if (j->p == j->end)
		return fail(j, "");
	if (*j->p == '"')
		return string(j, c);
	if (*j->p == '{' || *j->p == '[')
		return fail(j, "a nested value");
	if (*j->p == '-' || (*j->p >= '0' && *j->p <= '9'))
		return number(j, c);
	return word(j, c);
}

int
jsonl_open(struct jsonl *j, struct slice line)
{
	j->p = line.n > 0 ? line.p : "";
	j->end = j->p + line.n;
	j->why = NULL;
	j->first = true;
	skip(j);
	if (j->p == j->end || *j->p != '{')
		return fail(j, "not a JSON object");
	j->p++;
	return 0;
}

int
jsonl_next(struct jsonl *j, struct cell *key, struct cell *val)
{
	skip(j);
	if (j->p < j->end && *j->p == '}') {
		j->p++;
		skip(j);
		if (j->p < j->end)
			return fail(j, "bytes behind the object");
		return 0;
	}
	if (!j->first) {
		if (j->p == j->end || *j->p != ',')
			return fail(j, "no comma between members");
		j->p++;
		skip(j);
	}
	j->first = false;
	*key = cell_none();
	key->form = CELL_JSON;
	if (j->p == j->end || *j->p != '"')
		return fail(j, "no string where a key should be");
	if (string(j, key) == -1)
		return -1;
	skip(j);
	if (j->p == j->end || *j->p != ':')
		return fail(j, "no colon behind a key");
	j->p++;
	skip(j);
	return value(j, val) == -1 ? -1 : 1;
}

static void
put_code(struct buf *b, unsigned c)
{
	if (c < 0x80)
		buf_char(b, (char)c);
	else if (c < 0x800) {
		buf_char(b, (char)(0xc0 | c >> 6));
		buf_char(b, (char)(0x80 | (c & 63)));
	} else if (c < 0x10000) {
		buf_char(b, (char)(0xe0 | c >> 12));
		buf_char(b, (char)(0x80 | (c >> 6 & 63)));
		buf_char(b, (char)(0x80 | (c & 63)));
	} else {
		buf_char(b, (char)(0xf0 | c >> 18));
		buf_char(b, (char)(0x80 | (c >> 12 & 63)));
		buf_char(b, (char)(0x80 | (c >> 6 & 63)));
		buf_char(b, (char)(0x80 | (c & 63)));
	}
}

void
jsonl_unescape(struct buf *b, struct slice raw)
{
	static const char code[] = "bfnrt", val[] = "\b\f\n\r\t";
	const char *q;
	unsigned c = 0;
	size_t i;

	for (i = 0; i < raw.n; i++) {
		if (raw.p[i] != '\\' || i + 1 == raw.n) {
			buf_char(b, raw.p[i]);
			continue;
		}
		if (raw.p[i + 1] == 'u') {
			i += unicode(raw.p + i, raw.n - i, &c) - 1;
			put_code(b, c);
			continue;
		}
		q = strchr(code, raw.p[++i]);
		buf_char(b, q != NULL ? val[q - code] : raw.p[i]);
	}
}

void
jsonl_escape(struct buf *b, struct slice v)
{
	size_t i, from = 0;

	buf_char(b, '"');
	for (i = 0; i < v.n; i++) {
		unsigned char c = (unsigned char)v.p[i];

		if (c >= 0x20 && c != '"' && c != '\\')
			continue;
		buf_add(b, v.p + from, i - from);
		from = i + 1;
		buf_char(b, '\\');
		if (c >= 0x20)
			buf_char(b, (char)c);
		else if (c == '\n' || c == '\t' || c == '\r')
			buf_char(b, c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
		else {
			buf_str(b, "u00");
			buf_char(b, "0123456789abcdef"[c >> 4]);
			buf_char(b, "0123456789abcdef"[c & 15]);
		}
	}
	if (from < v.n)
		buf_add(b, v.p + from, v.n - from);
	buf_char(b, '"');
}
