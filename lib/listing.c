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

	l->table = t;
	l->n = t->columns + (lead != NULL);
	c = l->column = mem_zero(l->n, sizeof(*l->column));
	l->cell = mem_zero(l->n + 1, sizeof(*l->cell));
	if (lead != NULL) {
		c->name = text_of(lead);
		c->kind = KIND_INT;
		c++->from = t->columns;
	}
	for (i = 0; i < t->columns; i++, c++) {
		c->name = t->column[i].name;
		c->kind = kind_of(kinds, c->name);
		c->from = i;
	}
}

void
listing_row(struct listing *l, struct format *f, size_t row,
    struct slice lead)
{
	bool leads = l->n > l->table->columns;

	if (f->columns == l->n && format_line(f, leads ? &lead : NULL,
	    table_line(l->table, row)))
		return;
	table_get(l->table, row, l->cell);
	if (leads)
		l->cell[l->table->columns] = cell_value(lead);
	l->cell[l->n] = cell_none();
	format_row(f, l->cell);
}

void
listing_free(struct listing *l)
{
	free(l->column);
	free(l->cell);
}
