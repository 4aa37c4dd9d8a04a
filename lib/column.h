/*
 * column: whole numbers by row, in four bytes each while they lie close
 * together, as times and durations do; in eight from the first that does not.
 *
 * A number that was not set is 0.  Nothing can fail.
 */
#ifndef COLUMN_H
#define COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts as {0}; at most one of the arrays is there. */
struct column {
	uint32_t *near;		/* what to add to base; 0: the number 0 */
	int64_t *far;		/* the numbers themselves */
	int64_t base;		/* of near: under the first that was set */
};

/* Whether any number was set. */
static inline bool
column_any(const struct column *c)
{
	return c->near != NULL || c->far != NULL;
}

/* The number of row i. */
static inline int64_t
column_get(const struct column *c, size_t i)
{
	if (c->near != NULL)
		return c->near[i] == 0 ? 0 : c->base + c->near[i];
	return c->far != NULL ? c->far[i] : 0;
}

/* Sets it; the column has so many rows.  O(1), but O(rows) once or twice. */
void	column_set(struct column *, size_t i, int64_t v, size_t rows);

/* Gives a column that had so many rows more of them, or fewer. */
void	column_resize(struct column *, size_t had, size_t rows);

/* The first n rows are 0 again. */
void	column_clear(struct column *, size_t n);

/* Takes the first k of n rows out; the others move up, and k are 0 behind. */
void	column_drop(struct column *, size_t k, size_t n);

void	column_free(struct column *);

#endif
