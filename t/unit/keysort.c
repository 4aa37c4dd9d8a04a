/* Tests of keysort: both sorts, of every size that they treat apart. */
#include "keysort.h"

#include <stdbool.h>
#include <stdlib.h>

#include "../prop/random.h"
#include "tap.h"

enum { MOST = 3000 };

static struct keysort key[MOST];

/* By the key; arg counts the comparisons. */
static int
cmp(const void *arg, const struct keysort *a, const struct keysort *b)
{
	size_t *const *count = arg;

	(**count)++;
	return (a->key > b->key) - (a->key < b->key);
}

/* Whether keys ascend, and items do among equals. */
static bool
sorted(size_t n)
{
	size_t i;

	for (i = 1; i < n; i++)
		if (key[i - 1].key > key[i].key ||
		    (key[i - 1].key == key[i].key &&
		    key[i - 1].item >= key[i].item))
			return false;
	return true;
}

static void
fill(size_t n, uint64_t mask)
{
	size_t i;

	for (i = 0; i < n; i++) {
		key[i].key = random_any() & mask;
		key[i].item = i;
	}
}

static void
sizes(uint64_t mask, int bits)
{
	static const size_t size[] = { 0, 1, 2, 7, 8, 9, 16, 17, 63, 100,
		1024, MOST };
	size_t count, *at = &count, i;

	for (i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
		fill(size[i], mask);
		keysort_merge(key, size[i], cmp, &at);
		tap_ok(sorted(size[i]), "merged: %zu of %d bits", size[i],
		    bits);
		fill(size[i], mask);
		keysort_radix(key, size[i], bits);
		tap_ok(sorted(size[i]), "by digits: %zu of %d bits", size[i],
		    bits);
	}
}

/* What is in order costs little more than a look at it. */
static void
in_order(void)
{
	size_t count = 0, *at = &count, i;

	for (i = 0; i < MOST; i++) {
		key[i].key = i;
		key[i].item = i;
	}
	keysort_merge(key, MOST, cmp, &at);
	tap_ok(sorted(MOST) && count < 2 * (size_t)MOST,
	    "%d in order: %zu comparisons", MOST, count);
}

int
main(void)
{
	sizes(0, 0);
	sizes(1, 1);
	sizes(2047, 11);
	sizes(4095, 12);
	sizes(UINT64_MAX, 64);
	in_order();
	return tap_done();
}
