#include "sheet.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

void
sheet_init(struct sheet *s, const struct kind_set *kinds)
{
	memset(s, 0, sizeof(*s));
	s->kinds = kinds;
}

/* One cell more than there are columns: what a format shows as absent. */
static size_t
width(const struct sheet *s)
{
	return s->kinds->n + 1;
}

void
sheet_row(struct sheet *s)
{
	size_t i, from = s->rows++ * width(s);

	s->cell = vec_room(s->cell, &s->cap, from + width(s),
	    sizeof(*s->cell));
	for (i = 0; i < width(s); i++)
		s->cell[from + i] = cell_none();
}

void
sheet_drop(struct sheet *s)
{
	s->rows--;
}

void
sheet_set(struct sheet *s, size_t row, size_t column, struct slice value)
{
	const char *p = mem_arena_copy(&s->text, value.p, value.n);

	s->cell[row * width(s) + column] = cell_value(text_slice(p, value.n));
}

void
sheet_text(struct sheet *s, size_t column, struct slice value)
{
	sheet_set(s, s->rows - 1, column, value);
}

void
sheet_number(struct sheet *s, size_t column, int64_t v)
{
	s->scratch.n = 0;
	kind_put(&s->scratch, s->kinds->column[column].kind, v);
	sheet_text(s, column, text_slice(s->scratch.p, s->scratch.n));
}

struct slice
sheet_get(const struct sheet *s, size_t row, size_t column)
{
	return cell_raw(&s->cell[row * width(s) + column]);
}

struct format_column *
sheet_columns(const struct sheet *s)
{
	struct format_column *c = mem_array(s->kinds->n, sizeof(*c));
	size_t i;

	for (i = 0; i < s->kinds->n; i++) {
		c[i].name = text_of(s->kinds->column[i].name);
		c[i].kind = s->kinds->column[i].kind;
		c[i].from = i;
	}
	return c;
}

void
sheet_write(const struct sheet *s, struct format *f)
{
	size_t i;

	for (i = 0; i < s->rows; i++)
		format_row(f, s->cell + i * width(s));
}

void
sheet_free(struct sheet *s)
{
	free(s->cell);
	mem_arena_free(&s->text);
	buf_free(&s->scratch);
	memset(s, 0, sizeof(*s));
}
