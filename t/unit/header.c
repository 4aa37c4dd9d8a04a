/* Tests of header: the form of an operand, its columns, and their faults. */
#include "header.h"

#include <stdlib.h>

#include "shown.h"
#include "tap.h"

static void
form(const char *line, enum cell_form want)
{
	tap_ok(header_form(text_of(line)) == want, "form of %s", line);
}

static void
forms(void)
{
	form("{\"node\":1}", CELL_JSON);
	form("{", CELL_JSON);
	form("node\tgpu", CELL_TSV);
	form("node gpu\tcpu", CELL_TSV);
	form("\t", CELL_TSV);
	form("node", CELL_TSV);
	form("node gpu", CELL_BLANK);
	form("node \"a b\"", CELL_BLANK);
	form("[1]", CELL_TSV);
}

/* Begins a header; its names joined by `|`, or its faults. */
static const char *
names(const char *line)
{
	static char text[512];
	struct header h = { .form = header_form(text_of(line)), .file = "f",
	    .line = 3 };
	struct diag_list faults = { .n = 0 };
	size_t i, n = 0;

	header_read(&h, text_of(line), &faults);
	text[0] = '\0';
	for (i = 0; i < h.n && faults.n == 0; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%.*s",
		    i > 0 ? "|" : "", (int)h.name[i].n, h.name[i].p);
	for (i = 0; i < faults.n; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s",
		    i > 0 ? "|" : "", shown_fault(&faults, i));
	header_free(&h);
	return text;
}

static void
reads(void)
{
	tap_is_str(names("a\tb c\t\\t\t\\-"), "a|b c|\t|-", "names of TSV");
	tap_is_str(names("a  \"b c\" \"\"\"\" \"-\""), "a|b c|\"|-",
	    "names of blanks");
	tap_is_str(names("a\t\tb"), "f:3: column 2 of the header has no name",
	    "a name is empty");
	tap_is_str(names("a\t-\t"), "f:3: column 2 of the header has no name"
	    "|f:3: column 3 of the header has no name",
	    "a lone hyphen is no name, an end neither");
	tap_is_str(names("a b a b a"), "f:3: column \"a\" is there twice"
	    "|f:3: column \"b\" is there twice"
	    "|f:3: column \"a\" is there twice", "names that are there twice");
	tap_is_str(names("a \"b"), "f:3: a quote is not closed",
	    "what the grammar refuses");
}

static void
split(void)
{
	struct header h = { .form = CELL_JSON, .file = "f", .line = 1 };
	struct diag_list faults = { .n = 0 };
	struct cell *c = NULL;
	size_t cap = 0;

	tap_ok(header_split(&h, text_of("{\"a\":1,\"b\":null}"), 1, false,
	    &c, &cap, &faults) == 0 && h.n == 2 && cell_absent(&c[1]) &&
	    text_is(cell_raw(&c[0]), "1"), "JSON names its columns");
	tap_ok(header_split(&h, text_of("{\"c\":2,\"\\u0062\":3}"), 2, false,
	    &c, &cap, &faults) == 0 && h.n == 3 && cell_absent(&c[0]) &&
	    text_is(cell_raw(&c[1]), "3") && text_is(cell_raw(&c[2]), "2"),
	    "more of them, and the same one by another name");
	tap_ok(header_find(&h, text_of("c")) == 2 &&
	    header_find(&h, text_of("d")) == -1, "they are found");
	tap_ok(header_split(&h, text_of("{\"a\":"), 3, true, &c, &cap,
	    &faults) == -1, "a line that is cut");
	tap_is_str(shown_fault(&faults, 0), "f:3: the last line is cut short",
	    "is told as such");
	free(c);
	header_free(&h);
}

static void
widths(void)
{
	struct header h = { .form = CELL_TSV, .file = "f", .line = 1 };
	struct diag_list faults = { .n = 0 };
	struct cell *c = NULL;
	size_t cap = 0;

	header_read(&h, text_of("nod\tx\tnode2\tnodes"), &faults);
	tap_ok(header_split(&h, text_of("1\t2\t3\t"), 2, false, &c, &cap,
	    &faults) == 0 && text_is(cell_raw(&c[2]), "3") &&
	    cell_absent(&c[3]), "a row of TSV");
	header_split(&h, text_of("1"), 3, false, &c, &cap, &faults);
	header_split(&h, text_of("1\t2\t3\t4\t5"), 4, false, &c, &cap,
	    &faults);
	header_lacks(&h, 5, "node", &faults);
	tap_is_str(shown_fault(&faults, 0),
	    "f:3: short row: 1 field where the header has 4", "a short row");
	tap_is_str(shown_fault(&faults, 1),
	    "f:4: long row: 5 fields where the header has 4", "a long row");
	tap_is_str(shown_fault(&faults, 2), "f:5: node: no such column; "
	    "there are nod, node2, nodes, x", "what is there, nearest first");
	free(c);
	header_free(&h);
}

int
main(void)
{
	forms();
	reads();
	split();
	widths();
	return tap_done();
}
