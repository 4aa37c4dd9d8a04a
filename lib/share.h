/*
 * share: which group goes before which.
 *
 * The ratio of a group is what it used in the window and has committed, over
 * what it is allocated.  Two leaves are compared where their paths part: the
 * smaller ratio first; equal ratios, the one whose waiting jobs were queued
 * first, then its name as bytes.  0/0 comes after every number and before
 * x/0.  Ratios of siblings are compared as fractions, in 128 bits.
 */
#ifndef SHARE_H
#define SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "budget.h"
#include "buf.h"
#include "usage.h"

/* What the groups stand at; it changes with what a step decides. */
struct share {
	const struct budgets *budgets;
	struct usage_group *group;	/* by budget; borrowed, changed */
	int64_t *queued_s;	/* by budget: earliest of its waiting jobs */
	int64_t capacity_m;	/* GPUs of the cluster */
	bool deserved;		/* leaves below their claim go first */
};

/* Begins; usage_sum was done. */
void	share_init(struct share *, struct usage *, int64_t capacity_m,
	    bool deserved);

/* Notes that a job of the leaf waits since then. */
void	share_waits(struct share *, size_t leaf, int64_t queued_s);

/* Negative, 0 or positive: leaf a goes before, is, goes after leaf b. */
int	share_cmp(const struct share *, size_t a, size_t b);

/* The same by the tree alone, whatever the policy. */
int	share_tree_cmp(const struct share *, size_t a, size_t b);

/* Whether the leaf runs on fewer GPUs than its claim. */
bool	share_below(const struct share *, size_t leaf);

/*
 * What a decision commits, or takes back when sign is -1: GPUs that the leaf's
 * jobs run on and the GPU-seconds (in thousandths) that are protected.
 */
void	share_commit(struct share *, size_t leaf, int64_t gpus_m,
	    int64_t protected_m, int sign);

/*
 * Appends why leaf a goes before leaf b, in words: `nlp (0.250000) before
 * vision (0.500000)`, at the level where their paths part.
 */
void	share_explain(const struct share *, size_t a, size_t b, struct buf *);

/* Appends the group's ratio, to six digits; `-` for 0/0, `inf` for x/0. */
void	share_put_ratio(const struct share *, size_t group, int64_t window_s,
	    struct buf *);

void	share_free(struct share *);

#endif
