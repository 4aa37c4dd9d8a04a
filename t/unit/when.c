/* Tests of when: dates, offsets, leap days, durations of two grammars. */
#include "when.h"

#include <stdlib.h>

#include "buf.h"
#include "tap.h"

#define ROWS(a) (sizeof(a) / sizeof((a)[0]))
#define MAX INT64_MAX

enum {
	ANY = -1,	/* some fault, whichever */
	KEPT = -4711	/* what *out holds before, and after a fault */
};

static const struct {
	const char *text;
	int64_t want;
	struct when_style style;
} good[] = {
	{ "0", 0, { false, false, 0 } },
	{ "1764500000", 1764500000, { false, false, 0 } },
	{ "0001764500000", 1764500000, { false, false, 0 } },
	{ "1970-01-01T00:00:00Z", 0, { true, true, 0 } },
	{ "1970-01-01t00:00:00z", 0, { true, true, 0 } },
	{ "2026-11-30T10:00:00Z", 1796032800, { true, true, 0 } },
	{ "2026-11-30T10:00:00+08:00", 1796004000, { true, false, 28800 } },
	{ "2026-11-30T10:00:00-08:00", 1796061600, { true, false, -28800 } },
	{ "2026-11-30T10:00:00+00:00", 1796032800, { true, false, 0 } },
	{ "2026-11-30T10:00:00-00:00", 1796032800, { true, false, 0 } },
	{ "2026-11-30T10:00:00+05:45", 1796012100, { true, false, 20700 } },
	{ "2026-11-30T10:00:00-23:59", 1796119140, { true, false, -86340 } },
	{ "2026-11-30T10:00:00+23:59", 1795946460, { true, false, 86340 } },
	{ "2026-11-30T10:00:00.0Z", 1796032800, { true, true, 0 } },
	{ "2026-11-30T10:00:00.000Z", 1796032800, { true, true, 0 } },
	{ "2026-11-30T10:00:00.000000000000000000000000000+08:00",
	    1796004000, { true, false, 28800 } },
	{ "2016-12-31T23:59:60Z", 1483228800, { true, true, 0 } },
	{ "2017-01-01T07:59:60+08:00", 1483228800, { true, false, 28800 } },
	{ "1969-12-31T23:00:00-01:00", 0, { true, false, -3600 } },
	{ "1969-12-31T23:59:60Z", 0, { true, true, 0 } },
	{ "1970-01-01T01:00:00+01:00", 0, { true, false, 3600 } },
	{ "2000-02-29T00:00:00Z", 951782400, { true, true, 0 } },
	{ "2038-01-19T03:14:08Z", INT64_C(2147483648), { true, true, 0 } },
	{ "9999-12-31T23:59:59Z", INT64_C(253402300799), { true, true, 0 } },
	{ "9999-12-31T22:59:59-01:00", INT64_C(253402300799),
	    { true, false, -3600 } },
};

static const struct {
	const char *text;
	int fault;
} bad[] = {
	{ "", QUANT_SYNTAX }, { "-1", QUANT_SIGN }, { "+1", QUANT_SIGN },
	{ "-", ANY }, { "now", ANY }, { "1764500000.0", ANY },
	{ "1764500000Z", ANY }, { "1e9", ANY }, { "1764500000 ", ANY },
	{ "9223372036854775808", QUANT_RANGE },
	{ "1970-01-01T00:00:00+00:01", QUANT_RANGE },
	{ "1969-12-31T23:59:59Z", QUANT_RANGE },
	{ "1900-02-28T00:00:00Z", QUANT_RANGE },
	{ "0001-01-01T00:00:00Z", QUANT_RANGE },
	{ "9999-12-31T23:59:60Z", QUANT_RANGE },
	{ "9999-12-31T23:59:59-00:01", QUANT_RANGE },
	{ "10000-01-01T00:00:00Z", ANY }, { "-2026-11-30T10:00:00Z", ANY },
	{ "+2026-11-30T10:00:00Z", ANY },
	{ "2026-11-30T10:00:00.5Z", QUANT_FRACTION },
	{ "2026-11-30T10:00:00.001Z", QUANT_FRACTION },
	{ "2026-11-30T10:00:00.00000000000000000001Z", QUANT_FRACTION },
	{ "2026-11-30T10:00:00.Z", QUANT_SYNTAX },
	{ "2026-11-30T10:00:00.", QUANT_SYNTAX },
	{ "2026-11-30T10:00:00,0Z", QUANT_SYNTAX },
	{ "2026-11-30T10:00:00.0.0Z", QUANT_SYNTAX },
	{ "2026-11-30T10:00:00.000", QUANT_SYNTAX },
	{ "2026-11-30T10:00:00", QUANT_SYNTAX },
	{ "2026-11-30T10:00Z", QUANT_SYNTAX },
	{ "2026-11-30", QUANT_SYNTAX }, { "2026-11", QUANT_SYNTAX },
	{ "2026-", QUANT_SYNTAX }, { "20261130T100000Z", ANY },
	{ "2026-11-30 10:00:00Z", ANY }, { "2026-11-30_10:00:00Z", ANY },
	{ "2026/11/30T10:00:00Z", ANY }, { "2026-11:30T10:00:00Z", ANY },
	{ "2026-11-30T10-00:00Z", ANY }, { "2026-11-30T10:00-00Z", ANY },
	{ "2026-00-30T10:00:00Z", ANY }, { "2026-13-30T10:00:00Z", ANY },
	{ "2026-99-30T10:00:00Z", ANY }, { "2026-11-00T10:00:00Z", ANY },
	{ "2026-11-31T10:00:00Z", ANY }, { "2026-12-32T10:00:00Z", ANY },
	{ "2026-11-30T24:00:00Z", ANY }, { "2026-11-30T23:60:00Z", ANY },
	{ "2026-11-30T23:59:61Z", ANY }, { "2026-11-30T-1:00:00Z", ANY },
	{ "2026-11-30T+1:00:00Z", ANY }, { "2026-11-30T 1:00:00Z", ANY },
	{ "2026-1-30T10:00:00Z", ANY }, { "2026-11-3T10:00:00Z", ANY },
	{ "2o26-11-30T10:00:00Z", ANY }, { "2026-11-30T10:00:0xZ", ANY },
	{ "2026-11-30T10:00:00z ", ANY }, { "2026-11-30T10:00:00ZZ", ANY },
	{ "2026-11-30T10:00:00UTC", ANY }, { "2026-11-30T10:00:00+", ANY },
	{ "2026-11-30T10:00:00+08", ANY }, { "2026-11-30T10:00:00+8:00", ANY },
	{ "2026-11-30T10:00:00+0800", ANY },
	{ "2026-11-30T10:00:00+08:0", ANY },
	{ "2026-11-30T10:00:00+08:00Z", ANY },
	{ "2026-11-30T10:00:00+08:000", ANY },
	{ "2026-11-30T10:00:00+08-00", ANY },
	{ "2026-11-30T10:00:00 08:00", ANY },
	{ "2026-11-30T10:00:00+24:00", ANY },
	{ "2026-11-30T10:00:00+08:60", ANY },
	{ "2026-11-30T10:00:00+-8:00", ANY },
	{ "2026-11-30T10:00:00\xe2\x88\x92" "08:00", ANY },
	{ "Unknown", ANY }, { "None", ANY },
};

/* A copy at the end of its own memory, so that a read past it is seen. */
static struct slice
alone(struct slice s, char **hold)
{
	*hold = malloc(s.n + 1);
	memcpy(*hold + 1, s.p, s.n);
	return text_slice(*hold + 1, s.n);
}

static bool
same_style(const struct when_style *a, const struct when_style *b)
{
	return a->rfc3339 == b->rfc3339 && a->zulu == b->zulu &&
	    a->offset_s == b->offset_s;
}

static void
good_times(void)
{
	struct when_style st;
	struct slice s;
	int64_t v;
	char *hold;
	size_t i;

	for (i = 0; i < ROWS(good); i++) {
		v = KEPT;
		memset(&st, 0, sizeof(st));
		s = alone(text_of(good[i].text), &hold);
		tap_ok(when_time(s, &v, &st) == QUANT_OK, "time \"%s\"",
		    good[i].text);
		tap_is_i64(v, good[i].want, "its value");
		tap_ok(same_style(&st, &good[i].style), "its style");
		v = KEPT;
		tap_ok(when_time(s, &v, NULL) == QUANT_OK &&
		    v == good[i].want, "and where no style is asked for");
		free(hold);
	}
}

static void
bad_times(void)
{
	static const struct when_style odd = { true, true, 77 };
	struct when_style st;
	struct slice s;
	int64_t v;
	char *hold;
	size_t i;
	int f;

	for (i = 0; i < ROWS(bad); i++) {
		v = KEPT;
		st = odd;
		s = alone(text_of(bad[i].text), &hold);
		f = (int)when_time(s, &v, &st);
		tap_ok((bad[i].fault == ANY ? f != QUANT_OK :
		    f == bad[i].fault) && v == KEPT && same_style(&st, &odd),
		    "no time \"%s\"", bad[i].text);
		free(hold);
	}
}

/* A time that is cut anywhere behind its year is none. */
static void
short_times(void)
{
	static const char whole[] = "2026-11-30T10:00:00.000+08:00";
	struct slice s;
	int64_t v;
	char *hold;
	size_t n;

	for (n = 5; n < sizeof(whole) - 1; n++) {
		s = alone(text_slice(whole, n), &hold);
		v = KEPT;
		tap_ok(when_time(s, &v, NULL) != QUANT_OK && v == KEPT,
		    "no time: %zu bytes of one", n);
		free(hold);
	}
}

static bool
is_date(int year, int month, int day)
{
	char t[40];
	int64_t v;

	snprintf(t, sizeof(t), "%04d-%02d-%02dT00:00:00Z", year, month, day);
	return when_time(text_of(t), &v, NULL) == QUANT_OK;
}

/* The last day of each month, by the rule as it is taught. */
static void
month_ends(void)
{
	static const int len[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30,
	    31 };
	int year, month, day, last, wrong = 0, leaps = 0;

	for (year = 1970; year <= 2400; year++) {
		for (month = 1; month <= 12; month++) {
			last = len[month - 1];
			if (month == 2 && year % 4 == 0 &&
			    (year % 100 != 0 || year % 400 == 0))
				last = 29;
			leaps += last == 29;
			for (day = 0; day < 35; day++)
				wrong += is_date(year, month, day) !=
				    (day > 0 && day <= last);
		}
	}
	tap_is_i64(wrong, 0, "the days of each month, 1970 to 2400");
	tap_is_i64(leaps, 105, "leap years, 1972 to 2400");
	tap_ok(is_date(2000, 2, 29) && !is_date(2100, 2, 29) &&
	    !is_date(2200, 2, 29) && !is_date(2300, 2, 29) &&
	    is_date(2400, 2, 29) && !is_date(2026, 2, 29),
	    "centuries");
}

static const struct {
	const char *text;
	int fault;
	int64_t want;
} durations[] = {
	{ "0", 0, 0 }, { "90", 0, 90 }, { "90s", 0, 90 }, { "15m", 0, 900 },
	{ "8h", 0, 28800 }, { "7d", 0, 604800 }, { "1h30m", 0, 5400 },
	{ "1d2h3m4s", 0, 93784 }, { "1d4s", 0, 86404 }, { "0s", 0, 0 },
	{ "0d0h0m0s", 0, 0 }, { "90m90s", 0, 5490 }, { "36h", 0, 129600 },
	{ "007d", 0, 604800 }, { "9223372036854775807", 0, MAX },
	{ "9223372036854775807s", 0, MAX },
	{ "153722867280912930m7s", 0, MAX },
	{ "2562047788015215h30m7s", 0, MAX },
	{ "106751991167300d15h30m7s", 0, MAX },
	{ "9223372036854775808", QUANT_RANGE, 0 },
	{ "9223372036854775808s", QUANT_RANGE, 0 },
	{ "153722867280912930m8s", QUANT_RANGE, 0 },
	{ "153722867280912931m", QUANT_RANGE, 0 },
	{ "2562047788015215h30m8s", QUANT_RANGE, 0 },
	{ "2562047788015216h", QUANT_RANGE, 0 },
	{ "106751991167300d15h30m8s", QUANT_RANGE, 0 },
	{ "106751991167301d", QUANT_RANGE, 0 },
	{ "1h9223372036854775807s", QUANT_RANGE, 0 },
	{ "00:00", 0, 0 }, { "01:30", 0, 90 }, { "1:30", 0, 90 },
	{ "90:00", 0, 5400 }, { "59:59", 0, 3599 }, { "01:02:03", 0, 3723 },
	{ "1:02:03", 0, 3723 }, { "100:00:00", 0, 360000 },
	{ "1-02:03:04", 0, 93784 }, { "0-00:00:00", 0, 0 },
	{ "365-23:59:59", 0, 31622399 }, { "007-00:00:00", 0, 604800 },
	{ "153722867280912930:07", 0, MAX },
	{ "153722867280912930:08", QUANT_RANGE, 0 },
	{ "153722867280912931:00", QUANT_RANGE, 0 },
	{ "2562047788015215:30:07", 0, MAX },
	{ "2562047788015215:30:08", QUANT_RANGE, 0 },
	{ "106751991167300-15:30:07", 0, MAX },
	{ "106751991167300-15:30:08", QUANT_RANGE, 0 },
	{ "99999999999999999999-00:00:00", QUANT_RANGE, 0 },
	{ "", QUANT_SYNTAX, 0 }, { "-1", QUANT_SIGN, 0 },
	{ "+1h", QUANT_SIGN, 0 }, { "-1:00", QUANT_SIGN, 0 },
	{ "-1-00:00:00", QUANT_SIGN, 0 }, { "h", ANY, 0 }, { "1h30", ANY, 0 },
	{ "30m1h", ANY, 0 }, { "1h1h", ANY, 0 }, { "1s1m", ANY, 0 },
	{ "1w", QUANT_SUFFIX, 0 }, { "1y", QUANT_SUFFIX, 0 },
	{ "1H", QUANT_SUFFIX, 0 }, { "1h30M", QUANT_SUFFIX, 0 },
	{ "1.5h", ANY, 0 }, { "1.0", ANY, 0 }, { "90.000", ANY, 0 },
	{ "1h 30m", ANY, 0 }, { "1 h", ANY, 0 }, { " 1h", ANY, 0 },
	{ "1h ", ANY, 0 }, { "500ms", ANY, 0 }, { "1hm", ANY, 0 },
	{ "1h-30m", ANY, 0 }, { "1e3", ANY, 0 }, { "1min", ANY, 0 },
	{ "1:2", ANY, 0 }, { "1:002", ANY, 0 }, { "01:60", ANY, 0 },
	{ "01:60:00", ANY, 0 }, { "01:00:60", ANY, 0 },
	{ "1-24:00:00", ANY, 0 }, { "1-00:60:00", ANY, 0 },
	{ "1-00:00:60", ANY, 0 }, { "1-2:03:04", ANY, 0 },
	{ "1-02:3:04", ANY, 0 }, { "1-02:03:4", ANY, 0 },
	{ "1-02:03", ANY, 0 }, { "1-02", ANY, 0 }, { "1-", ANY, 0 },
	{ "-", ANY, 0 }, { ":", ANY, 0 }, { "::", ANY, 0 },
	{ ":30", ANY, 0 }, { "30:", ANY, 0 }, { "1::30", ANY, 0 },
	{ "1:00:00:00", ANY, 0 }, { "1-1-00:00:00", ANY, 0 },
	{ "1:02-03:04", ANY, 0 }, { "01:02:03-1", ANY, 0 },
	{ "00:+1", ANY, 0 }, { "00:-1", ANY, 0 }, { "1:0x", ANY, 0 },
	{ "1h:30", ANY, 0 }, { "01:30m", ANY, 0 }, { "01:30.500", ANY, 0 },
	{ "01:30 ", ANY, 0 }, { "1-02:03:04 ", ANY, 0 },
	{ "UNLIMITED", ANY, 0 }, { "Partition_Limit", ANY, 0 },
};

static void
read_durations(void)
{
	struct slice s;
	int64_t v;
	char *hold;
	size_t i;
	int f;

	for (i = 0; i < ROWS(durations); i++) {
		v = KEPT;
		s = alone(text_of(durations[i].text), &hold);
		f = (int)when_duration(s, &v);
		tap_ok((durations[i].fault == ANY ? f != QUANT_OK :
		    f == durations[i].fault) &&
		    v == (f == QUANT_OK ? durations[i].want : KEPT),
		    "duration \"%s\"", durations[i].text);
		free(hold);
	}
}

static void
put_times(void)
{
	static const struct {
		int64_t s;
		struct when_style style;
		const char *want;
	} row[] = {
		{ 0, { false, false, 0 }, "0" },
		{ 0, { true, true, 0 }, "1970-01-01T00:00:00Z" },
		{ 0, { true, false, 0 }, "1970-01-01T00:00:00+00:00" },
		{ 0, { true, false, 3600 }, "1970-01-01T01:00:00+01:00" },
		{ 3600, { true, false, -3600 }, "1970-01-01T00:00:00-01:00" },
		{ 1796004000, { true, false, 28800 },
		    "2026-11-30T10:00:00+08:00" },
		{ 1796012100, { true, false, 20700 },
		    "2026-11-30T10:00:00+05:45" },
		{ 1796119140, { true, false, -86340 },
		    "2026-11-30T10:00:00-23:59" },
		{ 951782400, { true, true, 0 }, "2000-02-29T00:00:00Z" },
		{ 978307199, { true, true, 0 }, "2000-12-31T23:59:59Z" },
		{ 978307200, { true, true, 0 }, "2001-01-01T00:00:00Z" },
		{ INT64_C(4107542400), { true, true, 0 },
		    "2100-03-01T00:00:00Z" },
		{ INT64_C(253402300799), { true, true, 0 },
		    "9999-12-31T23:59:59Z" },
		{ INT64_C(253402300800), { true, true, 0 }, "253402300800" },
		{ INT64_C(253402300799), { true, false, 60 },
		    "253402300799" },
		{ MAX, { true, false, 86340 }, "9223372036854775807" },
	};
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < ROWS(row); i++) {
		b.n = 0;
		when_put_time(&b, row[i].s, &row[i].style);
		buf_char(&b, '\0');
		tap_is_str(b.p, row[i].want, "put time %s", row[i].want);
	}
	b.n = 0;
	when_put_time(&b, 1764500000, NULL);
	buf_char(&b, '\0');
	tap_is_str(b.p, "1764500000", "put time without a style");
	buf_free(&b);
}

static void
put_durations(void)
{
	static const struct {
		int64_t s;
		const char *want;
	} row[] = { { 0, "0s" }, { 1, "1s" }, { 59, "59s" }, { 60, "1m" },
	    { 90, "1m30s" }, { 3599, "59m59s" }, { 3600, "1h" },
	    { 3601, "1h1s" }, { 5400, "1h30m" }, { 86399, "23h59m59s" },
	    { 86400, "1d" }, { 86460, "1d1m" }, { 93784, "1d2h3m4s" },
	    { 604800, "7d" }, { 8640000, "100d" },
	    { MAX, "106751991167300d15h30m7s" } };
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < ROWS(row); i++) {
		b.n = 0;
		when_put_duration(&b, row[i].s);
		buf_char(&b, '\0');
		tap_is_str(b.p, row[i].want, "put duration %s", row[i].want);
	}
	buf_free(&b);
}

int
main(void)
{
	good_times();
	bad_times();
	short_times();
	month_ends();
	read_durations();
	put_times();
	put_durations();
	return tap_done();
}
