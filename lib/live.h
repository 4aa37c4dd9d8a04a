/*
 * live: the jobs of a trace that wait or run at an instant.
 *
 * Decisions go over all jobs that they are shown, so a simulator shows them
 * only these: what arrives is added, what has ended is taken out, and the
 * order stays.  Queues, classes and labels are those of the trace, borrowed.
 */
#ifndef LIVE_H
#define LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "job.h"

/* What a simulator knows of a job besides its record. */
struct live_job {
	size_t of;		/* its number in the trace */
	uint32_t dirty;		/* bits of columns that were changed so far */
	bool leaves;		/* live_drop takes it out */
	uint32_t level;		/* its class of attained service */
	size_t turn;		/* its place there; SIZE_MAX: it just came */
	int64_t done_s;		/* of its work, in the runs that ended */
	int64_t from_s;		/* when this run began */
	int64_t lost_s;		/* of this run, until its work goes on */
	int64_t ends_s;		/* when this run ends; INT64_MAX: never */
};

struct live {
	struct jobs *all;	/* the trace */
	struct jobs jobs;	/* those that are there */
	struct live_job *more;	/* by their numbers */
	size_t more_cap, name_cap;
};

/* Begins, with nobody; borrows the trace. */
void	live_init(struct live *, struct jobs *all);

/* Adds job i of the trace behind the others.  Returns its number. */
size_t	live_add(struct live *, size_t i);

/* Puts the jobs from number `from` on where they stand in the trace. */
void	live_in_order(struct live *, size_t from);

/* Writes the record of job k back to the trace. */
void	live_store(struct live *, size_t k);

/*
 * Takes out those that neither wait nor run, or that are marked to leave; the
 * others close up.
 */
void	live_drop(struct live *);

/*
 * Ends an instant: texts that were made in it are kept if the jobs still need
 * them, reasons only if they are asked for.
 */
void	live_settle(struct live *, bool reasons);

/* Makes ids known by number again, after jobs came or went. */
void	live_names(struct live *);

void	live_free(struct live *);

#endif
