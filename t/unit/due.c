/* Tests of due: a heap of what is due when. */
#include "due.h"

#include <stdlib.h>

#include "tap.h"

enum { MANY = 500 };

static struct due_heap heap;
static int64_t at[MANY];
static bool there[MANY];

/* Takes the first out; whether it is the earliest of those that are there. */
static bool
take(void)
{
	const struct due head = heap.at[0];
	const size_t n = heap.n;
	struct due first;
	size_t k;

	first = due_pop(&heap);
	if (!there[first.item] || at[first.item] != first.at_s ||
	    head.at_s != first.at_s || head.item != first.item ||
	    heap.n != n - 1)
		return false;
	there[first.item] = false;
	for (k = 0; k < MANY; k++)
		if (there[k] && at[k] < first.at_s)
			return false;
	return true;
}

/* Three come for each that is taken out, then all are. */
static void
mixed(int64_t times)
{
	size_t i, wrong = 0;

	for (i = 0; i < MANY; i++) {
		at[i] = (int64_t)(i * 7919 % 1009) % times;
		due_push(&heap, at[i], (uint32_t)i);
		there[i] = true;
		if (i % 3 == 0)
			wrong += !take();
	}
	while (heap.n > 0)
		wrong += !take();
	tap_is_i64((int64_t)wrong, 0, "%d of %" PRId64 " times come in order",
	    MANY, times);
	free(heap.at);
	heap = (struct due_heap){ 0 };
}

static void
ends(void)
{
	struct due_heap h = { 0 };

	due_push(&h, INT64_MAX, 1);
	due_push(&h, INT64_MIN, UINT32_MAX);
	due_push(&h, 0, 2);
	tap_is_i64(due_pop(&h).item, UINT32_MAX, "the earliest time there is");
	tap_is_i64(due_pop(&h).item, 2, "one in the middle");
	tap_is_i64(due_pop(&h).at_s, INT64_MAX, "the latest");
	tap_is_i64((int64_t)h.n, 0, "nothing is left");
	free(h.at);
}

int
main(void)
{
	mixed(1);
	mixed(10);
	mixed(1009);
	ends();
	return tap_done();
}
