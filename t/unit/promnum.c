/* Tests of promnum: numbers of the text format, exactly. */
#include "promnum.h"

#include <stdlib.h>

#include "tap.h"

static void
reads(const char *s, int places, int64_t want)
{
	int64_t got = -77;

	tap_is_i64(promnum_scaled(text_of(s), places, &got), PROMNUM_OK,
	    "%s is a number", s);
	tap_is_i64(got, want, "%s x 10^%d", s, places);
}

static void
refuses(const char *s, int places, enum promnum want)
{
	int64_t got = -77;

	tap_is_i64(promnum_scaled(text_of(s), places, &got), want,
	    "\"%s\" is none", s);
	tap_is_i64(got, -77, "and nothing is set");
}

static void
exact(void)
{
	reads("0", 0, 0);
	reads("-0", 3, 0);
	reads("7", 0, 7);
	reads("007", 0, 7);
	reads("+7", 0, 7);
	/* fluent/fluent-bit#8970: wifi_network_noise_dbm -106 came out as 0. */
	reads("-106", 0, -106);
	reads("-125000", 0, -125000);
	reads("2.5276063744e+10", 0, INT64_C(25276063744));
	reads("2.4789508096E10", 0, INT64_C(24789508096));
	reads("2.5276063744e+10", 3, INT64_C(25276063744000));
	reads("1e+09", 0, 1000000000);
	reads("0.21", 3, 210);
	reads(".5", 3, 500);
	reads("5.", 3, 5000);
	reads("5.e1", 0, 50);
	reads("4.3", 3, 4300);
	reads("123e-2", 3, 1230);
	reads("0.000001e6", 0, 1);
	reads("0.506", 5, 50600);
	reads("9223372036854775807", 0, INT64_MAX);
	reads("9.223372036854775807e18", 0, INT64_MAX);
	reads("-9223372036854775807", 0, -INT64_MAX);
}

static void
rounded(void)
{
	reads("0.2104", 3, 210);
	reads("0.2105", 3, 211);
	reads("-0.2105", 3, -211);
	reads("0.20999999999999999", 3, 210);
	reads("0.30000000000000004", 3, 300);
	reads("0.4999", 0, 0);
	reads("0.5", 0, 1);
	reads(".5", 0, 1);
	reads("5.5", 0, 6);
	reads("5e-1", 0, 1);
	reads("5e-2", 0, 0);
	reads("9e-1", 0, 1);
	reads("99e-3", 0, 0);
	reads("1e-400", 3, 0);
	reads("1e-99999999999999999999", 3, 0);
	reads("0e99999999999999999999", 3, 0);
	reads("0.000e400", 3, 0);
	reads("9223372036854775806.5", 0, INT64_MAX);
}

static void
others(void)
{
	static const char *const none[] = { "NaN", "nan", "+Inf", "-Inf",
	    "Inf", "inf", "Infinity", "-infinity" };
	static const char *const range[] = { "9223372036854775808", "1e19",
	    "-1e19", "9223372036854775807.5", "1e400",
	    "1e99999999999999999999", "18446744073709551615" };
	static const char *const syntax[] = { "", "-", "+", ".", "-.", "e5",
	    "1e", "1e+", "1e5.5", "1e5x", "1x", "0x10", "0x1p-2", "1_000",
	    "--1", "+-1", "1.2.3", "1,5", " 1", "1 ", "nano", "infinit", "in",
	    "eight", "\xc3\xa9" };
	size_t i;

	for (i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		refuses(none[i], 3, PROMNUM_NONE);
	for (i = 0; i < sizeof(range) / sizeof(range[0]); i++)
		refuses(range[i], 0, PROMNUM_RANGE);
	refuses("9223372036854776", 3, PROMNUM_RANGE);
	for (i = 0; i < sizeof(syntax) / sizeof(syntax[0]); i++)
		refuses(syntax[i], 0, PROMNUM_SYNTAX);
}

static void
rounds(const char *s, int places, int64_t up, int64_t down)
{
	int64_t got = -77;

	tap_ok(promnum_rounded(text_of(s), places, PROMNUM_UP, &got) ==
	    PROMNUM_OK && got == up, "%s up", s);
	tap_ok(promnum_rounded(text_of(s), places, PROMNUM_DOWN, &got) ==
	    PROMNUM_OK && got == down, "%s down", s);
}

static void
either_way(void)
{
	rounds("5", 3, 5000, 5000);
	rounds("5.000", 3, 5000, 5000);
	rounds("5.0001", 3, 5001, 5000);
	rounds("5.0009", 3, 5001, 5000);
	rounds("512.00000001", 3, 512001, 512000);
	rounds("0.0000001", 3, 1, 0);
	rounds("1e-30", 3, 1, 0);
	rounds("0e-30", 3, 0, 0);
	rounds("50000001e-7", 3, 5001, 5000);
	rounds("-1.5", 0, -2, -1);
	tap_ok(promnum_rounded(text_of("9223372036854775807.1"), 0,
	    PROMNUM_UP, &(int64_t){ 0 }) == PROMNUM_RANGE, "beyond the most");
}

/* Digits without end take no longer than they are. */
static void
longest(void)
{
	enum { MANY = 100000 };
	char *s = malloc(MANY + 1);
	int64_t v = -77;

	if (s == NULL)
		exit(1);
	memset(s, '0', MANY);
	memcpy(s, "0.", 2);
	s[MANY - 1] = '5';
	s[MANY] = '\0';
	tap_is_i64(promnum_scaled(text_of(s), 3, &v), PROMNUM_OK,
	    "many digits behind the point");
	tap_is_i64(v, 0, "are nothing");
	memset(s, '9', MANY);
	tap_is_i64(promnum_scaled(text_of(s), 0, &v), PROMNUM_RANGE,
	    "many digits before it are too much");
	free(s);
}

int
main(void)
{
	exact();
	rounded();
	others();
	either_way();
	longest();
	return tap_done();
}
