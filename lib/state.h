/*
 * state: the changes that a job's state may go through, and nothing else may
 * change it.
 *
 * One const table says for each change from which states it leads where, and
 * what it sets; qstep(1) prints the same table, and a test compares.
 */
#ifndef STATE_H
#define STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "job.h"
#include "text.h"

enum state_change {
	STATE_ENQUEUE, STATE_DISPLACE, STATE_START, STATE_TIMEOUT,
	STATE_GIVE_UP, STATE_PREEMPT, STATE_HOLD, STATE_RELEASE,
	STATE_FINISH, STATE_STOP, STATE_RESERVE, STATE_CHANGES
};

/* What a change sets: bits. */
enum {
	STATE_SETS_SINCE = 1,		/* since=now */
	STATE_SETS_STARTED = 2,		/* started=now */
	STATE_SETS_NODES = 4,
	STATE_SETS_NOT_BEFORE = 8,
	STATE_SETS_REASON = 16,
	STATE_COUNTS_REQUEUE = 32,	/* requeues+1 */
	STATE_COUNTS_PREEMPTION = 64,	/* preemptions+1 */
	STATE_ENDS_RUN = 128,		/* ended=now, attained += the run */
	STATE_CLEARS_NOT_BEFORE = 256,
	STATE_CLEARS_ENDED = 512,
	STATE_CLEARS_REASON = 1024,
	STATE_CLEARS_REQUEUES = 2048,	/* requeues=0 */
	STATE_CLEARS_RESERVED = 4096,
	STATE_SETS_RESERVED = 8192,
	STATE_KEEPS_STATE = 16384
};

/* A row of the table. */
struct state_row {
	const char *name;
	unsigned from;		/* bits 1 << enum job_state */
	enum job_state to;
	unsigned sets;
};

/* What comes with a change. */
struct state_with {
	int64_t now_s;
	int64_t not_before_s;	/* with STATE_SETS_NOT_BEFORE */
	struct slice nodes;	/* with STATE_SETS_NODES; copied */
	struct slice reason;	/* with STATE_SETS_REASON; copied */
	struct slice reserved;	/* with STATE_SETS_RESERVED; copied */
	bool kept;		/* nodes outlives the jobs: it is not copied */
};

const struct state_row	*state_row(enum state_change);

/* Whether the table lets the job go through the change. */
bool	state_allows(const struct job *, enum state_change);

/*
 * Changes job i.  A job that runs and is not resumable is stopped by a
 * preemption; a stop ends a run only if there is one.  0; -1, and nothing is
 * changed, when the table does not allow it.
 */
int	state_apply(struct jobs *, size_t i, enum state_change,
	    const struct state_with *);

/* Sets a number of job i, or clears it. */
void	state_set(struct jobs *, size_t i, enum job_column, int64_t);
void	state_clear(struct jobs *, size_t i, enum job_column);

/* Gives job i a new reason, unless it is the old one; empty clears it. */
void	state_reason(struct jobs *, size_t i, struct slice);

/* The same with a text that lives as long as the jobs: it is not copied. */
void	state_reason_kept(struct jobs *, size_t i, struct slice);

/* Appends a time in the style of job i's own `created`. */
void	state_put_time(struct jobs *s, size_t i, struct buf *b, int64_t t);

/* Where changes go in the table, for state_store_one. */
struct state_sink {
	size_t out[JOB_COLUMNS];	/* columns, by those that are own */
	uint32_t own, lent;	/* bits */
	int created;		/* column, or -1 */
	struct cell *cell;
};

/* Begins: the columns `own` are there then, and values may be stored. */
void	state_store_begin(struct jobs *, uint32_t own, struct state_sink *);

/* Puts what was changed in job i into the table. */
void	state_store_one(struct jobs *, const struct state_sink *, size_t i);
void	state_store_end(struct state_sink *);

/*
 * Puts what was changed into the table.  `own` are the columns that the
 * program writes (JOB_BIT each): those that are not there are appended.  Times
 * take the style of the record's own `created`.  No job is read afterwards.
 */
void	state_store(struct jobs *, uint32_t own);

#endif
