/*
 * Tests of jsondoc: documents cut into records, and what is none; the lines
 * of faults; the values in them.
 */
#include "jsondoc.h"

#include <stdio.h>
#include <stdlib.h>

#include "alone.h"
#include "buf.h"
#include "tap.h"

/* A value as it was read: its names, texts and numbers. */
static void
/* NOLINTNEXTLINE(misc-no-recursion): as deep as what a test reads */
show(struct buf *b, const struct cJSON *v)
{
	const struct cJSON *m;
	int64_t n;

	if (jsondoc_int(v, &n) == 1) {
		buf_i64(b, n);
		return;
	}
	buf_add(b, jsondoc_text(v).p, jsondoc_text(v).n);
	if (jsondoc_true(v))
		buf_char(b, '!');
	if ((m = jsondoc_first(v)) == NULL)
		return;
	buf_char(b, '(');
	for (; m != NULL; m = jsondoc_after(m)) {
		buf_add(b, jsondoc_key(m).p, jsondoc_key(m).n);
		buf_char(b, '=');
		show(b, m);
		if (jsondoc_after(m) != NULL)
			buf_char(b, ' ');
	}
	buf_char(b, ')');
}

/* The records of one document, each behind its line. */
static int
records(struct jsondoc *d, struct buf *b)
{
	const struct jsondoc_member *items = jsondoc_member(d, "items");
	const struct cJSON *record;
	int more;

	if (items == NULL)
		jsondoc_whole(d);
	else if (jsondoc_list(d, items) == -1)
		return -1;
	while ((more = jsondoc_record(d, &record)) == 1) {
		buf_u64(b, jsondoc_line(d));
		buf_char(b, ':');
		show(b, record);
		buf_char(b, ' ');
	}
	return more;
}

/* All of a text: a bar behind each document; then the faults, by line. */
static int
walk(struct slice text, struct buf *b)
{
	static struct diag_list faults;
	struct jsondoc d;
	char *hold;
	uint64_t i;
	int more;

	b->n = 0;
	memset(&faults, 0, sizeof(faults));
	jsondoc_init(&d, "f", alone(text, &hold), &faults);
	while ((more = jsondoc_next(&d)) == 1) {
		if ((more = records(&d, b)) == -1)
			break;
		buf_char(b, '|');
	}
	for (i = 0; i < faults.n && i < DIAG_SHOWN; i++) {
		buf_char(b, '#');
		buf_u64(b, faults.shown[i].line);
		buf_char(b, ' ');
		buf_str(b, faults.shown[i].what);
	}
	buf_char(b, '\0');
	jsondoc_free(&d);
	free(hold);
	return more;
}

#define SHORT "the JSON document is cut short"
#define DEEP "not JSON, or nested deeper than anybody needs"
#define NOVALUE "no value where one belongs"

static const struct {
	struct slice text;
	const char *want;
} rows[] = {
	/* Documents, and no documents. */
	{ S(""), "" }, { S(" \n\t\r\n"), "" },
	{ S("{}"), "1: |" }, { S(" \n { } \n"), "2: |" },
	{ S("{\"a\":1}"), "1:(a=1) |" },
	{ S("{}{}\n\n{\"a\":\"b\"}"), "1: |1: |3:(a=b) |" },
	{ S("[]"), "#1 a JSON document that is no object" },
	{ S("{} x"), "1: |#1 a JSON document that is no object" },
	{ S("\n\n7"), "#3 a JSON document that is no object" },
	{ S("{\"a\":{\"b\":[1,{\"c\":\"]}\"}]}}"),
	    "1:(a=(b=(=1 =(c=]})))) |" },

	/* Lists. */
	{ S("{\"items\":[]}"), "|" },
	{ S("{\"items\":[ \n ]}"), "|" },
	{ S("{\"items\":[1]}"), "1:1 |" },
	{ S("{\"items\":[\n1,\n\n\"b\" , {\"c\":\"d\"}\n]\n}{}"),
	    "2:1 4:b 4:(c=d) |6: |" },
	{ S("{\"kind\":\"L\",\"items\":[{}],\"x\":{\"y\":[]}}"), "1: |" },
	{ S("{\"items\":{}}"), "#1 no list where one belongs" },
	{ S("{\"items\":null}"), "#1 no list where one belongs" },
	{ S("{\"items\":\"[]\"}"), "#1 no list where one belongs" },

	/* Brackets in strings are none; escapes. */
	{ S("{\"items\":[\"\\\"]}\",\"\\\\\",\"{\"]}"),
	    "1:\"]} 1:\\ 1:{ |" },
	{ S("{\"a\\\"}\":1}"), "1:(a\"}=1) |" },
	{ S("{\"a\":\"\\u00e9\\ud83d\\ude00\"}"),
	    "1:(a=\xc3\xa9\xf0\x9f\x98\x80) |" },

	/* What is no JSON, where it stands. */
	{ S("{\"a\":1,}"), "#1 no name of a member where one belongs" },
	{ S("{,}"), "#1 no name of a member where one belongs" },
	{ S("{\"a\":\n,\"b\":1}"), "#2 " NOVALUE },
	{ S("{\"a\":}"), "#1 " NOVALUE },
	{ S("{\"a\" 1}"), "#1 no colon behind the name of a member" },
	{ S("{\"a\":1\n\"b\":2}"), "#2 no comma between members" },
	{ S("{\"a\":1]"), "#1 no comma between members" },
	{ S("{\"items\":[1,\n]}"), "#2 no element behind a comma" },
	{ S("{\"items\":[,1]}"), "#1 " DEEP },
	{ S("{\"items\":[1\n2]}"), "#2 no comma between elements" },
	{ S("{\"items\":[1}}"), "#1 not the bracket that closes" },
	{ S("{\"items\":[{]]}"), "#1 " DEEP },
	{ S("{\"items\":[{},\n{\"a\":\nnul}]}"), "1: #3 " DEEP },
	{ S("{\"items\":[],\n\"k\":bad}"), "#2 " DEEP },
	{ S("{\"items\":[],\n\"k\":[}}"), "#2 " DEEP },
	{ S("{\"items\":[],\"k\":1x}"), "#1 rubbish behind a JSON value" },
	{ S("{\"a\":{\"b\":1,}}"), "#1 " DEEP },
	{ S("{\"a\":'b'}"), "#1 " DEEP },
	{ S("{\"a\":\"\\q\"}"), "#1 " DEEP },
	{ S("{\"a\":\"\\ud800\"}"), "#1 " DEEP },

	/* C strings would end where a NUL is. */
	{ S("{\"a\":\"b\\u0000c\"}"), "#1 a NUL byte in a JSON string" },
	{ S("{\"items\":[{},\n{\"\\u0000\":1}]}"),
	    "1: #2 a NUL byte in a JSON string" },
	{ S("{\"a\":\"\\\\u0000\"}"), "1:(a=\\u0000) |" },
	{ S("{\"a\":\"\\\\\\u0000\"}"), "#1 a NUL byte in a JSON string" },
};

static void
tables(void)
{
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < ROWS(rows); i++) {
		walk(rows[i].text, &b);
		tap_is_str(b.p, rows[i].want, "row %zu", i);
	}
	buf_free(&b);
}

/* Every beginning of a document is cut short, and says so on its last line. */
static void
cut(void)
{
	static const char text[] = "{\n\"kind\" : \"Li\\\"st\",\n\"items\" : "
	    "[ {\"a\":[1,\"}\"]} ,\n{} ],\n\"n\" : -12.5 ,\"t\":true\n}";
	struct buf b = { 0 };
	char want[100];
	size_t n, i, wrong = 0;
	int lines;

	for (n = 1; n < sizeof(text) - 1; n++) {
		for (i = 0, lines = 1; i < n; i++)
			lines += text[i] == '\n';
		snprintf(want, sizeof(want), "#%d " SHORT, lines);
		if (walk(text_slice(text, n), &b) == -1 &&
		    strcmp(b.p, want) == 0)
			continue;
		wrong++;
		printf("# %zu bytes: %s\n", n, b.p);
	}
	tap_is_i64((int64_t)wrong, 0, "every beginning is cut short");
	walk(text_slice(text, n), &b);
	tap_is_str(b.p, "3:(a=(=1 =})) 4: |", "the whole is not");
	buf_free(&b);
}

/* Depth costs no stack; what is too deep is a fault. */
static void
deep(size_t n, bool list, const char *want)
{
	struct buf text = { 0 }, b = { 0 };
	size_t i;

	buf_str(&text, list ? "{\"items\":[" : "{\"a\":");
	for (i = 0; i < n; i++)
		buf_char(&text, '[');
	for (i = 0; i < n; i++)
		buf_char(&text, ']');
	buf_str(&text, list ? "]}" : "}");
	walk(text_slice(text.p, text.n), &b);
	tap_ok(strncmp(b.p, want, strlen(want)) == 0, "%zu deep: %.40s", n,
	    b.p);
	buf_free(&text);
	buf_free(&b);
}

static const struct {
	const char *text;
	int rc;
	int64_t want;
} ints[] = {
	{ "0", 1, 0 }, { "-1", 1, -1 }, { "1e3", 1, 1000 },
	{ "12.0", 1, 12 }, { "9007199254740992", 1, 9007199254740992 },
	{ "-9007199254740992", 1, -9007199254740992 },
	{ "9007199254740994", -1, 0 }, { "1e300", -1, 0 },
	{ "1e999", -1, 0 }, { "-1e999", -1, 0 }, { "0.5", -1, 0 },
	{ "null", 0, 0 }, { "\"1\"", -1, 0 }, { "true", -1, 0 },
	{ "[1]", -1, 0 },
	{ "{\"set\":true,\"infinite\":false,\"number\":7}", 1, 7 },
	{ "{\"set\":true,\"number\":7}", 1, 7 },
	{ "{\"set\":false,\"infinite\":false,\"number\":7}", 0, 0 },
	{ "{\"set\":true,\"infinite\":true,\"number\":7}", 0, 0 },
	{ "{\"set\":true,\"infinite\":false,\"number\":null}", 0, 0 },
	{ "{\"set\":true,\"infinite\":false}", 0, 0 },
	{ "{\"set\":true,\"number\":\"7\"}", -1, 0 },
	{ "{\"set\":true,\"number\":{\"set\":true}}", -1, 0 },
	{ "{\"number\":7}", 0, 0 }, { "{}", 0, 0 },
};

static void
numbers(void)
{
	const struct cJSON *record;
	struct diag_list faults = { 0 };
	struct buf b = { 0 };
	struct jsondoc d;
	int64_t v;
	size_t i;

	for (i = 0; i < ROWS(ints); i++) {
		b.n = 0;
		buf_str(&b, "{\"a\":");
		buf_str(&b, ints[i].text);
		buf_char(&b, '}');
		jsondoc_init(&d, "f", text_slice(b.p, b.n), &faults);
		v = -4711;
		if (jsondoc_next(&d) != 1)
			break;
		jsondoc_whole(&d);
		jsondoc_record(&d, &record);
		tap_is_i64(jsondoc_int(jsondoc_get(record, "a"), &v),
		    ints[i].rc, "%s", ints[i].text);
		tap_is_i64(v, ints[i].rc == 1 ? ints[i].want : -4711,
		    "and what it is");
		jsondoc_free(&d);
	}
	tap_is_i64((int64_t)faults.n, 0, "all of it is JSON");
	buf_free(&b);
}

static void
members(void)
{
	static const char text[] = "{\"a\":{\"b\":{\"c\":\"d\"}},\"n\":null,"
	    "\"t\":true,\"f\":false,\"A\":2}";
	struct diag_list faults = { 0 };
	const struct cJSON *v;
	struct jsondoc d;

	jsondoc_init(&d, "f", text_of(text), &faults);
	tap_is_i64(jsondoc_next(&d), 1, "a document");
	tap_ok(text_is(jsondoc_member(&d, "a")->value, "{\"b\":{\"c\":\"d\"}}"),
	    "a member as it stands");
	tap_ok(jsondoc_member(&d, "b") == NULL, "none of that name");
	jsondoc_whole(&d);
	tap_is_i64(jsondoc_record(&d, &v), 1, "its record");
	tap_ok(text_is(jsondoc_text(jsondoc_path(v, "a", "b", "c")),
	    "d"), "a path");
	tap_ok(jsondoc_path(v, "a", "x", "c") == NULL, "no path");
	tap_ok(jsondoc_path(v, "t", "b") == NULL, "through no object");
	tap_ok(jsondoc_get(v, "n") == NULL, "null is nothing");
	tap_ok(jsondoc_get(NULL, "n") == NULL, "nothing in nothing");
	tap_ok(jsondoc_true(jsondoc_get(v, "t")) &&
	    !jsondoc_true(jsondoc_get(v, "f")) && !jsondoc_true(NULL),
	    "true and false");
	tap_ok(jsondoc_text(jsondoc_get(v, "t")).n == 0 &&
	    jsondoc_text(NULL).n == 0, "no text");
	tap_ok(jsondoc_first(NULL) == NULL, "no first of nothing");
	tap_is_i64(jsondoc_record(&d, &v), 0, "and no more records");
	tap_is_i64(jsondoc_next(&d), 0, "nor documents");
	jsondoc_free(&d);
}

/* No bytes at all may have no place either. */
static void
nothing(void)
{
	struct diag_list faults = { 0 };
	struct jsondoc d;

	jsondoc_init(&d, "f", text_slice(NULL, 0), &faults);
	tap_is_i64(jsondoc_next(&d), 0, "no document in nothing");
	tap_is_i64((int64_t)faults.n, 0, "and no fault");
	tap_is_i64((int64_t)jsondoc_opening(text_slice(NULL, 0)).n, 0,
	    "nor does it open with anything");
	jsondoc_free(&d);
}

static void
openings(void)
{
	static const struct {
		const char *text, *want;
	} o[] = {
		{ " \n{ \"kind\": 1", "kind" }, { "{\"a\\\"b\"", "a\\\"b" },
		{ "", "" }, { "{", "" }, { "{}", "" }, { "[\"a\"]", "" },
		{ "{\"a", "" }, { "{\"a\\\"", "" }, { "{\"\\", "" },
		{ "x", "" },
	};
	struct slice s;
	char *hold;
	size_t i;

	for (i = 0; i < ROWS(o); i++) {
		s = jsondoc_opening(alone(text_of(o[i].text), &hold));
		tap_ok(text_is(s, o[i].want), "opening of %s", o[i].text);
		free(hold);
	}
}

int
main(void)
{
	tables();
	cut();
	deep(100, true, "1:(=(=(");
	deep(900, false, "1:(a=(=(");
	deep(100000, true, "#1 " DEEP);
	deep(100000, false, "#1 " DEEP);
	numbers();
	members();
	openings();
	nothing();
	return tap_done();
}
