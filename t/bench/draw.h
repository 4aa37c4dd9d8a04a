/*
 * draw: what the generators of the benchmarks share: their numbers, and how
 * they are asked for.
 */
#ifndef DRAW_H
#define DRAW_H

#include <bsd/stdlib.h>
#include <err.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

/*
 * Reads the command line into value[], one for each letter of the spec, which
 * is getopt(3)'s: the number behind it, or 1 for a letter that takes none.
 */
static inline void
numbers(int argc, char **argv, const char *spec, const char *usage,
    uint64_t *const *value)
{
	const char *at;
	size_t i;
	int c;

	while ((c = getopt(argc, argv, spec)) != -1) {
		for (at = spec, i = 0; *at != '\0' && *at != c; at++)
			i += *at != ':';
		if (*at == '\0') {
			fprintf(stderr, "usage: %s\n", usage);
			exit(2);
		}
		*value[i] = at[1] == ':' ? number(optarg) : 1;
	}
}

#endif
