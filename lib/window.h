/*
 * window: what groups had of the GPUs over a window that slides with time.
 *
 * The same figures as usage, kept up to date: what a leaf had until now less
 * what it had until the window's edge, both of which are lines that bend where
 * a run begins or ends.  Each bend is passed twice in all.
 */
#ifndef WINDOW_H
#define WINDOW_H

#include <stddef.h>
#include <stdint.h>

#include "budget.h"
#include "usage.h"

/* Starts with window_init. */
struct window {
	const struct budgets *budgets;
	int64_t window_s;
	struct window_leaf *leaf;	/* by budget */
	struct window_end *end;	/* a heap of ends of protection */
	size_t n, cap;
};

/* Begins; borrows the budgets. */
void	window_init(struct window *, const struct budgets *,
	    int64_t window_s);

/*
 * A leaf runs on so many GPUs more from then on, or fewer.  Calls go forward
 * in time, but for those before the first window_sum.
 */
void	window_run(struct window *, size_t leaf, int64_t gpus_m, int64_t at_s);

/* So many GPUs more are protected until then; or fewer. */
void	window_protect(struct window *, size_t leaf, int64_t gpus_m,
	    int64_t until_s);

/*
 * What all groups stand at, into group[] by budget.  O(groups), and for each
 * bend O(1).
 */
void	window_sum(struct window *, int64_t now_s, struct usage_group *);

void	window_free(struct window *);

#endif
