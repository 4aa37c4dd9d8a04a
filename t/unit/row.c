/* Tests of row: cells of three grammars, their values, and back out. */
#include "row.h"

#include <stdlib.h>

#include "mem.h"
#include "shown.h"
#include "tap.h"

enum { E = CELL_ESCAPED, L = CELL_LITERAL, B = CELL_BARE };

static struct cell
cell(enum cell_form form, unsigned flags, const char *s)
{
	struct cell c = { s, (uint32_t)strlen(s), (uint8_t)form,
	    (uint8_t)flags };

	return c;
}

/* Holds a cell to its value, and to what is written of it in three ways. */
static void
holds(const char *name, struct cell c, const char *text, const char *tsv,
    const char *json, const char *safe)
{
	struct mem_arena arena = { 0 };
	struct buf b[3] = { { 0 } };
	int i;

	tap_is_str(shown_slice(row_text(&c, &arena)), text, "%s: value",
	    name);
	tap_is_str(shown_slice(row_value(&c, &arena)), text, "%s: quickly",
	    name);
	row_put_tsv(&b[0], &c);
	row_put_json(&b[1], &c, KIND_MEM);
	row_put_safe(&b[2], &c);
	tap_is_str(shown_buf(&b[0]), tsv, "%s: as TSV", name);
	tap_is_str(shown_buf(&b[1]), json, "%s: as JSON", name);
	tap_is_str(shown_buf(&b[2]), safe, "%s: safe", name);
	for (i = 0; i < 3; i++)
		buf_free(&b[i]);
	mem_arena_free(&arena);
}

static void
tsv(void)
{
	holds("TSV word", cell(CELL_TSV, 0, "ab"), "ab", "ab", "\"ab\"",
	    "ab");
	holds("TSV amount", cell(CELL_TSV, 0, "01K"), "01K", "01K", "1024",
	    "01K");
	holds("TSV empty", cell(CELL_TSV, 0, ""), "", "", "null", "-");
	holds("TSV absent", cell(CELL_TSV, 0, "-"), "", "-", "null", "-");
	holds("TSV hyphen", cell(CELL_TSV, E | L, "\\-"), "-", "\\-",
	    "\"-\"", "-");
	holds("TSV escapes", cell(CELL_TSV, E | L, "a\\tb\\n\\\\\\q"),
	    "a\tb\n\\\\q", "a\\tb\\n\\\\\\q", "\"a\\tb\\n\\\\\\\\q\"",
	    "a\\tb\\n\\\\q");
	holds("TSV control", cell(CELL_TSV, 0, "\x1b[m"), "\x1b[m",
	    "\x1b[m", "\"\\u001b[m\"", "\\x1b[m");
}

static void
blank(void)
{
	holds("blank word", cell(CELL_BLANK, 0, "ab"), "ab", "ab", "\"ab\"",
	    "ab");
	holds("blank absent", cell(CELL_BLANK, 0, "-"), "", "-", "null",
	    "-");
	holds("blank quoted hyphen", cell(CELL_BLANK, L, "-"), "-", "\\-",
	    "\"-\"", "-");
	holds("blank empty", cell(CELL_BLANK, L, ""), "", "-", "null", "-");
	holds("blank quotes", cell(CELL_BLANK, E | L, "a\"\"b\t\\"),
	    "a\"b\t\\", "a\"b\\t\\\\", "\"a\\\"b\\t\\\\\"", "a\"b\\t\\");
	holds("blank amount", cell(CELL_BLANK, L, "2 KB"), "2 KB", "2 KB",
	    "2048", "2 KB");
}

static void
json(void)
{
	holds("JSON string", cell(CELL_JSON, L, "1K"), "1K", "1K", "\"1K\"",
	    "1K");
	holds("JSON number", cell(CELL_JSON, B | L, "1.50"), "1.50", "1.50",
	    "1.50", "1.50");
	holds("JSON word", cell(CELL_JSON, B | L, "true"), "true", "true",
	    "true", "true");
	holds("JSON null", cell(CELL_JSON, B | L, ""), "", "-", "null", "-");
	holds("JSON hyphen", cell(CELL_JSON, L, "-"), "-", "\\-", "\"-\"",
	    "-");
	holds("JSON escapes", cell(CELL_JSON, E | L,
	    "\\u00e9\\/\\\"\\t\\ud83d\\ude00"), "é/\"\t\xf0\x9f\x98\x80",
	    "é/\"\\t\xf0\x9f\x98\x80",
	    "\"\\u00e9\\/\\\"\\t\\ud83d\\ude00\"",
	    "é/\"\\t\xf0\x9f\x98\x80");
}

int
main(void)
{
	tsv();
	blank();
	json();
	holds("value", cell_value(text_of("a\tb")), "a\tb", "a\\tb",
	    "\"a\\tb\"", "a\\tb");
	holds("hyphen value", cell_value(text_of("-")), "-", "\\-", "\"-\"",
	    "-");
	holds("empty value", cell_value(text_of("")), "", "-", "null", "-");
	holds("no cell", cell_none(), "", "-", "null", "-");
	return tap_done();
}
