/*
 * slurmask: what a Slurm job asks, as instances that are alike.
 *
 *	--gpus-per-node, --gres	an instance a node
 *	--gpus-per-task		an instance a task, or a node if its tasks
 *				are counted
 *	--gpus			an instance a node if the number of nodes is
 *				fixed and they can have equal parts; else an
 *				instance a GPU, for Slurm may spread them
 *	none			an instance a node
 *
 * Amounts that Slurm gives for the whole job are divided by the instances
 * and rounded up.
 */
#ifndef SLURMASK_H
#define SLURMASK_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "diag.h"
#include "slurmsaid.h"
#include "text.h"

struct slurmask {
	int64_t instances;	/* at least 1 */
	int64_t gpus;		/* of one instance, and so are the next two */
	int64_t cpus;
	int64_t mem_b;
	struct slice model;	/* of the GPUs; empty: any */
	bool models;		/* several: no record can say it */
	bool all_mem;		/* all memory of its nodes: mem_b is 0 */
};

/* 0, or -1 with what is wrong; the struct is undefined then. */
int	slurmask_read(const struct slurmsaid *, struct slurmask *,
	    struct diag *);

/* The same of what a job has; its instances and their GPUs are known. */
int	slurmask_given(struct slice tres, int64_t instances, int64_t gpus,
	    struct slurmask *, struct diag *);

/* Whether it asks for parts of GPUs, shard or mps, or has some. */
bool	slurmask_parts(const struct slurmsaid *);

/*
 * Why no record can say what it asks: a code, and *more behind it; NULL: one
 * can.
 */
const char	*slurmask_bar(const struct slurmsaid *,
		    const struct slurmask *, struct slice *more);

/*
 * Appends the selector for a constraint: `a&b` is `a=yes,b=yes`.  False: it
 * says more than a selector can, and nothing is appended.
 */
bool	slurmask_selector(struct slice features, struct buf *);

#endif
