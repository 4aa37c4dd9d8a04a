/* Tests of blank: runs of blanks, quotes, and lines that are not of it. */
#include "blank.h"

#include <stdlib.h>

#include "alone.h"
#include "buf.h"
#include "tap.h"

enum { CELLS = 8 };

/*
 * Values, each in brackets; `<>` is absent, `"` before one says that it was
 * protected, `?` that its form or a flag is wrong.
 */
static void
show(struct buf *b, const struct cell *c, size_t n)
{
	bool quoted;
	size_t i;

	b->n = 0;
	for (i = 0; i < n; i++, c++) {
		quoted = (c->flags & CELL_LITERAL) != 0;
		if (c->form != CELL_BLANK || (c->flags & CELL_BARE) != 0 ||
		    ((c->flags & CELL_ESCAPED) != 0 && !quoted))
			buf_char(b, '?');
		if (quoted)
			buf_char(b, '"');
		if (cell_absent(c)) {
			buf_str(b, "<>");
			continue;
		}
		buf_char(b, '[');
		if ((c->flags & CELL_ESCAPED) != 0)
			blank_unescape(b, cell_raw(c));
		else
			buf_add(b, c->p, c->n);
		buf_char(b, ']');
	}
	buf_char(b, '\0');
}

static const struct {
	struct slice line;
	size_t fields;
	const char *want;
} good[] = {
	{ { NULL, 0 }, 0, "" }, { S(""), 0, "" }, { S(" \t  "), 0, "" },
	{ S("a"), 1, "[a]" }, { S("a b"), 2, "[a][b]" },
	{ S("a\tb"), 2, "[a][b]" }, { S("  a \t b\t\t"), 2, "[a][b]" },
	{ S("- -- -a"), 3, "<>[--][-a]" }, { S("\"-\""), 1, "\"[-]" },
	{ S("\"\""), 1, "\"<>" }, { S("\"\" \"\""), 2, "\"<>\"<>" },
	{ S("\"a b\""), 1, "\"[a b]" }, { S("\" \t\""), 1, "\"[ \t]" },
	{ S("x \"a b\"\ty"), 3, "[x]\"[a b][y]" },
	{ S("\"\"\"\""), 1, "\"[\"]" }, { S("\"\"\"\"\"\""), 1, "\"[\"\"]" },
	{ S("\"a\"\"b\""), 1, "\"[a\"b]" },
	{ S("\"\"\"a\""), 1, "\"[\"a]" }, { S("\"a\"\"\""), 1, "\"[a\"]" },
	{ S("\"\"\" \"\"\" z"), 2, "\"[\" \"][z]" },
	{ S("a\"b c\"d"), 2, "[a\"b][c\"d]" }, { S("a\""), 1, "[a\"]" },
	{ S("a\"\"b"), 1, "[a\"\"b]" }, { S("'a b'"), 2, "['a][b']" },
	{ S("a\\ b\\t"), 2, "[a\\][b\\t]" }, { S("\"\\\""), 1, "\"[\\]" },
	{ S("\\- \\"), 2, "[\\-][\\]" }, { S("#a"), 1, "[#a]" },
	{ S("a\vb\fc\rd"), 1, "[a\vb\fc\rd]" },
	{ S("a\xc2\xa0" "b \xff"), 2, "[a\xc2\xa0" "b][\xff]" },
};

static const char unclosed[] = "a quote is not closed";
static const char crowded[] = "no blank behind a closing quote";

static const struct {
	struct slice line;
	const char *why;
} bad[] = {
	{ S("\""), unclosed }, { S("\"a"), unclosed }, { S("a \"b"), unclosed },
	{ S("\"a b "), unclosed }, { S("\"\"\""), unclosed },
	{ S("\"a\"\""), unclosed }, { S("\"\"\"\"\""), unclosed },
	{ S("\"a\" \""), unclosed }, { S("\"a\\\"b"), crowded },
	{ S("\"a\"b"), crowded }, { S("\"\"a"), crowded },
	{ S("\"a\"\"b\"c"), crowded }, { S("x \"a\"- y"), crowded },
	{ S("\"a\"\r"), crowded }, { S("\"a\"'"), crowded },
};

static void
good_lines(void)
{
	struct cell c[CELLS];
	struct buf b = { 0 };
	struct slice line;
	const char *why;
	char *hold;
	size_t i, n;

	for (i = 0; i < ROWS(good); i++) {
		line = good[i].line;
		hold = NULL;
		if (line.p != NULL)
			line = alone(line, &hold);
		n = 99;
		why = blank_split(line, c, CELLS, &n);
		tap_ok(why == NULL && n == good[i].fields,
		    "line %zu: fields", i);
		show(&b, c, n < CELLS ? n : 0);
		tap_is_str(b.p, good[i].want, "line %zu", i);
		free(hold);
	}
	buf_free(&b);
}

static void
bad_lines(void)
{
	struct cell c[CELLS];
	struct slice line;
	char *hold;
	size_t i, n;

	for (i = 0; i < ROWS(bad); i++) {
		line = alone(bad[i].line, &hold);
		tap_is_str(blank_split(line, c, CELLS, &n), bad[i].why,
		    "bad line %zu", i);
		free(hold);
	}
}

/* Cells past max stay as they were; a fault behind max is one all the same. */
static void
maximum(void)
{
	struct cell c[4];
	size_t max, i, n;
	bool ok;

	for (max = 0; max <= 4; max++) {
		memset(c, 0xa5, sizeof(c));
		ok = blank_split(text_of("a \"b\" c"), c, max, &n) == NULL &&
		    n == 3;
		for (i = 0; i < 4; i++)
			ok &= i < max && i < 3 ? c[i].n == 1 &&
			    c[i].p[0] == "abc"[i] : c[i].n == 0xa5a5a5a5;
		tap_ok(ok, "%zu cells at most", max);
	}
	tap_is_str(blank_split(text_of("a \"b"), c, 1, &n), unclosed,
	    "a fault in a field that has no cell");
}

/* Every proper prefix of a line is split, or refused, within its bytes. */
static void
prefixes(void)
{
	static const char whole[] = "n1 \"Tesla \"\"T4\"\"\"\t8 \"\" \"-\" x";
	struct cell c[CELLS];
	struct slice line;
	char *hold;
	size_t i, k, n;
	bool ok = true;

	for (i = 0; i < sizeof(whole); i++) {
		line = alone(text_slice(whole, i), &hold);
		if (blank_split(line, c, CELLS, &n) == NULL)
			for (k = 0; k < n; k++)
				ok &= c[k].p >= line.p &&
				    c[k].p + c[k].n <= line.p + line.n;
		free(hold);
	}
	tap_ok(ok, "the cells of each prefix are inside it");
}

static void
unescape(void)
{
	static const char *const row[][2] = { { "", "" }, { "a", "a" },
	    { "\"\"", "\"" }, { "a\"\"b", "a\"b" }, { "\"\"\"\"", "\"\"" },
	    { "\\\"\"n", "\\\"n" } };
	struct buf b = { 0 };
	struct slice s;
	char *hold;
	size_t i;

	for (i = 0; i < ROWS(row); i++) {
		b.n = 0;
		s = alone(text_of(row[i][0]), &hold);
		blank_unescape(&b, s);
		buf_char(&b, '\0');
		tap_is_str(b.p, row[i][1], "unescape %s", row[i][0]);
		free(hold);
	}
	buf_free(&b);
}

/* Is the field of one value, in quotes and between others, that value? */
static bool
comes_back(struct buf *b, struct slice v)
{
	struct cell c[3];
	struct slice line;
	char *hold;
	size_t i, n = 0;
	bool ok;

	b->n = 0;
	buf_str(b, "a\t\"");
	for (i = 0; i < v.n; i++) {
		buf_char(b, v.p[i]);
		if (v.p[i] == '"')
			buf_char(b, '"');
	}
	buf_str(b, "\" b");
	line = alone(text_slice(b->p, b->n), &hold);
	ok = blank_split(line, c, 3, &n) == NULL && n == 3 &&
	    (c[1].flags & CELL_LITERAL) != 0;
	b->n = 0;
	if (ok && (c[1].flags & CELL_ESCAPED) != 0)
		blank_unescape(b, cell_raw(&c[1]));
	else if (ok)
		buf_add(b, c[1].p, c[1].n);
	ok = ok && text_eq(text_slice(b->p, b->n), v) &&
	    text_is(cell_raw(&c[0]), "a") && text_is(cell_raw(&c[2]), "b");
	free(hold);
	return ok;
}

/* Every value of up to five of the bytes that matter. */
static void
every_value(void)
{
	static const char byte[] = { '"', ' ', '\t', '-', '\\', 'x', '\0' };
	struct buf b = { 0 };
	char v[5];
	size_t len, count, i, k, rest, wrong = 0, all = 0;

	for (len = 0, count = 1; len <= sizeof(v); len++) {
		for (i = 0; i < count; i++, all++) {
			for (k = 0, rest = i; k < len; k++) {
				v[k] = byte[rest % sizeof(byte)];
				rest /= sizeof(byte);
			}
			wrong += !comes_back(&b, text_slice(v, len));
		}
		count *= sizeof(byte);
	}
	tap_ok(wrong == 0, "each of %zu values comes back from quotes", all);
	buf_free(&b);
}

int
main(void)
{
	good_lines();
	bad_lines();
	maximum();
	prefixes();
	unescape();
	every_value();
	return tap_done();
}
