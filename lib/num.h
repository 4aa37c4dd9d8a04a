/*
 * num: checked and saturating arithmetic on the project's one number type,
 * int64_t.  Any module may include it.  The checked forms return 0, or -1
 * and leave *out alone; the saturating ones are for sums of which only "at
 * least so much" matters.  Nothing here uses floating point.
 */
#ifndef NUM_H
#define NUM_H

#include <stdint.h>

/* *out = a + b; -1 when it does not fit. */
static inline int
num_add(int64_t a, int64_t b, int64_t *out)
{
	int64_t r;

	if (__builtin_add_overflow(a, b, &r))
		return -1;
	*out = r;
	return 0;
}

/* *out = a * b; -1 when it does not fit. */
static inline int
num_mul(int64_t a, int64_t b, int64_t *out)
{
	int64_t r;

	if (__builtin_mul_overflow(a, b, &r))
		return -1;
	*out = r;
	return 0;
}

/* a + b of two numbers that are not negative, at most INT64_MAX. */
static inline int64_t
num_add_sat(int64_t a, int64_t b)
{
	int64_t r;

	return __builtin_add_overflow(a, b, &r) ? INT64_MAX : r;
}

/* a + b of any two, at most INT64_MAX and at least its negative. */
static inline int64_t
num_move_sat(int64_t a, int64_t b)
{
	int64_t r;

	if (__builtin_add_overflow(a, b, &r) || r == INT64_MIN)
		return b < 0 ? -INT64_MAX : INT64_MAX;
	return r;
}

/* a * b of two numbers that are not negative, at most INT64_MAX. */
static inline int64_t
num_mul_sat(int64_t a, int64_t b)
{
	int64_t r;

	return __builtin_mul_overflow(a, b, &r) ? INT64_MAX : r;
}

static inline int64_t
num_min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline int64_t
num_max(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* -1, 0 or 1: the sign of a - b, without the overflow. */
static inline int
num_cmp(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

#endif
