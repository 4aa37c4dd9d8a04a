#include "keysort.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

enum {
	RADIX_BITS = 11,
	RADIX_MASK = (1 << RADIX_BITS) - 1,
	FEW = 8			/* what is inserted one by one */
};

static void
insert(struct keysort *k, size_t n, keysort_cmp *cmp, const void *arg)
{
	struct keysort one;
	size_t i, at;

	for (i = 1; i < n; i++) {
		one = k[i];
		for (at = i; at > 0 && cmp(arg, &k[at - 1], &one) > 0; at--)
			k[at] = k[at - 1];
		k[at] = one;
	}
}

/* Merges two runs; those of the left come first among equals. */
static void
merge(const struct keysort *a, size_t n, const struct keysort *b, size_t m,
    struct keysort *out, keysort_cmp *cmp, const void *arg)
{
	const struct keysort *ae = a + n, *be = b + m;

	while (a < ae && b < be)
		*out++ = cmp(arg, a, b) <= 0 ? *a++ : *b++;
	while (a < ae)
		*out++ = *a++;
	while (b < be)
		*out++ = *b++;
}

/*
 * From the bottom, since records mostly arrive nearly sorted and qsort(3) is
 * neither stable nor quick everywhere.  Runs that are in order already are
 * joined without a comparison more.
 */
void
keysort_merge(struct keysort *k, size_t n, keysort_cmp *cmp, const void *arg)
{
	struct keysort *spare, *from = k, *to, *swap;
	size_t width, i, mid, end;

	for (i = 0; i < n; i += FEW)
		insert(k + i, n - i < FEW ? n - i : FEW, cmp, arg);
	if (n <= FEW)
		return;
	to = spare = mem_array(n, sizeof(*spare));
	for (width = FEW; width < n; width *= 2) {
		for (i = 0; i < n; i = end) {
			mid = i + width < n ? i + width : n;
			end = mid + width < n ? mid + width : n;
			if (mid == end || cmp(arg, &from[mid - 1],
			    &from[mid]) <= 0)
				memcpy(to + i, from + i,
				    (end - i) * sizeof(*to));
			else
				merge(from + i, mid - i, from + mid,
				    end - mid, to + i, cmp, arg);
		}
		swap = from;
		from = to;
		to = swap;
	}
	if (from != k)
		memcpy(k, from, n * sizeof(*k));
	free(spare);
}

/* One stable pass by a digit of the keys. */
static void
radix_pass(const struct keysort *from, struct keysort *to, size_t n,
    int shift)
{
	size_t count[1 << RADIX_BITS] = { 0 }, k, sum = 0, c;

	for (k = 0; k < n; k++)
		count[from[k].key >> shift & RADIX_MASK]++;
	for (k = 0; k < 1 << RADIX_BITS; k++) {
		c = count[k];
		count[k] = sum;
		sum += c;
	}
	for (k = 0; k < n; k++)
		to[count[from[k].key >> shift & RADIX_MASK]++] = from[k];
}

void
keysort_radix(struct keysort *k, size_t n, int bits)
{
	struct keysort *spare = mem_array(n, sizeof(*spare));
	struct keysort *from = k, *to = spare, *swap;
	int shift;

	for (shift = 0; shift < bits; shift += RADIX_BITS) {
		radix_pass(from, to, n, shift);
		swap = from;
		from = to;
		to = swap;
	}
	if (from != k)
		memcpy(k, from, n * sizeof(*k));
	free(spare);
}
