/*
 * Tests of k8squant: every suffix, both ways of rounding, the edges of the
 * range, and what is no quantity; amounts of public reports are named.
 */
#include "k8squant.h"

#include "alone.h"
#include "tap.h"

#define MAX INT64_MAX

enum { KEPT = -4711 };

static const struct {
	const char *text;
	int fault;
	int64_t down, up;
} mems[] = {
	{ "0", 0, 0, 0 }, { "1", 0, 1, 1 }, { "007", 0, 7, 7 },
	{ "+5", 0, 5, 5 }, { "1.", 0, 1, 1 }, { ".5", 0, 0, 1 },
	{ "1.5", 0, 1, 2 }, { "0.0", 0, 0, 0 },
	/* kubectl-view-utilization#21: 1G + 1500M + 937500k, and not 0. */
	{ "1G", 0, 1000000000, 1000000000 },
	{ "1500M", 0, 1500000000, 1500000000 },
	{ "937500k", 0, 937500000, 937500000 },
	/* headlamp#7073, sofka#281. */
	{ "500k", 0, 500000, 500000 }, { "1000k", 0, 1000000, 1000000 },
	{ "1K", QUANT_SUFFIX, 0, 0 },
	/* What kubectl describe printed for a node. */
	{ "140295278766400m", 0, 140295278766, 140295278767 },
	{ "773746094400e-3", 0, 773746094, 773746095 },
	{ "131788776Ki", 0, INT64_C(131788776) << 10,
	    INT64_C(131788776) << 10 },
	{ "644245094400m", 0, 644245094, 644245095 },
	{ "129e6", 0, 129000000, 129000000 },
	/* An exponent, or an exa. */
	{ "1e3", 0, 1000, 1000 }, { "1E3", 0, 1000, 1000 },
	{ "1E", 0, INT64_C(1000000000000000000),
	    INT64_C(1000000000000000000) },
	{ "1Ei", 0, INT64_C(1) << 60, INT64_C(1) << 60 },
	{ "1e+3", 0, 1000, 1000 }, { "1E+03", 0, 1000, 1000 },
	{ "1.5e1", 0, 15, 15 }, { "1.25e1", 0, 12, 13 },
	{ "1e", QUANT_SUFFIX, 0, 0 }, { "1e+", QUANT_SUFFIX, 0, 0 },
	{ "1e--3", QUANT_SUFFIX, 0, 0 }, { "1e3Ki", QUANT_SUFFIX, 0, 0 },
	{ "1EE", QUANT_SUFFIX, 0, 0 }, { "1e3.0", QUANT_SUFFIX, 0, 0 },
	{ "1Ki", 0, 1024, 1024 }, { "1.5Ki", 0, 1536, 1536 },
	{ "0.1Ki", 0, 102, 103 }, { "1Mi", 0, 1 << 20, 1 << 20 },
	{ "1Ti", 0, INT64_C(1) << 40, INT64_C(1) << 40 },
	{ "1Pi", 0, INT64_C(1) << 50, INT64_C(1) << 50 },
	{ "2T", 0, INT64_C(2000000000000), INT64_C(2000000000000) },
	{ "3P", 0, INT64_C(3000000000000000), INT64_C(3000000000000000) },
	{ "1n", 0, 0, 1 }, { "1u", 0, 0, 1 }, { "1000m", 0, 1, 1 },
	{ "1000000000n", 0, 1, 1 }, { "1000000001n", 0, 1, 2 },
	/* To the last digit, however many there are. */
	{ "1.00000000000000000000000000000000000000001", 0, 1, 2 },
	{ "1.00000000000000000000000000000000000000000", 0, 1, 1 },
	{ "0.99999999999999999999999999999999999999999Ei", 0,
	    (INT64_C(1) << 60) - 1, INT64_C(1) << 60 },
	{ "0.00000000000000000086736173798840354721Ei", 0, 1, 2 },
	{ "100000000000000000000000000000e-27", 0, 100, 100 },
	{ "100000000000000000000000000001e-27", 0, 100, 101 },
	{ "0.000000000000000000000000001e30", 0, 1000, 1000 },
	{ "0e999999999999999999999999", 0, 0, 0 },
	{ "1e-999999999999999999999999", 0, 0, 1 },
	{ "0e-999999999999999999999999", 0, 0, 0 },
	{ "9223372036854775807", 0, MAX, MAX },
	{ "9223372036854775808", QUANT_RANGE, 0, 0 },
	{ "9223372036854775807000m", 0, MAX, MAX },
	{ "9.223372036854775807E", 0, MAX, MAX },
	{ "9.223372036854775808E", QUANT_RANGE, 0, 0 },
	{ "7.9999999Ei", 0, INT64_C(9223371921562625347),
	    INT64_C(9223371921562625348) },
	{ "8Ei", QUANT_RANGE, 0, 0 }, { "9999999999999Ei", QUANT_RANGE, 0, 0 },
	{ "99999999999999999999999999999", QUANT_RANGE, 0, 0 },
	{ "1e19", QUANT_RANGE, 0, 0 },
	{ "1e999999999999999999999999", QUANT_RANGE, 0, 0 },
	{ "", QUANT_SYNTAX, 0, 0 }, { ".", QUANT_SYNTAX, 0, 0 },
	{ "+", QUANT_SYNTAX, 0, 0 }, { "Ki", QUANT_SYNTAX, 0, 0 },
	{ "m", QUANT_SYNTAX, 0, 0 }, { "e3", QUANT_SYNTAX, 0, 0 },
	{ " 1", QUANT_SYNTAX, 0, 0 }, { "++1", QUANT_SYNTAX, 0, 0 },
	{ "-1", QUANT_SIGN, 0, 0 }, { "-0", QUANT_SIGN, 0, 0 },
	{ "1 ", QUANT_SUFFIX, 0, 0 }, { "1 Ki", QUANT_SUFFIX, 0, 0 },
	{ "1KB", QUANT_SUFFIX, 0, 0 }, { "1B", QUANT_SUFFIX, 0, 0 },
	{ "1ki", QUANT_SUFFIX, 0, 0 }, { "1mi", QUANT_SUFFIX, 0, 0 },
	{ "1g", QUANT_SUFFIX, 0, 0 }, { "1Kii", QUANT_SUFFIX, 0, 0 },
	{ "1mm", QUANT_SUFFIX, 0, 0 }, { "1.2.3", QUANT_SUFFIX, 0, 0 },
	{ "0x10", QUANT_SUFFIX, 0, 0 }, { "nan", QUANT_SYNTAX, 0, 0 },
	{ "1_000", QUANT_SUFFIX, 0, 0 }, { "1,5", QUANT_SUFFIX, 0, 0 },
};

static const struct {
	const char *text;
	int fault;
	int64_t down, up;
} counts[] = {
	{ "0", 0, 0, 0 }, { "40", 0, 40000, 40000 },
	{ "127500m", 0, 127500, 127500 }, { "23700m", 0, 23700, 23700 },
	{ "0.5", 0, 500, 500 }, { "1e-1", 0, 100, 100 },
	{ "1.5", 0, 1500, 1500 }, { "0.0001", 0, 0, 1 },
	{ "100u", 0, 0, 1 }, { "1500000u", 0, 1500, 1500 },
	{ "156340n", 0, 0, 1 }, { "2k", 0, 2000000, 2000000 },
	{ "1Ki", 0, 1024000, 1024000 },
	{ "9223372036854775807m", 0, MAX, MAX },
	{ "9223372036854775.807", 0, MAX, MAX },
	{ "9223372036854775.8071", QUANT_OK, MAX, KEPT },
	{ "9223372036854775808m", QUANT_RANGE, 0, 0 },
	{ "10E", QUANT_RANGE, 0, 0 }, { "4Ei", QUANT_RANGE, 0, 0 },
	{ "8m m", QUANT_SUFFIX, 0, 0 }, { "-1m", QUANT_SIGN, 0, 0 },
};

static const struct {
	const char *text;
	int fault;
	int64_t want_m;
} cards[] = {
	{ "0", 0, 0 }, { "8", 0, 8000 }, { "1k", 0, 1000000 },
	{ "8000m", 0, 8000 }, { "8e0", 0, 8000 }, { "1.0", 0, 1000 },
	{ "500m", QUANT_FRACTION, 0 }, { "1.5", QUANT_FRACTION, 0 },
	{ "9223372036854775", 0, MAX - 807 },
	{ "9223372036854776", QUANT_RANGE, 0 }, { "-1", QUANT_SIGN, 0 },
	{ "eight", QUANT_SYNTAX, 0 }, { "8K", QUANT_SUFFIX, 0 },
};

/* One text, one way of rounding; a result beyond the range is a fault. */
static void
check(bool mem, const char *text, enum k8squant_round round, int fault,
    int64_t want)
{
	int64_t v = KEPT;
	char *hold;
	struct slice s = alone(text_of(text), &hold);
	enum quant_fault f;

	if (fault == QUANT_OK && want == KEPT)
		fault = QUANT_RANGE;
	f = mem ? k8squant_mem(s, round, &v) : k8squant_count(s, round, &v);
	tap_ok((int)f == fault && v == (fault == 0 ? want : KEPT),
	    "%s %s %s: %d, %" PRId64, mem ? "memory" : "count", text,
	    round == K8SQUANT_UP ? "up" : "down", (int)f, v);
	free(hold);
}

int
main(void)
{
	char *hold;
	int64_t v;
	size_t i;

	for (i = 0; i < ROWS(mems); i++) {
		check(true, mems[i].text, K8SQUANT_DOWN, mems[i].fault,
		    mems[i].down);
		check(true, mems[i].text, K8SQUANT_UP, mems[i].fault,
		    mems[i].up);
	}
	for (i = 0; i < ROWS(counts); i++) {
		check(false, counts[i].text, K8SQUANT_DOWN, counts[i].fault,
		    counts[i].down);
		check(false, counts[i].text, K8SQUANT_UP, counts[i].fault,
		    counts[i].up);
	}
	for (i = 0; i < ROWS(cards); i++) {
		v = KEPT;
		tap_is_i64((int64_t)k8squant_cards(alone(
		    text_of(cards[i].text), &hold), &v), cards[i].fault,
		    "cards %s", cards[i].text);
		tap_is_i64(v, cards[i].fault == 0 ? cards[i].want_m : KEPT,
		    "and how many");
		free(hold);
	}
	return tap_done();
}
