/* Tests of tsv: fields, escapes, blocks of lines read in strides. */
#include "tsv.h"

#include <stdlib.h>

#include "alone.h"
#include "buf.h"
#include "tap.h"

enum { CELLS = 8, ESC = CELL_ESCAPED | CELL_LITERAL };

/* Fields in brackets, those with escapes in braces; absent ones as <>. */
static void
show(struct buf *b, const struct cell *c, size_t n)
{
	size_t i;

	b->n = 0;
	for (i = 0; i < n; i++) {
		if (c[i].form != CELL_TSV ||
		    (c[i].flags != 0 && c[i].flags != ESC))
			buf_char(b, '?');
		if (cell_absent(&c[i]) && c[i].n == 0) {
			buf_str(b, "<>");
			continue;
		}
		buf_char(b, cell_absent(&c[i]) ? '<' : c[i].flags ? '{' : '[');
		buf_add(b, c[i].p, c[i].n);
		buf_char(b, cell_absent(&c[i]) ? '>' : c[i].flags ? '}' : ']');
	}
	buf_char(b, '\0');
}

static const struct {
	struct slice line;
	size_t fields;
	const char *want;
} lines[] = {
	{ { NULL, 0 }, 1, "<>" }, { S(""), 1, "<>" }, { S("a"), 1, "[a]" },
	{ S("a\tb"), 2, "[a][b]" }, { S("\t"), 2, "<><>" },
	{ S("a\t"), 2, "[a]<>" }, { S("\ta"), 2, "<>[a]" },
	{ S("a\t\tb"), 3, "[a]<>[b]" }, { S("-\t--"), 2, "<->[--]" },
	{ S("\\-\t-"), 2, "{\\-}<->" }, { S("a b\t c "), 2, "[a b][ c ]" },
	{ S("a\\tb\tc"), 2, "{a\\tb}[c]" }, { S("a\t\\"), 2, "[a]{\\}" },
	{ S("\"a\tb\""), 2, "[\"a][b\"]" }, { S("\xff\t"), 2, "[\xff]<>" },
	{ S("a\r\tb\r"), 2, "[a\r][b\r]" }, { S("#a\tb"), 2, "[#a][b]" },
};

static void
split(void)
{
	struct cell c[CELLS];
	struct buf b = { 0 };
	struct slice line;
	char *hold;
	size_t i, n;

	for (i = 0; i < ROWS(lines); i++) {
		line = lines[i].line;
		hold = NULL;
		if (line.p != NULL)
			line = alone(line, &hold);
		n = tsv_split(line, c, CELLS);
		show(&b, c, n < CELLS ? n : CELLS);
		tap_ok(n == lines[i].fields, "split %zu: fields", i);
		tap_is_str(b.p, lines[i].want, "split %zu", i);
		free(hold);
	}
	buf_free(&b);
}

static const struct {
	struct slice raw;
	struct slice value;
} escapes[] = {
	{ S("a"), S("a") }, { S("\\-"), S("-") }, { S("--"), S("--") },
	{ S("-a"), S("-a") }, { S("a-"), S("a-") }, { S("\\t"), S("\t") },
	{ S("\\n"), S("\n") }, { S("\\r"), S("\r") }, { S("\\\\"), S("\\") },
	{ S("\\\\t"), S("\\t") }, { S("\\\\\\t"), S("\\\t") },
	{ S("\\\\-"), S("\\-") }, { S("a\\tb\\nc"), S("a\tb\nc") },
	{ S("\\\\\\\\"), S("\\\\") }, { S("\xff\\n"), S("\xff\n") },
	{ S("a\0b"), S("a\0b") }, { S("\\\\\0"), S("\\\0") },
	{ S(" \v\f\x1b"), S(" \v\f\x1b") }, { S("x\\r"), S("x\r") },
};

static const struct {
	struct slice raw;
	struct slice value;
} unescapes[] = {
	{ S(""), S("") }, { S("\\"), S("\\") }, { S("a\\"), S("a\\") },
	{ S("\\x"), S("\\x") }, { S("\\T"), S("\\T") },
	{ S("\\\0"), S("\\\0") }, { S("\\\0t"), S("\\\0t") },
	{ S("\\0"), S("\\0") }, { S("\\\xc3\xa9"), S("\\\xc3\xa9") },
	{ S("\\\\\\"), S("\\\\") }, { S("a\\-b"), S("a-b") },
	{ S("C:\\dir"), S("C:\\dir") }, { S("-"), S("-") },
};

static bool
unescapes_to(struct buf *b, struct slice raw, struct slice value)
{
	struct slice s;
	char *hold;

	b->n = 0;
	s = alone(raw, &hold);
	tsv_unescape(b, s);
	free(hold);
	return text_eq(text_slice(b->p, b->n), value);
}

static void
escaping(void)
{
	struct buf b = { 0 };
	struct slice s;
	char *hold;
	size_t i;

	for (i = 0; i < ROWS(escapes); i++) {
		b.n = 0;
		s = alone(escapes[i].value, &hold);
		tsv_escape(&b, s);
		free(hold);
		tap_ok(text_eq(text_slice(b.p, b.n), escapes[i].raw),
		    "escape %zu", i);
		tap_ok(unescapes_to(&b, escapes[i].raw, escapes[i].value),
		    "and back");
	}
	for (i = 0; i < ROWS(unescapes); i++)
		tap_ok(unescapes_to(&b, unescapes[i].raw, unescapes[i].value),
		    "unescape %zu", i);
	b.n = 0;
	tsv_escape(&b, text_slice(NULL, 0));
	tap_ok(b.n == 1 && b.p[0] == '-', "an empty value is absent");
	buf_free(&b);
}

/* What a line of n letters is, once the byte c stands at one place. */
static bool
one_byte(struct slice block, size_t at, unsigned char c)
{
	struct tsv_walk w;
	struct tsv_line line;
	struct cell cell[2] = { { 0 } };
	size_t n = block.n - 1, first = c == '\t' ? at : n;
	bool cr = c == '\r' && at == n - 1;

	tsv_open(&w, block.p, block.n);
	if (c == '\n')
		return tsv_next(&w, cell, 2, &line) && line.text.n == at &&
		    w.start == at + 1 && tsv_next(&w, cell, 2, &line) &&
		    line.text.n == n - at - 1 && line.ascii && !line.nul &&
		    !tsv_next(&w, cell, 2, &line) && w.start == block.n;
	return tsv_next(&w, cell, 2, &line) && w.start == block.n &&
	    line.fields == (c == '\t' ? 2 : 1) && line.text.n == n - cr &&
	    line.ascii == (c < 0x80) && line.nul == (c == '\0') &&
	    cell[0].n == first - cr && cell[0].p == block.p &&
	    cell[0].flags == (c == '\\' ? ESC : 0) &&
	    cell[1].n == (c == '\t' ? n - at - 1 : 0);
}

/* Each byte at each place of a line that ends around a stride's end. */
static void
strides(void)
{
	static const size_t size[] = { 2, 16, 17, 63, 64, 65, 66, 127, 128,
	    129, 200 };
	char *hold, *p;
	size_t i, at;
	int c, wrong;

	for (i = 0; i < ROWS(size); i++) {
		wrong = 0;
		hold = malloc(size[i] + 1);
		p = memset(hold + 1, 'a', size[i]);
		p[size[i] - 1] = '\n';
		for (at = 0; at < size[i] - 1; at++) {
			for (c = 0; c < 256; c++) {
				p[at] = (char)c;
				wrong += !one_byte(text_slice(p, size[i]), at,
				    (unsigned char)c);
			}
			p[at] = 'a';
		}
		tap_is_i64(wrong, 0, "each byte in a line of %zu", size[i]);
		free(hold);
	}
}

/* What tsv_next says of each line of a block, one after another. */
static const struct {
	const char *name;
	struct slice block;
	const char *want;	/* lines parted by | ; then the flags */
	size_t left;		/* bytes behind the last LF */
} blocks[] = {
	{ "nothing", S(""), "", 0 },
	{ "no LF", S("a\tb"), "", 3 },
	{ "one line", S("a\tb\n"), "[a][b]|", 0 },
	{ "two and a rest", S("a\tb\n-\tc\nd"), "[a][b]|<->[c]|", 1 },
	{ "empty lines", S("\n\na\n\n"), "<>|<>|[a]|<>|", 0 },
	{ "CR LF", S("a\tb\r\nc\t\r\n"), "[a][b]|[c]<>|", 0 },
	{ "CR LF alone", S("\r\n\r\n"), "<>|<>|", 0 },
	{ "CR within", S("a\rb\t\rc\n"), "[a\rb][\rc]|", 0 },
	{ "CR CR LF", S("a\r\r\n"), "[a\r]|", 0 },
	{ "CR at the end", S("a\nb\r"), "[a]|", 2 },
	{ "CR LF behind a hyphen", S("a\t-\r\n"), "[a]<->|", 0 },
	{ "CR after an escape", S("a\\\r\n"), "{a\\}|", 0 },
	{ "escapes", S("a\\tb\tc\nd\t\\-\n"), "{a\\tb}[c]|[d]{\\-}|", 0 },
	{ "an escape's flag ends with its field", S("\\\ta\n\\\nb\n"),
	    "{\\}[a]|{\\}|[b]|", 0 },
	{ "non-ASCII", S("a\n\xc3\xa9\tb\nc\n"),
	    "[a]|[\xc3\xa9][b]!a|[c]|", 0 },
	{ "NUL", S("a\tb\n\0\nc\n"), "[a][b]|[]!n|[c]|", 0 },
	{ "both", S("\xff\t" "a\0\n"), "[\xff][a]!a!n|", 0 },
	{ "control bytes", S("\v\f\x1b\x7f\n"), "[\v\f\x1b\x7f]|", 0 },
};

/* NUL bytes are left out, so that the text can be compared as a string. */
static void
append_line(struct buf *all, const struct tsv_line *line,
    const struct cell *cells)
{
	struct buf one = { 0 };
	size_t i;

	show(&one, cells, line->fields);
	for (i = 0; i + 1 < one.n; i++)
		if (one.p[i] != '\0')
			buf_char(all, one.p[i]);
	buf_str(all, line->ascii ? "" : "!a");
	buf_str(all, line->nul ? "!n" : "");
	buf_char(all, '|');
	buf_free(&one);
}

static void
walk(size_t i)
{
	struct tsv_walk w;
	struct tsv_line line;
	struct cell cells[CELLS];
	struct buf b = { 0 };
	struct slice s;
	char *hold;

	s = alone(blocks[i].block, &hold);
	tsv_open(&w, s.p, s.n);
	while (tsv_next(&w, cells, CELLS, &line))
		append_line(&b, &line, cells);
	buf_char(&b, '\0');
	tap_is_str(b.p, blocks[i].want, "next: %s", blocks[i].name);
	tap_ok(s.n - w.start == blocks[i].left, "and the rest is left");
	tap_ok(!tsv_next(&w, cells, CELLS, &line) &&
	    s.n - w.start == blocks[i].left, "for ever");
	buf_free(&b);
	free(hold);
}

/* The first max cells are a, b and c; those past max are as they were. */
static bool
abc(const struct cell c[4], size_t max)
{
	size_t i;
	bool ok = true;

	for (i = 0; i < 4; i++)
		ok &= i < max && i < 3 ? text_eq(cell_raw(&c[i]),
		    text_slice(&"abc"[i], 1)) : c[i].n == 0xa5a5a5a5;
	return ok;
}

static void
maximum(void)
{
	static const char block[] = "a\tb\tc\r\nd\n";
	struct cell c[4];
	struct tsv_walk w;
	struct tsv_line line;
	size_t max;

	for (max = 0; max <= 4; max++) {
		memset(c, 0xa5, sizeof(c));
		tap_ok(tsv_split(text_of("a\tb\tc"), c, max) == 3 &&
		    abc(c, max), "split into %zu cells at most", max);
		memset(c, 0xa5, sizeof(c));
		tsv_open(&w, block, sizeof(block) - 1);
		tap_ok(tsv_next(&w, c, max, &line) && line.fields == 3 &&
		    text_is(line.text, "a\tb\tc") && abc(c, max),
		    "next into %zu cells at most", max);
		tap_ok(tsv_next(&w, c, max, &line) && line.fields == 1 &&
		    text_is(line.text, "d") && !tsv_next(&w, c, max, &line),
		    "and the line behind it");
	}
}

/* Plain lines of so many fields, each of them 8 bytes. */
static void
fill(char *p, size_t n, size_t width)
{
	size_t i;

	for (i = 0; i < n; i++)
		p[i] = i % 8 == 7 ? '\n' : i % 8 > 7 - width ? '\t' : 'a';
}

/* How many lines are taken; -1 when their ends are not where they are. */
static int
taken(const char *p, size_t n, size_t width)
{
	uint32_t *room = malloc((n + 1) * sizeof(*room));
	struct tsv_ends e = { .end = room + 1 };
	size_t bytes = tsv_plain(p, n, width, &e), i, k = 0;
	bool ok = e.n == e.lines * width && bytes <= n && e.end[-1] + 1 == 0 &&
	    (bytes == 0 || p[bytes - 1] == '\n');

	for (i = 0; ok && i < bytes; i++)
		if (p[i] == '\t' || p[i] == '\n')
			ok = k < e.n && e.end[k++] == i;
	ok = ok && k == e.n;
	i = e.lines;
	free(room);
	return ok ? (int)i : -1;
}

/* All of it plain: what whole strides hold is taken, of any length. */
static void
plain(void)
{
	size_t n, width;
	char *hold;
	int got, wrong;

	for (width = 1; width <= 7; width++) {
		for (wrong = 0, n = 0; n < 300; n++) {
			hold = malloc(n + 1);
			fill(hold + 1, n, width);
			got = taken(hold + 1, n, width);
			wrong += got < (int)(n / 64 * 8) || got > (int)n / 8;
			free(hold);
		}
		tap_is_i64(wrong, 0, "plain lines of %zu fields", width);
	}
}

/* No line from the one with this byte on is plain of that width. */
static void
not_plain(size_t width)
{
	static const char byte[] = "\0\r\\\x80\xff\x1f\t\n\v";
	char p[256];
	size_t i, at;
	int got, wrong = 0;

	for (i = 0; i < sizeof(byte) - 1; i++) {
		for (at = 0; at < sizeof(p); at++) {
			fill(p, sizeof(p), width);
			/* With one field an LF makes two lines of a line. */
			if (p[at] == '\t' || p[at] == '\n' ||
			    (width == 1 && byte[i] == '\n' && at % 8 > 0))
				continue;
			p[at] = byte[i];
			got = taken(p, sizeof(p), width);
			wrong += got < 0 || got > (int)at / 8;
		}
	}
	tap_is_i64(wrong, 0, "lines that are not plain, of %zu fields", width);
}

int
main(void)
{
	size_t i;

	split();
	escaping();
	strides();
	for (i = 0; i < ROWS(blocks); i++)
		walk(i);
	maximum();
	plain();
	for (i = 1; i <= 7; i += 2)
		not_plain(i);
	return tap_done();
}
