/*
 * later: what nodes will have free when running jobs have ended.
 *
 * A job ends by its time limit.  One that should have ended is taken to end at
 * now + 1, and one without a limit never ends.
 */
#ifndef LATER_H
#define LATER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cluster.h"
#include "job.h"
#include "place.h"
#include "room.h"

#define LATER_NEVER INT64_MAX

/* A running job, and when it ends. */
struct later_end {
	int64_t at_s;
	size_t job;
};

/* Starts with later_init; is not moved, as its parts point to each other. */
struct later {
	struct cluster cluster;	/* a copy */
	struct room room;
	struct place place;
	int64_t now_s;
	struct later_end *end;	/* in order; NULL: not gathered yet */
	size_t ends, next;	/* how many; those before have ended */
};

/* When a running job ends, or LATER_NEVER.  O(1). */
int64_t	later_end(const struct jobs *, size_t i, int64_t now_s);

/* Begins with what there is now; borrows what the room borrows.  O(cards). */
void	later_init(struct later *, const struct room *, bool spread,
	    int64_t now_s);

/*
 * Goes on to the next instant at which jobs end: they all give back what they
 * hold.  False when none is to end.  O(n log n) for n running jobs, once.
 */
bool	later_next(struct later *, int64_t *at_s);

void	later_free(struct later *);

#endif
