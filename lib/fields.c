#include "fields.h"

void
fields_begin(struct fields *f)
{
	f->n = 0;
	f->text.n = 0;
}

void
fields_end(struct fields *f)
{
	if (f->n < FIELDS_MAX)
		f->end[f->n++] = f->text.n;
}

void
fields_text(struct fields *f, struct slice s)
{
	buf_add(&f->text, s.p, s.n);
	fields_end(f);
}

void
fields_num(struct fields *f, enum kind kind, int64_t v)
{
	kind_put(&f->text, kind, v);
	fields_end(f);
}

void
fields_none(struct fields *f)
{
	fields_end(f);
}

const struct cell *
fields_cells(struct fields *f)
{
	size_t i, from = 0;

	/* Only now: the text may have moved while it grew. */
	for (i = 0; i < f->n; i++) {
		f->cell[i] = cell_value(text_slice(f->text.p + from,
		    f->end[i] - from));
		from = f->end[i];
	}
	return f->cell;
}

void
fields_free(struct fields *f)
{
	buf_free(&f->text);
	f->n = 0;
}
