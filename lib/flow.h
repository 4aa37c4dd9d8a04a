/*
 * flow: the same course as that of a sim, for queues that only grow and drain.
 *
 * What an instant decides is kept for the next one: what is free on nodes,
 * who waits in order, and for each kind of request why it did not fit.  So an
 * instant costs by what changes in it, and by who was let in and not placed,
 * not by who waits.  That is possible where the order of two jobs of a leaf
 * does not change while they wait: under fifo, besteffort and easy, with
 * budgets under besteffort alone, without timeouts and contracts.  A property
 * test holds it to the sim, which calls the filters' own functions.
 */
#ifndef FLOW_H
#define FLOW_H

#include <stdbool.h>

#include "sim.h"

/* Whether a trace can go this way. */
bool	flow_can(const struct jobs *, const struct queues *,
	    const struct sim_options *);

/*
 * Goes to the end of the trace, as course_run; circles are not possible.  Of
 * jobs on one node that node's name is borrowed from the cluster.
 * O((jobs + instants x (kinds of requests + let in)) log jobs), for each leaf.
 */
void	flow_run(struct jobs *, struct cluster *, const struct queues *,
	    const struct sim_options *, struct sim_result *);

#endif
