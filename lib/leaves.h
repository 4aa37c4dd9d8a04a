/*
 * leaves: what waits and who is let in, by leaf of the budgets, and whose turn
 * it is.  Without budgets all of it is one leaf.  Nothing can fail.
 */
#ifndef LEAVES_H
#define LEAVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lanes.h"
#include "wave.h"

struct leaves_leaf {
	struct lanes_walk walk;	/* of what waits */
	uint32_t *in;		/* let in: places in the order, ascending */
	size_t ins, in_cap;
	size_t at, kept;	/* in a walk: of them; those that stay so far */
	struct lanes_heap since;	/* who waits, by rank in by_queued */
};

struct leaves {
	struct wave *wave;	/* borrowed */
	struct leaves_leaf *leaf;	/* by budget */
	size_t n;
	size_t last;		/* whose turn it was; n: nobody's */
	/* Jobs by `queued`, and their ranks; NULL: as they arrive. */
	uint32_t *by_queued, *queued_rank;
};

/* Begins. */
void	leaves_init(struct leaves *, struct wave *);

/* The number of the leaf of job i. */
size_t	leaves_of(const struct leaves *, size_t i);

/* Job i, the arrival with that number, waits. */
void	leaves_enter(struct leaves *, size_t i, uint32_t came);

/* Job i is let in; it is no more, outside a walk over them.  O(let in). */
void	leaves_let_in(struct leaves *, size_t i);
void	leaves_take_out(struct leaves *, size_t i);

/* What the groups stand at now, and since when their jobs wait. */
void	leaves_refresh(struct leaves *);

/*
 * Begins a walk over those that wait, or that are let in; of the latter each
 * stays, or is taken out, at its turn, and in the end the others close up.
 */
void	leaves_walk(struct leaves *);
void	leaves_stay(struct leaves_leaf *);
void	leaves_leave(struct leaves_leaf *);
void	leaves_walked(struct leaves *);

/* The leaf whose turn it is in the walk, or NULL: as turn_next has it. */
struct leaves_leaf	*leaves_turn(struct leaves *, bool in);

void	leaves_free(struct leaves *);

#endif
