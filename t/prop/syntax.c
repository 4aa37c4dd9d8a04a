/*
 * Properties of the grammars of lines: a value that is written comes
 * back, whatever its bytes; a block that is read in strides, cut anywhere,
 * gives the lines that a naive splitter finds byte by byte.
 *
 *	syntax [seed [count]]
 */
#include <stdlib.h>

#include "buf.h"
#include "jsonl.h"
#include "random.h"
#include "tsv.h"

#define ROWS(a) (sizeof(a) / sizeof((a)[0]))

enum { FIELDS = 8, BYTES = 40, BLOCK = 400 };

static size_t
below(size_t n)
{
	return (size_t)random_below((int)n);
}

/* A byte that some grammar cares about, or any. */
static char
any_byte(void)
{
	static const char odd[] = "\t\n\r\\\\-\"\"{}:, tnru0/aX\0\x7f\xc3\xa9"
	    "\xff\x1f";

	return below(4) > 0 ? odd[below(sizeof(odd) - 1)] : (char)random_any();
}

static struct slice value[FIELDS];	/* of the line that is tried */

/* Fills 1 to FIELDS values; returns how many. */
static size_t
any_values(bool nul)
{
	static char bytes[FIELDS][BYTES];
	size_t n = 1 + below(FIELDS), i, k, len;

	for (i = 0; i < n; i++) {
		len = below(below(3) ? 4 : BYTES);
		for (k = 0; k < len; k++)
			while ((bytes[i][k] = any_byte()) == '\0' && !nul)
				continue;
		value[i] = text_slice(bytes[i], len);
	}
	return n;
}

/* A copy at the end of its own memory, so that a read past it is seen. */
static struct slice
alone(const char *p, size_t n, char **hold)
{
	*hold = malloc(n + 1);
	if (n > 0)
		memcpy(*hold + 1, p, n);
	return text_slice(*hold + 1, n);
}

static void
explain(const char *what, struct slice s)
{
	size_t i;

	printf("#   %s: \"", what);
	for (i = 0; i < s.n; i++)
		printf(s.p[i] >= ' ' && s.p[i] <= '~' && s.p[i] != '\\' ?
		    "%c" : "\\x%02x", (unsigned char)s.p[i]);
	printf("\"\n");
}

/* Whether a cell stands for value v; an empty one is an absent one. */
static bool
stands_for(const struct cell *c, struct slice v,
    void (*unescape)(struct buf *, struct slice))
{
	struct buf b = { 0 };
	bool ok;

	if ((c->flags & CELL_ESCAPED) == 0)
		buf_add(&b, c->p, c->n);
	else
		unescape(&b, cell_raw(c));
	ok = cell_absent(c) ? v.n == 0 : text_eq(text_slice(b.p, b.n), v);
	buf_free(&b);
	return ok;
}

static bool
tsv_back(void)
{
	size_t n = any_values(true), i;
	struct cell c[FIELDS];
	struct buf b = { 0 };
	struct slice line;
	char *hold;
	bool ok;

	for (i = 0; i < n; i++) {
		if (i > 0)
			buf_char(&b, '\t');
		tsv_escape(&b, value[i]);
	}
	line = alone(b.p, b.n, &hold);
	ok = tsv_split(line, c, FIELDS) == n && !text_any(line, '\n', '\r');
	for (i = 0; ok && i < n; i++)
		ok = stands_for(&c[i], value[i], tsv_unescape);
	if (!ok)
		explain("line", line);
	free(hold);
	buf_free(&b);
	return ok;
}

static void
any_blanks(struct buf *b)
{
	while (below(3) == 0)
		buf_char(b, " \t\r"[below(3)]);
}

/* An object of the values, each its own key. */
static void
put_object(struct buf *b, size_t n)
{
	size_t i;

	buf_char(b, '{');
	for (i = 0; i < n; i++) {
		if (i > 0)
			buf_char(b, ',');
		any_blanks(b);
		jsonl_escape(b, value[i]);
		any_blanks(b);
		buf_char(b, ':');
		any_blanks(b);
		jsonl_escape(b, value[n - 1 - i]);
		any_blanks(b);
	}
	buf_char(b, '}');
}

/* Reads on to the end of an object, or to what is wrong with it. */
static int
read_object(struct slice line, struct cell *key, struct cell *val, size_t *n)
{
	struct jsonl j;
	int rc;

	*n = 0;
	if (jsonl_open(&j, line) == -1)
		return -1;
	while ((rc = jsonl_next(&j, &key[*n], &val[*n])) == 1)
		++*n;
	return rc;
}

/* All bytes but NUL, which the reader refuses; then the same line, cut. */
static bool
jsonl_back(void)
{
	size_t n = any_values(false), i, got;
	struct cell key[BLOCK], val[BLOCK];
	struct buf b = { 0 };
	struct slice line;
	char *hold;
	bool ok;

	put_object(&b, n);
	line = alone(b.p, b.n, &hold);
	ok = read_object(line, key, val, &got) == 0 && got == n;
	for (i = 0; ok && i < n; i++)
		ok = stands_for(&key[i], value[i], jsonl_unescape) &&
		    stands_for(&val[i], value[n - 1 - i], jsonl_unescape);
	free(hold);
	line = alone(b.p, below(b.n), &hold);
	ok = ok && memchr(b.p, '\n', b.n) == NULL &&
	    read_object(line, key, val, &got) == -1;
	if (!ok)
		explain("line, or cut", text_slice(b.p, b.n));
	free(hold);
	buf_free(&b);
	return ok;
}

/* An object with a few bytes changed: what is read of it lies inside it. */
static bool
jsonl_spoilt(void)
{
	size_t n = any_values(false), i, got;
	struct cell key[BLOCK], val[BLOCK];
	struct buf b = { 0 };
	struct slice line;
	char *hold;
	bool ok = true;

	put_object(&b, n);
	for (i = below(4); i > 0; i--) {
		got = below(b.n);
		b.p[got] = any_byte();
	}
	line = alone(b.p, b.n, &hold);
	read_object(line, key, val, &got);
	for (i = 0; i < got; i++) {
		ok &= key[i].p > line.p && key[i].p + key[i].n < val[i].p &&
		    val[i].p + val[i].n < line.p + line.n;
		b.n = 0;
		jsonl_unescape(&b, cell_raw(&key[i]));
		jsonl_unescape(&b, cell_raw(&val[i]));
		/* No escape gets longer. */
		ok &= b.n <= key[i].n + val[i].n;
	}
	if (!ok)
		explain("line", line);
	free(hold);
	buf_free(&b);
	return ok;
}

/*
 * Whether the line and its cells are those of text: offsets, flags, and the
 * cells past max as they were.
 */
static bool
same_line(struct slice text, const struct tsv_line *line,
    const struct cell *c, size_t max)
{
	bool ascii = true, nul = false, ok;
	size_t i, from = 0, n = 0;
	unsigned flags = 0;

	ok = text_eq(line->text, text);
	for (i = 0; i <= text.n; i++) {
		if (i == text.n || text.p[i] == '\t') {
			if (n < max)
				ok &= c[n].p == line->text.p + from &&
				    c[n].n == i - from &&
				    c[n].form == CELL_TSV &&
				    c[n].flags == flags;
			n++;
			from = i + 1;
			flags = 0;
		} else if (text.p[i] == '\\')
			flags = CELL_ESCAPED | CELL_LITERAL;
		else if ((unsigned char)text.p[i] > 0x7f)
			ascii = false;
		else if (text.p[i] == '\0')
			nul = true;
	}
	for (i = n < max ? n : max; i <= FIELDS; i++)
		ok &= c[i].n == 0xa5a5a5a5;
	return ok && line->fields == n && line->ascii == ascii &&
	    line->nul == nul;
}

/* Whether what is taken for plain lines of so many fields is that. */
static bool
plain_lines(struct slice piece, size_t width)
{
	uint32_t *room = malloc((piece.n + 1) * sizeof(*room)), first;
	struct tsv_ends e = { .end = room + 1 };
	size_t taken = tsv_plain(piece.p, piece.n, width, &e), i, k = 0;
	bool ok = true;
	char c = '\n';

	for (i = 0; ok && i < taken; i++) {
		/* A line that begins with its end is an empty one. */
		if (c == '\n' && piece.p[i] == '\n')
			ok = false;
		c = piece.p[i];
		if (c == '\t' || c == '\n') {
			ok &= k < e.n && e.end[k] == i &&
			    (c == '\n') == (k % width == width - 1);
			k++;
		} else
			ok &= c >= ' ' && c != '\\';
	}
	first = room[0];
	free(room);
	return ok && c == '\n' && k == e.n && k == e.lines * width &&
	    first == UINT32_MAX;
}

/* The whole lines of a piece; returns how many bytes they are, or -1. */
static ptrdiff_t
piece_lines(struct slice piece)
{
	struct tsv_walk w;
	struct tsv_line line;
	struct cell c[FIELDS + 1];
	struct slice text;
	const char *lf;
	size_t max, at = 0;

	tsv_open(&w, piece.p, piece.n);
	while ((lf = memchr(piece.p + at, '\n', piece.n - at)) != NULL) {
		max = below(FIELDS + 2);
		text = text_slice(piece.p + at, (size_t)(lf - piece.p) - at);
		at += text.n + 1;
		if (text.n > 0 && lf[-1] == '\r')
			text.n--;
		memset(c, 0xa5, sizeof(c));
		if (!tsv_next(&w, c, max, &line) || w.start != at ||
		    !same_line(text, &line, c, max))
			return -1;
		memset(c, 0xa5, sizeof(c));
		line.fields = tsv_split(line.text, c, max);
		if (!same_line(text, &line, c, max))
			return -1;
	}
	return tsv_next(&w, c, 0, &line) || w.start != at ? -1 :
	    (ptrdiff_t)at;
}

/* Lines of width fields, short or long, with odd bytes now and then. */
static size_t
any_block(char *block, size_t width)
{
	size_t n = below(BLOCK), i, k = 0, odd = below(2) ? below(40) : 0;
	size_t len = below(2) ? 4 : 150;

	for (i = 0; i < n; i++) {
		if (below(40) < odd)
			block[i] = any_byte();
		else if (below(len) == 0 && i > 0 && block[i - 1] != '\n')
			block[i] = ++k % width == 0 ? '\n' : '\t';
		else
			block[i] = "x-~ "[below(4)];
	}
	return n;
}

/*
 * Reads a block as a reader of a pipe does: a piece of any length comes, its
 * whole lines are taken, the rest waits for the next piece.
 */
static bool
block_lines(void)
{
	char block[BLOCK], *hold;
	size_t width = 1 + below(3), n = any_block(block, width);
	size_t done = 0, have = 0;
	struct slice piece;
	ptrdiff_t took = 0;

	while (took != -1 && have < n) {
		have += 1 + below(n - have);
		piece = alone(block + done, have - done, &hold);
		took = plain_lines(piece, width) ? piece_lines(piece) : -1;
		if (took == -1)
			explain("piece", piece);
		else
			done += (size_t)took;
		free(hold);
	}
	return took != -1 && memchr(block + done, '\n', n - done) == NULL;
}

static const struct {
	const char *name;
	bool (*holds)(void);
} property[] = {
	{ "tsv: escape, split, unescape", tsv_back },
	{ "jsonl: escape, read, unescape; cut, refused", jsonl_back },
	{ "jsonl: spoilt lines", jsonl_spoilt },
	{ "tsv: blocks cut anywhere", block_lines },
};

int
main(int argc, char **argv)
{
	size_t i;

	for (i = 0; i < ROWS(property); i++)
		random_hold(property[i].name, property[i].holds, argc, argv,
		    20000);
	return tap_done();
}
