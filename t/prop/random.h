/*
 * random: what the property tests draw from, the same on every machine.
 *
 *	PROGRAM [seed [count]]
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "../unit/tap.h"

static uint64_t random_state;

/* SplitMix64, by Steele, Lea and Flood. */
static inline uint64_t
random_any(void)
{
	uint64_t z = random_state += 0x9e3779b97f4a7c15U;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
	z = (z ^ z >> 27) * 0x94d049bb133111ebU;
	return z ^ z >> 31;
}

/* 0 to n - 1; 0 when that is nothing. */
static inline int
random_below(int n)
{
	return n < 1 ? 0 : (int)(random_any() % (uint64_t)n);
}

/* True once in n. */
static inline bool
random_once(int n)
{
	return random_below(n) == 0;
}

/*
 * Runs a property for count cases, each from a seed of its own, until one
 * fails.  That one is run alone with the seed that is printed, and count 1.
 */
static inline void
random_hold(const char *name, bool (*holds)(void), int argc, char **argv,
    uint64_t count)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1, k;

	if (argc > 2)
		count = strtoull(argv[2], NULL, 0);
	for (k = 0; k < count; k++) {
		random_state = seed + k;
		if (!holds())
			break;
	}
	if (!tap_ok(k == count, "%s: %" PRIu64 " from seed %" PRIu64, name,
	    k, seed))
		printf("#   again with: seed %" PRIu64 ", count 1\n",
		    seed + k);
}

#endif
