/*
 * treap: items in order of three amounts, and the first that has enough.
 *
 * Search trees over one pool of slots, so that an item may stand in several.
 * Items with the same amounts share a node of their tree; thousands do.  Each
 * node knows the greatest amounts below it, so a look-up passes over what is
 * too small.  A node stays when its items are gone, for those to come: so a
 * tree is as large as there ever were different amounts in it.  What left a
 * node may stand there for a while.  Nothing can fail.
 */
#ifndef TREAP_H
#define TREAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "res.h"

#define TREAP_NONE UINT32_MAX

/* An item in one tree; slots are known by their number. */
struct treap_slot {
	uint32_t item;
	uint32_t tree;		/* which tree it is in: each has its number */
	uint32_t next;		/* the owner's: the item's next slot */
	uint32_t node;		/* where it is; TREAP_NONE: in no tree */
};

enum { TREAP_RECENT = 256 };

/* Starts as {0}; an empty tree's root is TREAP_NONE. */
struct treap {
	struct treap_slot *slot;	/* by number */
	size_t n, cap;
	struct treap_node *node;	/* of all trees */
	size_t nodes, node_cap;
	uint32_t recent[TREAP_RECENT];	/* nodes, by what their amounts hash */
	bool descending;	/* greatest amounts first; items ascend */
};

/* A new slot, in no tree yet. */
uint32_t	treap_slot(struct treap *, uint32_t item, uint32_t tree);

/* Puts a slot into a tree by what is free; O(log nodes) expected. */
void	treap_insert(struct treap *, uint32_t *root, uint32_t at,
	    const struct shape *free);

/*
 * Takes a slot out of the tree that it is in, whose root that is.  O(1), but
 * O(log nodes) expected for the last one of its amounts.
 */
void	treap_erase(struct treap *, uint32_t root, uint32_t at);

/*
 * The first slot of the tree that has at least `ask`, or TREAP_NONE.  Drops
 * those before it that left.
 */
uint32_t	treap_first(struct treap *, uint32_t root,
		    const struct shape *ask);

/*
 * The item that likely comes when n of those with the amounts of slot `at`
 * have left, or TREAP_NONE: to be fetched ahead, and no more than that.
 */
uint32_t	treap_later(const struct treap *, uint32_t at, size_t n);

void	treap_free(struct treap *);

#endif
