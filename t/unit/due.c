/* Tests of due: a heap of what is due when. */
#include "due.h"

#include <stdlib.h>

#include "tap.h"

enum { MANY = 500 };

/* Pushes and pops in turns; what comes out is the earliest there is. */
static void
mixed(int64_t times)
{
	struct due_heap h = { 0 };
	struct due first;
	bool there[MANY] = { false };
	int64_t at[MANY], early;
	size_t i, k, n = 0, wrong = 0;

	for (i = 0; i < MANY || h.n > 0; i++) {
		if (i < MANY) {
			at[i] = (int64_t)(i * 7919 % 1009) % times;
			due_push(&h, at[i], (uint32_t)i);
			there[i] = true;
			n++;
		}
		if (i < MANY && i % 3 != 0)
			continue;
		early = INT64_MAX;
		for (k = 0; k < MANY; k++)
			if (there[k] && at[k] < early)
				early = at[k];
		wrong += h.at[0].at_s != early;
		first = due_pop(&h);
		wrong += first.at_s != early || !there[first.item] ||
		    at[first.item] != early;
		there[first.item] = false;
		wrong += h.n != --n;
	}
	tap_is_i64((int64_t)wrong, 0, "%d of %" PRId64 " times come in order",
	    MANY, times);
	free(h.at);
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
