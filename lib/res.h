/*
 * res: the three resources, and amounts of all three at once.
 */
#ifndef RES_H
#define RES_H

#include <stdint.h>

#include "kind.h"

enum res {
	RES_GPU,	/* thousandths */
	RES_CPU,	/* thousandths */
	RES_MEM,	/* bytes */
	RES_N
};

/* An amount of each; what a node has, or one instance asks. */
struct shape {
	int64_t of[RES_N];
};

/* `gpu`, `cpu`, `mem`: also the names of their columns. */
const char	*res_name(enum res);

/* How its amounts are written. */
enum kind	res_kind(enum res);

/*
 * How many of the shape fit into free at once: the least of free / ask over
 * the resources in the mask of bits 1 << res.  None of those may be 0 in ask;
 * an empty mask gives INT64_MAX.
 */
int64_t	res_fits(const struct shape *free, const struct shape *ask,
	    unsigned mask);

#endif
