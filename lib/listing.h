/*
 * listing: records of a table on their way to a format, with or without a
 * column of the program's own in front.
 */
#ifndef LISTING_H
#define LISTING_H

#include <stddef.h>

#include "cell.h"
#include "format.h"
#include "kind.h"
#include "table.h"
#include "text.h"

struct listing {
	struct table *table;		/* borrowed */
	struct format_column *column;	/* the lead, then the table's */
	size_t n;			/* how many; cell n is absent */
	size_t lead;			/* the lead's cell; 0: none */
	struct cell *cell;
};

/*
 * Begins, once the table has all its columns.  lead is the name of an integer
 * column in front of them, in place of one that they have, or NULL.
 */
void	listing_init(struct listing *, struct table *,
	    const struct kind_set *, const char *lead);

/* Writes a record; lead is what stands in front. */
void	listing_row(struct listing *, struct format *, size_t row,
	    struct slice lead);

void	listing_free(struct listing *);

#endif
