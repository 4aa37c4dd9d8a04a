/*
 * sacctrow: the rows of `sacct -P`, by the names of its columns.
 */
#ifndef SACCTROW_H
#define SACCTROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "anchor.h"
#include "diag.h"
#include "foreign.h"
#include "text.h"

/* The columns that matter; any others may be there. */
enum sacctrow_column {
	SACCTROW_JOBID, SACCTROW_JOBIDRAW, SACCTROW_STATE, SACCTROW_START,
	SACCTROW_END, SACCTROW_NODELIST, SACCTROW_ALLOCTRES, SACCTROW_USER,
	SACCTROW_ACCOUNT, SACCTROW_QOS, SACCTROW_PARTITION, SACCTROW_SUBMIT,
	SACCTROW_TIMELIMIT, SACCTROW_ALLOCCPUS, SACCTROW_REQMEM,
	SACCTROW_ADMINCOMMENT, SACCTROW_COLUMNS
};

/* What a column can hold; of most nothing is said. */
enum sacctrow_holds {
	SACCTROW_ANY, SACCTROW_FREE, SACCTROW_NUMBER, SACCTROW_TIME,
	SACCTROW_DURATION, SACCTROW_CLOCK, SACCTROW_WORD, SACCTROW_HOSTS,
	SACCTROW_TRES
};

/* Starts with sacctrow_begin. */
struct sacctrow {
	struct slice rest;	/* lines to come */
	uint64_t line;		/* of the row */
	int column[SACCTROW_COLUMNS];	/* where each stands; -1: it does not */
	enum sacctrow_holds *holds;	/* what each of the header's can hold */
	size_t columns;
	size_t free_text[ANCHOR_FREE];	/* where a '|' may be */
	size_t frees;
	struct slice *field;	/* of the row */
	size_t fields, cap;
	struct slice value[SACCTROW_COLUMNS];	/* empty where it is absent */
};

/* Whether a line is the header of sacct's, with -P or not. */
bool	sacctrow_is_header(struct slice line);

/* Reads the header; -1, with faults, when needed columns are missing. */
int	sacctrow_begin(struct sacctrow *, const struct foreign *);

/* Reads the next row: 1, 0 at the end, -1 with what is wrong.  O(length). */
int	sacctrow_next(struct sacctrow *, struct diag *);

/* Says what is wrong with a column.  Returns -1. */
int	sacctrow_fault(enum sacctrow_column, struct diag *, const char *fmt,
	    ...) __attribute__((format(printf, 3, 4)));

void	sacctrow_end(struct sacctrow *);

#endif
