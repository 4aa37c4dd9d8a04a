/*
 * memo: what must be remembered of a job between two runs, kept in the
 * cluster itself: `sluice:phase=pending,created=1796004861,requeues=2`.
 *
 * Slurm keeps it as one text, its AdminComment; Kubernetes field by field, as
 * annotations sluice/NAME.  The names are the same.  Values are those of the
 * job's columns, times as epoch seconds; a byte that could end a value, or
 * that a shell or a terminal would mind, is written %XX.
 */
#ifndef MEMO_H
#define MEMO_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "diag.h"
#include "job.h"
#include "text.h"

/* A field that is kept, and the column that it is. */
struct memo_field {
	const char *name;
	enum job_column column;
};

/* All of them, in the order in which they are written; `phase` is first. */
const struct memo_field	*memo_fields(size_t *n);

/* The field of a name, or NULL. */
const struct memo_field	*memo_find(struct slice name);

/* Whether a value is of its column's kind. */
bool	memo_good(enum job_column, struct slice value);

/* Whether the text is a memo: it begins with `sluice:`. */
bool	memo_is(struct slice);

/*
 * Takes the next field of a memo off the front: its name and its value, which
 * is decoded into scratch and lives until scratch changes.  *rest is at first
 * the whole memo.  False: there are no more.
 */
bool	memo_next(struct slice *rest, struct slice *name,
	    struct slice *value, struct buf *scratch);

/* A memo as it was read.  Starts as {0}. */
struct memo {
	struct slice value[JOB_COLUMNS];	/* by column; p NULL: none */
	struct buf text;			/* theirs */
};

/*
 * Reads a whole memo; a text that is none has no values.  Names that are not
 * known are passed over.  -1: a value is not of its column's kind, and column
 * and what of the diag say which.
 */
int	memo_read(struct memo *, struct slice, struct diag *);

void	memo_free(struct memo *);

/* Appends `NAME=VALUE` behind what is there, the mark or a comma first. */
void	memo_put(struct buf *, const char *name, struct slice value);

#endif
