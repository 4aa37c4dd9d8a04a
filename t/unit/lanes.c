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

/* Takes all that are there; whether they are those, in that order. */
static bool
takes(struct lanes_lane *l, const uint32_t *want, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (!lanes_some(l) || lanes_first(l) != want[i])
			return false;
		lanes_take(l);
	}
	return !lanes_some(l);
}

/* Some come back in line, others come into the heap. */
static void
lines(void)
{
	static const uint32_t line[] = { 3, 10, 12 }, heap[] = { 11, 5, 20, 2 };
	static const uint32_t all[] = { 2, 3, 5, 10, 11, 12, 20 };
	struct lanes_lane l = { 0 };
	size_t round, i;

	tap_ok(!lanes_some(&l), "nobody is there at first");
	for (round = 0; round < 3; round++) {
		for (i = 0; i < 3; i++)
			lanes_line(&l, line[i]);
		for (i = 0; i < 4; i++)
			lanes_push(&l.heap, heap[i]);
		tap_ok(takes(&l, all, 7), "line and heap, as one order");
		tap_ok(!lanes_break(&l, &(uint32_t){ 0 }),
		    "nobody is left in line");
	}
	lanes_free(&l);
}

/* Who is left in line goes to the heap, and the line begins anew. */
static void
breaks(void)
{
	static const uint32_t left[] = { 4, 6, 7, 9 }, next[] = { 1, 2 };
	struct lanes_lane l = { 0 };
	uint32_t v = 0, i;

	lanes_push(&l.heap, 6);
	for (i = 3; i <= 9; i += 2)
		lanes_line(&l, i == 5 ? 4 : i);
	lanes_take(&l);
	tap_ok(lanes_break(&l, &v) && v == 4, "the first that is left");
	tap_ok(lanes_break(&l, &v) && v == 7, "the next");
	tap_ok(lanes_break(&l, &v) && v == 9, "the last");
	tap_ok(!lanes_break(&l, &v) && v == 9, "there are no more");
	tap_ok(takes(&l, left, 4), "they are where the others are");
	lanes_line(&l, 1);
	lanes_line(&l, 2);
	tap_ok(l.n == 2, "the line does not grow for ever");
	tap_ok(takes(&l, next, 2), "lesser ones may stand there now");
	lanes_free(&l);
}

int
main(void)
{
	heaps();
	lines();
	breaks();
	walks(LANES);
	walks(0);
	walks(6);
	return tap_done();
}
