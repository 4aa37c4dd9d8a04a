/*
 * tasklist: the tasks of a Slurm job array, `0-9%2`, `1,3,5-9:2`.
 *
 * Behind the percent sign is how many may run at once.
 */
#ifndef TASKLIST_H
#define TASKLIST_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "text.h"

/* More tasks than an array of Slurm's can have. */
#define TASKLIST_MAX INT64_C(4000001)

/* A walk over the tasks. */
struct tasklist {
	struct slice rest;	/* ranges to come; borrowed */
	int64_t next, last, step;	/* of the range where it is */
	int64_t tasks;		/* how many there are, 1 to TASKLIST_MAX */
	int64_t at_once;	/* 0: any number */
};

/*
 * Begins; the text may stand in brackets.  -1, with the diag set: it is no
 * list of tasks, names too many of them, or is cut short.  O(ranges).
 */
int	tasklist_begin(struct tasklist *, struct slice, struct diag *);

/* The next task, as the list has them; false at the end. */
bool	tasklist_next(struct tasklist *, int64_t *task);

#endif
