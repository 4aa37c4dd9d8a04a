#include "listing.h"

#include <stdbool.h>
#include <stdlib.h>

#include "mem.h"

void
listing_init(struct listing *l, struct table *t, const struct kind_set *kinds,
    const char *lead)
{
	struct format_column *c;
	size_t i;

	int twin = lead != NULL ? table_find(t, text_of(lead)) : -1;

	l->table = t;
	l->n = t->columns + (lead != NULL) - (twin != -1);
	/* Behind the table's cells one or two absent ones, then the lead. */
	l->lead = lead != NULL ? t->columns + 2 : 0;
	c = l->column = mem_zero(l->n, sizeof(*l->column));
	l->cell = mem_zero(t->columns + 3, sizeof(*l->cell));
	if (lead != NULL) {
		c->name = text_of(lead);
		c->kind = KIND_INT;
		c++->from = l->lead;
	}
	for (i = 0; i < t->columns; i++) {
		if ((int)i == twin)
			continue;
		c->name = t->column[i].name;
		c->kind = kind_of(kinds, c->name);
		c++->from = i;
	}
}

void
listing_row(struct listing *l, struct format *f, size_t row,
    struct slice lead)
{
	const size_t n = l->table->columns;
	struct slice line = { NULL, 0 };
	size_t rest = 0;

	if (f->columns == n + (l->lead != 0) && format_lines(f))
		line = table_line(l->table, row, l->cell, &rest);
	if (line.p != NULL) {
		format_line(f, l->lead != 0 ? &lead : NULL, line, l->cell,
		    rest);
		return;
	}
	table_get(l->table, row, l->cell);
	l->cell[n] = l->cell[n + 1] = cell_none();
	l->cell[n + 2] = cell_value(lead);
	format_row(f, l->cell);
}

void
listing_free(struct listing *l)
{
	free(l->column);
	free(l->cell);
}
