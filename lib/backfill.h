/*
 * backfill: easy and conservative.
 *
 * There is no inqueue phase: a job starts when nodes can hold it now, and an
 * admitted job that does not start goes back.  Under easy the first blocked
 * job gets a reservation at t*, the earliest time at which enough running jobs
 * have ended by their time limits; a later job passes it if it ends by t*, or
 * takes only what is spare at t*.  Under conservative every blocked job gets a
 * reservation, in order, in a profile of what will be free, by class sums.
 *
 * A job that should have ended is taken to end at now + 1; one without a time
 * limit never ends.  So a blocked job may have no time to reserve: nobody
 * passes the first one then, and a later one holds up nobody.  Sources: Lifka
 * 1995 (EASY), Mu'alem and Feitelson 2001 (conservative).
 */
#ifndef BACKFILL_H
#define BACKFILL_H

#include <stdbool.h>

#include "cluster.h"
#include "job.h"
#include "queue.h"
#include "step.h"

/* Whether a discipline is one of these two. */
bool	backfill_is(enum queue_discipline);

/*
 * One step, as step_run, for jobs whose queues all have the same of the two.
 * Quotas hold a job back without a reservation, and keep room for jobs with
 * one.  Repeated until nobody passes the first blocked job: it may then have
 * another place at t*, and so something else be spare.
 */
void	backfill_run(struct jobs *, struct cluster *, const struct queues *,
	    const struct step_options *, struct step_counts *);

#endif
