/* Tests of jsonl: RFC 8259 as far as a flat object goes, and its refusals. */
#include "jsonl.h"

#include <stdlib.h>

#include "alone.h"
#include "buf.h"
#include "tap.h"

/*
 * Strings in brackets, what is bare in parentheses; `<>` is absent; `?` says
 * that the form or a flag is wrong.
 */
static void
show(struct buf *b, const struct cell *c)
{
	bool bare = (c->flags & CELL_BARE) != 0;

	if (c->form != CELL_JSON || (c->flags & CELL_LITERAL) == 0 ||
	    (bare && (c->flags & CELL_ESCAPED) != 0))
		buf_char(b, '?');
	if (cell_absent(c)) {
		buf_str(b, "<>");
		return;
	}
	buf_char(b, bare ? '(' : '[');
	if ((c->flags & CELL_ESCAPED) != 0)
		jsonl_unescape(b, cell_raw(c));
	else
		buf_add(b, c->p, c->n);
	buf_char(b, bare ? ')' : ']');
}

/* Reads a line; what was seen goes into b.  0, or -1 with j->why. */
static int
read_line(struct jsonl *j, struct slice line, struct buf *b)
{
	struct cell key, value;
	int rc;

	b->n = 0;
	if ((rc = jsonl_open(j, line)) == 0) {
		while ((rc = jsonl_next(j, &key, &value)) == 1) {
			show(b, &key);
			buf_char(b, ':');
			show(b, &value);
		}
	}
	buf_char(b, '\0');
	return rc;
}

static const struct {
	struct slice line;
	const char *want;
} good[] = {
	{ S("{}"), "" }, { S(" \t\r{ \t\r} \t\r"), "" },
	{ S("{\"a\":1}"), "[a]:(1)" },
	{ S("{\"a\":\"b\",\"c\":\"d\"}"), "[a]:[b][c]:[d]" },
	{ S("\t{ \"a\"\t:\r1 ,\t\"b\" : \"x\" }\r"), "[a]:(1)[b]:[x]" },
	{ S("{\"a\":null}"), "[a]:<>" }, { S("{\"a\":\"\"}"), "[a]:<>" },
	{ S("{\"a\":\"-\"}"), "[a]:[-]" },
	{ S("{\"a\":\"null\"}"), "[a]:[null]" },
	{ S("{\"a\":true,\"b\":false}"), "[a]:(true)[b]:(false)" },
	{ S("{\"\":1}"), "<>:(1)" }, { S("{\"a\":1,\"a\":2}"),
	    "[a]:(1)[a]:(2)" },
	/* Numbers, each kept as it was written. */
	{ S("{\"a\":0}"), "[a]:(0)" }, { S("{\"a\":-0}"), "[a]:(-0)" },
	{ S("{\"a\":10}"), "[a]:(10)" }, { S("{\"a\":0.5}"), "[a]:(0.5)" },
	{ S("{\"a\":-12.50}"), "[a]:(-12.50)" },
	{ S("{\"a\":1e3}"), "[a]:(1e3)" }, { S("{\"a\":1E+3}"), "[a]:(1E+3)" },
	{ S("{\"a\":0e0}"), "[a]:(0e0)" },
	{ S("{\"a\":1.0e-007}"), "[a]:(1.0e-007)" },
	{ S("{\"a\":99999999999999999999999999}"),
	    "[a]:(99999999999999999999999999)" },
	/* Strings: what needs no escape, and every escape. */
	{ S("{\"a\":\"/ \x7f \xc3\xa9 '\"}"), "[a]:[/ \x7f \xc3\xa9 ']" },
	{ S("{\"a\":\"{}[],:\"}"), "[a]:[{}[],:]" },
	{ S("{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}"),
	    "[a]:[\"\\/\b\f\n\r\t]" },
	{ S("{\"a\":\"\\\\\"}"), "[a]:[\\]" },
	{ S("{\"a\":\"\\\\n\"}"), "[a]:[\\n]" },
	{ S("{\"a\":\"\\u0041\\u00e9\"}"), "[a]:[A\xc3\xa9]" },
	{ S("{\"a\":\"\\u0001\\u001F\"}"), "[a]:[\x01\x1f]" },
	{ S("{\"a\":\"\\u007f\\u0080\"}"), "[a]:[\x7f\xc2\x80]" },
	{ S("{\"a\":\"\\u07ff\\u0800\"}"), "[a]:[\xdf\xbf\xe0\xa0\x80]" },
	{ S("{\"a\":\"\\uD7ff\\uE000\\uFFFF\"}"),
	    "[a]:[\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf]" },
	{ S("{\"a\":\"\\ud800\\udc00\"}"), "[a]:[\xf0\x90\x80\x80]" },
	{ S("{\"a\":\"\\uD83D\\uDE00\"}"), "[a]:[\xf0\x9f\x98\x80]" },
	{ S("{\"a\":\"\\uDBFF\\uDFFFx\"}"), "[a]:[\xf4\x8f\xbf\xbfx]" },
	{ S("{\"\\u0061\\\"\":1}"), "[a\"]:(1)" },
	{ S("{\"a\":\"\\u00410\"}"), "[a]:[A0]" },
};

static const char plain[] = "not a JSON object";
static const char comma[] = "no comma between members";
static const char colon[] = "no colon behind a key";
static const char no_key[] = "no string where a key should be";
static const char behind[] = "bytes behind the object";
static const char nested[] = "a nested value";
static const char number[] = "a bad number";
static const char no_value[] = "not a JSON value";
static const char escape[] = "a bad escape inside a string";
static const char control[] = "a control byte inside a string";

static const struct {
	struct slice line;
	const char *why;
} bad[] = {
	{ S("a"), plain }, { S("[1]"), plain }, { S("\"a\""), plain },
	{ S("}"), plain }, { S("\xef\xbb\xbf{}"), plain },
	{ S("\0{}"), plain }, { S("\n{}"), plain },
	{ S("{}}"), behind }, { S("{} x"), behind }, { S("{}{}"), behind },
	{ S("{},"), behind }, { S("{\"a\":1}\0"), behind },
	{ S("{\"a\":1}}"), behind },
	{ S("{,}"), no_key }, { S("{a:1}"), no_key }, { S("{1:1}"), no_key },
	{ S("{'a':1}"), no_key }, { S("{null:1}"), no_key },
	{ S("{{}}"), no_key }, { S("{\n}"), no_key }, { S("{]"), no_key },
	{ S("{\"a\":1,}"), no_key }, { S("{\"a\":1,,\"b\":1}"), no_key },
	{ S("{,\"a\":1}"), no_key },
	{ S("{\"a\"}"), colon }, { S("{\"a\" 1}"), colon },
	{ S("{\"a\",1}"), colon }, { S("{\"a\"=1}"), colon },
	{ S("{\"a\"\"b\":1}"), colon },
	{ S("{\"a\":1 \"b\":2}"), comma }, { S("{\"a\":1;}"), comma },
	{ S("{\"a\":\"x\"\"y\"}"), comma }, { S("{\"a\":1]"), comma },
	{ S("{\"a\":1:2}"), comma }, { S("{\"a\":truex}"), comma },
	{ S("{\"a\":nulll}"), comma }, { S("{\"a\":1 2}"), comma },
	{ S("{\"a\":{}}"), nested }, { S("{\"a\":[]}"), nested },
	{ S("{\"a\":{\"b\":1}}"), nested }, { S("{\"a\":[1]}"), nested },
	{ S("{\"a\":}"), no_value }, { S("{\"a\":,}"), no_value },
	{ S("{\"a\"::1}"), no_value }, { S("{\"a\":True}"), no_value },
	{ S("{\"a\":NULL}"), no_value }, { S("{\"a\":nul}"), no_value },
	{ S("{\"a\":'x'}"), no_value }, { S("{\"a\":x}"), no_value },
	{ S("{\"a\":NaN}"), no_value }, { S("{\"a\":Infinity}"), no_value },
	{ S("{\"a\":+1}"), no_value }, { S("{\"a\":.5}"), no_value },
	{ S("{\"a\":-}"), number }, { S("{\"a\":--1}"), number },
	{ S("{\"a\":-x}"), number }, { S("{\"a\":01}"), number },
	{ S("{\"a\":00}"), number }, { S("{\"a\":-01}"), number },
	{ S("{\"a\":1.}"), number }, { S("{\"a\":1.e1}"), number },
	{ S("{\"a\":1e}"), number }, { S("{\"a\":1e+}"), number },
	{ S("{\"a\":1e-,}"), number }, { S("{\"a\":-.5}"), number },
	{ S("{\"a\":-Infinity}"), number }, { S("{\"a\":00.5}"), number },
	{ S("{\"a\":1.2.3}"), comma }, { S("{\"a\":1e2e3}"), comma },
	{ S("{\"a\":0x10}"), comma }, { S("{\"a\":1_0}"), comma },
	{ S("{\"a\":\"\t\"}"), control }, { S("{\"a\":\"\n\"}"), control },
	{ S("{\"a\":\"\0\"}"), control }, { S("{\"a\":\"\x1f\"}"), control },
	{ S("{\"a\r\":1}"), control }, { S("{\"\\\n\":1}"), escape },
	{ S("{\"a\":\"\\x\"}"), escape }, { S("{\"a\":\"\\a\"}"), escape },
	{ S("{\"a\":\"\\'\"}"), escape }, { S("{\"a\":\"\\U0041\"}"), escape },
	{ S("{\"a\":\"\\0\"}"), escape }, { S("{\"a\":\"\\\0\"}"), escape },
	{ S("{\"a\":\"\\B\"}"), escape }, { S("{\"a\":\"\\-\"}"), escape },
	{ S("{\"a\":\"\\u\"}"), escape }, { S("{\"a\":\"\\u004\"}"), escape },
	{ S("{\"a\":\"\\u004g\"}"), escape },
	{ S("{\"a\":\"\\u00:1\"}"), escape },
	{ S("{\"a\":\"\\u0@41\"}"), escape },
	{ S("{\"a\":\"\\u 041\"}"), escape },
	{ S("{\"a\":\"\\u+041\"}"), escape },
	{ S("{\"a\":\"\\u\xc3\xa9\xc3\xa9\"}"), escape },
	{ S("{\"a\":\"\\u0000\"}"), escape },
	{ S("{\"\\u0000\":1}"), escape },
	/* Surrogates: alone, in the wrong order, not side by side. */
	{ S("{\"a\":\"\\ud800\"}"), escape },
	{ S("{\"a\":\"\\udc00\"}"), escape },
	{ S("{\"a\":\"\\udfff\\ud800\"}"), escape },
	{ S("{\"a\":\"\\ud800\\ud800\"}"), escape },
	{ S("{\"a\":\"\\udc00\\udc00\"}"), escape },
	{ S("{\"a\":\"\\ud800\\u0041\"}"), escape },
	{ S("{\"a\":\"\\ud800\\ue000\"}"), escape },
	{ S("{\"a\":\"\\ud800\\udbff\"}"), escape },
	{ S("{\"a\":\"\\ud800xudc00\"}"), escape },
	{ S("{\"a\":\"\\ud800\\ndc00\"}"), escape },
	{ S("{\"a\":\"\\ud800 \\udc00\"}"), escape },
	{ S("{\"a\":\"\\ud800\\udc0g\"}"), escape },
	{ S("{\"a\":\"\\ud800\\udc0\"}"), escape },
};

static void
good_lines(void)
{
	struct buf b = { 0 };
	struct jsonl j;
	struct slice s;
	char *hold;
	size_t i;

	for (i = 0; i < ROWS(good); i++) {
		s = alone(good[i].line, &hold);
		tap_ok(read_line(&j, s, &b) == 0, "line %s", good[i].line.p);
		tap_is_str(b.p, good[i].want, "and what is in it");
		free(hold);
	}
	buf_free(&b);
}

static void
bad_lines(void)
{
	struct buf b = { 0 };
	struct jsonl j;
	struct slice s;
	char *hold;
	size_t i;
	int rc;

	for (i = 0; i < ROWS(bad); i++) {
		s = alone(bad[i].line, &hold);
		rc = read_line(&j, s, &b);
		tap_ok(rc == -1 && !j.cut, "bad line %zu is not cut", i);
		tap_is_str(rc == -1 ? j.why : "", bad[i].why,
		    "bad line %zu: %s", i, bad[i].why);
		free(hold);
	}
	buf_free(&b);
}

/*
 * A line that is cut anywhere is refused.  That it was cut is known for sure
 * where the cut is not inside an escape or a word.
 */
static const struct {
	const char *line;
	bool sure;
} whole[] = {
	{ "{}", true }, { "{\"a\":1}", true },
	{ "{ \"job\" : \"x\" , \"b\" : -1.5e+10 }", true },
	{ "{\"a\":\"\",\"b\":\"\xc3\xa9\",\"c\":0}", true },
	{ "{\"a\":null,\"b\":false,\"c\":true}", false },
	{ "{\"\\u0041\\n\":\"\\ud83d\\ude00\\\\\\\"\"}", false },
};

static void
prefixes(void)
{
	struct buf b = { 0 };
	struct jsonl j;
	struct slice s;
	char *hold;
	size_t i, n, taken, uncut;

	for (i = 0; i < ROWS(whole); i++) {
		taken = uncut = 0;
		for (n = 0; whole[i].line[n] != '\0'; n++) {
			s = alone(text_slice(whole[i].line, n), &hold);
			if (read_line(&j, s, &b) != -1)
				taken++;
			else
				uncut += !j.cut;
			free(hold);
		}
		tap_ok(taken == 0, "no proper prefix of %s is a line",
		    whole[i].line);
		tap_ok(uncut == 0 || !whole[i].sure, "each is cut");
	}
	buf_free(&b);
}

static void
escaping(void)
{
	static const struct {
		struct slice value;
		const char *want;
	} row[] = {
		{ S(""), "\"\"" }, { S("abc"), "\"abc\"" },
		{ S("\""), "\"\\\"\"" }, { S("\\"), "\"\\\\\"" },
		{ S("a\"b\\c"), "\"a\\\"b\\\\c\"" }, { S("/"), "\"/\"" },
		{ S("\t\n\r"), "\"\\t\\n\\r\"" }, { S("\0"), "\"\\u0000\"" },
		{ S("\b\f\v"), "\"\\u0008\\u000c\\u000b\"" },
		{ S("\x1b[0m\x1f"), "\"\\u001b[0m\\u001f\"" },
		{ S("\x7f\xc3\xa9"), "\"\x7f\xc3\xa9\"" },
		{ S("\xf0\x9f\x98\x80"), "\"\xf0\x9f\x98\x80\"" },
		{ S("\n\n"), "\"\\n\\n\"" }, { S("</script>"),
		    "\"</script>\"" },
	};
	struct buf b = { 0 };
	struct slice s;
	char *hold;
	size_t i;

	for (i = 0; i < ROWS(row); i++) {
		b.n = 0;
		s = alone(row[i].value, &hold);
		jsonl_escape(&b, s);
		buf_char(&b, '\0');
		tap_is_str(b.p, row[i].want, "escape %s", row[i].want);
		free(hold);
		b.n = 0;
		s = alone(text_slice(row[i].want + 1,
		    strlen(row[i].want) - 2), &hold);
		jsonl_unescape(&b, s);
		tap_ok(text_eq(text_slice(b.p, b.n), row[i].value),
		    "and back");
		free(hold);
	}
	buf_free(&b);
}

static size_t
encode(uint32_t c, char out[4])
{
	size_t len = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4, i;

	for (i = len; i-- > 1; c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(len == 1 ? c : (0xf00U >> len & 0xf0) | c);
	return len;
}

/* Every \uXXXX but the surrogates, and every pair of them. */
static void
every_code(void)
{
	struct buf b = { 0 };
	char raw[16], want[4];
	uint32_t c, wrong = 0;

	for (c = 0; c <= 0x10ffff; c++) {
		if (c >= 0xd800 && c <= 0xdfff)
			continue;
		if (c < 0x10000)
			snprintf(raw, sizeof(raw), "\\u%04x", c);
		else
			snprintf(raw, sizeof(raw), "\\u%04X\\u%04X",
			    0xd800 + ((c - 0x10000) >> 10),
			    0xdc00 + (c & 0x3ff));
		b.n = 0;
		jsonl_unescape(&b, text_of(raw));
		wrong += !text_eq(text_slice(b.p, b.n),
		    text_slice(want, encode(c, want)));
	}
	tap_ok(wrong == 0, "the escape of each code point is that one");
	buf_free(&b);
}

/* Every byte is written so that nothing but itself comes back. */
static void
every_byte(void)
{
	struct buf b = { 0 }, back = { 0 };
	char c;
	int i, wrong = 0;

	for (i = 0; i < 256; i++) {
		c = (char)i;
		b.n = back.n = 0;
		jsonl_escape(&b, text_slice(&c, 1));
		jsonl_unescape(&back, text_slice(b.p + 1, b.n - 2));
		wrong += back.n != 1 || back.p[0] != c ||
		    (unsigned char)b.p[1] < 0x20;
	}
	tap_is_i64(wrong, 0, "each byte, escaped and back");
	buf_free(&b);
	buf_free(&back);
}

int
main(void)
{
	good_lines();
	bad_lines();
	prefixes();
	escaping();
	every_code();
	every_byte();
	return tap_done();
}
