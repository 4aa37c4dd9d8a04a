/*
 * turn: whose turn it is, in a walk over jobs that are in order.
 *
 * Without budgets it is the next in the order.  With them each leaf has its
 * own line, and after each decision the leaf that now stands first goes on:
 * so one leaf does not take everything on a ratio that is no longer true.  A
 * leaf's debug jobs have a line apart, and those lines go before the others.
 */
#ifndef TURN_H
#define TURN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "share.h"

#define TURN_END SIZE_MAX

/* Jobs of one leaf that stand together in the order. */
struct turn_line {
	size_t begin, at, end;	/* places in the order */
	uint32_t leaf;
	bool lane;		/* they are debug jobs */
};

struct turn {
	const struct share *share;	/* NULL: no budgets */
	struct turn_line *line;
	size_t lines, cap;
	size_t last;			/* the line that had the last turn */
	bool moved;			/* what the leaves stand at did */
};

/*
 * Begins, over n jobs in order of their ranks; the first `front` of them go
 * before all others, as they stand.  O(n).
 */
void	turn_init(struct turn *, const struct share *, const size_t *order,
	    size_t n, size_t front);

/* Begins a walk. */
void	turn_begin(struct turn *);

/* The same as turn_next where another line may be to go on. */
size_t	turn_choose(struct turn *);

/*
 * The next place in the order, or TURN_END.  O(1), and O(leaves x depth)
 * when a line ends or what leaves stand at moved.
 */
static inline size_t
turn_next(struct turn *t)
{
	struct turn_line *l = &t->line[t->last];

	return l->at == l->end || (t->moved && t->last > 0) ?
	    turn_choose(t) : l->at++;
}

void	turn_free(struct turn *);

#endif
