/*
 * draw: what the generators of the benchmarks share: their numbers, and how
 * they are asked for.
 */
#ifndef DRAW_H
#define DRAW_H

#include <bsd/stdlib.h>
#include <err.h>
#include <stdint.h>

/* Steps a linear congruential generator; its high bits are the good ones. */
static inline uint32_t
draw(uint64_t *state, uint32_t below)
{
	*state = *state * 6364136223846793005U + 1442695040888963407U;
	return (uint32_t)((*state >> 33) % below);
}

/* A number of the command line, or the end. */
static inline uint64_t
number(const char *s)
{
	const char *fault;
	long long n;

	n = strtonum(s, 0, INT32_MAX, &fault);
	if (fault != NULL)
		errx(2, "\"%s\": the number is %s", s, fault);
	return (uint64_t)n;
}

#endif
