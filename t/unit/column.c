/* Tests of column: what is near, what is far, what it costs. */
#include "column.h"

#include "tap.h"

enum { ROWS = 5 };

static void
set_all(struct column *c, const int64_t *v)
{
	size_t i;

	for (i = 0; i < ROWS; i++)
		column_set(c, i, v[i], ROWS);
}

static bool
are(const struct column *c, const int64_t *v)
{
	size_t i;

	for (i = 0; i < ROWS; i++)
		if (column_get(c, i) != v[i])
			return false;
	return true;
}

static void
empty(void)
{
	struct column c = { 0 };

	tap_is_i64(column_get(&c, 3), 0, "what was not set is 0");
	column_set(&c, 3, 0, ROWS);
	tap_ok(!column_any(&c), "zeros alone take nothing");
	column_resize(&c, ROWS, 9);
	column_clear(&c, ROWS);
	tap_ok(!column_any(&c), "nor when there are more of them");
}

/* Numbers that are near each other, or are not. */
static void
holds(const int64_t *v, bool far, const char *what)
{
	const int64_t none[ROWS] = { 0 }, other[ROWS] = { 7, 0, -7, 7, 0 };
	struct column c = { 0 };

	set_all(&c, v);
	tap_ok(are(&c, v), "%s", what);
	tap_ok((c.far != NULL) == far && (c.near != NULL) != far,
	    "in %d bytes each", far ? 8 : 4);
	column_resize(&c, ROWS, 1000);
	tap_ok(are(&c, v) && column_get(&c, ROWS) == 0 &&
	    column_get(&c, 999) == 0, "more of them are 0");
	column_set(&c, 999, v[0], 1000);
	tap_is_i64(column_get(&c, 999), v[0], "and may be set");
	column_resize(&c, 1000, ROWS);
	tap_ok(are(&c, v), "fewer of them are as they were");
	column_resize(&c, ROWS, 1000);
	column_set(&c, 999, v[0], 1000);
	set_all(&c, other);
	tap_ok(are(&c, other), "they may change");
	column_drop(&c, 1, ROWS);
	tap_ok(column_get(&c, 0) == 0 && column_get(&c, 1) == -7 &&
	    column_get(&c, 2) == 7 && column_get(&c, 3) == 0 &&
	    column_get(&c, 4) == 0, "those behind one that is taken out move");
	column_clear(&c, ROWS);
	tap_ok(are(&c, none) && column_get(&c, 999) == v[0],
	    "those that are cleared are 0");
	column_free(&c);
	tap_ok(!column_any(&c), "and all is gone");
}

int
main(void)
{
	const int64_t half = INT64_C(1) << 31;
	const int64_t times[] = { 1796000000, 0, 1796000001, 1, 1800000000 };
	const int64_t low[] = { 1796000000, 1796000000 - half + 1, 0, 3, 2 };
	const int64_t lower[] = { 1796000000, 1796000000 - half, 0, 3, 2 };
	const int64_t high[] = { 5, 4 + half, -1, 0, 0 };
	const int64_t higher[] = { 5, 5 + half, -1, 0, 0 };
	const int64_t least[] = { INT64_MIN, INT64_MIN + 1, 0, 0, 0 };
	const int64_t most[] = { INT64_MAX, INT64_MIN, -1, 1, INT64_MAX };

	empty();
	holds(times, false, "times");
	holds(low, false, "the least that is near");
	holds(lower, true, "one less");
	holds(high, false, "the greatest that is near");
	holds(higher, true, "one more");
	holds(least, true, "the least of all");
	holds(most, true, "the greatest and the least");
	return tap_done();
}
