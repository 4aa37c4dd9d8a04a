/*
 * frontier: every largest shape that fits.
 */
#ifndef FRONTIER_H
#define FRONTIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "res.h"

/* A shape in whole units. */
struct frontier_point {
	int64_t gpu;		/* GPUs */
	int64_t cpu;		/* cores */
	int64_t mem_gib;	/* GiB */
};

/*
 * The Pareto-largest shapes of which `instances` (at least 1) fit on the
 * nodes at once, several to a node if they fit; an amount of 0 limits
 * nothing.  With gpus a shape has at least one GPU, without none.  Descending
 * by gpu, cpu, mem.  *out is owned by the caller; returns how many.
 *
 * For every number of GPUs that can matter: O(E log E), E being the instances
 * that the distinct nodes hold, at most `instances` for each of them.
 */
size_t	frontier_find(const struct shape *nodes, size_t n, int64_t instances,
	    bool gpus, struct frontier_point **out);

#endif
