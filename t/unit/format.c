/* Tests of format: the same rows in three formats. */
#include "format.h"

#include "shown.h"
#include "tap.h"

static const struct format_column columns[] = {
	{ { "name", 4 }, KIND_TEXT, 0 },
	{ { "mem", 3 }, KIND_MEM, 1 },
	{ { "a\tb", 3 }, KIND_TEXT, 2 },
};

/* Writes two rows of the columns first..first + n. */
static const char *
rows(struct buf *b, enum format_name name, size_t first, size_t n,
    bool header, int many)
{
	struct cell cell[3];
	struct format f;

	b->n = 0;
	format_begin(&f, name, b, columns + first, n, header);
	cell[0] = cell_value(text_of("n\x1b[2J"));
	cell[1] = cell_value(text_of("2K"));
	cell[2] = cell_none();
	if (many > 0)
		format_row(&f, cell);
	cell[0] = cell_value(text_of("é"));
	cell[1] = cell_value(text_of("512G"));
	cell[2] = cell_value(text_of("x\ny"));
	if (many > 1)
		format_row(&f, cell);
	format_end(&f);
	return shown_buf(b);
}

static void
tsv(struct buf *b)
{
	tap_is_str(rows(b, FORMAT_TSV, 0, 3, true, 2),
	    "name\tmem\ta\\tb\nn\x1b[2J\t2K\t-\né\t512G\tx\\ny\n", "TSV");
	tap_is_str(rows(b, FORMAT_TSV, 0, 2, false, 1), "n\x1b[2J\t2K\n",
	    "TSV without a header");
	tap_is_str(rows(b, FORMAT_TSV, 1, 2, true, 0), "mem\ta\\tb\n",
	    "TSV without rows is its header");
}

static void
json(struct buf *b)
{
	tap_is_str(rows(b, FORMAT_JSON, 0, 3, true, 2),
	    "{\"name\":\"n\\u001b[2J\",\"mem\":2048,\"a\\tb\":null}\n"
	    "{\"name\":\"é\",\"mem\":549755813888,\"a\\tb\":\"x\\ny\"}\n",
	    "JSON");
	tap_is_str(rows(b, FORMAT_JSON, 0, 3, true, 0), "\n",
	    "JSON without rows is an empty line");
	tap_is_str(rows(b, FORMAT_JSON, 1, 1, false, 1), "{\"mem\":2048}\n",
	    "a header is nothing to JSON");
}

static void
table(struct buf *b)
{
	tap_is_str(rows(b, FORMAT_TABLE, 0, 3, true, 2),
	    "name       mem  a\\tb\nn\\x1b[2J    2K  -\n"
	    "é         512G  x\\ny\n", "table: words left, numbers right");
	tap_is_str(rows(b, FORMAT_TABLE, 0, 2, false, 2),
	    "n\\x1b[2J    2K\né         512G\n", "table without a header");
	tap_is_str(rows(b, FORMAT_TABLE, 0, 3, true, 0),
	    "name  mem  a\\tb\n", "table without rows");
	tap_is_str(rows(b, FORMAT_TABLE, 2, 1, true, 2), "a\\tb\n-\nx\\ny\n",
	    "nothing stands behind the last column");
}

int
main(void)
{
	struct buf b = { 0 };

	tsv(&b);
	json(&b);
	table(&b);
	buf_free(&b);
	return tap_done();
}
