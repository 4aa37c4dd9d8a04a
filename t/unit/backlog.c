/* Tests of backlog: the first that waits and is short enough. */
#include "backlog.h"

#include "tap.h"

enum { MOST = 37 };

/* The same by looking at each. */
static size_t
first(const int64_t *limit_s, size_t n, size_t from, int64_t most_s)
{
	size_t i;

	for (i = from; i < n; i++)
		if (limit_s[i] >= 0 && limit_s[i] <= most_s)
			return i;
	return BACKLOG_NONE;
}

/* Every question about n of them, of which some left. */
static size_t
wrong(size_t n)
{
	struct backlog b;
	int64_t limit_s[MOST], most_s;
	size_t i, to, bad = 0;

	backlog_init(&b, n);
	for (i = 0; i < n; i++) {
		limit_s[i] = (int64_t)(i * 7919 % 11);
		backlog_put(&b, i, limit_s[i]);
	}
	for (i = 0; i < n; i += 3) {
		limit_s[i] = -1;
		backlog_take(&b, i);
	}
	for (i = 0; i <= n; i++)
		for (to = i; to <= n; to++)
			for (most_s = 0; most_s < 12; most_s++)
				bad += backlog_first(&b, i, to, most_s) !=
				    first(limit_s, to, i, most_s);
	backlog_free(&b);
	return bad;
}

static void
looks(void)
{
	size_t n, bad = 0;

	for (n = 1; n <= MOST; n++)
		bad += wrong(n);
	tap_is_i64((int64_t)bad, 0, "the same as by looking at each");
}

static void
edges(void)
{
	struct backlog b;

	backlog_init(&b, 0);
	tap_ok(backlog_first(&b, 0, 0, BACKLOG_ANY) == BACKLOG_NONE,
	    "nobody is there");
	backlog_free(&b);
	backlog_init(&b, 5);
	tap_ok(backlog_first(&b, 0, 5, BACKLOG_ANY) == BACKLOG_NONE,
	    "nobody has come");
	backlog_put(&b, 3, BACKLOG_ANY);
	tap_is_i64((int64_t)backlog_first(&b, 1, 5, BACKLOG_ANY), 3,
	    "one without a limit waits");
	tap_ok(backlog_first(&b, 1, 5, 1000000) == BACKLOG_NONE,
	    "and is not short");
	tap_ok(backlog_first(&b, 4, 5, BACKLOG_ANY) == BACKLOG_NONE &&
	    backlog_first(&b, 0, 3, BACKLOG_ANY) == BACKLOG_NONE,
	    "behind it there is none, nor before it");
	backlog_put(&b, 3, BACKLOG_ANY - 1);
	tap_is_i64((int64_t)backlog_first(&b, 0, 5,
	    INT64_C(1) << 40), 3,
	    "long ones are alike");
	backlog_free(&b);
}

int
main(void)
{
	looks();
	edges();
	return tap_done();
}
