/*
 * gres: generic resources, as Slurm writes them in many places:
 *
 *	gpu:a100:8(S:0-1)		what a node has
 *	gpu:(null):4(IDX:0-3)		what is used of it
 *	gres:gpu:a100:4  gres/gpu=16	what a job asks
 *
 * A list's commas part items, but for those in parentheses.  Syntax only.
 */
#ifndef GRES_H
#define GRES_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "text.h"

struct gres_item {
	struct slice name;	/* gpu, shard, mps, nic, ... */
	struct slice type;	/* a100; empty: none is said */
	int64_t count;		/* at least 0; 1 where none is said */
};

/*
 * Takes the next item off the front of a list: 1, 0 at its end, -1 when it is
 * no item, and the diag says why.  (null) and N/A are lists of none.
 */
int	gres_next(struct slice *rest, struct gres_item *, struct diag *);

/* Whether it is of whole GPUs; shard and mps are parts of those. */
bool	gres_is_gpu(const struct gres_item *);

/*
 * A count with a suffix that multiplies it by powers of 1024, as Slurm takes
 * them: 8, 4K.  0 or -1.
 */
int	gres_count(struct slice, int64_t *out);

#endif
