/*
 * course: from instant to instant, until nothing more can happen.
 *
 * It ends when there is no next instant, or when the queue goes round in a
 * circle: with timeouts, or stops that cost work, it may do so for ever.
 */
#ifndef COURSE_H
#define COURSE_H

#include "sim.h"

/*
 * Runs to the end.  The jobs' records are then as they are in the end; the
 * cluster, which is as cluster_jobs left it, follows.  Every job that is to
 * run has a length, or never ends.  Records may borrow names of the cluster,
 * which outlives them.  Free the result with sim_result_free.
 */
void	course_run(struct jobs *, struct cluster *, const struct queues *,
	    const struct sim_options *, struct sim_result *);

#endif
