/*
 * row: the three grammars of a record's line behind one face.
 */
#ifndef ROW_H
#define ROW_H

#include "cell.h"
#include "kind.h"
#include "text.h"

struct buf;
struct mem_arena;

/*
 * The value that a cell stands for; empty when it is absent.  Borrowed from
 * the cell's line, or made in the arena when the cell holds escapes.
 */
struct slice	row_text(const struct cell *, struct mem_arena *);

/* The same, quick for the cells that hold no escapes. */
static inline struct slice
row_value(const struct cell *c, struct mem_arena *arena)
{
	if ((c->flags & CELL_ESCAPED) != 0)
		return row_text(c, arena);
	return cell_absent(c) ? text_slice(NULL, 0) : cell_raw(c);
}

/*
 * Appends the cell as a TSV field: to the byte when it comes from TSV, else
 * its value; absent is `-`.
 */
void	row_put_tsv(struct buf *, const struct cell *);

/*
 * Appends the cell as a JSON value: its token when it comes from JSON, else
 * its value as the kind is written; absent is null.
 */
void	row_put_json(struct buf *, const struct cell *, enum kind);

/* Appends the cell's value made safe for a terminal; absent is `-`. */
void	row_put_safe(struct buf *, const struct cell *);

#endif
