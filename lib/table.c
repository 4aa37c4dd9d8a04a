#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

/* An operand: which of its columns are which of the table's. */
struct table_source {
	struct header *header;	/* the reader's; outlives the table */
	size_t *to;			/* column of the table, for each */
	size_t n, cap;
	bool mixed;			/* they are in another order */
};

int
table_find(const struct table *t, struct slice name)
{
	size_t i;

	for (i = 0; i < t->columns; i++)
		if (text_eq(t->column[i].name, name))
			return (int)i;
	return -1;
}

static size_t
add(struct table *t, struct slice name)
{
	struct table_column *c;

	t->column = VEC_MORE(t->column, t->columns, t->column_cap);
	c = &t->column[t->columns];
	memset(c, 0, sizeof(*c));
	c->name.p = mem_arena_copy(&t->text, name.p, name.n);
	c->name.n = name.n;
	return t->columns++;
}

size_t
table_add(struct table *t, const char *name)
{
	int i = table_find(t, text_of(name));

	return i != -1 ? (size_t)i : add(t, text_of(name));
}

void
table_columns(struct table *t, struct header *h)
{
	struct table_source *s;
	int i;

	if (t->sources == 0 || t->source[t->sources - 1].header != h) {
		t->source = VEC_MORE(t->source, t->sources, t->source_cap);
		s = &t->source[t->sources++];
		memset(s, 0, sizeof(*s));
		s->header = h;
	}
	s = &t->source[t->sources - 1];
	s->to = vec_room(s->to, &s->cap, h->n, sizeof(*s->to));
	for (; s->n < h->n; s->n++) {
		i = table_find(t, h->name[s->n]);
		s->to[s->n] = i != -1 ? (size_t)i : add(t, h->name[s->n]);
		s->mixed |= s->to[s->n] != s->n;
	}
}

/* Notes the line of the row that comes next. */
static void
add_line(struct table *t, uint64_t line)
{
	const struct table_run *last;

	if (t->runs > 0) {
		last = &t->run[t->runs - 1];
		if (line == last->line + (t->rows - last->row) &&
		    t->row[t->rows - 1].source == t->sources - 1)
			return;
	}
	t->run = VEC_MORE(t->run, t->runs, t->run_cap);
	t->run[t->runs].row = t->rows;
	t->run[t->runs++].line = line;
}

/* The bytes of a batch's lines, if they stand one behind the other. */
static struct slice
together(const struct reader_batch *b)
{
	struct slice first, last;

	if (b->end == NULL || b->n == 0)
		return text_slice(NULL, 0);
	first = reader_text(b, 0);
	last = reader_text(b, b->n - 1);
	return text_slice(first.p, (size_t)(last.p - first.p) + last.n);
}

void
table_batch(struct table *t, const struct reader_batch *b)
{
	const struct slice all = together(b);
	const char *copy = mem_arena_copy(&t->text, all.p, all.n);
	struct table_row *row;
	struct slice text;
	size_t i;

	t->row = vec_expect(t->row, &t->row_cap, t->rows + b->n, b->left,
	    sizeof(*t->row));
	for (i = 0; i < b->n; i++) {
		add_line(t, reader_line(b, i));
		row = &t->row[t->rows++];
		text = reader_text(b, i);
		row->p = all.p != NULL ? copy + (text.p - all.p) :
		    mem_arena_copy(&t->text, text.p, text.n);
		row->n = (uint32_t)text.n;
		row->source = (uint32_t)(t->sources - 1);
	}
}

/* The number + 1 of the value that a record has last; 0: it has none. */
static uint32_t
set_of(const struct table *t, size_t row)
{
	return row < t->set_cap ? t->set[row] : 0;
}

/* The cell of a value that is set, made if it is not there. */
static struct cell *
value_at(struct table *t, size_t row, size_t column)
{
	size_t had = t->set_cap;
	struct table_value *v;
	uint32_t k;

	for (k = set_of(t, row); k != 0; k = t->value[k - 1].next)
		if (t->value[k - 1].column == column)
			return &t->value[k - 1].cell;
	if (row >= had) {
		t->set = vec_room(t->set, &t->set_cap, t->rows,
		    sizeof(*t->set));
		memset(t->set + had, 0, (t->set_cap - had) *
		    sizeof(*t->set));
	}
	/* Who sets one mostly sets one of every record. */
	t->value = vec_expect(t->value, &t->value_cap, t->values + 1,
	    t->values == 0 ? 16 : t->rows, sizeof(*t->value));
	v = &t->value[t->values++];
	v->column = (uint32_t)column;
	v->next = t->set[row];
	t->set[row] = (uint32_t)t->values;
	return &v->cell;
}

void
table_set_kept(struct table *t, size_t row, size_t column,
    struct slice value)
{
	*value_at(t, row, column) = cell_value(value);
}

void
table_set(struct table *t, size_t row, size_t column, struct slice value)
{
	table_set_kept(t, row, column, text_slice(mem_arena_copy(
	    &t->set_text, value.p, value.n), value.n));
}

void
table_forget(struct table *t, size_t row)
{
	if (row < t->set_cap)
		t->set[row] = 0;
	t->values = 0;
	mem_arena_free(&t->set_text);
}

void
table_lend(struct table *t, size_t column, const struct slice *values)
{
	t->column[column].lent = values;
}

/* The cell of a column that the record's line does not have. */
static struct cell
beyond(const struct table *t, size_t row, size_t column)
{
	const struct slice *lent = t->column[column].lent;

	return lent != NULL && lent[row].n > 0 ? cell_value(lent[row]) :
	    cell_none();
}

void
table_get(struct table *t, size_t row, struct cell *out)
{
	const struct table_row *r = &t->row[row];
	const struct table_source *s = &t->source[r->source];
	uint32_t k;
	size_t i;

	for (i = 0; i < t->columns; i++)
		out[i] = beyond(t, row, i);
	/* The line has been split before: no faults, no new columns. */
	header_split(s->header, text_slice(r->p, r->n), 0, false,
	    &t->split, &t->split_cap, NULL);
	for (i = 0; i < s->n; i++)
		out[s->to[i]] = t->split[i];
	for (k = set_of(t, row); k != 0; k = t->value[k - 1].next)
		out[t->value[k - 1].column] = t->value[k - 1].cell;
}

struct slice
table_line(const struct table *t, size_t row, struct cell *out, size_t *n)
{
	const struct table_row *r = &t->row[row];
	const struct table_source *s = &t->source[r->source];
	const struct table_value *v;
	uint32_t k;
	size_t i;

	if (s->header->form != CELL_TSV || s->mixed ||
	    (r->n > 0 && r->p[r->n - 1] == '\r'))
		return text_slice(NULL, 0);
	*n = t->columns - s->n;
	for (i = 0; i < *n; i++)
		out[i] = beyond(t, row, s->n + i);
	for (k = set_of(t, row); k != 0; k = v->next) {
		v = &t->value[k - 1];
		if (v->column < s->n)
			return text_slice(NULL, 0);
		out[v->column - s->n] = v->cell;
	}
	return text_slice(r->p, r->n);
}

void
table_ahead(const struct table *t, size_t row, size_t later)
{
	__builtin_prefetch(&t->row[later]);
	__builtin_prefetch(t->row[row].p);
	__builtin_prefetch(t->row[row].p + t->row[row].n);
}

const char *
table_file(const struct table *t, size_t row)
{
	return t->source[t->row[row].source].header->file;
}

uint64_t
table_line_number(const struct table *t, size_t row)
{
	size_t from = 0, end = t->runs, mid;

	/* The last run that begins at the row or before it. */
	while (end - from > 1) {
		mid = from + (end - from) / 2;
		if (t->run[mid].row <= row)
			from = mid;
		else
			end = mid;
	}
	return t->run[from].line + (row - t->run[from].row);
}

void
table_free(struct table *t)
{
	size_t i;

	for (i = 0; i < t->sources; i++)
		free(t->source[i].to);
	free(t->column);
	free(t->row);
	free(t->run);
	free(t->source);
	free(t->split);
	free(t->value);
	free(t->set);
	mem_arena_free(&t->text);
	mem_arena_free(&t->set_text);
	memset(t, 0, sizeof(*t));
}
