/*
 * slurmrun: where a Slurm job runs, as instances that are alike.
 *
 * Of the numbers of GPUs on its hosts the greatest common divisor is what an
 * instance has: 4 and 2 are three of 2, `gpu01*2,gpu02`.  A host without a
 * GPU holds no instance unless none has one.
 */
#ifndef SLURMRUN_H
#define SLURMRUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "diag.h"
#include "slurmask.h"
#include "slurmsaid.h"
#include "text.h"

/* Starts as {0}; kept from job to job for its memory. */
struct slurmrun {
	struct slice hosts;	/* the list; borrowed */
	int64_t *gpus;		/* on each host, in the order of the list */
	size_t n, cap;
	int64_t instances;
	int64_t each;		/* GPUs of one */
	struct buf nodes;	/* as the column `nodes` has them */
	struct buf name;
};

/* Begins: counts the hosts; each has 0 GPUs.  0 or -1. */
int	slurmrun_begin(struct slurmrun *, struct slice hosts, struct diag *);

/*
 * Gives every host an equal part of so many GPUs, the first ones one more
 * when that is not whole: then it returns false, for it is a guess.
 */
bool	slurmrun_split(struct slurmrun *, int64_t gpus);

/* Makes instances and nodes of what the hosts have. */
void	slurmrun_end(struct slurmrun *);

/*
 * All of that for a job with hosts, and what its instances have: 0 or -1.
 * Where Slurm does not tell what each host has, *guess says whether equal
 * parts are a guess.
 */
int	slurmrun_read(struct slurmrun *, const struct slurmsaid *,
	    struct slurmask *, bool *guess, struct diag *);

void	slurmrun_free(struct slurmrun *);

#endif
