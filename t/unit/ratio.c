/* ratio: fractions as decimals. */
#include "ratio.h"

#include "buf.h"
#include "tap.h"

static void
is(ratio_wide a, ratio_wide b, const char *want)
{
	struct buf out = { 0 };

	ratio_put(&out, a, b);
	buf_char(&out, '\0');
	tap_is_str(out.p, want, "%s", want);
	buf_free(&out);
}

int
main(void)
{
	const ratio_wide huge = (ratio_wide)1 << 126;

	is(7, 20, "0.350000");
	is(1, 3, "0.333333");
	is(2, 3, "0.666667");
	is(0, 3, "0.000000");
	is(5, 1, "5.000000");
	is(9999999, 10000000, "1.000000");
	is(0, 0, "-");
	is(1, 0, "inf");
	is(huge, huge * 2 - 1, "0.500000");
	/* Level FS of a published example: (1/23) / 0.494928. */
	is(1000000, (ratio_wide)23 * 494928, "0.087848");
	tap_is_i64(ratio_cmp(huge, huge + 1), -1, "less");
	tap_is_i64(ratio_cmp(huge, huge), 0, "equal");
	tap_is_i64(ratio_cmp(huge + 1, huge), 1, "more");
	tap_is_i64(ratio_frac_cmp(1, 3, 333333333, 1000000000), 1,
	    "a third is more than its decimals");
	tap_is_i64(ratio_frac_cmp(2, 6, 1, 3), 0, "equal fractions");
	tap_is_i64(ratio_frac_cmp(huge, 7, huge + 1, 7), -1,
	    "what differs in the last of 127 bits");
	/* As products would have it: x / 0 is more, 0 / 0 like anything. */
	tap_is_i64(ratio_frac_cmp(1, 0, huge, 1), 1, "1/0 is more");
	tap_is_i64(ratio_frac_cmp(huge, 1, 1, 0), -1, "and less than it");
	tap_is_i64(ratio_frac_cmp(1, 0, 2, 0), 0, "1/0 is like 2/0");
	tap_is_i64(ratio_frac_cmp(0, 0, 5, 1), 0, "0/0 is like 5");
	return tap_done();
}
