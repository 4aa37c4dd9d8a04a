/*
 * due: what is due when: a heap of numbers by instants.
 */
#ifndef DUE_H
#define DUE_H

#include <stddef.h>
#include <stdint.h>

struct due {
	int64_t at_s;
	uint32_t item;
};

/* Starts as {0}; at[0] is due first. */
struct due_heap {
	struct due *at;
	size_t n, cap;
};

void		due_push(struct due_heap *, int64_t at_s, uint32_t item);

/* Takes the first out; there is one. */
struct due	due_pop(struct due_heap *);

#endif
