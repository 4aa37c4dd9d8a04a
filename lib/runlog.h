/*
 * runlog: run and job records, each run once.
 *
 * What is kept of a record is 56 bytes, whatever its line held.  Jobs are told
 * apart by 64 bits of hash, mixed but not keyed: two ids of a million may be
 * taken for one with a chance of 2^-25.  Faults of records go into the list
 * and reading goes on.
 */
#ifndef RUNLOG_H
#define RUNLOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "header.h"
#include "intern.h"
#include "job.h"
#include "lane.h"
#include "reader.h"

enum runlog_by {
	RUNLOG_ALL,	/* jobs have no label */
	RUNLOG_KIND, RUNLOG_GROUP, RUNLOG_QUEUE, RUNLOG_PRIORITY,
	RUNLOG_BYS
};

/* What a record says of its job, beyond a run that is over. */
enum runlog_state {
	RUNLOG_RUNS,
	RUNLOG_WAITS,	/* waiting or held, never started or again */
	RUNLOG_DONE,	/* over, by itself */
	RUNLOG_STOPPED	/* over, or to be followed by another run */
};

enum {
	RUNLOG_NEVER = -1,	/* no such time */
	RUNLOG_UTIL = 100000,	/* 100 %; one more is: not given */
	RUNLOG_MASK = 0x1ffff	/* what it fits in */
};

struct runlog_run {
	uint64_t job;		/* hash of its id */
	int64_t created_s;	/* or RUNLOG_NEVER, as the next two */
	int64_t started_s;
	int64_t ended_s;	/* of a job that never started too */
	int64_t gpus_m;		/* of all instances */
	uint32_t label;		/* number in value; what it is counted under */
	uint32_t requeues;	/* so far; at most UINT32_MAX */
	uint32_t preemptions;	/* the same */
	uint32_t util_m : 17;	/* thousandths of a per cent */
	uint32_t state : 2;	/* enum runlog_state */
	uint32_t charged : 1;	/* it has a min_runtime */
	uint32_t lane : 1;	/* the rule lets it in */
};

struct runlog_options {
	int64_t now_s;
	int64_t window_s;	/* before now is what counts; 0: all */
	bool cut;		/* after now nothing happened; a window too */
	enum runlog_by by;	/* what labels are */
	const struct lane *lane;	/* or NULL */
};

/* Starts with runlog_init. */
struct runlog {
	struct runlog_options o;
	struct runlog_run *run;	/* as they came; at the end by job, start */
	size_t n, cap;		/* at most UINT32_MAX */
	struct intern value;	/* labels; number 0 is the empty one */
	size_t twice;		/* records of runs that were there already */
	int64_t horizon_s;	/* now, or the last time told of if later */
	struct jobs jobs;	/* a batch */
	int util;		/* column of the operand; -1: not there */
	struct diag_list *faults;
};

/* The options' lane is borrowed. */
void	runlog_init(struct runlog *, const struct runlog_options *,
	    struct diag_list *);

/*
 * What a reader's sink calls, of run and job records; arg is the struct
 * runlog.  Faults are those of jobrow, and a util that is no count up to 100.
 */
void	runlog_learn(void *arg, struct header *);
void	runlog_batch(void *arg, const struct reader_batch *);

/*
 * Puts the runs in order, those of a job together, by their start; what never
 * started is first.  Of several records of one run the one that ended counts,
 * then the one with the later end; their counters are the greatest.  A run that
 * is not over ends at the horizon, or where the next of its job starts.  With a
 * window what is before it is left out: runs that ended, the part of others,
 * and when jobs were created.  The order of the input changes nothing.  O(n log
 * n); 8 to 12 bytes a run, for a while.
 */
void	runlog_end(struct runlog *);

/* The first run behind those of the job that the i-th is of. */
size_t	runlog_next(const struct runlog *, size_t i);

/* Seconds that it ran. */
int64_t	runlog_length_s(const struct runlog_run *);

void	runlog_free(struct runlog *);

#endif
