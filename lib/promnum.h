/*
 * promnum: the numbers of the Prometheus text format, read exactly.
 *
 *	2.5276063744e+10   0.21   -106   +Inf   NaN
 *
 * Decimal digits are moved, not computed with: no floating point, no locale.
 * Hexadecimal ones, which no exporter prints, are not read.
 */
#ifndef PROMNUM_H
#define PROMNUM_H

#include <stdint.h>

#include "text.h"

enum promnum {
	PROMNUM_OK,
	PROMNUM_NONE,	/* NaN or infinite: there is no value */
	PROMNUM_RANGE,	/* more than fits */
	PROMNUM_SYNTAX	/* no number */
};

/*
 * Reads the whole of s: the number times ten to the power of places, exact
 * where that comes out whole, else the nearest, halves away from 0.  *out is
 * set for PROMNUM_OK alone.  O(s.n).
 */
enum promnum	promnum_scaled(struct slice s, int places, int64_t *out);

#endif
