/*
 * report: what became of jobs and of the GPUs, in figures.
 *
 * All areas are exact, in thousandths of a GPU-second.  A job that never
 * started waited to the horizon of the log, or until it ended.  The makespan
 * is from the first time that a job was created, or started, to the last end;
 * to the horizon if a job waits or runs; or it is the window of the log.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "quantile.h"
#include "ratio.h"
#include "runlog.h"
#include "text.h"

/* A part of the jobs. */
struct report_row {
	const char *by;		/* `all`, `lane`, `kind`, ... */
	struct slice value;	/* borrowed from the log; may be empty */
	int64_t jobs;
	int64_t runs;
	int64_t requeues;
	int64_t preemptions;
	ratio_wide area;	/* of their runs */
	ratio_wide free;	/* that of jobs without a min_runtime */
	struct quantile wait;	/* seconds from creation to the first start */
	struct quantile jct;	/* seconds from creation to completion */
};

/* Starts as {0}. */
struct report {
	struct report_row *row;	/* [0] is that of all */
	size_t rows;
	int64_t from_s, until_s;	/* the makespan; equal without jobs */
	bool open;		/* a job waits or runs */
	int64_t utils;		/* runs of which the utilisation is known */
	ratio_wide util_area;	/* their area */
	ratio_wide busy_area;	/* and times their thousandths of a per cent */
};

/* What runs held at once. */
struct report_peak {
	int64_t gpus_m;		/* the most; saturating */
	int64_t at_s;		/* the first time that it was so */
};

/* The names of enum runlog_by, from RUNLOG_KIND on; RUNLOG_BYS - 1 of them. */
const char *const	*report_names(void);

/*
 * Sums up a log that was ended, which must stay.  Behind the row of all come
 * the two of the lane, if there is one, then those of the labels by their
 * bytes, priorities highest first.  O(n log n).
 */
void	report_make(struct report *, const struct runlog *);

/* The most GPUs held at once.  O(n log n); 48 bytes a run. */
struct report_peak	report_peak(const struct runlog *);

void	report_free(struct report *);

#endif
