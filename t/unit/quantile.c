/*
 * quantile: nearest ranks, a mean that is rounded once, order.
 */
#include "quantile.h"

#include <stdlib.h>

#include "tap.h"

enum { MANY = 1000 };

static void
is(const struct quantile *q, const char *want, const char *what)
{
	char got[200];

	snprintf(got, sizeof(got), "%" PRId64 " %" PRId64 " %" PRId64
	    " %" PRId64 " %" PRId64 " %" PRId64, q->n, q->mean, q->p50,
	    q->p90, q->p99, q->max);
	tap_is_str(got, want, "%s", what);
}

/* The values down from n to 1. */
static void
down(size_t n, const char *want, const char *what)
{
	static uint64_t value[MANY], spare[MANY];
	struct quantile q;
	size_t i;

	for (i = 0; i < n; i++)
		value[i] = n - i;
	quantile_of(value, n, spare, &q);
	is(&q, want, what);
	for (i = 0; i < n && value[i] == i + 1; i++)
		;
	tap_ok(i == n, "%s: in order", what);
}

int
main(void)
{
	uint64_t one[] = { 7 }, two[] = { 4, 1 }, spare[4];
	uint64_t far[] = { INT64_MAX, 0, INT64_MAX - 1, INT64_MAX };
	static uint64_t wide[100], room[100];
	struct quantile q;
	size_t i;

	quantile_of(NULL, 0, NULL, &q);
	is(&q, "0 0 0 0 0 0", "of nothing");
	quantile_of(one, 1, spare, &q);
	is(&q, "1 7 7 7 7 7", "of one");
	/* 2.5 is rounded up; half of two is the first. */
	quantile_of(two, 2, spare, &q);
	is(&q, "2 3 1 4 4 4", "of two");
	quantile_of(far, 4, spare, &q);
	is(&q, "4 6917529027641081855 9223372036854775806 "
	    "9223372036854775807 9223372036854775807 9223372036854775807",
	    "of great ones");
	/* The ranks of 10: 5, 9, 9.9 up. */
	down(10, "10 6 5 9 10 10", "10 values");
	down(11, "11 6 6 10 11 11", "11 values");
	/* 98.01 is rounded up. */
	down(99, "99 50 50 90 99 99", "99 values");
	down(100, "100 51 50 90 99 100", "100 values");
	down(101, "101 51 51 91 100 101", "101 values");
	down(MANY, "1000 501 500 900 990 1000", "1000 values");
	for (i = 0; i < 100; i++)
		wide[i] = (100 - i) << 48 | (i & 1);
	quantile_of(wide, 100, room, &q);
	tap_ok(q.max == ((int64_t)100 << 48) && q.p50 == ((int64_t)50 << 48),
	    "by the high digits too");
	return tap_done();
}
