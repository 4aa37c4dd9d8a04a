/*
 * filter: what the filters of jobs have in common: records in, records out.
 */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "budget.h"
#include "buf.h"
#include "cluster.h"
#include "diag.h"
#include "job.h"
#include "listing.h"
#include "node.h"
#include "opt.h"
#include "order.h"
#include "queue.h"
#include "reader.h"
#include "share.h"
#include "usage.h"

enum { FILTER_INPUTS = 5 };

/* Letters of options that have none, for the programs that have budgets. */
enum {
	FILTER_WINDOW = OPT_LONG + 64, FILTER_CAPACITY, FILTER_CAP,
	FILTER_UNKNOWN, FILTER_LANE, FILTER_RESERVE
};

/*
 * The options of budgets, for a program's list: the same in all, so that a
 * script has one set of them.
 */
#define FILTER_BUDGET_SPECS \
	{ 'B', "budgets", "FILE", "budget records" }, \
	{ 'U', "usage", "FILE", "run records" }, \
	{ FILTER_WINDOW, "window", "DURATION", "how long use counts; 7d" }, \
	{ FILTER_CAPACITY, "capacity", "GPUS", \
	    "of the cluster; default: those of the nodes" }, \
	{ FILTER_CAP, "cap", "DURATION", "longest protection; 8h" }, \
	{ FILTER_UNKNOWN, "unknown-groups", "WHAT", \
	    "unallocated: jobs of no budget are free ones" }, \
	{ FILTER_LANE, "debug-lane", "RULE", \
	    "jobs that go first: gpus<=8,min_runtime<=15m" }, \
	{ FILTER_RESERVE, "reserve", "GPUS", \
	    "gangs of so many reserve nodes, in qpreempt and qsim" }

/* Budgets and what was had of them. */
struct filter_budget {
	char *file;		/* -B, or NULL */
	char *runs;		/* -U, or NULL */
	struct usage_options o;
	struct lane lane;	/* --debug-lane */
	int64_t reserve_m;	/* --reserve; 0: nobody reserves */
	bool runs_only;		/* usage is of runs alone: see usage.h */
	int64_t capacity_m;	/* GPUs; -1: not known */
	int64_t ready_m;	/* those that are ready: filter_records */
	struct budgets budgets;
	struct usage usage;
	struct share share;
};

/* Starts with filter_init; the options are read by the program. */
struct filter {
	struct opt opt;
	struct filter_budget budget;
	bool capacity_given;	/* --capacity */
	char *nodes;		/* -N, or NULL */
	char *queue_file;	/* -Q, or NULL */
	struct jobs jobs;
	struct queues queues;	/* other is set by the program */
	struct cluster cluster;
	struct node_batch node;
	struct diag_list faults;
	struct reader *reader[FILTER_INPUTS];
	struct listing list;
	struct format format;
	struct format_column *column;
	struct buf out;
};

/* A filter without anything; the caller frees it. */
struct filter	*filter_new(void);

/* Takes an option of budgets; false: it is none. */
bool	filter_budget_option(struct filter *, int letter);

/* Reads --quota into a queue, `gpu=8,mem=512G`, or dies. */
void	filter_quota(struct queue *, const char *arg);

/* Dies when the policy needs options that were not given. */
void	filter_check_policy(const struct filter *, enum order_policy);

/*
 * What the groups stand at, for a policy of budgets, once all is read; NULL
 * for any other.
 */
struct share	*filter_share(struct filter *, enum order_policy);

/*
 * Reads the queues, the nodes and the jobs, each where there is a file; ends
 * the program on faults, nothing written.  The cluster then is as it is at
 * now.  need_created as in job_init.
 */
void	filter_read(struct filter *, bool need_created);

/*
 * Reads the budgets and the nodes if they are given, and the operands into a
 * sink; ends the program on faults.  Use is counted from a window of `o`, if
 * the sink adds it.
 */
void	filter_records(struct filter *, const struct reader_sink *);

/*
 * Reads run and job records as what was had of the budgets, and the nodes if
 * they are given: no record is kept.  Ends the program on faults.  What the
 * groups stand at then, and what they were owed.
 */
const struct share	*filter_runs(struct filter *);

/*
 * Begins output, once the table has all its columns; lead as in
 * listing_init.
 */
void	filter_begin(struct filter *, const char *lead);

/* Writes a record; the lead is a number, or absent when 0. */
void	filter_row(struct filter *, size_t row, uint64_t lead);

/* Stores what changed in the columns `own`, and writes every record. */
void	filter_write(struct filter *, uint32_t own);

/* Ends output and frees everything; returns the status to exit with. */
int	filter_end(struct filter *, int status);

#endif
