#include "quant.h"

#include <stdbool.h>

#include "buf.h"
#include "num.h"

enum { MEM_UNITS = 6 };
static const char mem_unit[MEM_UNITS + 1] = "KMGTPE";

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_sign(struct slice s)
{
	return s.n > 0 && (s.p[0] == '-' || s.p[0] == '+');
}

/* The letter in upper case; other bytes as they are. */
static char
upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

enum quant_fault
quant_digits(struct slice *s, int64_t *out)
{
	int64_t v = 0;
	size_t i;

	for (i = 0; i < s->n && is_digit(s->p[i]); i++) {
		/* Eighteen digits cannot overflow. */
		if (i < 18)
			v = v * 10 + (s->p[i] - '0');
		else if (num_mul(v, 10, &v) == -1 ||
		    num_add(v, s->p[i] - '0', &v) == -1)
			return QUANT_RANGE;
	}
	if (i == 0)
		return QUANT_SYNTAX;
	s->p += i;
	s->n -= i;
	*out = v;
	return QUANT_OK;
}

enum quant_fault
quant_int(struct slice s, int64_t *out)
{
	enum quant_fault f;
	int64_t v;

	if (is_sign(s))
		return QUANT_SIGN;
	if ((f = quant_digits(&s, &v)) != QUANT_OK)
		return f;
	if (s.n > 0)
		return QUANT_SYNTAX;
	*out = v;
	return QUANT_OK;
}

enum quant_fault
quant_signed(struct slice s, int64_t *out)
{
	bool minus = s.n > 0 && s.p[0] == '-';
	enum quant_fault f;
	int64_t v;

	if (minus)
		s = text_slice(s.p + 1, s.n - 1);
	else if (is_sign(s))
		return QUANT_SIGN;
	if ((f = quant_int(s, &v)) != QUANT_OK)
		return f == QUANT_SIGN ? QUANT_SYNTAX : f;
	*out = minus ? -v : v;
	return QUANT_OK;
}

/* The up to three decimals behind a point, as thousandths. */
static enum quant_fault
take_thousandths(struct slice *s, int64_t *out_m)
{
	static const int64_t scale[] = { 0, 100, 10, 1 };
	enum quant_fault f;
	size_t before = s->n;
	int64_t v;

	if ((f = quant_digits(s, &v)) != QUANT_OK)
		return f == QUANT_RANGE ? QUANT_FRACTION : f;
	if (before - s->n > 3)
		return QUANT_FRACTION;
	*out_m = v * scale[before - s->n];
	return QUANT_OK;
}

enum quant_fault
quant_count(struct slice s, int64_t *out_m)
{
	enum quant_fault f;
	int64_t v, frac = 0;

	if (is_sign(s))
		return QUANT_SIGN;
	if ((f = quant_digits(&s, &v)) != QUANT_OK)
		return f;
	if (s.n == 1 && s.p[0] == 'm') {
		*out_m = v;
		return QUANT_OK;
	}
	if (s.n > 0 && s.p[0] == '.') {
		s = text_slice(s.p + 1, s.n - 1);
		if ((f = take_thousandths(&s, &frac)) != QUANT_OK)
			return f;
	}
	if (s.n > 0)
		return s.n == 1 && s.p[0] == 'm' ? QUANT_FRACTION :
		    QUANT_SYNTAX;
	if (num_mul(v, 1000, &v) == -1 || num_add(v, frac, &v) == -1)
		return QUANT_RANGE;
	*out_m = v;
	return QUANT_OK;
}

/*
 * The shift of a memory suffix: none, B, or one of KMGTPE with i and B behind
 * it, in any case; blanks may stand before it.  -1 when it is none of these.
 */
static int
mem_shift(struct slice s)
{
	const char *unit;
	int shift = 0;
	size_t i = 0;

	while (i < s.n && s.p[i] == ' ')
		i++;
	if (i == s.n)
		return i == 0 ? 0 : -1;
	if ((unit = memchr(mem_unit, upper(s.p[i]), MEM_UNITS)) != NULL) {
		shift = 10 * (int)(unit - mem_unit + 1);
		if (++i < s.n && upper(s.p[i]) == 'I')
			i++;
	}
	if (i < s.n && upper(s.p[i]) == 'B')
		i++;
	return i == s.n ? shift : -1;
}

/*
 * A decimal fraction of 2^shift bytes, which must come out whole: the digits
 * are doubled shift times, and what is carried out in front is the bytes.  A
 * fraction that ends in no 0 and has more digits than shift cannot come out.
 */
static enum quant_fault
mem_fraction(struct slice digits, int shift, int64_t *out_b)
{
	int digit[10 * MEM_UNITS], carry, i, n, k;
	int64_t bytes = 0;

	while (digits.n > 0 && digits.p[digits.n - 1] == '0')
		digits.n--;
	if (digits.n > (size_t)shift)
		return QUANT_FRACTION;
	n = (int)digits.n;
	for (i = 0; i < n; i++)
		digit[i] = digits.p[i] - '0';
	for (k = 0; k < shift; k++) {
		carry = 0;
		for (i = n; i-- > 0;) {
			carry += digit[i] * 2;
			digit[i] = carry % 10;
			carry /= 10;
		}
		bytes = bytes * 2 + carry;
	}
	for (i = 0; i < n; i++)
		if (digit[i] != 0)
			return QUANT_FRACTION;
	*out_b = bytes;
	return QUANT_OK;
}

enum quant_fault
quant_mem(struct slice s, int64_t *out_b)
{
	struct slice frac = { NULL, 0 };
	enum quant_fault f;
	int64_t v, part = 0;
	int shift;

	if (is_sign(s))
		return QUANT_SIGN;
	if ((f = quant_digits(&s, &v)) != QUANT_OK)
		return f;
	if (s.n > 0 && s.p[0] == '.') {
		frac.p = ++s.p;
		for (s.n--; s.n > 0 && is_digit(s.p[0]); s.n--)
			s.p++;
		frac.n = (size_t)(s.p - frac.p);
		if (frac.n == 0)
			return QUANT_SYNTAX;
	}
	if ((shift = mem_shift(s)) == -1)
		return QUANT_SUFFIX;
	if (frac.n > 0 && (f = mem_fraction(frac, shift, &part)) != QUANT_OK)
		return f;
	if (num_mul(v, (int64_t)1 << shift, &v) == -1 ||
	    num_add(v, part, &v) == -1)
		return QUANT_RANGE;
	*out_b = v;
	return QUANT_OK;
}

void
quant_put_count(struct buf *b, int64_t m)
{
	int64_t frac = m % 1000;

	buf_i64(b, m / 1000);
	if (frac == 0)
		return;
	buf_char(b, '.');
	buf_char(b, (char)('0' + frac / 100));
	if (frac % 100 != 0)
		buf_char(b, (char)('0' + frac / 10 % 10));
	if (frac % 10 != 0)
		buf_char(b, (char)('0' + frac % 10));
}

void
quant_put_mem(struct buf *b, int64_t bytes)
{
	int unit = 0;

	while (unit < MEM_UNITS && bytes > 0 && bytes % 1024 == 0) {
		bytes /= 1024;
		unit++;
	}
	buf_i64(b, bytes);
	if (unit > 0)
		buf_char(b, mem_unit[unit - 1]);
}
