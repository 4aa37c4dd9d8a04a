/*
 * victim: who may be stopped for whom, and in which order they are taken.
 *
 * A running job is protected while it is within its contract: for its
 * min_runtime, but no longer than the cap.  An unallocated job, one without a
 * min_runtime or of no budget, is never protected.  Past its contract a job
 * may be stopped for one of a group that has had less: by the published rule
 * for one that stands before its own in the tree, by the rules V for one that
 * is below its claim while its own is above.
 */
#ifndef VICTIM_H
#define VICTIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cluster.h"
#include "job.h"
#include "share.h"

/* Why one may be stopped for another. */
enum victim_why {
	VICTIM_NOT,
	VICTIM_FREE,	/* it is unallocated */
	VICTIM_BEHIND,	/* by what its group and the other's had */
	VICTIM_LANE	/* for a debug job */
};

/* So many instances on one card of a ready host. */
struct victim_hold {
	uint32_t card;
	int64_t n;
};

/* A running job that may be stopped for somebody. */
struct victim {
	size_t job;
	uint32_t rank;		/* of its leaf: most over-used first; 0: none */
	uint32_t holds;
	size_t hold;		/* its first, in hold[] */
	int64_t gpus_m;
	int64_t run;		/* GPU-seconds in this run, in thousandths */
};

/* All of them; starts with victim_gather. */
struct victims {
	const struct share *share;
	const struct jobs *jobs;
	struct victim *v;	/* a heap of those not yet in order; they */
	size_t n, heap;		/* stand behind it, the first at the end */
	struct victim_hold *hold;
	size_t hold_n, hold_cap;
};

/* Its v->holds holds; NULL when it stands on no card that is known. */
static inline const struct victim_hold *
victim_on(const struct victims *s, const struct victim *v)
{
	return v->holds > 0 ? &s->hold[v->hold] : NULL;
}

/* Until when job i is protected, from its start on; 0: never. */
int64_t	victim_protected_s(const struct share *, const struct jobs *,
	    size_t i);

/*
 * Whether job i runs and may be stopped for somebody, at now.  One that a step
 * started at this instant was decided on; of one whose start is not known
 * neither is what it holds.
 */
bool	victim_is(const struct share *, const struct jobs *, size_t i);

/*
 * Whether, and why, running job i, which may be stopped, may be for waiting job
 * j, which is allocated, after the stops that the share was told of.
 */
enum victim_why	victim_may(const struct share *, const struct jobs *,
		    size_t i, size_t j);

/* Whether, but for the debug lane, those of leaf m may be for job j. */
bool	victim_leaf(const struct share *, size_t m, const struct jobs *,
	    size_t j);

/*
 * Gathers the victims there are, or all that run, and where; borrows all three.
 */
void	victim_gather(struct victims *, const struct share *,
	    const struct jobs *, const struct cluster *, bool all);

/* Puts them in order anew, since what leaves stand at moved.  O(n). */
void	victim_order(struct victims *);

/*
 * The k-th, for k = 0, 1, ...: unallocated ones first, then fewest GPUs, then
 * the most over-used leaf, then fewest GPU-seconds in this run, then the id.
 * NULL at the end.  Valid until victim_order.  O(log n) the first time.
 */
const struct victim	*victim_at(struct victims *, size_t k);

void	victim_free(struct victims *);

#endif
