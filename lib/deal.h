/*
 * deal: GPUs dealt from the top, to jobs that may be stopped at any time.
 *
 * All unfinished jobs stand in order.  Each gets its nodes or is passed over;
 * those behind make way for it, the last of them first, and no more of them
 * than it takes.  Who runs and keeps its place stays on its nodes.
 */
#ifndef DEAL_H
#define DEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cluster.h"
#include "job.h"
#include "queue.h"

struct deal_options {
	int64_t now_s;
	bool spread;		/* place where most is free */
	/* Tells that job i was stopped; it may start again elsewhere then. */
	void (*stopped)(void *arg, size_t i);
	void *arg;
};

/*
 * Deals to the n jobs of order[], which wait or run; the cluster is as they
 * hold it, and follows.  Returns how many started.
 */
size_t	deal_run(struct jobs *, struct cluster *, const struct queues *,
	    const size_t *order, size_t n, const struct deal_options *);

#endif
