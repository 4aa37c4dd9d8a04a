/*
 * intern: names to small numbers and back.
 *
 * Numbers are given in order of first sight, from 0.  Names are compared in
 * full; a look-up takes O(1).  Nothing can fail.
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

/* Where a name is, from another on. */
struct intern_near {
	int32_t at;
	uint32_t n;		/* bytes */
};

/* Starts as {0}. */
struct intern {
	struct slice *name;	/* by number; NULL when it is near */
	struct intern_near *near;	/* then the same, from base on */
	const char *base;
	size_t n, cap;		/* names */
	uint64_t *slot;		/* top half of the hash, number + 1; 0: free */
	size_t slots;		/* a power of two, or 0 */
	struct mem_arena text;	/* of names that were copied */
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
 * Frees what look-ups take, once all names are there, and half of what names
 * do if they lie near each other in memory.  None is found or added
 * afterwards, and they are known by intern_name alone.
 */
void	intern_settle(struct intern *);

/* The name with a number, settled or not. */
static inline struct slice
intern_name(const struct intern *t, size_t i)
{
	return t->near == NULL ? t->name[i] :
	    text_slice(t->base + t->near[i].at, t->near[i].n);
}

/* Says that the name with a number will be asked for soon. */
static inline void
intern_ahead_of(const struct intern *t, size_t i)
{
	if (t->near != NULL)
		__builtin_prefetch(&t->near[i]);
	else
		__builtin_prefetch(&t->name[i]);
}

void	intern_free(struct intern *);

#endif
