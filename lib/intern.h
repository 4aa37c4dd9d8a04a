/*
 * intern: names to small numbers and back.
 *
 * Numbers are given in order of first sight, from 0.  Names are compared in
 * full; a look-up takes O(1).  Starts as {0}.
 */
#ifndef INTERN_H
#define INTERN_H

#include <stddef.h>
#include <stdint.h>

#include "mem.h"
#include "text.h"

enum { INTERN_NONE = -1 };

struct intern {
	struct slice *name;	/* by number; owned */
	size_t n, cap;
	uint32_t *slot;		/* number + 1; 0: free */
	size_t slots;		/* a power of two, or 0 */
	struct mem_arena text;
};

/* The name's number, given now if it has none. */
size_t	intern_add(struct intern *, struct slice name);

/* The name's number, or INTERN_NONE. */
int64_t	intern_find(const struct intern *, struct slice name);

void	intern_free(struct intern *);

#endif
