/* Tests of text: order, hashes, UTF-8 exhaustively, what is made safe. */
#include "text.h"

#include <stdlib.h>

#include "alone.h"
#include "buf.h"
#include "tap.h"

/* The plain encoding, of surrogates and of too large ones too. */
static size_t
encode(uint32_t c, char out[4])
{
	size_t len = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4, i;

	for (i = len; i-- > 1; c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(len == 1 ? c : (0xf00U >> len & 0xf0) | c);
	return len;
}

/* Ascending, so the order of two is that of their places. */
static void
order(void)
{
	static const struct slice v[] = { { NULL, 0 }, S("\0"), S("\0\0"),
	    S("-"), S("A"), S("a"), S("a\0"), S("aa"), S("ab"), S("b"),
	    S("\x7f"), S("\x80"), S("\xc3\xa9"), S("\xff") };
	int i, j;

	for (i = 0; i < (int)ROWS(v); i++)
		for (j = 0; j < (int)ROWS(v); j++)
			tap_ok((text_cmp(v[i], v[j]) < 0) == (i < j) &&
			    (text_cmp(v[i], v[j]) > 0) == (i > j) &&
			    text_eq(v[i], v[j]) == (i == j),
			    "cmp and eq of %d and %d", i, j);
	tap_ok(text_eq(v[0], text_of("")) && text_is(v[0], "") &&
	    text_cmp(v[0], text_of("")) == 0, "NULL is the empty slice");
	tap_ok(text_is(v[5], "a") && !text_is(v[6], "a"), "is a C string");
}

/* Another byte anywhere is another hash; another place in memory is not. */
static void
hash(void)
{
	char room[64], *p;
	uint64_t h;
	size_t n, at, start, wrong = 0;

	for (n = 0; n <= 40; n++) {
		memset(room, 'a', sizeof(room));
		h = text_hash(text_slice(room, n));
		for (start = 0; start < 16; start++) {
			p = malloc(start + n + 1);
			memset(p, 'a', start + n + 1);
			wrong += text_hash(text_slice(p + start + 1, n)) != h;
			free(p);
		}
		for (at = 0; at < n; at++) {
			room[at] = 'b';
			wrong += text_hash(text_slice(room, n)) == h;
			room[at] = 'a';
		}
	}
	tap_ok(wrong == 0 && text_hash(text_slice(NULL, 0)) ==
	    text_hash(text_of("")), "hashes are those of the bytes");
	tap_ok(text_hash_mix(1, 2) != text_hash_mix(2, 1), "mix, in order");
}

/* One byte at each place of each length; all but it are near misses. */
static void
either(void)
{
	char *hold, *p;
	size_t n, at, wrong = 0;
	int c;

	for (n = 0; n < 50; n++) {
		hold = malloc(n + 1);
		p = memset(hold + 1, '\\' ^ 0x80, n);
		wrong += text_any(text_slice(p, n), '\\', '"');
		for (at = 0; at < n; at++) {
			for (c = 0; c < 256; c++) {
				p[at] = (char)c;
				wrong += text_any(text_slice(p, n), '\\',
				    '"') != (c == '\\' || c == '"');
			}
			p[at] = (char)('"' + (int)(at % 3 == 0 ? 1 : -1));
		}
		free(hold);
	}
	tap_is_i64((int64_t)wrong, 0, "any of two bytes");
}

static int
by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Names as clusters have them, and strings of NUL. */
static void
hash_apart(void)
{
	enum { NAMES = 100000, NULS = 100 };
	static const char nul[NULS];
	uint64_t *h = malloc((3 * NAMES + NULS) * sizeof(*h));
	char name[32];
	size_t i, n = 0, same = 0;

	for (i = 0; i < NULS; i++)
		h[n++] = text_hash(text_slice(nul, i));
	for (i = 0; i < NAMES; i++) {
		snprintf(name, sizeof(name), "gpu-%zu.rack%zu", i, i % 10);
		h[n++] = text_hash(text_of(name));
		h[n++] = text_hash(text_of(strtok(name, ".")));
		h[n++] = text_hash(text_of(name + 4));
	}
	qsort(h, n, sizeof(*h), by_value);
	for (i = 1; i < n; i++)
		same += h[i] == h[i - 1];
	tap_ok(same == 0, "%zu names have as many hashes", n);
	free(h);
}

static const struct {
	struct slice s;
	size_t want;	/* offset of the first bad byte */
} utf8[] = {
	{ { NULL, 0 }, 0 }, { S(""), 0 }, { S("abc"), 3 }, { S("\0"), 1 },
	{ S("\x80"), 0 }, { S("\xbf"), 0 }, { S("\xfe"), 0 },
	{ S("\xff"), 0 }, { S("a\x80"), 1 },
	/* Overlong: NUL, '/', DEL, U+07FF, U+FFFF; of five and six bytes. */
	{ S("\xc0\x80"), 0 }, { S("\xc0\xaf"), 0 }, { S("\xc1\xbf"), 0 },
	{ S("\xe0\x80\xaf"), 0 }, { S("\xe0\x9f\xbf"), 0 },
	{ S("\xf0\x80\x80\xaf"), 0 }, { S("\xf0\x8f\xbf\xbf"), 0 },
	{ S("\xf8\x88\x80\x80\x80"), 0 }, { S("\xfc\x84\x80\x80\x80\x80"), 0 },
	/* A pair of surrogates, as CESU-8 has it; over U+10FFFF. */
	{ S("\xed\xa0\xbd\xed\xb8\x80"), 0 }, { S("\xf4\x90\x80\x80"), 0 },
	{ S("\xf5\x80\x80\x80"), 0 }, { S("\xf7\xbf\xbf\xbf"), 0 },
	/* Cut short, at the end and before another byte. */
	{ S("\xc3"), 0 }, { S("\xe2"), 0 }, { S("\xe2\x82"), 0 },
	{ S("\xf0"), 0 }, { S("\xf0\x9f"), 0 }, { S("\xf0\x9f\x98"), 0 },
	{ S("\xc3" "a"), 0 }, { S("\xe2\x82" "a"), 0 },
	{ S("\xf0\x9f\x98" "a"), 0 }, { S("\xc3\xc3\xa9"), 0 },
	{ S("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z"), 10 },
	{ S("\xe2\x82\xac\xed"), 3 }, { S("\xc3\xa9\xa9"), 2 },
};

static void
utf8_rows(void)
{
	struct slice s;
	char line[100], *hold;
	size_t i, at, bad;

	for (i = 0; i < ROWS(utf8); i++) {
		s = alone(utf8[i].s, &hold);
		tap_ok(text_utf8(s) == utf8[i].want, "utf8 %zu", i);
		free(hold);
		/* The same behind, and before, words of ASCII. */
		for (bad = 0, at = 0; at < 20; at++) {
			memset(line, 'a', sizeof(line));
			if (utf8[i].s.n > 0)
				memcpy(line + at, utf8[i].s.p, utf8[i].s.n);
			s = alone(text_slice(line, at + utf8[i].s.n), &hold);
			bad += text_utf8(s) != at + utf8[i].want;
			free(hold);
			bad += text_utf8(text_slice(line, sizeof(line))) !=
			    (utf8[i].want == utf8[i].s.n ? sizeof(line) :
			    at + utf8[i].want);
		}
		tap_ok(bad == 0, "utf8 %zu among ASCII", i);
	}
}

/* Every code point, up to the last that four bytes can hold. */
static void
utf8_all(void)
{
	uint32_t c, wrong = 0;
	char code[4];
	size_t n;
	bool none;

	for (c = 0; c < 0x200000; c++) {
		n = encode(c, code);
		none = c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff);
		wrong += text_utf8(text_slice(code, n)) != (none ? 0 : n);
	}
	tap_is_i64(wrong, 0, "every code point is UTF-8, no other number is");
}

/* What must not reach a terminal or hide from a reader: first and last. */
static const uint32_t unsafe[][2] = {
	{ 0, 0x1f }, { 0x7f, 0x9f }, { 0xad, 0xad }, { 0x61c, 0x61c },
	{ 0x180e, 0x180e }, { 0x200b, 0x200f }, { 0x2028, 0x202e },
	{ 0x2060, 0x206f }, { 0xfeff, 0xfeff }, { 0xfff9, 0xfffb },
	{ 0xe0000, 0xe0fff },
};

static bool
is_unsafe(uint32_t c)
{
	size_t i;

	for (i = 0; i < ROWS(unsafe); i++)
		if (c >= unsafe[i][0] && c <= unsafe[i][1])
			return true;
	return false;
}

static void
safe_all(void)
{
	struct buf b = { 0 };
	char code[4], want[16];
	uint32_t c;
	int64_t first = -1;
	size_t n;

	for (c = 0; first == -1 && c <= 0x10ffff; c++) {
		if (c >= 0xd800 && c <= 0xdfff)
			continue;
		n = encode(c, code);
		b.n = 0;
		text_safe(&b, text_slice(code, n));
		if (!is_unsafe(c))
			snprintf(want, sizeof(want), "%.*s", (int)n, code);
		else if (c == '\t' || c == '\n' || c == '\r')
			snprintf(want, sizeof(want), "\\%c",
			    c == '\t' ? 't' : c == '\n' ? 'n' : 'r');
		else
			snprintf(want, sizeof(want), c < 0x80 ? "\\x%02x" :
			    c > 0xffff ? "\\u%06x" : "\\u%04x", c);
		if (!text_is(text_slice(b.p, b.n), want))
			first = c;
	}
	tap_is_i64(first, -1, "each code point is made safe, or left alone");
	buf_free(&b);
}

static const struct {
	struct slice s;
	const char *want;
} safe[] = {
	{ { NULL, 0 }, "" },
	{ S("plain \"quoted\" \\ text"), "plain \"quoted\" \\ text" },
	{ S("\x1b[31mred\x1b[0m"), "\\x1b[31mred\\x1b[0m" },
	{ S("\x1b]0;title\a"), "\\x1b]0;title\\x07" },
	{ S("\xc2\x9b" "31m"), "\\u009b31m" },
	{ S("a\xe2\x80\x8b" "b"), "a\\u200bb" },
	{ S("\xf3\xa0\x81\x81"), "\\u0e0041" },
	{ S("\xc0\x8a"), "\\xc0\\x8a" },
	{ S("\xed\xa0\x80"), "\\xed\\xa0\\x80" },
	{ S("\xe2\x82\xac\0\t\r\n"), "\xe2\x82\xac\\x00\\t\\r\\n" },
};

static void
safe_rows(void)
{
	struct buf b = { 0 };
	struct slice s;
	char *hold;
	size_t i;

	for (i = 0; i < ROWS(safe); i++) {
		b.n = 0;
		s = alone(safe[i].s, &hold);
		text_safe(&b, s);
		buf_char(&b, '\0');
		tap_is_str(b.p, safe[i].want, "safe %zu", i);
		free(hold);
	}
	buf_free(&b);
}

/* The largest that a quote can get, and the cut at every length near it. */
static void
quote(void)
{
	static const char tag[] = { '\xf3', '\xa0', '\x81', '\x81' };
	char value[80], want[TEXT_QUOTE], *out = malloc(TEXT_QUOTE);
	int n;

	tap_is_str(text_quote(text_slice(NULL, 0), out), "\"\"", "no quote");
	memset(value, 'x', sizeof(value));
	for (n = TEXT_SHOWN - 2; n <= TEXT_SHOWN + 2; n++) {
		snprintf(want, sizeof(want), "\"%.*s\"%s", n < TEXT_SHOWN ?
		    n : TEXT_SHOWN, value, n > TEXT_SHOWN ? "..." : "");
		tap_is_str(text_quote(text_slice(value, (size_t)n), out), want,
		    "quote of %d bytes", n);
	}
	memset(value, '\xff', sizeof(value));
	text_quote(text_slice(value, sizeof(value)), out);
	tap_is_i64((int64_t)strlen(out), 4 * TEXT_SHOWN + 5, "all bad bytes");
	for (n = 1; n < 4; n++) {
		memcpy(value + TEXT_SHOWN - n, tag, sizeof(tag));
		text_quote(text_slice(value, sizeof(value)), out);
		tap_ok(strstr(out, "\\u0e0041\"...") != NULL,
		    "the cut is not inside a code point, %d before it", n);
		memset(value, '\xff', sizeof(value));
	}
	free(out);
}

static void
width(void)
{
	tap_ok(text_width(text_slice(NULL, 0)) == 0 &&
	    text_width(text_of("abc")) == 3 && text_width(text_of("\xc3\xa9"
	    "\xe2\x82\xac\xf0\x9f\x98\x80")) == 3, "widths");
}

static void
distance(void)
{
	static const struct {
		const char *a;
		const char *b;
		size_t want;
	} row[] = {
		{ "", "", 0 }, { "", "abc", 3 }, { "gpu", "gpu", 0 },
		{ "gpu", "gpus", 1 }, { "gpu", "pgu", 2 }, { "a", "b", 1 },
		{ "kitten", "sitting", 3 }, { "saturday", "sunday", 3 },
		{ "gpu_model", "gpumodel", 1 }, { "aaaa", "bbbbbb", 6 },
	};
	struct slice a, b;
	char *x, *y;
	size_t i;

	for (i = 0; i < ROWS(row); i++) {
		a = alone(text_of(row[i].a), &x);
		b = alone(text_of(row[i].b), &y);
		tap_ok(text_distance(a, b) == row[i].want &&
		    text_distance(b, a) == row[i].want,
		    "distance of \"%s\" and \"%s\"", row[i].a, row[i].b);
		free(x);
		free(y);
	}
}

/* Each part is shown in brackets. */
static void
cut(void)
{
	static const char *const row[][2] = { { "", "[]" }, { "a", "[a]" },
	    { ",", "[][]" }, { "a,b", "[a][b]" }, { "a,", "[a][]" },
	    { ",a", "[][a]" }, { "a,,b", "[a][][b]" },
	    { ",,,", "[][][][]" }, { "one two,three", "[one two][three]" } };
	struct slice rest, part;
	char out[64], *hold;
	size_t i, n;

	for (i = 0; i < ROWS(row); i++) {
		rest = alone(text_of(row[i][0]), &hold);
		for (n = 0; text_cut(&rest, ',', &part); )
			n += (size_t)snprintf(out + n, sizeof(out) - n,
			    "[%.*s]", (int)part.n, part.p);
		tap_is_str(out, row[i][1], "cut \"%s\"", row[i][0]);
		part = text_of("stale");
		tap_ok(!text_cut(&rest, ',', &part) && rest.p == NULL &&
		    part.n == 0, "nothing is left");
		free(hold);
	}
}

int
main(void)
{
	order();
	hash();
	hash_apart();
	either();
	utf8_rows();
	utf8_all();
	safe_all();
	safe_rows();
	quote();
	width();
	distance();
	cut();
	return tap_done();
}
