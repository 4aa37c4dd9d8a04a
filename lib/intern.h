/*
 * intern: names to small numbers and back.
 *
 * Numbers are given in order of first sight, from 0.  Names are compared in
 * full; a look-up takes O(1).  Starts as {0}.
 *
 * Memory: the names, 16 bytes each, and 16 to 32 for its slots.
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
	uint64_t *slot;		/* top half of the hash, number + 1; 0: free */
	size_t slots;		/* a power of two, or 0 */
	struct mem_arena text;
};

/* The name's number, given now if it has none. */
size_t	intern_add(struct intern *, struct slice name);

/* The same; a new name is not copied, and outlives the table. */
size_t	intern_add_kept(struct intern *, struct slice name);

/* Makes room for n more names at once. */
void	intern_expect(struct intern *, size_t n);

/* Says that a name will be asked for soon: its slot may be far away. */
void	intern_ahead(const struct intern *, struct slice name);

/* The name's number, or INTERN_NONE. */
int64_t	intern_find(const struct intern *, struct slice name);

/*
 * Frees what look-ups take, once all names are there: none is found or added
 * afterwards, but names stay known by their numbers.
 */
void	intern_settle(struct intern *);

void	intern_free(struct intern *);

#endif
