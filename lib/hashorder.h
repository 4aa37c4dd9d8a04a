/*
 * hashorder: an order of many items that begins with a hash.
 *
 * The leading bits of the hashes are sorted by first, in two passes: about an
 * item is left to each bucket, and so nearly all comparisons are saved.
 */
#ifndef HASHORDER_H
#define HASHORDER_H

#include <stddef.h>
#include <stdint.h>

#include "keysort.h"

/* The hash of item i; arg is the caller's own. */
typedef uint64_t hashorder_hash(const void *arg, size_t i);

/*
 * The items 0 to n - 1 in order, at most UINT32_MAX of them; owned by the
 * caller.  The comparison begins with the hash and looks at `item` alone.
 * O(n log n) whatever the hashes are; 8 to 12 bytes an item.
 */
uint32_t	*hashorder_of(size_t n, hashorder_hash *, keysort_cmp *,
		    const void *arg);

#endif
