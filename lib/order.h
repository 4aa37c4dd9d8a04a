/*
 * order: who is before whom.
 *
 * Every order is total: the operator's `top` first (jobs without one come
 * after), then the keys of the policy, then `created`, then the id's bytes.
 * Keys are packed into one number a job, 16 bytes with its own: O(n log n).
 */
#ifndef ORDER_H
#define ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "job.h"

enum { ORDER_HPS_S = 1800 };	/* no wait counts for more in hps */

enum order_policy {
	ORDER_PRIORITY,	/* priority descending, then queued */
	ORDER_CREATED,	/* first come, first served */
	ORDER_FAIRSHARE,	/* the budget tree, then as priority */
	ORDER_DESERVED,	/* groups below their claim, then the tree */
	ORDER_GPUS,	/* GPUs of the whole gang, ascending */
	ORDER_SJF,	/* run time, else time limit; neither is last */
	ORDER_SRTF,	/* what is left of it */
	ORDER_SRSF,	/* what is left of it, times GPUs */
	ORDER_HPS,	/* hybrid score, descending; see order.c */
	ORDER_NONE,	/* input order, and nothing else */
	ORDER_POLICIES
};

/* The policies' names, by number. */
const char *const	*order_names(void);

/* Whether the policy needs ranks of budgets. */
bool	order_ranked(enum order_policy);

/*
 * Sorts the n numbers of jobs in `index`, which are ascending at first.  rank
 * has the rank of each job by its budget (share_ranks), for the policies that
 * need it; NULL: all are alike.
 * A pure function of the jobs, the policy, the ranks and now.
 */
void	order_sort(const struct jobs *, enum order_policy,
	    const uint32_t *rank, int64_t now_s, size_t *index, size_t n);

#endif
