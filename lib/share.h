/*
 * share: which group goes before which.
 *
 * The ratio of a group is what it used in the window and has committed, over
 * what it is allocated.  Two leaves are compared where their paths part: the
 * smaller ratio first; equal ratios, the one whose waiting jobs were queued
 * first, then its name as bytes.  0/0 comes after every number and before
 * x/0; below a group that weighs nothing nobody is allocated anything.  Ratios
 * of siblings are compared as fractions, in 128 bits.  What starts at this
 * very instant still counts as waiting.
 */
#ifndef SHARE_H
#define SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "budget.h"
#include "buf.h"
#include "job.h"
#include "lane.h"
#include "usage.h"

/* What the groups stand at; it changes with what a step decides. */
struct share {
	const struct budgets *budgets;
	struct usage_group *group;	/* by budget; borrowed, changed */
	uint32_t *leaf;		/* by job; BUDGET_ROOT: it is unallocated */
	bool *in_lane;		/* by job: the debug lane; NULL: none */
	const struct usage_options *o;	/* window and cap */
	int64_t capacity_m;	/* GPUs of the cluster */
	bool deserved;		/* leaves below their claim go first */
};

/*
 * Begins, with all jobs that are to be put in order; usage_sum was done.  Jobs
 * of the lane, if there is one, go before the others.  O(jobs x depth).
 */
void	share_init(struct share *, struct usage *, const struct jobs *,
	    int64_t capacity_m, bool deserved, const struct lane *);

/* Whether job i is in the debug lane. */
static inline bool
share_lane(const struct share *s, size_t i)
{
	return s->in_lane != NULL && s->in_lane[i];
}

/* Negative, 0 or positive: leaf a goes before, is, goes after leaf b. */
int	share_cmp(const struct share *, size_t a, size_t b);

/* The same by the tree alone, whatever the policy. */
int	share_tree_cmp(const struct share *, size_t a, size_t b);

/*
 * A rank for each job, smaller first: that of its leaf among all, those of the
 * debug lane before all others; unallocated ones have the last.  Owned by the
 * caller.
 */
uint32_t	*share_ranks(const struct share *, size_t jobs);

/*
 * By group, how over-used a leaf is by the tree: 1 has had most, 2 comes next;
 * 0 for what is no leaf.  Owned by the caller.
 */
uint32_t	*share_excess(const struct share *);

/* Whether the leaf runs on fewer GPUs than its claim. */
bool	share_below(const struct share *, size_t leaf);

/* What the start of job i keeps for it: GPUs x the time of its protection. */
int64_t	share_kept_m(const struct share *, const struct jobs *, size_t i);

/*
 * What the start of job i commits, or its stop takes back when sign is -1: the
 * GPUs that its leaf runs on, and the time for which they are protected.  An
 * unallocated job commits nothing.
 */
void	share_commit(struct share *, const struct jobs *, size_t i, int sign);

/*
 * A running job of the leaf was stopped (sign -1), or runs after all: its
 * GPUs.  What is past its contract has nothing committed.
 */
void	share_stop(struct share *, const struct jobs *, size_t i, int sign);

/* Whether the leaf runs on more GPUs than its claim. */
bool	share_above(const struct share *, size_t leaf);

/* Whether it would have all that it claims with less_m fewer. */
bool	share_reaches(const struct share *, size_t leaf, int64_t less_m);

/* -1, 0 or 1: running / claim of leaf a against that of b. */
int	share_claim_cmp(const struct share *, size_t a, size_t b);

/*
 * Whether leaf a has the greater ratio where its path parts from that of b,
 * with what job i of b would commit counted.
 */
bool	share_behind(const struct share *, size_t a, size_t b,
	    const struct jobs *, size_t i);

/*
 * Appends the numbers by which leaf a goes before leaf b: `nlp 0.250000,
 * vision 0.500000`, the ratios where their paths part, and what decides when
 * they are equal; or what the two run and claim, when that decides.
 */
void	share_explain(const struct share *, size_t a, size_t b, struct buf *);

/* Appends the group's ratio, to six digits; `-` for 0/0, `inf` for x/0. */
void	share_put_ratio(const struct share *, size_t group, struct buf *);

void	share_free(struct share *);

#endif
