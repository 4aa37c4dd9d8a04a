#include "format.h"

#include <stdlib.h>
#include <string.h>

#include "jsonl.h"
#include "mem.h"
#include "row.h"
#include "tsv.h"
#include "vec.h"

/* Keeps what was appended to `kept` as the next cell of a table. */
static void
keep(struct format *f)
{
	f->end = VEC_MORE(f->end, f->ends, f->end_cap);
	f->end[f->ends++] = f->kept.n;
}

/*
 * Whether the columns show the cells in their order: all of them, or a lead
 * from behind them first and then all.
 */
static bool
is_straight(const struct format_column *column, size_t n)
{
	size_t lead = n > 0 && column[0].from >= n, i;

	for (i = lead; i < n; i++)
		if (column[i].from != i - lead)
			return false;
	return true;
}

void
format_begin(struct format *f, enum format_name name, struct buf *out,
    const struct format_column *column, size_t columns, bool header)
{
	size_t i;

	memset(f, 0, sizeof(*f));
	f->name = name;
	f->out = out;
	f->column = column;
	f->columns = columns;
	f->header = header;
	f->straight = is_straight(column, columns);
	if (!header || name == FORMAT_JSON)
		return;
	for (i = 0; i < columns; i++) {
		if (name == FORMAT_TABLE) {
			text_safe(&f->kept, column[i].name);
			keep(f);
			continue;
		}
		if (i > 0)
			buf_char(out, '\t');
		tsv_escape(out, column[i].name);
	}
	if (name != FORMAT_TABLE)
		buf_char(out, '\n');
}

static void
json_row(struct format *f, const struct cell *cell)
{
	size_t i;

	for (i = 0; i < f->columns; i++) {
		buf_char(f->out, i == 0 ? '{' : ',');
		jsonl_escape(f->out, f->column[i].name);
		buf_char(f->out, ':');
		row_put_json(f->out, &cell[f->column[i].from],
		    f->column[i].kind);
	}
	buf_str(f->out, f->columns == 0 ? "{}\n" : "}\n");
}

void
format_row(struct format *f, const struct cell *cell)
{
	size_t i;

	f->rows++;
	switch (f->name) {
	case FORMAT_JSON:
		json_row(f, cell);
		break;
	case FORMAT_TABLE:
		for (i = 0; i < f->columns; i++) {
			row_put_safe(&f->kept, &cell[f->column[i].from]);
			keep(f);
		}
		break;
	case FORMAT_TSV:
	case FORMAT_PROM:
		for (i = 0; i < f->columns; i++) {
			if (i > 0)
				buf_char(f->out, '\t');
			row_put_tsv(f->out, &cell[f->column[i].from]);
		}
		buf_char(f->out, '\n');
		break;
	}
}

void
format_line(struct format *f, const struct slice *lead, struct slice line,
    const struct cell *rest, size_t n)
{
	size_t i;

	f->rows++;
	if (lead != NULL) {
		tsv_escape(f->out, *lead);
		buf_char(f->out, '\t');
	}
	buf_add(f->out, line.p, line.n);
	for (i = 0; i < n; i++) {
		buf_char(f->out, '\t');
		if (rest[i].form == CELL_VALUE && rest[i].n == 0)
			buf_char(f->out, '-');
		else
			row_put_tsv(f->out, &rest[i]);
	}
	buf_char(f->out, '\n');
}

/* The i-th kept cell of a table. */
static struct slice
kept(const struct format *f, size_t i)
{
	size_t from = i == 0 ? 0 : f->end[i - 1];

	return text_slice(f->kept.p + from, f->end[i] - from);
}

static void
spaces(struct buf *b, size_t n)
{
	while (n-- > 0)
		buf_char(b, ' ');
}

/* Texts stand left, numbers right; two spaces between, none at the end. */
static void
put_table(struct format *f)
{
	size_t *width = mem_zero(f->columns, sizeof(*width));
	size_t i, c, w, pad;
	struct slice s;

	for (i = 0; i < f->ends; i++)
		if ((w = text_width(kept(f, i))) > width[i % f->columns])
			width[i % f->columns] = w;
	for (i = 0; i < f->ends; i++) {
		c = i % f->columns;
		s = kept(f, i);
		pad = width[c] - text_width(s);
		if (f->column[c].kind != KIND_TEXT)
			spaces(f->out, pad);
		buf_add(f->out, s.p, s.n);
		if (c + 1 == f->columns) {
			buf_char(f->out, '\n');
			continue;
		}
		if (f->column[c].kind == KIND_TEXT)
			spaces(f->out, pad);
		spaces(f->out, 2);
	}
	free(width);
}

void
format_end(struct format *f)
{
	if (f->name == FORMAT_TABLE && f->columns > 0)
		put_table(f);
	else if (f->name == FORMAT_JSON && f->rows == 0)
		buf_char(f->out, '\n');
	buf_free(&f->kept);
	free(f->end);
	memset(f, 0, sizeof(*f));
}
