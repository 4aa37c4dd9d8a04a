/*
 * sacct: the runs that Slurm accounted for: `sacct -P`, with a header.
 */
#ifndef SACCT_H
#define SACCT_H

#include <stdbool.h>

#include "foreign.h"
#include "text.h"

/* Whether the text begins like one. */
bool	sacct_tells(struct slice text);

/* Adds records to a struct intake; as foreign.h says. */
int	sacct_read(void *intake, const struct foreign *);

#endif
