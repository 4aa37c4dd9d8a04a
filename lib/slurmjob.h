/*
 * slurmjob: the jobs of Slurm: `squeue --json` of either generation, `scontrol -o show job`.
 */
#ifndef SLURMJOB_H
#define SLURMJOB_H

#include <stdbool.h>

#include "foreign.h"
#include "text.h"

/* Whether the text begins like one. */
bool	slurmjob_tells(struct slice text);

/* Adds records to a struct intake; as foreign.h says. */
int	slurmjob_read(void *intake, const struct foreign *);

#endif
