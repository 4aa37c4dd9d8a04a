/*
 * preempt: who is stopped, so that a promise is kept.
 *
 * Waiting jobs are gone through in the order of the budgets.  One that free
 * nodes hold is taken to start; for one that they do not, victims are sought
 * among the running jobs, until stopping them makes the whole gang placeable:
 * then they are stopped, but for those who can be spared.  Nobody is stopped
 * for a gang that even that would not place, or whose nodes the step that
 * follows would give to another for whom jobs are stopped: it is put off until
 * that one runs.  Source: the scheduler of a research institute that sells
 * protection for budgeted GPU time.
 */
#ifndef PREEMPT_H
#define PREEMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cluster.h"
#include "job.h"
#include "order.h"
#include "queue.h"
#include "share.h"

struct preempt_options {
	int64_t now_s;
	enum order_policy policy;	/* fairshare or deserved */
	struct share *share;
	bool drain;		/* stop what runs on nodes that are not ready */
	int64_t reserve_m;	/* GPUs of gangs that may reserve; 0: none */
	/* Tells of a stop: job i for job j, with the numbers behind it. */
	void (*tell)(void *arg, size_t i, size_t j, struct slice why);
	void *arg;
};

/* What was done. */
struct preempt_counts {
	size_t stopped, drained;
	size_t for_jobs;	/* for whom others were */
	size_t put_off;		/* for whom they would be, but for these */
};

/*
 * Stops jobs; their states change, and what is reserved, and nothing else.  The
 * cluster is as cluster_jobs left it.  A second run at the same now changes
 * nothing.  O(w) for w waiting jobs, O(cards + v log v) for each that asks for
 * something else than those before it, for v jobs that may be stopped; and all
 * of that again each time that somebody is stopped for one more.
 */
void	preempt_run(struct jobs *, struct cluster *, const struct queues *,
	    const struct preempt_options *, struct preempt_counts *);

/*
 * The first waiting job, in order, that could take the place of each running
 * one if its contract were over: into heir, by job, SIZE_MAX for none.
 */
void	preempt_heirs(struct jobs *, struct cluster *, const struct queues *,
	    const struct preempt_options *, size_t *heir);

#endif
