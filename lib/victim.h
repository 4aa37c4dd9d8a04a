/*
 * victim: who may be stopped for whom.
 *
 * A running job is protected while it is within its contract: for its
 * min_runtime, but no longer than the cap.  A job without a min_runtime is
 * unallocated and never protected.  Past its contract a job may be stopped for
 * one of a group that has had less: by the published rule for one that stands
 * before its own in the tree, by the rules V for one that is below its claim
 * while its own is above.
 */
#ifndef VICTIM_H
#define VICTIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "job.h"
#include "share.h"

/* Until when job i is protected, from its start on; 0: never. */
int64_t	victim_protected_s(const struct share *, const struct jobs *,
	    size_t i);

/* Whether running job i may be stopped for somebody, at now. */
bool	victim_is(const struct share *, const struct jobs *, size_t i);

/*
 * Whether running job i, which may be stopped, may be for waiting job j, after
 * the stops that the share was told of.
 */
bool	victim_may(const struct share *, const struct jobs *, size_t i,
	    size_t j);

/*
 * Sorts n running jobs in the order in which they are taken: unallocated ones
 * first, then fewest GPUs, then the most over-used leaf, then fewest
 * GPU-seconds in this run, then the id.  O(n log n).
 */
void	victim_sort(const struct share *, const struct jobs *, size_t *index,
	    size_t n);

#endif
