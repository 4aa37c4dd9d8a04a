#include "quantile.h"

#include <string.h>

#include "ratio.h"

enum { RADIX_BITS = 11, RADIX = 1 << RADIX_BITS };

/* Moves the values to `to`, in order of the digit at that bit. */
static void
pass(const uint64_t *from, size_t n, uint64_t *to, int shift)
{
	size_t at[RADIX] = { 0 }, sum = 0, had, i;

	for (i = 0; i < n; i++)
		at[from[i] >> shift & (RADIX - 1)]++;
	for (i = 0; i < RADIX; i++) {
		had = at[i];
		at[i] = sum;
		sum += had;
	}
	for (i = 0; i < n; i++)
		to[at[from[i] >> shift & (RADIX - 1)]++] = from[i];
}

static void
sort(uint64_t *value, size_t n, uint64_t *spare, uint64_t max)
{
	uint64_t *from = value, *to = spare, *swap;
	int shift;

	for (shift = 0; shift < 64 && max >> shift != 0;
	    shift += RADIX_BITS) {
		pass(from, n, to, shift);
		swap = from;
		from = to;
		to = swap;
	}
	if (from != value)
		memcpy(value, from, n * sizeof(*value));
}

/* A few are not worth the digits. */
static void
insert(uint64_t *value, size_t n)
{
	uint64_t one;
	size_t i, at;

	for (i = 1; i < n; i++) {
		one = value[i];
		for (at = i; at > 0 && value[at - 1] > one; at--)
			value[at] = value[at - 1];
		value[at] = one;
	}
}

static int64_t
nearest(const uint64_t *value, size_t n, unsigned percent)
{
	const ratio_wide place = ((ratio_wide)n * percent + 99) / 100;

	return (int64_t)value[(size_t)place - 1];
}

void
quantile_of(uint64_t *value, size_t n, uint64_t *spare, struct quantile *q)
{
	enum { FEW = 64 };
	ratio_wide sum = 0;
	uint64_t max = 0;
	size_t i;

	memset(q, 0, sizeof(*q));
	if (n == 0)
		return;
	for (i = 0; i < n; i++) {
		sum += value[i];
		if (value[i] > max)
			max = value[i];
	}
	if (n <= FEW)
		insert(value, n);
	else
		sort(value, n, spare, max);
	q->n = (int64_t)n;
	q->mean = (int64_t)((sum + n / 2) / n);
	q->p50 = nearest(value, n, 50);
	q->p90 = nearest(value, n, 90);
	q->p99 = nearest(value, n, 99);
	q->max = (int64_t)max;
}
