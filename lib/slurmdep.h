/*
 * slurmdep: whether the dependencies of Slurm jobs are met.
 *
 * Slurm does not look at those of a job that is held, and shows why it is
 * held instead.  So they are judged by the jobs that they name: one that is
 * not there has been forgotten by Slurm, and is waited for no more.
 */
#ifndef SLURMDEP_H
#define SLURMDEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "intern.h"
#include "text.h"

/* Jobs of one id: of an array's there are as many as it has tasks. */
struct slurmdep_jobs {
	uint64_t wait, run, ended_well, ended_badly;
};

/* The jobs there are.  Starts as {0}. */
struct slurmdep {
	struct intern id;
	struct slurmdep_jobs *jobs;	/* by the id's number */
	size_t known;		/* of them that are set */
	size_t cap;
};

/* Adds a job with bits of slurmword.h for its state. */
void	slurmdep_add(struct slurmdep *, struct slice id, unsigned states);

/* Whether `afterok:1(unfulfilled),afterany:2_*` is met.  O(length). */
bool	slurmdep_met(const struct slurmdep *, struct slice dependency);

void	slurmdep_free(struct slurmdep *);

#endif
