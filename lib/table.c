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

/* The run that a record is in. */
static const struct table_run *
run_of(const struct table *t, size_t row)
{
	size_t from = 0, end = t->runs, mid;

	/* The last one that begins at the row or before it. */
	while (end - from > 1) {
		mid = from + (end - from) / 2;
		if (t->run[mid].row <= row)
			from = mid;
		else
			end = mid;
	}
	return &t->run[from];
}

struct slice
table_text(const struct table *t, size_t row)
{
	return text_slice(run_of(t, row)->text + t->row[row].at,
	    t->row[row].n);
}

/* Whether the row that comes next is of the last run. */
static bool
goes_on(const struct table *t, uint64_t line, const char *text)
{
	const struct table_run *r;

	if (t->runs == 0)
		return false;
	r = &t->run[t->runs - 1];
	return line == r->line + (t->rows - r->row) &&
	    r->source == t->sources - 1 &&
	    (intptr_t)text - (intptr_t)r->text >= INT32_MIN &&
	    (intptr_t)text - (intptr_t)r->text <= INT32_MAX;
}

/* Adds a row, with the number of its line. */
static void
add_row(struct table *t, uint64_t line, const char *text, size_t n)
{
	if (!goes_on(t, line, text)) {
		t->run = VEC_MORE(t->run, t->runs, t->run_cap);
		t->run[t->runs++] = (struct table_run){ t->rows, line, text,
			(uint32_t)(t->sources - 1) };
	}
	t->row[t->rows++] = (struct table_row){ (int32_t)((intptr_t)text -
	    (intptr_t)t->run[t->runs - 1].text), (uint32_t)n };
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
	struct slice text;
	size_t i;

	t->row = vec_expect(t->row, &t->row_cap, t->rows + b->n, b->left,
	    sizeof(*t->row));
	for (i = 0; i < b->n; i++) {
		text = reader_text(b, i);
		add_row(t, reader_line(b, i), all.p != NULL ? copy +
		    (text.p - all.p) : mem_arena_copy(&t->text, text.p,
		    text.n), text.n);
	}
}

/* The number + 1 of the value that a record has last; 0: it has none. */
static uint32_t
set_of(const struct table *t, size_t row)
{
	if (row == t->last)
		return t->last_set;
	return row < t->set_cap ? t->set[row] : 0;
}

/* Makes a record the last one; what was set of the one before is noted. */
static void
set_last(struct table *t, size_t row)
{
	size_t had = t->set_cap;
	uint32_t set = set_of(t, row);

	if (t->last_set != 0 && t->last >= had) {
		t->set = vec_room(t->set, &t->set_cap, t->rows,
		    sizeof(*t->set));
		memset(t->set + had, 0, (t->set_cap - had) *
		    sizeof(*t->set));
	}
	if (t->last < t->set_cap)
		t->set[t->last] = t->last_set;
	t->last = row;
	t->last_set = set;
}

/* The cell of a value that is set, made if it is not there. */
static struct cell *
value_at(struct table *t, size_t row, size_t column)
{
	struct table_value *v;
	uint32_t k;

	for (k = set_of(t, row); k != 0; k = t->value[k - 1].next)
		if (t->value[k - 1].column == column)
			return &t->value[k - 1].cell;
	if (row != t->last)
		set_last(t, row);
	/* Who sets one mostly sets one of every record. */
	t->value = vec_expect(t->value, &t->value_cap, t->values + 1,
	    t->values == 0 ? 16 : t->rows, sizeof(*t->value));
	v = &t->value[t->values++];
	v->column = (uint32_t)column;
	v->next = t->last_set;
	t->last_set = (uint32_t)t->values;
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
	if (row == t->last)
		t->last_set = 0;
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
	const struct table_source *s = &t->source[run_of(t, row)->source];
	uint32_t k;
	size_t i;

	for (i = 0; i < t->columns; i++)
		out[i] = beyond(t, row, i);
	/* The line has been split before: no faults, no new columns. */
	header_split(s->header, table_text(t, row), 0, false, &t->split,
	    &t->split_cap, NULL);
	for (i = 0; i < s->n; i++)
		out[s->to[i]] = t->split[i];
	for (k = set_of(t, row); k != 0; k = t->value[k - 1].next)
		out[t->value[k - 1].column] = t->value[k - 1].cell;
}

struct slice
table_line(const struct table *t, size_t row, struct cell *out, size_t *n)
{
	const struct slice line = table_text(t, row);
	const struct table_source *s = &t->source[run_of(t, row)->source];
	const struct table_value *v;
	uint32_t k;
	size_t i;

	if (s->header->form != CELL_TSV || s->mixed ||
	    (line.n > 0 && line.p[line.n - 1] == '\r'))
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
	return line;
}

void
table_ahead(const struct table *t, size_t row, size_t later)
{
	const struct slice line = table_text(t, row);

	__builtin_prefetch(&t->row[later]);
	__builtin_prefetch(line.p);
	__builtin_prefetch(line.p + line.n);
}

const char *
table_file(const struct table *t, size_t row)
{
	return t->source[run_of(t, row)->source].header->file;
}

uint64_t
table_line_number(const struct table *t, size_t row)
{
	const struct table_run *r = run_of(t, row);

	return r->line + (row - r->row);
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
