/*
 * keysort: sorts numbers with items behind them.
 *
 * A key is a number that is compared first, and an item that the caller knows
 * how to compare.  Both sorts are stable.
 */
#ifndef KEYSORT_H
#define KEYSORT_H

#include <stddef.h>
#include <stdint.h>

struct keysort {
	uint64_t key;		/* smaller first */
	size_t item;
};

/* Negative, 0 or positive; arg is the caller's own. */
typedef int keysort_cmp(const void *arg, const struct keysort *,
    const struct keysort *);

/*
 * Sorts by the comparison alone: O(n log n) of them, and fewer where much is
 * in order already.
 */
void	keysort_merge(struct keysort *, size_t n, keysort_cmp *,
	    const void *arg);

/* Sorts by the low `bits` bits of the keys, up to 64: O(n x bits). */
void	keysort_radix(struct keysort *, size_t n, int bits);

#endif
