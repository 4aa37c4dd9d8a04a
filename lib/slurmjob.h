/*
 * slurmjob: the jobs of Slurm, of `squeue --json` and `scontrol show job`.
 */
#ifndef SLURMJOB_H
#define SLURMJOB_H

#include <stdbool.h>

#include "foreign.h"
#include "text.h"

/*
 * Whether the text begins like one, or like a table of squeue's, which is
 * not read but answered with the command to use.
 */
bool	slurmjob_tells(struct slice text);

/* Adds records to a struct intake; as foreign.h says. */
int	slurmjob_read(void *intake, const struct foreign *);

#endif
