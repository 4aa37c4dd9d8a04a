/*
 * ratio: fractions, compared and written without floating point.
 */
#ifndef RATIO_H
#define RATIO_H

#include <stdint.h>

struct buf;

/* What two numbers of the project's type are multiplied to. */
__extension__ typedef unsigned __int128 ratio_wide;

/* -1, 0 or 1: the sign of a - b. */
static inline int
ratio_cmp(ratio_wide a, ratio_wide b)
{
	return (a > b) - (a < b);
}

/* The same of a / b and c / d, exactly; b and d are 1 to 2^63. */
int	ratio_frac_cmp(ratio_wide a, ratio_wide b, ratio_wide c,
	    ratio_wide d);

/*
 * Appends a / b to six digits, rounded half up: `0.350000`.  0 / 0 is `-` and
 * x / 0 is `inf`.
 */
void	ratio_put(struct buf *, ratio_wide a, ratio_wide b);

#endif
