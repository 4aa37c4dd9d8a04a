/*
 * apply: which commands turn one state of a queue into another.
 *
 * Pure: it compares records and names a verb for each job that differs; a
 * target (toslurm, tok8s) writes the verb as a command of its cluster.
 */
#ifndef APPLY_H
#define APPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "diag.h"
#include "job.h"
#include "mem.h"
#include "memo.h"
#include "text.h"

/* What is to be done to a job in the cluster. */
enum apply_verb {
	APPLY_NOTHING,
	APPLY_NOTE,	/* it stays as it is; its memo changes */
	APPLY_HOLD,	/* it waits and must not start */
	APPLY_ADMIT,	/* it may start: the cluster places it */
	APPLY_PREEMPT,	/* it runs: back to those that wait, not to start */
	APPLY_STOP,	/* for good */
	APPLY_NEVER	/* no command does that */
};

struct apply_change {
	enum apply_verb verb;
	struct slice id;
	struct slice *memo;	/* values, as memo_fields(); empty: unset */
	bool preempted;			/* it has been, sometime */
};

/* A cluster's way to say it. */
struct apply_target {
	const char *name;
	const char *ids;		/* what its ids are, for a message */
	bool (*id_ok)(struct slice);
	void (*put)(struct buf *, const struct apply_change *);
};

/* Starts as {0}. */
struct apply {
	struct apply_change *change;	/* those that need a command */
	size_t n, cap;
	struct mem_arena text;
	struct buf scratch;
	struct cell *cell;		/* one record */
};

/*
 * Compares the two queues.  Commands that hold come first, so that the cluster
 * starts nobody else in the room that stops and preemptions make, which come
 * next; those that admit come last.  Each kind is in the order of `next`: some
 * clusters start jobs in the order in which they are released.  Faults: a job
 * that only one of them has, an id that is none of the target's, a change that
 * no command makes.
 * O(jobs x columns).
 */
int	apply_plan(struct apply *, struct jobs *was, struct jobs *next,
	    const struct apply_target *, struct diag_list *faults);

void	apply_free(struct apply *);

#endif
