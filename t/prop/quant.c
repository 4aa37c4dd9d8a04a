/*
 * Properties of amounts and times: what is written is read back; what is read
 * agrees with slow models that share no code with the library.
 *
 *	quant [seed [count]]
 */
#include "quant.h"

#include <regex.h>
#include <stdlib.h>
#include <time.h>

#include "buf.h"
#include "random.h"
#include "when.h"

#define ROWS(a) (sizeof(a) / sizeof((a)[0]))

enum { DAY_S = 86400, TEXT = 256 };

static const int64_t time_max_s = INT64_C(253402300799);	/* year 9999 */

static const char *const units[] = { "", "K", "M", "G", "T", "P", "E" };

/* At least 0, of every magnitude; now and then the largest. */
static int64_t
amount(void)
{
	return random_once(50) ? INT64_MAX - random_below(3) :
	    (int64_t)(random_any() >> (1 + random_below(63)));
}

/* Reads a copy at the end of its own memory. */
static enum quant_fault
read_alone(enum quant_fault (*read)(struct slice, int64_t *), const char *t,
    int64_t *out)
{
	struct slice s = text_of(t);
	char *hold = malloc(s.n + 1);
	enum quant_fault f;

	memcpy(hold + 1, s.p, s.n);
	f = read(text_slice(hold + 1, s.n), out);
	free(hold);
	return f;
}

/* Is v written as want, and is that read as v? */
static bool
there_and_back(void (*put)(struct buf *, int64_t),
    enum quant_fault (*read)(struct slice, int64_t *), int64_t v,
    const char *want)
{
	struct buf b = { 0 };
	int64_t got = -1;
	bool ok;

	put(&b, v);
	buf_char(&b, '\0');
	ok = strcmp(b.p, want) == 0 &&
	    read_alone(read, b.p, &got) == QUANT_OK && got == v;
	if (!ok)
		printf("#   %" PRId64 " -> \"%s\" (want \"%s\") -> %" PRId64
		    "\n", v, b.p, want, got);
	buf_free(&b);
	return ok;
}

static bool
count_back(void)
{
	int64_t v = random_once(2) ? amount() : random_below(5000);
	char want[TEXT];
	size_t n;

	n = (size_t)snprintf(want, sizeof(want), "%" PRId64 ".%03d", v / 1000,
	    (int)(v % 1000));
	while (want[n - 1] == '0')
		want[--n] = '\0';
	if (want[n - 1] == '.')
		want[n - 1] = '\0';
	return there_and_back(quant_put_count, quant_count, v, want);
}

static bool
mem_back(void)
{
	int unit = random_below(7);
	int64_t v = amount() >> 10 * unit << 10 * unit;
	char want[TEXT];

	for (unit = 6; v % (INT64_C(1) << 10 * unit) != 0; unit--)
		continue;
	snprintf(want, sizeof(want), "%" PRId64 "%s", v >> 10 * unit,
	    units[v == 0 ? 0 : unit]);
	return there_and_back(quant_put_mem, quant_mem, v, want);
}

static bool
duration_back(void)
{
	static const int64_t unit_s[] = { DAY_S, 3600, 60, 1 };
	int64_t unit = unit_s[random_below(3)];
	int64_t v = random_once(2) ? amount() : unit * random_below(1000);
	int64_t rest = v;
	char want[TEXT] = "";
	size_t i, n = 0;

	for (i = 0; i < 4; i++) {
		if (rest / unit_s[i] > 0 || (i == 3 && n == 0))
			n += (size_t)snprintf(want + n, sizeof(want) - n,
			    "%" PRId64 "%c", rest / unit_s[i], "dhms"[i]);
		rest %= unit_s[i];
	}
	return there_and_back(when_put_duration, when_duration, v, want);
}

/* The style to write in, and what the reader made of it. */
static struct when_style style, learnt;

static void
put_time(struct buf *b, int64_t s)
{
	when_put_time(b, s, &style);
}

static enum quant_fault
read_time(struct slice s, int64_t *out)
{
	return when_time(s, out, &learnt);
}

/* By the C library's calendar; a number where there is no date. */
static bool
time_model(int64_t s, char out[TEXT])
{
	int off = style.offset_s / 60, east = off < 0 ? -off : off;
	time_t local = s + style.offset_s;
	struct tm tm;
	size_t n;

	if (!style.rfc3339 || local < 0 || local > time_max_s) {
		snprintf(out, TEXT, "%" PRId64, s);
		return false;
	}
	gmtime_r(&local, &tm);
	n = strftime(out, TEXT, "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(out + n, TEXT - n, style.zulu ? "Z" : "%c%02d:%02d",
	    off < 0 ? '-' : '+', east / 60, east % 60);
	return true;
}

static bool
time_back(void)
{
	int64_t v = (int64_t)(random_any() % (uint64_t)(time_max_s + 1));
	char want[TEXT];
	bool dated;

	if (random_once(10))
		v = random_once(2) ? random_below(2 * DAY_S) :
		    time_max_s - random_below(DAY_S);
	style.rfc3339 = !random_once(5);
	style.zulu = style.rfc3339 && random_once(3);
	style.offset_s = !style.rfc3339 || style.zulu ? 0 :
	    60 * (random_below(2 * 1440 - 1) - 1439);
	dated = time_model(v, want);
	return there_and_back(put_time, read_time, v, want) &&
	    learnt.rfc3339 == dated && (!dated || (learnt.zulu == style.zulu &&
	    learnt.offset_s == style.offset_s));
}

/* One second of a day that was counted off. */
static bool
on_day(int64_t day, int year, int month, int mday)
{
	int s = random_below(DAY_S);
	char want[TEXT];

	snprintf(want, sizeof(want), "%04d-%02d-%02dT%02d:%02d:%02dZ", year,
	    month, mday, s / 3600, s / 60 % 60, s % 60);
	style = (struct when_style){ true, true, 0 };
	return there_and_back(put_time, read_time, day * DAY_S + s, want);
}

/* Every day from 1970 to 2400, counted one by one as a child would. */
static void
calendar(void)
{
	static const int len[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30,
	    31 };
	int year, month, mday, last;
	int64_t day = 0;
	bool ok = true;

	random_state = 1;
	for (year = 1970; ok && year <= 2400; year++) {
		for (month = 1; ok && month <= 12; month++) {
			last = len[month - 1];
			if (month == 2 && (year % 400 == 0 ||
			    (year % 4 == 0 && year % 100 != 0)))
				last++;
			for (mday = 1; ok && mday <= last; mday++, day++)
				ok = on_day(day, year, month, mday);
		}
	}
	tap_ok(ok, "each day from 1970 to 2400");
}

/*
 * num/den of a unit, den a power of 2 or of 10, as a decimal fraction that
 * ends where that of den does.  Long division, and 128 bits for the answer.
 */
static bool
mem_fraction(void)
{
	__extension__ typedef unsigned __int128 wide;
	int unit = random_below(7), base = random_once(4) ? 10 : 2, i, n;
	int places = 1 + random_below(base == 10 ? 18 : 10 * unit + 2);
	int64_t whole = amount() >> 10 * unit, got = -1;
	wide num, den = 1, want;
	char t[TEXT];
	enum quant_fault f;
	bool ok;

	for (i = 0; i < places; i++)
		den *= (unsigned)base;
	num = random_any() % den;
	want = ((wide)whole * den + num) << 10 * unit;
	n = snprintf(t, sizeof(t), "%" PRId64 ".", whole);
	for (i = 0; i < places; i++, num %= den)
		t[n++] = (char)('0' + (int)((num *= 10) / den));
	snprintf(t + n, sizeof(t) - (size_t)n, "%s", units[unit]);
	f = read_alone(quant_mem, t, &got);
	ok = want % den == 0 && want / den <= INT64_MAX ?
	    f == QUANT_OK && (wide)got == want / den :
	    f == QUANT_FRACTION || f == QUANT_RANGE;
	if (!ok)
		printf("#   \"%s\" -> fault %d, %" PRId64 "\n", t, (int)f,
		    got);
	return ok;
}

/* The grammars, once more, as regular expressions. */
static struct grammar {
	enum quant_fault (*read)(struct slice, int64_t *);
	const char *const valid[8];
	const char *letters;	/* what the texts are spoilt with */
	const char *pattern;
	regex_t re;
} grammars[] = {
	{ quant_count, { "8", "0.5", "500m", "2.125" }, "0159.m-+ e",
	    "^[0-9]+(m|\\.[0-9]{1,3})?$", { 0 } },
	{ quant_mem, { "320G", "200 GB", "1.5Ti", "7", "0.5KiB", "9b" },
	    "0159. KkMmGTpEeiIbB-+Z", "^[0-9]+(\\.[0-9]+)?( *([KkMmGgTtPpEe]"
	    "[Ii]?[Bb]?|[Bb]))?$", { 0 } },
	{ when_duration, { "90", "15m", "1d2h3m4s", "1h30m", "59:59",
	    "1-02:03:04", "01:02:03", "7d" }, "01359:-dhms +", "^([0-9]+|("
	    "([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?)|"
	    "([0-9]+-([01][0-9]|2[0-3]):[0-5][0-9]|[0-9]+:[0-5][0-9]|"
	    "[0-9]+):[0-5][0-9])$", { 0 } },
	{ read_time, { "1764500000", "2026-11-28T10:00:00Z",
	    "2026-11-28T10:00:00.000+08:00", "1999-12-28t23:59:60-01:30" },
	    "01259-:TtZz+. ", "^([0-9]+|[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|"
	    "1[0-9]|2[0-8])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)"
	    "(\\.[0-9]+)?([Zz]|[-+]([01][0-9]|2[0-3]):[0-5][0-9]))$", { 0 } },
};

/* A valid text with up to two bytes put in, taken out or changed. */
static void
spoil(const struct grammar *g, char *t)
{
	size_t n, at;
	char c;
	int edits, i;

	for (n = 1; n < ROWS(g->valid) && g->valid[n] != NULL; n++)
		continue;
	snprintf(t, TEXT, "%s", g->valid[random_below((int)n)]);
	for (edits = random_below(3), i = 0; i < edits; i++) {
		n = strlen(t);
		at = (size_t)random_below((int)n + 1);
		c = g->letters[random_below((int)strlen(g->letters))];
		if (random_once(3))
			memmove(t + at + 1, t + at, n - at + 1);
		else if (at < n && random_once(2)) {
			memmove(t + at, t + at + 1, n - at);
			continue;
		}
		if (t[at] != '\0')
			t[at] = c;
	}
}

/* The days over 28, which no pattern holds. */
static bool
late_day(const struct grammar *g, const char *t)
{
	return g->read == read_time && strlen(t) > 10 && t[7] == '-' &&
	    ((t[8] == '2' && t[9] == '9') || t[8] == '3');
}

/* Whether a text is of the grammar, apart from what does not fit or land. */
static bool
grammar(void)
{
	struct grammar *g = &grammars[random_below(ROWS(grammars))];
	char t[TEXT];
	int64_t v = -1;
	enum quant_fault f;
	bool match, ok;

	spoil(g, t);
	f = read_alone(g->read, t, &v);
	match = t[0] != '\0' && regexec(&g->re, t, 0, NULL, 0) == 0;
	ok = f == QUANT_RANGE || f == QUANT_FRACTION || late_day(g, t) ||
	    match == (f == QUANT_OK);
	if (!ok)
		printf("#   \"%s\" -> fault %d, but %s\n", t, (int)f,
		    match ? "it is valid" : "it is not");
	return ok;
}

static const struct {
	const char *name;
	bool (*holds)(void);
} property[] = {
	{ "count: put, read", count_back },
	{ "memory: put, read", mem_back },
	{ "duration: put, read", duration_back },
	{ "time in any style: put, read", time_back },
	{ "memory with a fraction, by hand", mem_fraction },
	{ "grammars, by regular expressions", grammar },
};

int
main(int argc, char **argv)
{
	size_t i;

	for (i = 0; i < ROWS(grammars); i++)
		if (regcomp(&grammars[i].re, grammars[i].pattern,
		    REG_EXTENDED | REG_NOSUB) != 0)
			return 1;
	for (i = 0; i < ROWS(property); i++)
		random_hold(property[i].name, property[i].holds, argc, argv,
		    20000);
	calendar();
	for (i = 0; i < ROWS(grammars); i++)
		regfree(&grammars[i].re);
	return tap_done();
}
