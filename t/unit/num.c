/* Tests of num: where checked arithmetic stops being exact. */
#include "num.h"

#include "tap.h"

#define MAX INT64_MAX
#define MIN INT64_MIN

enum { KEPT = 4711 };	/* what *out holds before, and after a failure */

/* 2^31.5, rounded down and up: the squares stand on both sides of MAX. */
static const int64_t root = INT64_C(3037000499);

struct pair {
	int64_t a;
	int64_t b;
	int fails;
	int64_t want;
};

static const struct pair sums[] = {
	{ 0, 0, 0, 0 },
	{ 1, -1, 0, 0 },
	{ MAX, 0, 0, MAX },
	{ MAX - 1, 1, 0, MAX },
	{ MAX, 1, -1, 0 },
	{ 1, MAX, -1, 0 },
	{ MAX, MAX, -1, 0 },
	{ MAX, MIN, 0, -1 },
	{ MIN, 0, 0, MIN },
	{ MIN + 1, -1, 0, MIN },
	{ MIN, -1, -1, 0 },
	{ MIN, MIN, -1, 0 },
};

static const struct pair products[] = {
	{ 0, 0, 0, 0 },
	{ 0, MAX, 0, 0 },
	{ MIN, 0, 0, 0 },
	{ MAX, 1, 0, MAX },
	{ MAX, -1, 0, -MAX },
	{ MIN, 1, 0, MIN },
	{ MIN, -1, -1, 0 },
	{ -1, MIN, -1, 0 },
	{ MAX, 2, -1, 0 },
	{ MAX / 2, 2, 0, MAX - 1 },
	{ MAX / 2 + 1, 2, -1, 0 },
	{ MIN / 2, 2, 0, MIN },
	{ root, root, 0, INT64_C(9223372030926249001) },
	{ root + 1, root + 1, -1, 0 },
	{ -root - 1, root + 1, -1, 0 },
	{ INT64_C(1) << 31, INT64_C(1) << 32, -1, 0 },
	{ -(INT64_C(1) << 31), INT64_C(1) << 32, 0, MIN },
	{ MAX, MAX, -1, 0 },
	{ MIN, MIN, -1, 0 },
};

#define ROWS(a) (sizeof(a) / sizeof((a)[0]))

static void
checked(const char *name, int (*op)(int64_t, int64_t, int64_t *),
    const struct pair *row, size_t rows)
{
	const struct pair *r;
	int64_t out;
	int rc;

	for (r = row; r < row + rows; r++) {
		out = KEPT;
		rc = op(r->a, r->b, &out);
		tap_ok(rc == r->fails, "%s %" PRId64 ", %" PRId64 ": %s",
		    name, r->a, r->b, r->fails ? "fails" : "fits");
		tap_is_i64(out, r->fails ? KEPT : r->want,
		    "%s %" PRId64 ", %" PRId64 ": *out", name, r->a, r->b);
	}
}

/* The same rows, of those that the saturating forms promise anything for. */
static void
saturating(const char *name, int64_t (*op)(int64_t, int64_t),
    const struct pair *row, size_t rows)
{
	const struct pair *r;

	for (r = row; r < row + rows; r++)
		if (r->a >= 0 && r->b >= 0)
			tap_is_i64(op(r->a, r->b), r->fails ? MAX : r->want,
			    "%s %" PRId64 ", %" PRId64, name, r->a, r->b);
}

static void
aliased(void)
{
	int64_t v = MAX;

	num_add(v, 1, &v);
	tap_is_i64(v, MAX, "a failed sum into its own operand leaves it");
	num_mul(v, 2, &v);
	tap_is_i64(v, MAX, "a failed product into its own operand leaves it");
	num_add(v, -7, &v);
	tap_is_i64(v, MAX - 7, "a sum into its own operand");
}

/* All pairs of an ascending list: the order of the values is that of i, j. */
static void
order(void)
{
	static const int64_t v[] = { MIN, MIN + 1, -1, 0, 1, MAX - 1, MAX };
	int i, j;

	for (i = 0; i < (int)ROWS(v); i++) {
		for (j = 0; j < (int)ROWS(v); j++) {
			tap_is_i64(num_cmp(v[i], v[j]), (i > j) - (i < j),
			    "cmp %" PRId64 ", %" PRId64, v[i], v[j]);
			tap_ok(num_min(v[i], v[j]) == v[i < j ? i : j] &&
			    num_max(v[i], v[j]) == v[i < j ? j : i],
			    "min, max %" PRId64 ", %" PRId64, v[i], v[j]);
		}
	}
}

int
main(void)
{
	checked("add", num_add, sums, ROWS(sums));
	checked("mul", num_mul, products, ROWS(products));
	saturating("add_sat", num_add_sat, sums, ROWS(sums));
	saturating("mul_sat", num_mul_sat, products, ROWS(products));
	aliased();
	order();
	return tap_done();
}
