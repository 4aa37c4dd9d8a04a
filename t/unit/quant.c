/* Tests of quant: each grammar at its edges, and its way back to text. */
#include "quant.h"

#include <stdlib.h>

#include "buf.h"
#include "tap.h"

#define ROWS(a) (sizeof(a) / sizeof((a)[0]))
#define MAX INT64_MAX

enum {
	ANY = -1,	/* some fault, whichever */
	KEPT = -4711	/* what *out holds before, and after a fault */
};

typedef enum quant_fault reader(struct slice, int64_t *);

struct row {
	const char *text;
	int fault;
	int64_t want;
};

static const struct row counts[] = {
	{ "0", 0, 0 }, { "8", 0, 8000 }, { "007", 0, 7000 },
	{ "0.5", 0, 500 }, { "2.125", 0, 2125 }, { "0.001", 0, 1 },
	{ "0.01", 0, 10 }, { "0.010", 0, 10 }, { "1.0", 0, 1000 },
	{ "1.000", 0, 1000 }, { "500m", 0, 500 }, { "0m", 0, 0 },
	{ "1m", 0, 1 }, { "1000m", 0, 1000 }, { "007m", 0, 7 },
	{ "0000000000000000000000000000000000008", 0, 8000 },
	{ "0000000000000000000000000000000.125", 0, 125 },
	{ "9223372036854775", 0, MAX - 807 },
	{ "9223372036854775.8", 0, MAX - 7 },
	{ "9223372036854775.807", 0, MAX },
	{ "9223372036854775.808", QUANT_RANGE, 0 },
	{ "9223372036854775.9", QUANT_RANGE, 0 },
	{ "9223372036854776", QUANT_RANGE, 0 },
	{ "9223372036854775807", QUANT_RANGE, 0 },
	{ "9223372036854775808", QUANT_RANGE, 0 },
	{ "99999999999999999999999999", QUANT_RANGE, 0 },
	{ "9223372036854775807m", 0, MAX },
	{ "9223372036854775808m", QUANT_RANGE, 0 },
	{ "18446744073709551617m", QUANT_RANGE, 0 },
	{ "0.0005", QUANT_FRACTION, 0 }, { "0.1234", QUANT_FRACTION, 0 },
	{ "1.0001", QUANT_FRACTION, 0 }, { "1.5m", QUANT_FRACTION, 0 },
	{ "0.99999999999999999999999", QUANT_FRACTION, 0 },
	{ "-1", QUANT_SIGN, 0 }, { "+1", QUANT_SIGN, 0 },
	{ "-0", QUANT_SIGN, 0 }, { "-500m", QUANT_SIGN, 0 },
	{ "-", ANY, 0 }, { "", QUANT_SYNTAX, 0 }, { "m", QUANT_SYNTAX, 0 },
	{ ".", QUANT_SYNTAX, 0 }, { ".5", QUANT_SYNTAX, 0 },
	{ "1.", QUANT_SYNTAX, 0 }, { "1.m", ANY, 0 }, { "1.-5", ANY, 0 },
	{ "1..5", ANY, 0 }, { "1.5.5", ANY, 0 }, { "1e3", ANY, 0 },
	{ "1E3", ANY, 0 }, { "0x10", ANY, 0 }, { "1,5", ANY, 0 },
	{ "1_000", ANY, 0 }, { "1 ", ANY, 0 }, { " 1", ANY, 0 },
	{ "1 m", ANY, 0 }, { "1mm", ANY, 0 }, { "1M", ANY, 0 },
	{ "1k", ANY, 0 }, { "1m ", ANY, 0 }, { "1\n", ANY, 0 },
	{ "eight", ANY, 0 }, { "inf", ANY, 0 }, { "nan", ANY, 0 },
	{ "\xc2\xbd", ANY, 0 }, { "\xd9\xa8", ANY, 0 },
};

static const struct row memories[] = {
	{ "0", 0, 0 }, { "1", 0, 1 }, { "1073741824", 0, 1073741824 },
	{ "320G", 0, INT64_C(343597383680) },
	{ "200 GB", 0, INT64_C(214748364800) },
	{ "1.5Ti", 0, INT64_C(1649267441664) },
	{ "81920Mi", 0, INT64_C(85899345920) },
	{ "0.5K", 0, 512 }, { "0.0009765625K", 0, 1 },
	{ "00.50 kib", 0, 512 }, { "1.0", 0, 1 }, { "1.0B", 0, 1 },
	{ "1.00000000000000000000000000000000000000000", 0, 1 },
	{ "0.0000000000000000000000000000000000000000E", 0, 0 },
	{ "500m", 0, INT64_C(524288000) },	/* any case: mebi */
	{ "1e", 0, INT64_C(1152921504606846976) },
	{ "1.5e", 0, INT64_C(1729382256910270464) },
	{ "7.5E", 0, INT64_C(8646911284551352320) },
	{ "9223372036854775807", 0, MAX },
	{ "9223372036854775807.000 b", 0, MAX },
	{ "9007199254740991.9990234375K", 0, MAX },
	{ "9007199254740991.99902343750000000000000000000K", 0, MAX },
	{ "8796093022207.99999904632568359375M", 0, MAX },
	{ "9223372036854775808", QUANT_RANGE, 0 },
	{ "18446744073709551616", QUANT_RANGE, 0 },
	{ "18014398509481984K", QUANT_RANGE, 0 },	/* 2^64 */
	{ "16E", QUANT_RANGE, 0 },
	{ "1.5", QUANT_FRACTION, 0 }, { "1.5B", QUANT_FRACTION, 0 },
	{ "0.0005K", QUANT_FRACTION, 0 }, { "0.1K", QUANT_FRACTION, 0 },
	{ "0.1E", QUANT_FRACTION, 0 }, { "0.3333G", QUANT_FRACTION, 0 },
	{ "1.00000000000000000000000000000000001E", QUANT_FRACTION, 0 },
	{ "7.99999999999999999999999999999E", QUANT_FRACTION, 0 },
	{ "-1", QUANT_SIGN, 0 }, { "-1K", QUANT_SIGN, 0 },
	{ "+1K", QUANT_SIGN, 0 }, { "-", ANY, 0 }, { "", QUANT_SYNTAX, 0 },
	{ "K", QUANT_SYNTAX, 0 }, { ".5K", QUANT_SYNTAX, 0 },
	{ "1.K", QUANT_SYNTAX, 0 }, { "1.", QUANT_SYNTAX, 0 },
	{ "1. K", ANY, 0 }, { "1.5.5K", ANY, 0 }, { "1 ", ANY, 0 },
	{ " 1", ANY, 0 }, { "1K ", ANY, 0 }, { "1\tK", ANY, 0 },
	{ "1 K B", ANY, 0 }, { "1K iB", ANY, 0 }, { "1kk", QUANT_SUFFIX, 0 },
	{ "1i", QUANT_SUFFIX, 0 }, { "1iB", QUANT_SUFFIX, 0 },
	{ "1 i", QUANT_SUFFIX, 0 }, { "1Bi", QUANT_SUFFIX, 0 },
	{ "1BB", QUANT_SUFFIX, 0 }, { "1KBB", QUANT_SUFFIX, 0 },
	{ "1KiBB", QUANT_SUFFIX, 0 }, { "1Kii", QUANT_SUFFIX, 0 },
	{ "1BK", QUANT_SUFFIX, 0 }, { "1Z", QUANT_SUFFIX, 0 },
	{ "1Y", QUANT_SUFFIX, 0 }, { "1c", QUANT_SUFFIX, 0 },
	{ "1Kbit", QUANT_SUFFIX, 0 }, { "1Kn", QUANT_SUFFIX, 0 },
	{ "1e3", ANY, 0 }, { "1E3", ANY, 0 }, { "1e+3", ANY, 0 },
	{ "0x10", ANY, 0 }, { "1,000K", ANY, 0 }, { "1K1", ANY, 0 },
	{ "1-K", ANY, 0 }, { "N/A", ANY, 0 }, { "\xe2\x88\x92" "1K", ANY, 0 },
	{ "1\xe2\x84\xaa", ANY, 0 },	/* the Kelvin sign */
	{ "1\xc2\xa0K", ANY, 0 },	/* a blank that is not one */
};

static const struct row ints[] = {
	{ "0", 0, 0 }, { "00", 0, 0 }, { "42", 0, 42 },
	{ "0000000000000000000000000000042", 0, 42 },
	{ "9223372036854775807", 0, MAX },
	{ "9223372036854775808", QUANT_RANGE, 0 },
	{ "9223372036854775810", QUANT_RANGE, 0 },
	{ "99999999999999999999", QUANT_RANGE, 0 },
	{ "-1", QUANT_SIGN, 0 }, { "-0", QUANT_SIGN, 0 },
	{ "+1", QUANT_SIGN, 0 }, { "", QUANT_SYNTAX, 0 },
	{ "x", QUANT_SYNTAX, 0 }, { "1x", ANY, 0 }, { "1.0", ANY, 0 },
	{ "1e3", ANY, 0 }, { " 1", ANY, 0 }, { "1 ", ANY, 0 },
	{ "1K", ANY, 0 },
};

static const struct row signeds[] = {
	{ "0", 0, 0 }, { "-0", 0, 0 }, { "42", 0, 42 }, { "-42", 0, -42 },
	{ "9223372036854775807", 0, MAX },
	{ "-9223372036854775807", 0, -MAX },
	{ "9223372036854775808", QUANT_RANGE, 0 },
	{ "-9223372036854775809", QUANT_RANGE, 0 },
	{ "+1", QUANT_SIGN, 0 }, { "--1", ANY, 0 }, { "-+1", ANY, 0 },
	{ "+-1", ANY, 0 }, { "-", ANY, 0 }, { "", QUANT_SYNTAX, 0 },
	{ "- 1", ANY, 0 }, { "-1.0", ANY, 0 }, { "-1x", ANY, 0 },
};

/* Reads a copy that has nothing before or behind it in its memory. */
static bool
reads(reader *read, struct slice s, int fault, int64_t want)
{
	char *hold = malloc(s.n + 1);
	int64_t got = KEPT;
	int f;

	memcpy(hold + 1, s.p, s.n);
	f = (int)read(text_slice(hold + 1, s.n), &got);
	free(hold);
	if ((fault == ANY ? f != QUANT_OK : f == fault) &&
	    got == (f == QUANT_OK ? want : KEPT))
		return true;
	printf("#   \"%.*s\": fault %d, value %" PRId64 "\n", (int)s.n, s.p,
	    f, got);
	return false;
}

static void
check(const char *name, reader *read, const struct row *row, size_t rows)
{
	static const char nul[][3] = { "1\0", "\0001", "\0\0" };
	size_t i;

	for (i = 0; i < rows; i++)
		tap_ok(reads(read, text_of(row[i].text), row[i].fault,
		    row[i].want), "%s \"%s\"", name, row[i].text);
	for (i = 0; i < ROWS(nul); i++)
		tap_ok(reads(read, text_slice(nul[i], 2), ANY, 0),
		    "%s, NUL byte, %zu", name, i);
	tap_ok(reads(read, text_slice("12345", 3), 0,
	    read == quant_count ? 123000 : 123), "%s stops in time", name);
}

static bool
suffixed(uint64_t v, const char *suffix, int fault, int64_t want)
{
	char t[64];

	snprintf(t, sizeof(t), "%" PRIu64 "%s", v, suffix);
	return reads(quant_mem, text_of(t), fault, want);
}

/* One unit in one case, with i, B and blanks: the largest, and one more. */
static bool
forms(const char *unit, int shift)
{
	static const char *const infix[] = { "", "i", "I" };
	static const char *const last[] = { "", "b", "B" };
	static const char *const gap[] = { "", " ", "    " };
	const int64_t most = MAX >> shift;
	char suffix[16];
	int i;
	bool ok = true;

	for (i = 0; i < 27; i++) {
		if (*unit == '\0' && (i % 3 > 0 || (i > 8 && i / 3 % 3 == 0)))
			continue;
		snprintf(suffix, sizeof(suffix), "%s%s%s%s", gap[i / 9], unit,
		    infix[i % 3], last[i / 3 % 3]);
		ok &= suffixed(0, suffix, 0, 0);
		ok &= suffixed(1, suffix, 0, INT64_C(1) << shift);
		ok &= suffixed((uint64_t)most, suffix, 0, most << shift);
		ok &= suffixed((uint64_t)most + 1, suffix, QUANT_RANGE, 0);
	}
	return ok;
}

static void
suffixes(void)
{
	static const char *const unit[] = { "", "K", "M", "G", "T", "P", "E",
	    "", "k", "m", "g", "t", "p", "e" };
	int i;

	for (i = 0; i < (int)ROWS(unit); i++)
		tap_ok(forms(unit[i], i % 7 * 10),
		    "memory: all forms of unit '%s'", unit[i]);
}

/* Halves a decimal fraction, whose digits stand behind the point. */
static void
halve(char *digits)
{
	int rest = 0, d;

	for (; *digits != '\0'; digits++) {
		d = rest * 10 + (*digits - '0');
		*digits = (char)('0' + d / 2);
		rest = d % 2;
	}
	if (rest > 0) {
		*digits++ = '5';
		*digits = '\0';
	}
}

/* 2^-k of a unit is so many bytes, until it is less than one. */
static void
halves(void)
{
	static const char unit[] = "KMGTPE";
	char t[100];
	int i, k, shift;
	bool ok;

	for (i = 0; i < 6; i++) {
		strcpy(t, "3.5");
		shift = 10 * (i + 1);
		for (ok = true, k = 1; k <= shift + 1; k++) {
			size_t n = strlen(t);

			memcpy(t + n, (char[]){ unit[i], '\0' }, 2);
			ok &= reads(quant_mem, text_of(t),
			    k > shift ? QUANT_FRACTION : 0, k > shift ? 0 :
			    (INT64_C(3) << shift) + (INT64_C(1) <<
			    (shift - k)));
			t[n] = '\0';
			halve(t + 2);
		}
		tap_ok(ok, "memory: each half, down to a byte, of 1%c",
		    unit[i]);
	}
}

static void
digits(void)
{
	static const struct {
		const char *text;
		int fault;
		int64_t want;
		const char *rest;
	} row[] = {
		{ "12ab", 0, 12, "ab" }, { "7", 0, 7, "" },
		{ "1.5", 0, 1, ".5" }, { "1-2", 0, 1, "-2" },
		{ "0009:", 0, 9, ":" },
		{ "999999999999999999x", 0, INT64_C(999999999999999999), "x" },
		{ "1000000000000000000", 0, INT64_C(1000000000000000000), "" },
		{ "9223372036854775807.", 0, MAX, "." },
		{ "9223372036854775808.", QUANT_RANGE, KEPT, NULL },
		{ "9223372036854775817", QUANT_RANGE, KEPT, NULL },
		{ "10000000000000000000", QUANT_RANGE, KEPT, NULL },
		{ "", QUANT_SYNTAX, KEPT, NULL },
		{ "a1", QUANT_SYNTAX, KEPT, NULL },
		{ "-1", QUANT_SYNTAX, KEPT, NULL },
		{ "/", QUANT_SYNTAX, KEPT, NULL },
		{ ":", QUANT_SYNTAX, KEPT, NULL },
	};
	struct slice s;
	size_t i;
	int64_t v;
	int f;

	for (i = 0; i < ROWS(row); i++) {
		v = KEPT;
		s = text_of(row[i].text);
		f = (int)quant_digits(&s, &v);
		tap_ok(f == row[i].fault && v == row[i].want && text_is(s,
		    row[i].rest != NULL ? row[i].rest : row[i].text),
		    "digits of \"%s\"", row[i].text);
	}
}

static void
put(const char *name, void (*put_one)(struct buf *, int64_t),
    const struct row *row, size_t rows)
{
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < rows; i++) {
		b.n = 0;
		put_one(&b, row[i].want);
		buf_char(&b, '\0');
		tap_is_str(b.p, row[i].text, "put %s %s", name, row[i].text);
	}
	buf_free(&b);
}

static const struct row put_counts[] = {
	{ "0", 0, 0 }, { "0.001", 0, 1 }, { "0.01", 0, 10 },
	{ "0.1", 0, 100 }, { "0.5", 0, 500 }, { "0.999", 0, 999 },
	{ "1", 0, 1000 }, { "1.001", 0, 1001 }, { "8.01", 0, 8010 },
	{ "8.1", 0, 8100 }, { "8.101", 0, 8101 }, { "8.11", 0, 8110 },
	{ "100", 0, 100000 }, { "9223372036854775.807", 0, MAX },
};

static const struct row put_mems[] = {
	{ "0", 0, 0 }, { "1", 0, 1 }, { "1000", 0, 1000 },
	{ "1023", 0, 1023 }, { "1K", 0, 1024 }, { "1025", 0, 1025 },
	{ "1536", 0, 1536 }, { "1023K", 0, 1047552 }, { "1M", 0, 1048576 },
	{ "1536M", 0, 1610612736 }, { "100G", 0, INT64_C(107374182400) },
	{ "1T", 0, INT64_C(1) << 40 }, { "1P", 0, INT64_C(1) << 50 },
	{ "1E", 0, INT64_C(1) << 60 }, { "7E", 0, INT64_C(7) << 60 },
	{ "7680P", 0, INT64_C(15) << 59 },
	{ "9007199254740991K", 0, MAX - 1023 },
	{ "9223372036854775807", 0, MAX },
};

/* The last n of eight bytes as a number, and each byte in each place. */
static void
words(void)
{
	char t[9];
	int64_t v;
	size_t n, at;
	int c, wrong = 0;
	bool digits_alone;

	for (n = 1; n <= 8; n++) {
		for (at = 0; at < 8; at++) {
			for (c = 0; c < 256; c++) {
				strcpy(t, "98765432");
				t[at] = (char)c;
				digits_alone = at < 8 - n ||
				    (c >= '0' && c <= '9');
				if (quant_word(text_word(t), n, &v) ?
				    !digits_alone || v != strtoll(t + 8 - n,
				    NULL, 10) : digits_alone)
					wrong++;
			}
		}
	}
	tap_is_i64(wrong, 0, "numbers of one to eight bytes");
}

int
main(void)
{
	check("count", quant_count, counts, ROWS(counts));
	check("memory", quant_mem, memories, ROWS(memories));
	check("int", quant_int, ints, ROWS(ints));
	check("signed", quant_signed, signeds, ROWS(signeds));
	suffixes();
	halves();
	digits();
	words();
	put("count", quant_put_count, put_counts, ROWS(put_counts));
	put("memory", quant_put_mem, put_mems, ROWS(put_mems));
	return tap_done();
}
