/*
 * quant: amounts, read and written exactly.
 *
 *	count	thousandths in an int64_t	8  0.5  500m
 *	memory	bytes				320G  1.5Ti  200 GB
 *	integer	signed, or not
 *
 * All of them but the signed integer are at least 0.  What is read is checked
 * to the last byte: overflow, a sign, a fraction that does not land on the
 * unit, an unknown suffix and trailing bytes are errors.  No floating point,
 * no locale.  Times are in when.h.
 */
#ifndef QUANT_H
#define QUANT_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

struct buf;

/* What is wrong with a text; 0 is nothing. */
enum quant_fault {
	QUANT_OK,
	QUANT_SYNTAX,	/* not of the grammar */
	QUANT_SIGN,	/* a sign where none is allowed */
	QUANT_RANGE,	/* more than fits */
	QUANT_FRACTION,	/* does not land on the unit */
	QUANT_SUFFIX	/* a suffix that the grammar does not know */
};

/*
 * Takes the digits off the front of *s.  No digit is QUANT_SYNTAX; on a fault
 * *s and *out are unchanged.
 */
enum quant_fault	quant_digits(struct slice *s, int64_t *out);

/* Each reads the whole of s; on a fault *out is unchanged. */
enum quant_fault	quant_count(struct slice s, int64_t *out_m);
enum quant_fault	quant_mem(struct slice s, int64_t *out_b);
enum quant_fault	quant_int(struct slice s, int64_t *out);
enum quant_fault	quant_signed(struct slice s, int64_t *out);

/*
 * The number that the last n of eight bytes are, n from 1 to 8; word has the
 * first of them lowest (text_word).  All digits at once and no branch on how
 * many there are: most amounts are that short, and their lengths vary too
 * much to be guessed.  False: they are not all digits.
 */
static inline bool
quant_word(uint64_t word, size_t n, int64_t *out)
{
	unsigned none = 64 - 8 * (unsigned)n;
	uint64_t d = (word ^ 0x3030303030303030U) >> none << none;

	if (((d + 0x7676767676767676U) | d) & 0x8080808080808080U)
		return false;
	/* Pairs of digits; then all four pairs, as two by two, in one. */
	d = d * 10 + (d >> 8);
	d = (d & 0x000000ff000000ffU) * (100 + (UINT64_C(1000000) << 32)) +
	    (d >> 16 & 0x000000ff000000ffU) * (1 + (UINT64_C(10000) << 32));
	*out = (int64_t)(d >> 32);
	return true;
}

/* Decimal, up to three places: 8, 0.5. */
void	quant_put_count(struct buf *, int64_t m);

/* In the largest unit that holds it exactly: 100G, 1536M, 0. */
void	quant_put_mem(struct buf *, int64_t bytes);

#endif
