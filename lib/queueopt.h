/*
 * queueopt: options that the programs of the queue have in common.
 *
 * What is wrong with one ends the program as a usage error.
 */
#ifndef QUEUEOPT_H
#define QUEUEOPT_H

#include <stdbool.h>

#include "filter.h"
#include "requeue.h"
#include "step.h"

/* Letters of options that have none. */
enum {
	QUEUEOPT_QUOTA = OPT_LONG + 96, QUEUEOPT_PER_POOL, QUEUEOPT_SPREAD,
	QUEUEOPT_BACKOFF, QUEUEOPT_MAX_COOLDOWN, QUEUEOPT_LIMIT,
	QUEUEOPT_TIMESTAMP
};

/* How a step is taken, for a program's list; the policy is its own. */
#define QUEUEOPT_STEP_SPECS \
	{ 'd', "discipline", "NAME", \
	    "besteffort, fifo, easy or conservative" }, \
	{ 'e', "admission", "RULE", \
	    "quota, or placement: only what nodes hold now" }, \
	{ QUEUEOPT_QUOTA, "quota", "AMOUNTS", \
	    "a queue's: gpu=8,cpu=64,mem=512G" }, \
	{ QUEUEOPT_PER_POOL, "per-pool", NULL, \
	    "fifo: a job blocks its own class" }, \
	{ QUEUEOPT_SPREAD, "spread", NULL, "place where most is free" }

/* When a job goes back. */
#define QUEUEOPT_REQUEUE_SPECS \
	{ 't', "timeout", "DURATION", \
	    "how long a job may be inqueue; 0: off" }, \
	{ 'C', "cooldown", "DURATION", "before it is admitted again; 1m" }, \
	{ QUEUEOPT_BACKOFF, "backoff", "FACTOR", \
	    "each cooldown is so much longer" }, \
	{ QUEUEOPT_MAX_COOLDOWN, "max-cooldown", "DURATION", \
	    "but no longer" }, \
	{ QUEUEOPT_LIMIT, "limit", "N", "the N-th timeout holds the job" }, \
	{ QUEUEOPT_TIMESTAMP, "timestamp", "WHICH", \
	    "creation, or eviction: behind its peers" }

/* What they are before any is taken; sets the filter's cooldown too. */
void	queueopt_requeue_init(struct filter *, struct requeue_options *);

/* Takes an option of either list; false: it is none of it. */
bool	queueopt_step(struct filter *, struct step_options *, int letter);
bool	queueopt_requeue(struct filter *, struct requeue_options *,
	    int letter);

/*
 * Whether the queues that were read are backfilled: all are, or none; ends the
 * program where only some are.
 */
bool	queueopt_backfilled(const struct filter *);

#endif
