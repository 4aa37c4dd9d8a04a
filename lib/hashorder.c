#include "hashorder.h"

#include <stdlib.h>

#include "mem.h"

/* Sorts the items of a bucket. */
static void
sort(uint32_t *item, size_t n, struct keysort *spare, keysort_cmp *cmp,
    const void *arg)
{
	size_t i;

	for (i = 0; i < n; i++)
		spare[i].item = item[i];
	keysort_merge(spare, n, cmp, arg);
	for (i = 0; i < n; i++)
		item[i] = (uint32_t)spare[i].item;
}

uint32_t *
hashorder_of(size_t n, hashorder_hash *hash, keysort_cmp *cmp,
    const void *arg)
{
	uint32_t *order = mem_array(n, sizeof(*order)), *end;
	size_t buckets, i, from, largest = 0;
	struct keysort *spare;
	int bits = 1;

	while (bits < 31 && (size_t)1 << bits < n)
		bits++;
	buckets = (size_t)1 << bits;
	end = mem_zero(buckets + 1, sizeof(*end));
	for (i = 0; i < n; i++)
		end[(hash(arg, i) >> (64 - bits)) + 1]++;
	for (i = 0; i < buckets; i++) {
		if (end[i + 1] > largest)
			largest = end[i + 1];
		end[i + 1] += end[i];
	}
	/* Now where each begins; filling them makes it where they end. */
	for (i = 0; i < n; i++)
		order[end[hash(arg, i) >> (64 - bits)]++] = (uint32_t)i;
	spare = mem_zero(largest, sizeof(*spare));
	for (i = 0, from = 0; i < buckets; from = end[i++])
		if (end[i] - from > 1)
			sort(order + from, end[i] - from, spare, cmp, arg);
	free(spare);
	free(end);
	return order;
}
