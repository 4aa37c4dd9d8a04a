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

/* What becomes of digits that have no place. */
enum promnum_round {
	PROMNUM_NEAREST,	/* halves go away from 0 */
	PROMNUM_UP,		/* away from 0 */
	PROMNUM_DOWN		/* towards 0 */
};

/*
 * Reads the whole of s: the number times ten to the power of places, exact
 * where that comes out whole, else rounded.  *out is set for PROMNUM_OK alone.
 * O(s.n).
 */
enum promnum	promnum_rounded(struct slice s, int places,
		    enum promnum_round, int64_t *out);

/* The same, to the nearest. */
enum promnum	promnum_scaled(struct slice s, int places, int64_t *out);

#endif
