/*
 * why: the reasons of jobs that wait, in words with figures.
 */
#ifndef WHY_H
#define WHY_H

#include <stdint.h>

#include "job.h"
#include "room.h"

struct buf;

/*
 * Appends `quota needs 24 gpu, 16 idle, 0 inqueue`, of the first test that is
 * short now, each resource that is; nothing when none is.
 */
void	why_quota(struct buf *, const struct room *, const struct job *);

/*
 * Appends `fragmented needs 2 x 8 gpu, 1 fits (free 8+4+4)`, of the resources
 * that are short by themselves, or of all that are asked when only their
 * combination is.  fits is how many there is room for.  O(cards).
 */
void	why_fragmented(struct buf *, const struct room *, const struct job *,
	    int64_t fits);

#endif
