#include "ratio.h"

#include "buf.h"

enum { DIGITS = 6, MILLION = 1000000 };

int
ratio_frac_cmp(ratio_wide a, ratio_wide b, ratio_wide c, ratio_wide d)
{
	int whole;

	/* Crosswise: x / 0 is more than any number, and like itself. */
	if (b == 0 || d == 0)
		return ratio_cmp(b == 0 && d != 0 ? a : 0,
		    d == 0 && b != 0 ? c : 0);
	whole = ratio_cmp(a / b, c / d);
	/* The remainders are small enough for products. */
	return whole != 0 ? whole : ratio_cmp(a % b * d, c % d * b);
}

void
ratio_put(struct buf *out, ratio_wide a, ratio_wide b)
{
	ratio_wide whole, rest;
	char digits[DIGITS + 1];
	int i;

	if (b == 0) {
		buf_str(out, a == 0 ? "-" : "inf");
		return;
	}
	/* The remainder times a million must fit. */
	while (b >> 100 != 0) {
		a >>= 1;
		b >>= 1;
	}
	whole = a / b;
	rest = (a % b * MILLION + b / 2) / b;
	if (rest == MILLION) {
		whole++;
		rest = 0;
	}
	buf_u64(out, whole > UINT64_MAX ? UINT64_MAX : (uint64_t)whole);
	digits[0] = '.';
	for (i = DIGITS; i > 0; i--, rest /= 10)
		digits[i] = (char)('0' + (int)(rest % 10));
	buf_add(out, digits, sizeof(digits));
}
