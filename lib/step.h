/*
 * step: one step of the two-phase queue.
 *
 * Enqueue: in order, admit what fits; under fifo the first that does not fit
 * stops its queue, and sends admitted jobs behind it back.  What can never fit
 * goes back under both.  Dequeue: in order, place whole gangs on nodes.  Both
 * repeat until they change nothing.  Where only what nodes can hold is
 * admitted, it is placed as it is: two of which each would fit alone are not
 * both let in, one of them to keep what it cannot use.  So is a job with nodes
 * reserved, everywhere.  Then every job that still waits is told why, with
 * figures.  Source: the queue of a GPU platform.
 *
 * Equal requests are tried on the nodes once: what did not fit cannot fit
 * later in the step, as nothing is given back in it.
 */
#ifndef STEP_H
#define STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "cluster.h"
#include "job.h"
#include "order.h"
#include "queue.h"
#include "share.h"

struct step_options {
	int64_t now_s;
	enum order_policy policy;
	struct share *share;	/* for the policies of budgets, else NULL */
	bool placement;		/* admit only what nodes can hold, in order */
	bool per_pool;		/* fifo: a job blocks its own class only */
	bool spread;		/* place where most is free */
	int64_t cap_s;		/* longest protection: see reserve.h */
};

/* What a step did. */
struct step_counts {
	size_t admitted, displaced, started;
};

/*
 * Takes one step; the jobs' states, nodes and reasons change, and what the
 * groups of the share stand at, and nothing else.  The cluster is as
 * cluster_jobs left it, and loses what is started.  A pure function of the
 * records and now: O(n log n) for n jobs, O(log cards) for each node that a
 * gang uses, and with budgets O(leaves x depth) for each job let in.
 */
void	step_run(struct jobs *, struct cluster *, const struct queues *,
	    const struct step_options *, struct step_counts *);

#endif
