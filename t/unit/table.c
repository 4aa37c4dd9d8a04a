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

int
main(void)
{
	static struct feed f;

	feed_begin(&f, NULL);
	unions(&f);
	changes(&f);
	later(&f);
	feed_end(&f);
	return tap_done();
}
