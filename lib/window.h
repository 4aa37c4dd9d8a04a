/*
 * window: what groups had of the GPUs over a window that slides with time.
 *
 * The same figures as usage, kept up to date: what a leaf had until now less
 * what it had until the window's edge, both of which are lines that bend where
 * a run begins or ends.  Each bend is passed twice in all.
 */
#ifndef WINDOW_H
#define WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "job.h"
#include "usage.h"

/* Starts with window_init. */
struct window {
	const struct usage *usage;
	struct window_leaf *leaf;	/* by budget */
	struct window_end *end;	/* a heap of ends of protection */
	size_t n, cap;
};

/*
 * Begins with the runs that the usage knows to have ended, and sums it up so
 * that it has groups.  Borrows it.
 */
void	window_init(struct window *, struct usage *);

/*
 * Job i runs from then on, or its run ended as its record says; nothing if it
 * is charged to nobody.  Calls go forward in time, but for those before the
 * first window_sum.
 */
void	window_start(struct window *, const struct jobs *, size_t i,
	    int64_t from_s);
void	window_stop(struct window *, const struct jobs *, size_t i);

/*
 * What all groups stand at, into group[] by budget.  O(groups), and for each
 * start and stop O(log runs) in all.
 */
void	window_sum(struct window *, int64_t now_s, struct usage_group *);

/*
 * Whether what the groups had stays as it is, as long as no run begins or
 * ends: the window's edge has passed every bend.  O(groups).
 */
bool	window_rests(const struct window *, int64_t now_s);

/*
 * Sets since when jobs of each group wait, as it was before this instant: one
 * that started at it waited, and one that was stopped at it ran.  leaf is each
 * job's, as in struct share.
 */
void	window_queued(struct usage *, const struct jobs *,
	    const uint32_t *leaf);

void	window_free(struct window *);

#endif
