#include "k8squant.h"

#include <stdbool.h>

#include "num.h"

__extension__ typedef unsigned __int128 k8squant_wide;

/* Beyond this every number but 0 is out of range, or next to nothing. */
enum { EXPONENT_MAX = 1000000 };

/* A quantity taken apart: digits x 10^(point - digits.n) x 2^shift. */
struct parts {
	struct slice digits;	/* the point may be among them */
	int64_t point;		/* digits before it; may be negative */
	int shift;		/* of a binary suffix */
};

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The number in front of the suffix: digits with at most one point. */
static enum quant_fault
take_number(struct slice *s, struct parts *q)
{
	size_t i, digits = 0;
	bool point = false;

	q->point = 0;
	for (i = 0; i < s->n && (is_digit(s->p[i]) ||
	    (s->p[i] == '.' && !point)); i++) {
		if (s->p[i] == '.')
			point = true;
		else
			digits++;
		q->point += !point;
	}
	if (digits == 0)
		return QUANT_SYNTAX;
	q->digits = text_slice(s->p, i);
	*s = text_slice(s->p + i, s->n - i);
	return QUANT_OK;
}

/* The digits behind an e; huge ones stand for one another. */
static enum quant_fault
take_exponent(struct slice s, int64_t *out)
{
	bool minus = s.n > 0 && s.p[0] == '-';
	enum quant_fault f;
	int64_t v;

	if (minus || (s.n > 0 && s.p[0] == '+'))
		s = text_slice(s.p + 1, s.n - 1);
	f = quant_int(s, &v);
	if (f == QUANT_RANGE)
		v = EXPONENT_MAX;
	else if (f != QUANT_OK)
		return QUANT_SUFFIX;
	v = num_min(v, EXPONENT_MAX);
	*out = minus ? -v : v;
	return QUANT_OK;
}

static enum quant_fault
take_suffix(struct slice s, struct parts *q)
{
	static const char unit[] = "numkMGTPE", binary[] = "KMGTPE";
	static const int power[] = { -9, -6, -3, 3, 6, 9, 12, 15, 18 };
	enum quant_fault f;
	int64_t exponent;
	const char *u;

	q->shift = 0;
	if (s.n == 0)
		return QUANT_OK;
	if (s.n == 1 && (u = memchr(unit, s.p[0], sizeof(unit) - 1)) != NULL) {
		q->point += power[u - unit];
		return QUANT_OK;
	}
	if (s.n == 2 && s.p[1] == 'i' &&
	    (u = memchr(binary, s.p[0], sizeof(binary) - 1)) != NULL) {
		q->shift = 10 * (int)(u - binary + 1);
		return QUANT_OK;
	}
	if (s.p[0] != 'e' && s.p[0] != 'E')
		return QUANT_SUFFIX;
	f = take_exponent(text_slice(s.p + 1, s.n - 1), &exponent);
	if (f == QUANT_OK)
		q->point += exponent;
	return f;
}

static enum quant_fault
take_apart(struct slice s, struct parts *q)
{
	enum quant_fault f;

	if (s.n > 0 && s.p[0] == '-')
		return QUANT_SIGN;
	if (s.n > 0 && s.p[0] == '+')
		s = text_slice(s.p + 1, s.n - 1);
	if ((f = take_number(&s, q)) != QUANT_OK)
		return f;
	return take_suffix(s, q);
}

/* The whole part of the number: the digits before the point, and zeros. */
static enum quant_fault
whole_part(const struct parts *q, int64_t *out)
{
	int64_t v = 0, left = q->point;
	size_t i;

	for (i = 0; i < q->digits.n && left > 0; i++) {
		if (q->digits.p[i] == '.')
			continue;
		left--;
		if (num_mul(v, 10, &v) == -1 ||
		    num_add(v, q->digits.p[i] - '0', &v) == -1)
			return QUANT_RANGE;
	}
	for (; left > 0 && v > 0; left--)
		if (num_mul(v, 10, &v) == -1)
			return QUANT_RANGE;
	*out = v;
	return QUANT_OK;
}

/*
 * The part behind the point, times unit: each digit, from the last to the
 * first, is added to a tenth of what those behind it make.  What a tenth
 * leaves over does not change the whole part of any later one; *rest says
 * that there was some.  unit is below 2^71.
 */
static k8squant_wide
part_behind(const struct parts *q, k8squant_wide unit, bool *rest)
{
	int64_t digits = 0, left;
	k8squant_wide v = 0;
	size_t i;

	for (i = 0; i < q->digits.n; i++)
		digits += q->digits.p[i] != '.';
	left = digits - num_max(q->point, 0);
	for (i = q->digits.n; i-- > 0 && left > 0;) {
		if (q->digits.p[i] == '.')
			continue;
		left--;
		v += (k8squant_wide)(q->digits.p[i] - '0') * unit;
		*rest |= v % 10 != 0;
		v /= 10;
	}
	/* Zeros between the point and the digits. */
	for (left = q->point; left < 0 && v > 0; left++) {
		*rest |= v % 10 != 0;
		v /= 10;
	}
	return v;
}

/* The quantity in units: unit of them are one. */
static enum quant_fault
convert(const struct parts *q, int64_t unit, enum k8squant_round round,
    bool *rest, int64_t *out)
{
	const k8squant_wide scale = (k8squant_wide)unit << q->shift;
	enum quant_fault f;
	k8squant_wide v;
	int64_t whole;

	if ((f = whole_part(q, &whole)) != QUANT_OK)
		return f;
	if (whole > 0 && scale > (k8squant_wide)INT64_MAX)
		return QUANT_RANGE;
	*rest = false;
	v = (k8squant_wide)whole * scale + part_behind(q, scale, rest);
	if (*rest && round == K8SQUANT_UP)
		v++;
	if (v > (k8squant_wide)INT64_MAX)
		return QUANT_RANGE;
	*out = (int64_t)v;
	return QUANT_OK;
}

static enum quant_fault
read_as(struct slice s, int64_t unit, enum k8squant_round round, bool *rest,
    int64_t *out)
{
	enum quant_fault f;
	struct parts q;

	if ((f = take_apart(s, &q)) != QUANT_OK)
		return f;
	return convert(&q, unit, round, rest, out);
}

enum quant_fault
k8squant_count(struct slice s, enum k8squant_round round, int64_t *out_m)
{
	bool rest;

	return read_as(s, 1000, round, &rest, out_m);
}

enum quant_fault
k8squant_mem(struct slice s, enum k8squant_round round, int64_t *out_b)
{
	bool rest;

	return read_as(s, 1, round, &rest, out_b);
}

enum quant_fault
k8squant_cards(struct slice s, int64_t *out_m)
{
	enum quant_fault f;
	int64_t v;
	bool rest;

	if ((f = read_as(s, 1, K8SQUANT_DOWN, &rest, &v)) != QUANT_OK)
		return f;
	if (rest)
		return QUANT_FRACTION;
	if (num_mul(v, 1000, &v) == -1)
		return QUANT_RANGE;
	*out_m = v;
	return QUANT_OK;
}

const char *
k8squant_why(enum quant_fault fault)
{
	switch (fault) {
	case QUANT_OK:
	case QUANT_SYNTAX:
		break;
	case QUANT_SIGN:
		return "is negative";
	case QUANT_RANGE:
		return "is out of range";
	case QUANT_FRACTION:
		return "is no whole number of cards";
	case QUANT_SUFFIX:
		return "has an unknown suffix";
	}
	return "is no quantity";
}
