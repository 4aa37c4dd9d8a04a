/* Tests of lanes: jobs that wait by kinds, and a walk over all in order. */
#include "lanes.h"

#include <stdlib.h>

#include "tap.h"

enum { LANES = 7, ITEMS = 300 };

static struct lanes_heap lane[LANES];

/* Item v is in lane v % LANES, but for some that are all in the first. */
static uint32_t
lane_of(uint32_t v)
{
	return v % 5 == 0 ? 0 : v % LANES;
}

static void
fill(void)
{
	uint32_t i, v;

	for (i = 0; i < ITEMS; i++) {
		v = i * 7919 % ITEMS;
		lanes_push(&lane[lane_of(v)], v);
	}
}

static void
empty(void)
{
	int i;

	for (i = 0; i < LANES; i++) {
		free(lane[i].item);
		lane[i] = (struct lanes_heap){ 0 };
	}
}

static void
heaps(void)
{
	size_t wrong = 0, n = 0;
	uint32_t i, v, next;

	fill();
	for (i = 0; i < LANES; i++)
		for (next = 0; lane[i].n > 0; next = v + 1, n++) {
			v = lanes_pop(&lane[i]);
			wrong += v < next || lane_of(v) != i;
		}
	tap_is_i64((int64_t)wrong, 0, "each lane is in order");
	tap_is_i64((int64_t)n, ITEMS, "they have all");
	empty();
}

/* All lanes but `closed`: its items are passed over, the others in order. */
static void
walks(uint32_t closed)
{
	struct lanes_walk w = { 0 };
	uint32_t want = 0, k, at;
	size_t wrong = 0, seen = 0, all = 0;

	fill();
	for (k = 0; k < LANES; k++)
		if (k != closed) {
			lanes_enter(&w, k, lane[k].item[0]);
			all += lane[k].n;
		}
	for (; w.n > 0; seen++, want++) {
		while (lane_of(want) == closed)
			want++;
		wrong += w.at[0].head != want;
		at = lanes_leave(&w);
		wrong += at != lane_of(want) || lanes_pop(&lane[at]) != want;
		if (lane[at].n > 0)
			lanes_enter(&w, at, lane[at].item[0]);
	}
	tap_is_i64((int64_t)wrong, 0, "without lane %u: in order", closed);
	tap_is_i64((int64_t)seen, (int64_t)all, "all of them");
	free(w.at);
	empty();
}

int
main(void)
{
	heaps();
	walks(LANES);
	walks(0);
	walks(6);
	return tap_done();
}
