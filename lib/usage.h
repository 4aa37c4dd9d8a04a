/*
 * usage: what each group had of the GPUs, over a sliding window.
 *
 * Runs come from run records and from job records; the same run may come from
 * both and counts once: of two records the one that ended, then the operand's.
 * Who waits now, operands alone say.  Areas are exact, in thousandths of a
 * GPU-second.  Of a run that crosses the window's edge the part inside counts;
 * a running one counts until now.
 */
#ifndef USAGE_H
#define USAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "budget.h"
#include "diag.h"
#include "job.h"
#include "ratio.h"
#include "reader.h"

enum { USAGE_WINDOW_S = 7 * 86400, USAGE_CAP_S = 8 * 3600 };

/* A window is counted by the hour, and so there is an end to it. */
#define USAGE_LONGEST_S (INT64_C(36525) * 86400)

struct usage_options {
	int64_t now_s;
	int64_t window_s;	/* at least 1; of options, at most 100 years */
	int64_t cap_s;		/* longest protection */
	bool unknown_free;	/* jobs of unknown groups are unallocated */
};

/* What a group had; an inner one has what those below it had. */
struct usage_group {
	/* See owed.h: thousandths of a GPU-second x its budget's norm_of. */
	ratio_wide owed, delivered;
	int64_t used;		/* charged, in the window */
	int64_t committed;	/* what is still protected of running jobs */
	int64_t running_m;	/* GPUs that its charged jobs run on */
	/* Earliest of what waits, or started this instant; else INT64_MAX. */
	int64_t queued_s;
};

/*
 * A run that touches the window, or a job that waits: one that never started
 * yet has started_s = ended_s.  Ids are told apart by 64 bits of hash.
 */
struct usage_run {
	uint64_t job;		/* hash of its id */
	int64_t asked_s;	/* since when its job asked for it */
	int64_t started_s;
	int64_t ended_s;	/* now, while it runs */
	int64_t gpus_m;
	int64_t protected_s;	/* until when, if it runs */
	int64_t queued_s;	/* if the job waits, or did; else INT64_MAX */
	uint32_t leaf;		/* BUDGET_ROOT: it was there already */
	bool runs;
	bool waits;		/* the job waits now */
	bool ended;		/* its end was given */
	bool operand;
};

/* Starts with usage_init. */
struct usage {
	const struct budgets *budgets;
	struct usage_options o;
	struct usage_group *group;	/* by the number of the budget */
	struct usage_run *run;		/* what touches the window */
	size_t n, cap;
	struct jobs jobs;		/* a batch of run records */
	bool operand;			/* they are of an operand, not of -U */
	bool runs_only;	/* jobs that wait are not kept: no queued_s, owed */
	struct diag_list *faults;
};

/* Begins; the budgets are read, or will be before usage_sum. */
void	usage_init(struct usage *, const struct budgets *,
	    const struct usage_options *, struct diag_list *);

/* What a reader's sink calls, of run records; arg is the struct usage. */
void	usage_learn(void *arg, struct header *);
void	usage_batch(void *arg, const struct reader_batch *);

/*
 * Adds what job i of an operand had.  Fault: its group is in no budget; or it
 * is charged, and its group is absent or has groups below it.
 */
void	usage_add(struct usage *, const struct jobs *, size_t i);

/*
 * Sets another window, from one time up to another, once all was added: it
 * must lie in the one before.  What is after its end did not happen.
 */
void	usage_narrow(struct usage *, int64_t from_s, int64_t until_s);

/* Sums up, once all was added.  O(runs + groups). */
void	usage_sum(struct usage *);

/*
 * The leaf that a job is charged to: BUDGET_NONE when it is unallocated.  A
 * job of an unknown group is too, or it is a fault that was told.
 */
int64_t	usage_leaf(const struct usage *, const struct jobs *, size_t i);

/*
 * Until when a running job is protected; its start, when it never is.  It runs
 * since `started`, else `since`, else `created`.
 */
int64_t	usage_protected_s(const struct usage_options *, const struct jobs *,
	    size_t i);

/* What a run that ended had: GPUs of a leaf, from when until when. */
struct usage_span {
	uint32_t leaf;
	int64_t gpus_m, from_s, until_s;
};

/* The k-th of u->n runs; false: it has not ended, or never began. */
static inline bool
usage_span(const struct usage *u, size_t k, struct usage_span *out)
{
	const struct usage_run *r = &u->run[k];

	*out = (struct usage_span){ r->leaf, r->gpus_m, r->started_s,
		r->ended_s };
	return !r->runs && r->ended_s > r->started_s;
}

void	usage_free(struct usage *);

#endif
