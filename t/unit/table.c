/* Tests of table: records kept, changed and written back. */
#include "table.h"

#include "feed.h"
#include "shown.h"
#include "tap.h"

static void
feed_text(struct feed *f, const char *name, const char *text)
{
	feed_operand(f, name, text, strlen(text));
}

static void
written(struct feed *f, enum format_name name, const char *want,
    const char *what)
{
	struct buf b = { 0 };

	feed_write(f, name, &b);
	tap_is_str(shown_buf(&b), want, "%s", what);
	buf_free(&b);
}

static void
unions(struct feed *f)
{
	feed_text(f, "one", "a\tb\nx\\t\t\n01\t-\n");
	feed_text(f, "two", "c a\n\"p q\" \"-\"\n");
	feed_text(f, "three", "{\"b\":1.50,\"d\":null}\n{\"e\":\"\\u0041\"}\n");
	tap_is_i64((int64_t)f->faults.n, 0, "no faults");
	tap_is_i64((int64_t)f->table.columns, 5, "the columns' union");
	written(f, FORMAT_TSV, "a\tb\tc\td\te\nx\\t\t\t-\t-\t-\n01\t-\t-\t-"
	    "\t-\n\\-\t-\tp q\t-\t-\n-\t1.50\t-\t-\t-\n-\t-\t-\t-\tA\n",
	    "in order of first sight, fields to the byte");
	written(f, FORMAT_JSON,
	    "{\"a\":\"x\\t\",\"b\":null,\"c\":null,\"d\":null,\"e\":null}\n"
	    "{\"a\":\"01\",\"b\":null,\"c\":null,\"d\":null,\"e\":null}\n"
	    "{\"a\":\"-\",\"b\":null,\"c\":\"p q\",\"d\":null,\"e\":null}\n"
	    "{\"a\":null,\"b\":1.50,\"c\":null,\"d\":null,\"e\":null}\n"
	    "{\"a\":null,\"b\":null,\"c\":null,\"d\":null,\"e\":\"\\u0041\"}\n",
	    "the same as JSON, tokens kept");
	tap_is_str(table_file(&f->table, 0), "one", "the first's operand");
	tap_is_str(table_file(&f->table, 4), "three", "the last's operand");
}

static void
changes(struct feed *f)
{
	struct table *t = &f->table;
	char text[] = "new";
	size_t at;

	tap_is_i64(table_find(t, text_of("c")), 2, "a column is found");
	tap_is_i64(table_find(t, text_of("z")), -1, "another is not");
	at = table_add(t, "z");
	tap_is_i64((int64_t)at, 5, "it is appended");
	tap_is_i64((int64_t)table_add(t, "z"), 5, "once");
	table_set(t, 3, at, text_of(text));
	memset(text, 'x', 1);
	table_set(t, 0, 0, text_of("first"));
	table_set(t, 0, 0, text_of("a\tb"));
	table_set(t, 2, 2, text_of(""));
	table_set(t, 4, 4, text_of("-"));
	written(f, FORMAT_TSV, "a\tb\tc\td\te\tz\na\\tb\t\t-\t-\t-\t-\n01\t-"
	    "\t-\t-\t-\t-\n\\-\t-\t-\t-\t-\t-\n-\t1.50\t-\t-\t-\tnew\n"
	    "-\t-\t-\t-\t\\-\t-\n", "what is set takes a field's place");
}

/* More records behind a column that was set. */
static void
later(struct feed *f)
{
	struct cell cell[8];
	size_t i;

	feed_text(f, "four", "z\nold\n");
	tap_is_i64((int64_t)f->table.rows, 6, "one more record");
	table_get(&f->table, 5, cell);
	tap_is_str(shown_slice(cell_raw(&cell[5])), "old",
	    "comes with its own value");
	for (i = 0; i < 5; i++)
		if (!cell_absent(&cell[i]))
			break;
	tap_is_i64((int64_t)i, 5, "and no other");
}

/* Lines that go out as they are, with what stands behind them. */
static void
lines(void)
{
	static struct feed f;
	static const struct slice lent[] = { { "l", 1 }, { NULL, 0 },
		{ "m", 1 }, { NULL, 0 } };
	struct table *t = &f.table;
	struct cell cell[8];
	struct slice line;
	size_t n = 9, at;

	feed_begin(&f, NULL);
	feed_text(&f, "one", "a\tb\n1\t2\n\n3\t-\n5\t6\n");
	feed_text(&f, "two", "{\"a\":1}\n");
	tap_ok(table_line_number(t, 0) == 2 && table_line_number(t, 1) == 4 &&
	    table_line_number(t, 2) == 5 && table_line_number(t, 3) == 1,
	    "the numbers of their lines");
	line = table_line(t, 1, cell, &n);
	tap_is_str(shown_slice(line), "3\t-", "a line as it stands");
	tap_is_i64((int64_t)n, 0, "and nothing behind it");
	at = table_add(t, "c");
	table_lend(t, table_add(t, "d"), lent);
	table_set(t, 0, at, text_of("x"));
	table_set(t, 1, 1, text_of("y"));
	line = table_line(t, 0, cell, &n);
	tap_is_str(shown_slice(line), "1\t2", "the line when more was set");
	tap_ok(n == 2 && text_is(cell_raw(&cell[0]), "x") &&
	    text_is(cell_raw(&cell[1]), "l"), "and what that is");
	tap_ok(table_line(t, 1, cell, &n).p == NULL,
	    "none when a field of it was set");
	tap_ok(table_line(t, 3, cell, &n).p == NULL, "nor for JSON");
	table_get(t, 2, cell);
	tap_ok(cell_absent(&cell[2]) && text_is(cell_raw(&cell[3]), "m"),
	    "cells come from what was lent");
	table_get(t, 1, cell);
	tap_ok(text_is(cell_raw(&cell[1]), "y") && cell_absent(&cell[3]),
	    "empty is absent");
	feed_end(&f);
}

int
main(void)
{
	static struct feed f;

	feed_begin(&f, NULL);
	unions(&f);
	changes(&f);
	later(&f);
	feed_end(&f);
	lines();
	return tap_done();
}
