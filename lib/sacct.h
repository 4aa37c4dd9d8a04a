/*
 * sacct: what ran, of `sacct -P` with any columns that tell of it.
 *
 * Each job row with a start and nodes is a run; steps, and jobs that never
 * ran, are left out.  sacct escapes no '|' in a job's name or comment: such a
 * row is read from both ends, and is a fault when a column that matters
 * stands between two that may have it.
 */
#ifndef SACCT_H
#define SACCT_H

#include <stdbool.h>

#include "foreign.h"
#include "text.h"

/* Whether the text begins like one, or like a table without -P. */
bool	sacct_tells(struct slice text);

/* Adds run records to a struct intake; as foreign.h says. */
int	sacct_read(void *intake, const struct foreign *);

#endif
