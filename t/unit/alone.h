/*
 * alone: what the tests of the grammars share: tables of slices, and texts in
 * memory of their own.
 */
#ifndef ALONE_H
#define ALONE_H

#include <stdlib.h>
#include <string.h>

#include "text.h"

#define ROWS(a) (sizeof(a) / sizeof((a)[0]))
#define S(lit) { (lit), sizeof(lit) - 1 }

/* A copy at the end of its own memory, so that a read past it is seen. */
static inline struct slice
alone(struct slice s, char **hold)
{
	*hold = malloc(s.n + 1);
	if (s.n > 0)
		memcpy(*hold + 1, s.p, s.n);
	return text_slice(*hold + 1, s.n);
}

#endif
