/*
 * outcome: what a step came to for each job, until it is written down.
 *
 * Walks go in the order of the policy, which is all over the records.  So what
 * they decide is noted here, and put into the records in input order.
 */
#ifndef OUTCOME_H
#define OUTCOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "job.h"
#include "place.h"
#include "request.h"

/* Why a job still waits, as the walks saw it. */
enum outcome_why {
	OUTCOME_NOTHING,
	OUTCOME_NEVER,	/* its request could never be held */
	OUTCOME_BEHIND,	/* another of its queue blocks it */
	OUTCOME_QUOTA,	/* too little is idle and not claimed */
	OUTCOME_NODES	/* enough is idle, but not on nodes */
};

/* Of one job. */
struct outcome {
	uint32_t by;		/* job that blocks or displaced it; run */
	uint8_t state;		/* enum job_state, at last */
	uint8_t why;		/* enum outcome_why, if it waits */
	bool walked : 1;	/* it was among those walked over */
	bool changed : 1;	/* its state did, perhaps to and fro */
	bool displaced : 1;	/* by a job ahead of it */
};

/* Where the nodes of one that starts stand in the text. */
struct outcome_run {
	size_t at, n;
};

/* Starts with outcome_init. */
struct outcomes {
	struct jobs *jobs;
	struct outcome *of;	/* by job, none walked over */
	struct outcome_run *run;	/* those that start */
	size_t runs, run_cap;
	struct buf text;
};

/* Begins; borrows the jobs. */
void	outcome_init(struct outcomes *, struct jobs *);

/* Notes the placement made last; its number, for `by`. */
uint32_t	outcome_run(struct outcomes *, const struct place *);

/*
 * Changes the records to what was noted, and tells every waiting job why it
 * waits; those that were not walked over too.
 */
void	outcome_tell(struct outcomes *, struct request *,
	    const struct request_why *, struct place *);

void	outcome_free(struct outcomes *);

#endif
