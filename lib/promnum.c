#include "promnum.h"

#include <stdbool.h>
#include <stddef.h>

#include "num.h"

/* Exponents beyond it are all the same: more than fits, or nothing. */
enum { EXPONENT_MOST = 1000000 };

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void
skip(struct slice *s, size_t n)
{
	*s = text_slice(s->p + n, s->n - n);
}

static bool
take(struct slice *s, char c)
{
	if (s->n == 0 || s->p[0] != c)
		return false;
	skip(s, 1);
	return true;
}

/* Whether it is the word, in any case. */
static bool
is_word(struct slice s, const char *word)
{
	size_t i;

	if (s.n != strlen(word))
		return false;
	for (i = 0; i < s.n; i++)
		if ((s.p[i] | 0x20) != word[i])
			return false;
	return true;
}

/* A number taken apart: 0.DIGITS x 10^exponent, the point left out. */
struct parts {
	struct slice digits;	/* with a point somewhere, perhaps */
	int64_t exponent;	/* of the first digit's left edge */
	bool minus;
};

/* The exponent behind an e, at most EXPONENT_MOST; false: it is none. */
static bool
take_exponent(struct slice *s, int64_t *out)
{
	bool minus = take(s, '-');
	int64_t e = 0;

	if (!minus)
		take(s, '+');
	if (s->n == 0)
		return false;
	for (; s->n > 0 && is_digit(s->p[0]); skip(s, 1))
		e = num_min(e * 10 + (s->p[0] - '0'), EXPONENT_MOST);
	*out = minus ? -e : e;
	return s->n == 0;
}

static bool
take_apart(struct slice s, struct parts *out)
{
	size_t whole, all, digits;
	int64_t e = 0;

	for (whole = 0; whole < s.n && is_digit(s.p[whole]); whole++)
		;
	digits = all = whole;
	if (all < s.n && s.p[all] == '.')
		for (all++; all < s.n && is_digit(s.p[all]); all++)
			digits++;
	if (digits == 0)
		return false;
	out->digits = text_slice(s.p, all);
	skip(&s, all);
	if (s.n > 0 && (s.p[0] | 0x20) == 'e') {
		skip(&s, 1);
		if (!take_exponent(&s, &e))
			return false;
	}
	out->exponent = (int64_t)whole + e;
	return s.n == 0;
}

/*
 * Whether what is left of the digits is rounded away from 0; the first is the
 * one behind the point, if next.
 */
static bool
goes_up(struct slice rest, bool next, enum promnum_round round)
{
	size_t i;

	switch (round) {
	case PROMNUM_NEAREST:
		if (rest.n > 0 && rest.p[0] == '.')
			rest = text_slice(rest.p + 1, rest.n - 1);
		return next && rest.n > 0 && rest.p[0] >= '5';
	case PROMNUM_UP:
		for (i = 0; i < rest.n; i++)
			if (rest.p[i] != '.' && rest.p[i] != '0')
				return true;
		break;
	case PROMNUM_DOWN:
		break;
	}
	return false;
}

/* The digits that stand before the point of 0.DIGITS x 10^exponent. */
static enum promnum
put_together(const struct parts *n, int64_t exponent,
    enum promnum_round round, int64_t *out)
{
	int64_t v = 0;
	size_t i;

	/* A point is passed over: it takes no place. */
	for (i = 0; i < n->digits.n && exponent > 0; i++) {
		if (n->digits.p[i] == '.')
			continue;
		if (num_mul(v, 10, &v) == -1 ||
		    num_add(v, n->digits.p[i] - '0', &v) == -1)
			return PROMNUM_RANGE;
		exponent--;
	}
	for (; exponent > 0 && v > 0; exponent--)
		if (num_mul(v, 10, &v) == -1)
			return PROMNUM_RANGE;
	if (goes_up(text_slice(n->digits.p + i, n->digits.n - i),
	    exponent == 0, round) && num_add(v, 1, &v) == -1)
		return PROMNUM_RANGE;
	*out = n->minus ? -v : v;
	return PROMNUM_OK;
}

enum promnum
promnum_rounded(struct slice s, int places, enum promnum_round round,
    int64_t *out)
{
	struct parts n;

	n.minus = take(&s, '-');
	if (!n.minus)
		take(&s, '+');
	if (is_word(s, "nan") || is_word(s, "inf") ||
	    is_word(s, "infinity"))
		return PROMNUM_NONE;
	if (!take_apart(s, &n))
		return PROMNUM_SYNTAX;
	return put_together(&n, n.exponent + places, round, out);
}

enum promnum
promnum_scaled(struct slice s, int places, int64_t *out)
{
	return promnum_rounded(s, places, PROMNUM_NEAREST, out);
}
