/*
 * flow: the course of a sim while jobs arrive and runs end, for queues that
 * only grow and drain.
 *
 * What an instant decides is kept for the next one: what is free on nodes,
 * who waits in order, and for each kind of request why it did not fit.  So an
 * instant costs by what changes in it, by the kinds of requests that wait, and
 * by who was let in and not placed, not by who waits.  That is possible where
 * the order of two jobs of a leaf does not change while they wait: under fifo,
 * besteffort and easy, with budgets under besteffort alone and without
 * timeouts; and without contracts, a debug lane, hps or --per-pool, for jobs
 * that no earlier decision is remembered of but that they run or are held.
 * A property test holds it to the sim, which calls the filters' own functions.
 */
#ifndef FLOW_H
#define FLOW_H

#include <stdbool.h>

#include "sim.h"

/* Whether a trace can go this way. */
bool	flow_can(const struct jobs *, const struct queues *,
	    const struct sim_options *);

/*
 * Goes on until nothing arrives and no run ends any more, from a result that
 * has begun.  Returns the last instant; from there on, and from it, a sim goes
 * on, which tells who waits why, and sees circles.  Of jobs on one node that
 * node's name is borrowed from the cluster.
 * O((jobs + instants x (kinds of requests that wait + let in)) log jobs), for
 * each leaf; what easy adds to that stands there.
 */
int64_t	flow_run(struct jobs *, struct cluster *, const struct queues *,
	    const struct sim_options *, struct sim_result *);

#endif
