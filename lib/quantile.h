/*
 * quantile: what is told of many times: how many, mean, quantiles, greatest.
 *
 * Quantiles are by nearest rank: of n values in order p % is the one at place
 * p n / 100, rounded up, so that each is a value that was there.  The mean is
 * exact, then rounded half up.  Nothing here fails.
 */
#ifndef QUANTILE_H
#define QUANTILE_H

#include <stddef.h>
#include <stdint.h>

/* All 0 when there are no values. */
struct quantile {
	int64_t n;		/* values */
	int64_t mean;
	int64_t p50, p90, p99;
	int64_t max;
};

/*
 * Of n values, each at least 0; they are in order afterwards.  spare is room
 * for n more.  O(n x bits of the greatest).
 */
void	quantile_of(uint64_t *value, size_t n, uint64_t *spare,
	    struct quantile *);

#endif
