/*
 * requeue: the timeout that sends stuck jobs back.
 *
 * Source: the timeout requeue of a GPU platform's two-phase queue.  An
 * admitted job that gets no nodes for the timeout goes back and may not be
 * admitted again before its cooldown ends.
 */
#ifndef REQUEUE_H
#define REQUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "job.h"
#include "queue.h"

struct requeue_options {
	int64_t now_s;
	int64_t backoff_m;	/* factor of the k-th cooldown, in 1/1000 */
	int64_t max_cooldown_s;	/* INT64_MAX: none */
	int64_t limit;		/* the requeue that holds a job; 0: none */
	bool eviction;		/* the job goes behind its peers */
};

/*
 * The k-th cooldown, k from 1: min(cooldown x factor^(k-1), max), rounded
 * down to a second.  O(log) of what it comes to.
 */
int64_t	requeue_cooldown_s(int64_t cooldown_s, int64_t k,
	    const struct requeue_options *);

/* Sends job i back if it is let in and its time is out.  Whether it was. */
bool	requeue_job(struct jobs *, size_t i, const struct queues *,
	    const struct requeue_options *);

/*
 * Sends back every inqueue job whose time is out.  Returns how many.  A pure
 * function of the jobs, the queues and now.
 */
size_t	requeue_all(struct jobs *, const struct queues *,
	    const struct requeue_options *);

#endif
