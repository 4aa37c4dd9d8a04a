/* Tests of vec: what grows, what stays, what it costs. */
#include "vec.h"

#include <stdint.h>
#include <stdlib.h>

#include "tap.h"

static void
enough(void)
{
	size_t cap = 5;
	int *p = calloc(cap, sizeof(*p)), *q;

	q = vec_room(p, &cap, 0, sizeof(*p));
	tap_ok(q == p && cap == 5, "room for none is there");
	q = vec_room(p, &cap, 5, sizeof(*p));
	tap_ok(q == p && cap == 5, "room for all is there");
	free(p);
	cap = 0;
	p = vec_room(NULL, &cap, 0, sizeof(*p));
	tap_ok(p == NULL && cap == 0, "an empty array needs none");
}

/* From a capacity to a need: writes the whole of the new capacity. */
static void
grows(size_t from, size_t need)
{
	size_t cap = from, i, bad = 0;
	uint32_t *p = from > 0 ? malloc(from * sizeof(*p)) : NULL;

	for (i = 0; i < from; i++)
		p[i] = (uint32_t)(i * 7);
	p = vec_room(p, &cap, need, sizeof(*p));
	for (i = 0; i < from; i++)
		bad += p[i] != i * 7;
	memset(p, 1, cap * sizeof(*p));
	tap_ok(cap >= need && bad == 0, "from %zu to %zu at least", from,
	    need);
	tap_ok(cap >= 2 * from, "from %zu it doubles", from);
	free(p);
}

static void
more(void)
{
	size_t n = 0, cap = 0, before, moves = 0, bad = 0, i;
	uint64_t *p = NULL;

	while (n < 1000000) {
		before = cap;
		p = VEC_MORE(p, n, cap);
		moves += cap != before;
		p[n] = n;
		n++;
	}
	for (i = 0; i < n; i++)
		bad += p[i] != i;
	tap_ok(bad == 0, "a million additions are all there");
	tap_ok(moves <= 20, "they moved the array %zu times", moves);
	tap_ok(cap < 4 * n, "and took no more than four times the room");
	free(p);
}

int
main(void)
{
	static const size_t step[][2] = { { 0, 1 }, { 0, 17 }, { 1, 2 },
	    { 15, 16 }, { 16, 17 }, { 16, 32 }, { 16, 33 }, { 100, 101 },
	    { 3, 100000 } };
	size_t i;

	enough();
	for (i = 0; i < sizeof(step) / sizeof(step[0]); i++)
		grows(step[i][0], step[i][1]);
	more();
	return tap_done();
}
