/*
 * delivery: what groups were delivered of what they were owed, in few figures.
 *
 * What a group is owed is its claim, hour by hour, as far as it asked for it.
 * With x = delivered / owed of each leaf that was owed anything, fairness is
 * Jain's index:
 *
 *	J = (sum of x)^2 / (n * sum of x^2)
 *
 * It is 1 when all had the same part, and 1/n when one had all (R. Jain, D.
 * Chiu, W. Hawe: A Quantitative Measure of Fairness and Discrimination for
 * Resource Allocation in Shared Computer Systems, DEC-TR-301, 1984, whose x is
 * what was had over what is fair).
 */
#ifndef DELIVERY_H
#define DELIVERY_H

#include <stdint.h>

#include "ratio.h"
#include "usage.h"

/* Areas are thousandths of a GPU-second. */
struct delivery {
	int64_t groups;		/* leaves that were owed anything */
	int64_t owed, delivered;	/* of all, hour by hour */
	int64_t used;		/* of all, at any time; at most owed */
	int64_t worst, worst_of;	/* the smallest x: a mere fraction */
	/* The index as a fraction; each x was rounded down to 1e-9. */
	ratio_wide jain, jain_of;
};

/* owed_sum was done.  Fractions without groups are 0/0.  O(groups). */
struct delivery	delivery_of(const struct usage *);

#endif
