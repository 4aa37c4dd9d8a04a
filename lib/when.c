#include "when.h"

#include "buf.h"
#include "num.h"

enum { DAY_S = 86400, HOUR_S = 3600, MINUTE_S = 60 };

/* The last second of the year 9999. */
static const int64_t time_max_s = INT64_C(253402300799);

/*
 * Days from 1970-01-01 of the Gregorian calendar.  Years are counted from
 * March, so that the leap day is the last of its year.
 */
static int64_t
days_of(int64_t year, int64_t month, int64_t day)
{
	int64_t y = month > 2 ? year : year - 1;
	int64_t m = month > 2 ? month - 3 : month + 9;

	return y * 365 + y / 4 - y / 100 + y / 400 +
	    (m * 153 + 2) / 5 + day - 1 - 719468;
}

static int64_t
month_days(int64_t year, int64_t month)
{
	return month == 12 ? 31 :
	    days_of(year, month + 1, 1) - days_of(year, month, 1);
}

/* A number of exactly n digits at s[at], or -1. */
static int64_t
field(struct slice s, size_t at, size_t n)
{
	struct slice f = text_slice(s.p + at, n);
	int64_t v;

	if (at + n > s.n || quant_digits(&f, &v) != QUANT_OK || f.n > 0)
		return -1;
	return v;
}

/* Z or +HH:MM, the whole of s. */
static int
zone(struct slice s, struct when_style *style)
{
	int64_t h, m;

	style->rfc3339 = true;
	style->zulu = s.n == 1 && (s.p[0] == 'Z' || s.p[0] == 'z');
	style->offset_s = 0;
	if (style->zulu)
		return 0;
	if (s.n != 6 || (s.p[0] != '+' && s.p[0] != '-') || s.p[3] != ':')
		return -1;
	h = field(s, 1, 2);
	m = field(s, 4, 2);
	if (h < 0 || h > 23 || m < 0 || m > 59)
		return -1;
	style->offset_s = (int32_t)(h * HOUR_S + m * MINUTE_S);
	if (s.p[0] == '-')
		style->offset_s = -style->offset_s;
	return 0;
}

/* The date and the time of day, the first 19 bytes; leap seconds count on. */
static int
civil(struct slice s, int64_t *out_s)
{
	int64_t y = field(s, 0, 4), mon = field(s, 5, 2), d = field(s, 8, 2);
	int64_t h = field(s, 11, 2), min = field(s, 14, 2);
	int64_t sec = field(s, 17, 2);

	if (s.p[4] != '-' || s.p[7] != '-' || s.p[13] != ':' ||
	    s.p[16] != ':' || (s.p[10] != 'T' && s.p[10] != 't'))
		return -1;
	if (y < 0 || mon < 1 || mon > 12 || d < 1 || d > month_days(y, mon) ||
	    h < 0 || h > 23 || min < 0 || min > 59 || sec < 0 || sec > 60)
		return -1;
	*out_s = days_of(y, mon, d) * DAY_S + h * HOUR_S + min * MINUTE_S +
	    sec;
	return 0;
}

static enum quant_fault
rfc3339(struct slice s, int64_t *out_s, struct when_style *style)
{
	struct when_style st;
	bool fraction = false;
	int64_t v;
	size_t i = 19;

	if (s.n < 20 || civil(s, &v) == -1)
		return QUANT_SYNTAX;
	if (s.p[i] == '.') {
		size_t from = ++i;

		for (; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++)
			fraction |= s.p[i] != '0';
		if (i == from)
			return QUANT_SYNTAX;
	}
	if (zone(text_slice(s.p + i, s.n - i), &st) == -1)
		return QUANT_SYNTAX;
	if (fraction)
		return QUANT_FRACTION;
	v -= st.offset_s;
	if (v < 0 || v > time_max_s)
		return QUANT_RANGE;
	*out_s = v;
	if (style != NULL)
		*style = st;
	return QUANT_OK;
}

enum quant_fault
when_time(struct slice s, int64_t *out_s, struct when_style *style)
{
	static const struct when_style epoch = { false, false, 0 };
	enum quant_fault f;
	int64_t v;

	if (s.n > 4 && s.p[4] == '-')
		return rfc3339(s, out_s, style);
	if ((f = quant_int(s, &v)) != QUANT_OK)
		return f;
	*out_s = v;
	if (style != NULL)
		*style = epoch;
	return QUANT_OK;
}

/* *total += n x unit_s, checked. */
static enum quant_fault
count_in(int64_t *total, int64_t n, int64_t unit_s)
{
	int64_t v;

	if (num_mul(n, unit_s, &v) == -1 || num_add(*total, v, total) == -1)
		return QUANT_RANGE;
	return QUANT_OK;
}

/*
 * [D-]HH:MM:SS or MM:SS.  The first field may have any size, the others two
 * digits; with days the hours are a later field too.
 */
static enum quant_fault
slurm_duration(struct slice s, int64_t *out_s)
{
	static const int64_t unit_s[] = { DAY_S, HOUR_S, MINUTE_S, 1 };
	static const int64_t most[] = { 0, 23, 59, 59 };
	bool days = memchr(s.p, '-', s.n) != NULL, first = true;
	char sep = days ? '-' : ':';
	struct slice part, rest = s;
	enum quant_fault f;
	int64_t v, total = 0;
	size_t i, colons = 0;

	for (i = 0; i < s.n; i++)
		colons += s.p[i] == ':';
	if (colons > 2 || colons < 1 || (days && colons != 2))
		return QUANT_SYNTAX;
	for (i = days ? 0 : 3 - colons; i < 4; i++) {
		if (!text_cut(&rest, sep, &part))
			return QUANT_SYNTAX;
		sep = ':';
		if (!first && part.n != 2)
			return QUANT_SYNTAX;
		if ((f = quant_int(part, &v)) != QUANT_OK)
			return f == QUANT_SIGN ? QUANT_SYNTAX : f;
		if (!first && v > most[i])
			return QUANT_SYNTAX;
		if ((f = count_in(&total, v, unit_s[i])) != QUANT_OK)
			return f;
		first = false;
	}
	*out_s = total;
	return QUANT_OK;
}

/* 7d, 1h30m: units from large to small, each at most once. */
static enum quant_fault
unit_duration(struct slice s, int64_t *out_s)
{
	static const char unit[] = "dhms";
	static const int64_t unit_s[] = { DAY_S, HOUR_S, MINUTE_S, 1 };
	enum quant_fault f;
	const char *u;
	int64_t v, total = 0;
	size_t next = 0, at;

	while (s.n > 0) {
		if ((f = quant_digits(&s, &v)) != QUANT_OK)
			return f;
		if (s.n == 0)
			return QUANT_SYNTAX;
		if ((u = memchr(unit, s.p[0], sizeof(unit) - 1)) == NULL)
			return QUANT_SUFFIX;
		if ((at = (size_t)(u - unit)) < next)
			return QUANT_SYNTAX;
		next = at + 1;
		if ((f = count_in(&total, v, unit_s[at])) != QUANT_OK)
			return f;
		s = text_slice(s.p + 1, s.n - 1);
	}
	*out_s = total;
	return QUANT_OK;
}

enum quant_fault
when_duration(struct slice s, int64_t *out_s)
{
	enum quant_fault f;
	int64_t v;

	if ((f = quant_int(s, &v)) == QUANT_OK) {
		*out_s = v;
		return QUANT_OK;
	}
	if (f != QUANT_SYNTAX || s.n == 0)
		return f;
	if (memchr(s.p, ':', s.n) != NULL)
		return slurm_duration(s, out_s);
	return unit_duration(s, out_s);
}

static void
put_digits(struct buf *b, int64_t v, int digits)
{
	char out[8];
	int i;

	for (i = digits; i-- > 0; v /= 10)
		out[i] = (char)('0' + v % 10);
	buf_add(b, out, (size_t)digits);
}

/* The date of a day number that is not negative. */
static void
put_date(struct buf *b, int64_t days)
{
	int64_t year = 1970 + days / 366, month = 1;

	while (days_of(year + 1, 1, 1) <= days)
		year++;
	while (month < 12 && days_of(year, month + 1, 1) <= days)
		month++;
	put_digits(b, year, 4);
	buf_char(b, '-');
	put_digits(b, month, 2);
	buf_char(b, '-');
	put_digits(b, days - days_of(year, month, 1) + 1, 2);
}

static void
put_zone(struct buf *b, const struct when_style *st)
{
	int32_t off = st->offset_s < 0 ? -st->offset_s : st->offset_s;

	if (st->zulu) {
		buf_char(b, 'Z');
		return;
	}
	buf_char(b, st->offset_s < 0 ? '-' : '+');
	put_digits(b, off / HOUR_S, 2);
	buf_char(b, ':');
	put_digits(b, off / MINUTE_S % 60, 2);
}

void
when_put_time(struct buf *b, int64_t s, const struct when_style *st)
{
	int64_t local, day_s;

	if (st == NULL || !st->rfc3339 || s < 0 || s > time_max_s ||
	    s + st->offset_s < 0 || s + st->offset_s > time_max_s) {
		buf_i64(b, s);
		return;
	}
	local = s + st->offset_s;
	day_s = local % DAY_S;
	put_date(b, local / DAY_S);
	buf_char(b, 'T');
	put_digits(b, day_s / HOUR_S, 2);
	buf_char(b, ':');
	put_digits(b, day_s / MINUTE_S % 60, 2);
	buf_char(b, ':');
	put_digits(b, day_s % 60, 2);
	put_zone(b, st);
}

void
when_put_duration(struct buf *b, int64_t s)
{
	static const char unit[] = "dhm";
	static const int64_t unit_s[] = { DAY_S, HOUR_S, MINUTE_S };
	bool any = false;
	size_t i;

	for (i = 0; i < 3; i++) {
		if (s < unit_s[i])
			continue;
		buf_i64(b, s / unit_s[i]);
		buf_char(b, unit[i]);
		s %= unit_s[i];
		any = true;
	}
	if (s > 0 || !any) {
		buf_i64(b, s);
		buf_char(b, 's');
	}
}
