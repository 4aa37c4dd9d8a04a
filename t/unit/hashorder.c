/*
 * hashorder: by hash, then by what is compared; few hashes or many.
 */
#include "hashorder.h"

#include <stdlib.h>

#include "tap.h"

enum { MANY = 5000 };

static uint64_t hashes[MANY];

static uint64_t
hash_of(const void *arg, size_t i)
{
	return ((const uint64_t *)arg)[i];
}

/* Equal hashes: the later item first. */
static int
cmp(const void *arg, const struct keysort *a, const struct keysort *b)
{
	const uint64_t *h = arg, x = h[a->item], y = h[b->item];

	if (x != y)
		return x < y ? -1 : 1;
	return (a->item < b->item) - (a->item > b->item);
}

static void
sorts(size_t n, uint64_t times, uint64_t mask, const char *what)
{
	static bool seen[MANY];
	struct keysort a = { 0, 0 }, b = { 0, 0 };
	uint32_t *order;
	size_t i;

	memset(seen, 0, sizeof(seen));
	for (i = 0; i < n; i++)
		hashes[i] = i * times & mask;
	order = hashorder_of(n, hash_of, cmp, hashes);
	for (i = 0; i < n; i++) {
		b.item = order[i];
		if (order[i] >= n || seen[order[i]] ||
		    (i > 0 && cmp(hashes, &a, &b) >= 0))
			break;
		seen[order[i]] = true;
		a = b;
	}
	tap_ok(i == n, "%s", what);
	free(order);
}

int
main(void)
{
	const uint64_t odd = 0x9e3779b97f4a7c15U;

	sorts(0, odd, UINT64_MAX, "nothing");
	sorts(1, odd, UINT64_MAX, "one");
	sorts(2, odd, UINT64_MAX, "two");
	sorts(MANY, odd, UINT64_MAX, "many, each with a hash of its own");
	sorts(MANY, odd, 7, "a few hashes, alike in front");
	sorts(MANY, odd, UINT64_C(7) << 61, "a few, apart in front");
	sorts(MANY, 0, 0, "all alike");
	return tap_done();
}
