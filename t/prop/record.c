/*
 * Properties of records: any table, written in any form and read in pieces
 * of any size, has the same values; what is written of it has them again.
 *
 *	record [seed [count]]
 */
#include <stdlib.h>

#include "../unit/feed.h"
#include "random.h"

enum { COLUMNS = 7, ROWS = 40, VALUE = 48 };

struct text {
	char p[VALUE];
	size_t n;		/* 0: absent */
};

struct values {
	struct text name[COLUMNS];
	struct text at[ROWS][COLUMNS];
	int columns, rows;
	bool plain;		/* no value has a byte of a special meaning */
};

/* What a value is made of: each could be taken for something else. */
static const char *const bits[] = { "a", "b", "0", "7", "-", "\\", "\"",
    "\"\"", "\t", "\n", "\r", " ", ",", ":", "{", "}", "#", "n", "t", "\\t",
    "\\-", "\\\\", "null", "true", "é", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
    "\xef\xbb\xbf", "\x01", "\x1b[2J", "\x7f", "\xc2\x9b", "/", "u0041" };

static void
draw_text(struct text *t, int most, bool plain)
{
	int n = random_below(most + 1);

	t->n = 0;
	if (random_once(plain ? 1 : 2)) {
		t->n = (size_t)snprintf(t->p, sizeof(t->p), "%d",
		    random_below(1000));
		return;
	}
	while (n-- > 0) {
		const char *s = bits[random_below((int)(sizeof(bits) /
		    sizeof(bits[0])))];

		memcpy(t->p + t->n, s, strlen(s));
		t->n += strlen(s);
	}
}

static bool
is_text(const struct text *t, const char *p, size_t n)
{
	return t->n == n && memcmp(t->p, p, n) == 0;
}

/*
 * A name of a column; the first stands where comments and forms are told, and
 * with a single column a blank would tell another form.
 */
static bool
name_will_do(const struct values *v, const struct text *t)
{
	int i;

	if (t->n == 0 || memchr(t->p, ' ', t->n) != NULL ||
	    memchr(t->p, '\t', t->n) != NULL)
		return false;
	if (v->columns == 0 && (strchr("{#\"\xef", t->p[0]) != NULL))
		return false;
	for (i = 0; i < v->columns; i++)
		if (is_text(&v->name[i], t->p, t->n))
			return false;
	return true;
}

static void
draw_values(struct values *v)
{
	int n = 1 + random_below(COLUMNS), i, j;
	struct text t;

	v->columns = 0;
	while (v->columns < n) {
		draw_text(&t, 4, false);
		if (name_will_do(v, &t))
			v->name[v->columns++] = t;
	}
	v->plain = random_once(3);
	v->rows = random_once(4) ? random_below(ROWS) : random_below(6);
	for (i = 0; i < v->rows; i++)
		for (j = 0; j < n; j++)
			draw_text(&v->at[i][j], random_once(3) ? 6 : 1,
			    v->plain && !random_once(40));
}

static void
put_tsv(struct buf *b, const struct text *t)
{
	size_t i;

	if (t->n == 0 || is_text(t, "-", 1)) {
		buf_str(b, t->n == 0 ? "-" : "\\-");
		return;
	}
	for (i = 0; i < t->n; i++) {
		const char *at = strchr("\t\n\r\\", t->p[i]);

		if (at == NULL) {
			buf_char(b, t->p[i]);
			continue;
		}
		buf_char(b, '\\');
		buf_char(b, *at == '\t' ? 't' : *at == '\n' ? 'n' :
		    *at == '\r' ? 'r' : '\\');
	}
}

/* A newline cannot stand in this form: then nothing is put, and it is -1. */
static int
put_blank(struct buf *b, const struct text *t)
{
	bool quote = random_once(3) || t->n == 0 || is_text(t, "-", 1);
	size_t i;

	if (t->n == 0 && random_once(2)) {
		buf_char(b, '-');
		return 0;
	}
	for (i = 0; i < t->n; i++) {
		if (t->p[i] == '\n')
			return -1;
		if (strchr(" \t\"\r", t->p[i]) != NULL)
			quote = true;
	}
	if (quote)
		buf_char(b, '"');
	for (i = 0; i < t->n; i++) {
		buf_char(b, t->p[i]);
		if (t->p[i] == '"')
			buf_char(b, '"');
	}
	if (quote)
		buf_char(b, '"');
	return 0;
}

static void
put_json_string(struct buf *b, const struct text *t)
{
	char code[8];
	size_t i;

	buf_char(b, '"');
	for (i = 0; i < t->n; i++) {
		unsigned char c = (unsigned char)t->p[i];

		if (c < 0x20 || c == '"' || c == '\\' ||
		    (c < 0x80 && random_once(8))) {
			snprintf(code, sizeof(code), random_once(2) ?
			    "\\u%04x" : "\\u%04X", c);
			buf_str(b, code);
		} else
			buf_char(b, (char)c);
	}
	buf_char(b, '"');
}

/* As a number where it is one and luck has it; absent in one of two ways. */
static void
put_json(struct buf *b, const struct text *t)
{
	size_t i = 0;

	while (i < t->n && t->p[i] >= '0' && t->p[i] <= '9')
		i++;
	if (t->n == 0 && random_once(2))
		buf_str(b, "null");
	else if (t->n > 0 && i == t->n && (i == 1 || t->p[0] != '0') &&
	    random_once(2))
		buf_add(b, t->p, t->n);
	else
		put_json_string(b, t);
}

static void
put_eol(struct buf *b, bool plain)
{
	buf_str(b, random_once(plain ? 40 : 5) ? "\r\n" : "\n");
	if (random_once(plain ? 40 : 9))
		buf_str(b, random_once(2) ? "\n" : "\r\n");
}

/* A header of blanks has no tab, which would make it one of TSV. */
static int
put_line(struct buf *b, const struct values *v, const struct text *t,
    enum cell_form form)
{
	int j;

	for (j = 0; j < v->columns; j++) {
		if (j > 0)
			buf_str(b, form == CELL_TSV ? "\t" : t == v->name ||
			    random_once(2) ? " " : " \t ");
		if (form == CELL_TSV)
			put_tsv(b, &t[j]);
		else if (put_blank(b, &t[j]) == -1)
			return -1;
	}
	put_eol(b, v->plain);
	return 0;
}

static void
put_object(struct buf *b, const struct values *v, int row)
{
	const char *sep = "{";
	int j;

	for (j = 0; j < v->columns; j++) {
		/* The first is never left out: so the columns keep order. */
		if (v->at[row][j].n == 0 && row > 0 && random_once(3))
			continue;
		buf_str(b, sep);
		sep = random_once(3) ? " , " : ",";
		put_json_string(b, &v->name[j]);
		buf_str(b, random_once(3) ? ": " : ":");
		put_json(b, &v->at[row][j]);
	}
	buf_str(b, sep[0] == '{' ? "{}" : " }");
	put_eol(b, v->plain);
}

/* -1: the values cannot be written in this form. */
static int
put_all(struct buf *b, const struct values *v, enum cell_form form)
{
	int i;

	b->n = 0;
	if (form == CELL_BLANK && v->columns == 1)
		return -1;
	if (random_once(6))
		buf_str(b, "\xef\xbb\xbf");
	if (random_once(6) && (form != CELL_JSON || v->rows > 0))
		buf_str(b, "# a comment\n\n \r\n");
	if (form != CELL_JSON && put_line(b, v, v->name, form) == -1)
		return -1;
	for (i = 0; i < v->rows; i++)
		if (form == CELL_JSON)
			put_object(b, v, i);
		else if (put_line(b, v, v->at[i], form) == -1)
			return -1;
	if (v->rows == 0 && form == CELL_JSON)
		buf_char(b, '\n');
	else if (random_once(4))
		b->n -= b->p[b->n - 1] == '\n';
	return 0;
}

static bool
differ(const char *what, int64_t row, int64_t column)
{
	printf("#   %s, row %" PRId64 ", column %" PRId64 "\n", what, row,
	    column);
	return false;
}

/* Whether the table that was read holds the values. */
static bool
has_values(struct feed *f, const struct values *v, bool json)
{
	struct table *t = &f->table;
	struct cell cell[COLUMNS];
	struct mem_arena arena = { 0 };
	struct slice s;
	bool same = true;
	int i, j;

	if (f->faults.n > 0)
		return differ(f->faults.shown[0].what,
		    (int64_t)f->faults.shown[0].line, -1);
	if ((int)t->rows != v->rows || ((int)t->columns != v->columns &&
	    (!json || v->rows > 0)))
		return differ("a table of another size", (int64_t)t->rows,
		    (int64_t)t->columns);
	for (j = 0; j < (int)t->columns; j++)
		if (!is_text(&v->name[j], t->column[j].name.p,
		    t->column[j].name.n))
			return differ("another name", -1, j);
	for (i = 0; same && i < v->rows; i++) {
		table_get(t, (size_t)i, cell);
		for (j = 0; same && j < v->columns; j++) {
			s = row_text(&cell[j], &arena);
			same = is_text(&v->at[i][j], s.n > 0 ? s.p : "", s.n);
			if (!same)
				differ("another value", i, j);
		}
	}
	mem_arena_free(&arena);
	return same;
}

/* Reads the text and writes it in both forms; 0 when it has the values. */
static int
pass(const struct values *v, const struct buf *in, bool json,
    struct buf *tsv, struct buf *jsonl)
{
	static struct feed f;
	int ret;

	feed_begin(&f, NULL);
	f.pieces = random_once(4) ? 0 : random_any();
	feed_operand(&f, "-", in->p, in->n);
	ret = has_values(&f, v, json) ? 0 : -1;
	tsv->n = jsonl->n = 0;
	if (ret == 0) {
		feed_write(&f, FORMAT_TSV, tsv);
		feed_write(&f, FORMAT_JSON, jsonl);
	}
	feed_end(&f);
	return ret;
}

static bool
same_bytes(const char *what, const struct buf *a, const struct buf *b)
{
	if (a->n == b->n && (a->n == 0 || memcmp(a->p, b->p, a->n) == 0))
		return true;
	printf("#   %s: %.*s#   and: %.*s", what, (int)a->n, a->p,
	    (int)b->n, b->p);
	return false;
}

/*
 * From one form: the TSV of it is the same from every form; what is written
 * is read back with the same values and written again to the byte.
 */
static bool
round_trip(const struct values *v, const struct buf *in, bool json,
    struct buf *tsv)
{
	struct buf out[4] = { { 0 } };
	bool same = pass(v, in, json, &out[0], &out[1]) == 0 &&
	    (json && v->rows == 0 ? true :
	    pass(v, &out[0], false, &out[2], &out[3]) == 0 &&
	    same_bytes("TSV again", &out[0], &out[2])) &&
	    pass(v, &out[1], true, &out[2], &out[3]) == 0 &&
	    same_bytes("JSON again", &out[1], &out[3]) &&
	    (v->rows == 0 || tsv->n == 0 ||
	    same_bytes("TSV of two forms", tsv, &out[0]));
	int i;

	if (tsv->n == 0 && v->rows > 0)
		buf_add(tsv, out[0].p, out[0].n);
	for (i = 0; i < 4; i++)
		buf_free(&out[i]);
	return same;
}

static bool
holds(void)
{
	static const char *const name[] = { "TSV", "blanks", "JSON" };
	static const enum cell_form form[] = { CELL_TSV, CELL_BLANK,
	    CELL_JSON };
	static struct values v;
	struct buf in = { 0 }, tsv = { 0 };
	bool same = true;
	int i;

	draw_values(&v);
	for (i = 0; same && i < 3; i++) {
		if (put_all(&in, &v, form[i]) == -1)
			continue;
		same = round_trip(&v, &in, form[i] == CELL_JSON, &tsv);
		if (!same)
			printf("#   from %s: %.*s\n", name[i], (int)in.n,
			    in.p);
	}
	buf_free(&in);
	buf_free(&tsv);
	return same;
}

int
main(int argc, char **argv)
{
	random_hold("records of any form have the same values", holds, argc,
	    argv, 3000);
	return tap_done();
}
