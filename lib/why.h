/*
 * why: the reasons of jobs that wait, in words with figures.
 */
#ifndef WHY_H
#define WHY_H

#include <stdint.h>

#include "job.h"
#include "room.h"

struct buf;

/* So many nodes have that much free. */
struct why_amount {
	int64_t free;
	int64_t n;
};

/*
 * Starts as {0} with its room, once nothing more is placed: what is free is
 * gathered once a class.
 */
struct why {
	const struct room *room;
	struct why_free *free;	/* by class and resource */
};

/*
 * Appends `quota needs 24 gpu, 16 idle, 0 inqueue`, of the first test that is
 * short now, each resource that is; nothing when none is.
 */
void	why_quota(struct buf *, const struct room *, const struct job *);

/*
 * Appends `fragmented needs 2 x 8 gpu, 1 fits (free 8+4+4)`, of the resources
 * that are short by themselves, or of all that are asked when only their
 * combination is.  fits is how many there is room for.  O(distinct amounts),
 * after the first of a class.
 */
void	why_fragmented(struct why *, struct buf *, const struct job *,
	    int64_t fits);

void	why_free(struct why *);

#endif
