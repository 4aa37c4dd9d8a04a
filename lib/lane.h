/*
 * lane: a rule that tells some jobs from the others, `gpus<=8,
 * min_runtime<=15m`: those that it lets into the debug lane.
 */
#ifndef LANE_H
#define LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "job.h"
#include "text.h"

enum { LANE_TESTS = 8 };

struct lane_test {
	int field;		/* what is compared: see lane.c */
	int op;
	int64_t number;
	struct slice text;	/* of kind, queue, group; borrowed */
};

/* All tests must hold.  {0} lets nobody in. */
struct lane {
	struct lane_test test[LANE_TESTS];
	int n;
};

/*
 * Reads a rule: tests parted by commas, FIELD OP VALUE.  The fields gpus,
 * instances, min_runtime, time_limit and priority take <=, <, =, > and >=;
 * kind, queue and group take = alone.  -1 with the fault.
 */
int	lane_read(struct slice rule, struct lane *, struct diag *);

/* Whether an allocated job passes every test. */
bool	lane_has(const struct lane *, const struct jobs *, size_t i);

#endif
