/*
 * owed: what groups were owed hour by hour, and what they had of it.
 *
 * In an hour a group is owed the least of its part of the capacity and of what
 * its charged jobs, waiting and running, asked for.  Only use in the same hour
 * delivers.  An inner group is one like any other: what those below it used
 * and asked for is put together, hour by hour, and held against its own part.
 * Nothing can fail.
 */
#ifndef OWED_H
#define OWED_H

#include <stdint.h>

#include "budget.h"
#include "ratio.h"
#include "usage.h"

/*
 * Sums up all that usage_sum does, and what each group but the root was owed
 * and delivered.  O(runs + groups x hours).
 */
void	owed_sum(struct usage *, int64_t capacity_m);

/* Such an area of a group in thousandths of a GPU-second, rounded down. */
int64_t	owed_m(const struct budget *, ratio_wide area);

#endif
