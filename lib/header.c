#include "header.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blank.h"
#include "buf.h"
#include "jsonl.h"
#include "row.h"
#include "tsv.h"
#include "vec.h"

enum cell_form
header_form(struct slice line)
{
	struct cell c;
	size_t n = 0;

	size_t i = 0;

	while (i < line.n && (line.p[i] == ' ' || line.p[i] == '\t'))
		i++;
	if (i < line.n && line.p[i] == '{')
		return CELL_JSON;
	if (line.n > 0 && memchr(line.p, '\t', line.n) != NULL)
		return CELL_TSV;
	if (blank_split(line, &c, 1, &n) == NULL && n == 1)
		return CELL_TSV;
	return CELL_BLANK;
}

int
header_find(const struct header *h, struct slice name)
{
	size_t i;

	for (i = 0; i < h->n; i++)
		if (text_eq(h->name[i], name))
			return (int)i;
	return -1;
}

static void
add_name(struct header *h, struct slice name)
{
	h->name = VEC_MORE(h->name, h->n, h->cap);
	h->name[h->n].p = mem_arena_copy(&h->text, name.p, name.n);
	h->name[h->n++].n = name.n;
}

/* Adds the names of a header line's cells, each once. */
static int
add_names(struct header *h, const struct cell *cells, size_t n,
    struct diag_list *faults)
{
	char shown[TEXT_QUOTE];
	struct slice name;
	size_t i;
	int ret = 0;

	for (i = 0; i < n; i++) {
		name = row_text(&cells[i], &h->text);
		if (name.n == 0)
			ret = diag_add(faults, h->file, h->line, NULL,
			    "column %zu of the header has no name", i + 1);
		else if (header_find(h, name) != -1)
			ret = diag_add(faults, h->file, h->line, NULL,
			    "column %s is there twice",
			    text_quote(name, shown));
		add_name(h, name);
	}
	return ret;
}

int
header_read(struct header *h, struct slice line, struct diag_list *faults)
{
	struct cell *cells;
	const char *why = NULL;
	size_t n = 0;
	int ret;

	/* A field takes at least its separator. */
	cells = mem_array(line.n + 1, sizeof(*cells));
	if (h->form == CELL_TSV)
		n = tsv_split(line, cells, line.n + 1);
	else
		why = blank_split(line, cells, line.n + 1, &n);
	if (why != NULL)
		ret = diag_add(faults, h->file, h->line, NULL, "%s", why);
	else
		ret = add_names(h, cells, n, faults);
	free(cells);
	return ret;
}

/*
 * The column of a member's key: mostly the one behind the last member's.  A
 * key not seen before becomes a column.
 */
static size_t
key_column(struct header *h, const struct cell *key, size_t guess)
{
	struct slice name = cell_raw(key);
	int i;

	if ((key->flags & CELL_ESCAPED) != 0)
		name = row_text(key, &h->text);
	if (guess < h->n && text_eq(h->name[guess], name))
		return guess;
	if ((i = header_find(h, name)) != -1)
		return (size_t)i;
	add_name(h, name);
	return h->n - 1;
}

static void
clear_cells(struct header *h, struct cell **cells, size_t *cap, size_t from)
{
	if (h->n > *cap)
		*cells = vec_room(*cells, cap, h->n, sizeof(**cells));
	for (; from < h->n; from++)
		(*cells)[from] = cell_none();
}

static int
split_json(struct header *h, struct slice text, uint64_t line, bool cut,
    struct cell **cells, size_t *cap, struct diag_list *faults)
{
	char shown[TEXT_QUOTE];
	struct cell key, value;
	struct jsonl j;
	size_t had, i = 0;
	int more;

	clear_cells(h, cells, cap, 0);
	if ((more = jsonl_open(&j, text)) == 0)
		while ((more = jsonl_next(&j, &key, &value)) == 1) {
			had = h->n;
			i = key_column(h, &key, i);
			clear_cells(h, cells, cap, had);
			/* A cell of this record has a place, null too. */
			if ((*cells)[i].p != NULL)
				return diag_add(faults, h->file, line, NULL,
				    "%s is there twice",
				    text_quote(h->name[i], shown));
			if (h->name[i].n == 0)
				return diag_add(faults, h->file, line, NULL,
				    "a key has no name");
			(*cells)[i++] = value;
		}
	if (more == 0)
		return 0;
	return diag_add(faults, h->file, line, NULL, "%s",
	    cut && j.cut ? "the last line is cut short" : j.why);
}

int
header_split(struct header *h, struct slice text, uint64_t line, bool cut,
    struct cell **cells, size_t *cap, struct diag_list *faults)
{
	const char *why = NULL;
	size_t n = 0;

	if (h->form == CELL_JSON)
		return split_json(h, text, line, cut, cells, cap, faults);
	clear_cells(h, cells, cap, h->n);
	if (h->form == CELL_TSV)
		n = tsv_split(text, *cells, h->n);
	else
		why = blank_split(text, *cells, h->n, &n);
	if (why != NULL)
		return diag_add(faults, h->file, line, NULL, "%s", why);
	return n == h->n ? 0 : header_width(h, line, n, faults);
}

/* The name of the column in whose field `at` is, made safe, or "". */
static void
column_at(const struct header *h, const struct cell *cells, const char *at,
    char name[TEXT_QUOTE])
{
	struct buf b = { 0 };
	size_t i;

	for (i = 0; cells != NULL && i < h->n; i++)
		if (cells[i].n > 0 && at >= cells[i].p &&
		    at < cells[i].p + cells[i].n)
			text_safe(&b, h->name[i]);
	snprintf(name, TEXT_QUOTE, "%.*s", (int)b.n, b.n > 0 ? b.p : "");
	buf_free(&b);
}

int
header_bytes(const struct header *h, struct slice text, uint64_t line,
    const struct cell *cells, struct diag_list *faults)
{
	char name[TEXT_QUOTE];
	const char *nul = text.n > 0 ? memchr(text.p, '\0', text.n) : NULL;
	size_t bad = text_utf8(text);

	if (nul == NULL && bad == text.n)
		return 0;
	column_at(h, cells, nul != NULL ? nul : text.p + bad, name);
	return diag_add(faults, h->file, line, name,
	    nul != NULL ? "a NUL byte" : "invalid UTF-8");
}

int
header_width(const struct header *h, uint64_t line, size_t fields,
    struct diag_list *faults)
{
	return diag_add(faults, h->file, line, NULL,
	    "%s row: %zu field%s where the header has %zu",
	    fields < h->n ? "short" : "long", fields, fields == 1 ? "" : "s",
	    h->n);
}

/* A column's name and how far it is from the one that was looked for. */
struct near {
	struct slice name;
	size_t edits;
	size_t at;
};

static int
near_cmp(const void *va, const void *vb)
{
	const struct near *a = va, *b = vb;

	if (a->edits != b->edits)
		return (a->edits > b->edits) - (a->edits < b->edits);
	return (a->at > b->at) - (a->at < b->at);
}

int
header_lacks(const struct header *h, uint64_t line, const char *name,
    struct diag_list *faults)
{
	enum { SHOWN = 12, LONGEST = 64 };
	struct near *near = mem_array(h->n, sizeof(*near));
	struct buf b = { 0 };
	struct slice s;
	size_t i;

	for (i = 0; i < h->n; i++) {
		s = h->name[i];
		if (s.n > LONGEST)
			s.n = LONGEST;
		near[i].name = h->name[i];
		near[i].edits = text_distance(s, text_of(name));
		near[i].at = i;
	}
	qsort(near, h->n, sizeof(*near), near_cmp);
	for (i = 0; i < h->n && i < SHOWN; i++) {
		buf_str(&b, i > 0 ? ", " : "");
		text_safe(&b, text_slice(near[i].name.p,
		    near[i].name.n > LONGEST ? LONGEST : near[i].name.n));
	}
	buf_str(&b, i < h->n ? ", ..." : "");
	buf_char(&b, '\0');
	diag_add(faults, h->file, line, name,
	    "no such column; there %s %s", h->n == 1 ? "is" : "are", b.p);
	buf_free(&b);
	free(near);
	return -1;
}

void
header_free(struct header *h)
{
	free(h->name);
	mem_arena_free(&h->text);
	h->name = NULL;
	h->n = h->cap = 0;
}
