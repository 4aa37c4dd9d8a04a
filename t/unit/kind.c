/* Tests of kind: reading and writing by kind, and sets of columns. */
#include "kind.h"

#include "shown.h"
#include "tap.h"

static const struct kind_column columns[] = { { "n", KIND_COUNT },
	{ "m", KIND_MEM }, { "t", KIND_TIME }, { "s", KIND_TEXT } };
static const struct kind_set set = { columns, 4 };

static void
reads(enum kind k, const char *s, int64_t want)
{
	int64_t v = -7;
	enum quant_fault f = kind_read(k, text_of(s), &v);

	tap_ok(f == QUANT_OK && v == want, "kind %d: %s is %" PRId64, (int)k,
	    s, want);
}

static void
fault(enum kind k, const char *s, const char *why)
{
	int64_t v = -7;
	enum quant_fault f = kind_read(k, text_of(s), &v);

	tap_ok(f != QUANT_OK && v == -7, "kind %d: \"%s\" is a fault", (int)k,
	    s);
	tap_is_str(kind_why(k, f), why, "and told as such");
}

static void
puts_as(enum kind k, int64_t v, const char *want)
{
	struct buf b = { 0 };

	kind_put(&b, k, v);
	tap_is_str(shown_buf(&b), want, "kind %d: %" PRId64, (int)k, v);
	buf_free(&b);
}

static void
json(enum kind k, const char *s, const char *want)
{
	struct buf b = { 0 };

	kind_put_json(&b, k, text_of(s));
	tap_is_str(shown_buf(&b), want, "JSON of kind %d: %s", (int)k, want);
	buf_free(&b);
}

static void
all_json(void)
{
	json(KIND_TEXT, "7", "\"7\"");
	json(KIND_TEXT, "a\"b\n", "\"a\\\"b\\n\"");
	json(KIND_COUNT, "500m", "0.5");
	json(KIND_COUNT, "08", "8");
	json(KIND_COUNT, "eight", "\"eight\"");
	json(KIND_MEM, "320G", "343597383680");
	json(KIND_TIME, "1764500000", "1764500000");
	json(KIND_TIME, "2026-11-30T10:00:00Z", "\"2026-11-30T10:00:00Z\"");
	json(KIND_DURATION, "1h30m", "5400");
	json(KIND_INT, "12", "12");
	json(KIND_SIGNED, "-12", "-12");
	json(KIND_SIGNED, "high", "\"high\"");
}

int
main(void)
{
	reads(KIND_COUNT, "0.5", 500);
	reads(KIND_MEM, "1.5K", 1536);
	reads(KIND_TIME, "1970-01-02T00:00:00Z", 86400);
	reads(KIND_DURATION, "2m", 120);
	reads(KIND_INT, "7", 7);
	reads(KIND_SIGNED, "-7", -7);
	fault(KIND_COUNT, "x", "is not a count");
	fault(KIND_MEM, "x", "is not an amount of memory");
	fault(KIND_TIME, "x", "is not a time");
	fault(KIND_DURATION, "x", "is not a duration");
	fault(KIND_INT, "x", "is not a whole number");
	fault(KIND_INT, "-1", "has a sign where none is allowed");
	fault(KIND_COUNT, "0.0001", "is finer than a thousandth");
	fault(KIND_MEM, "0.3", "is not a whole number of bytes");
	fault(KIND_MEM, "1x", "has an unknown unit");
	fault(KIND_INT, "99999999999999999999", "is out of range");
	puts_as(KIND_COUNT, 1500, "1.5");
	puts_as(KIND_MEM, 1536, "1536");
	puts_as(KIND_MEM, 1 << 21, "2M");
	puts_as(KIND_TIME, 86400, "86400");
	puts_as(KIND_INT, 0, "0");
	puts_as(KIND_SIGNED, INT64_MIN, "-9223372036854775808");
	all_json();
	tap_is_i64(kind_find(&set, text_of("t")), 2, "a column is found");
	tap_is_i64(kind_find(&set, text_of("tt")), -1, "another is not");
	tap_ok(kind_of(&set, text_of("m")) == KIND_MEM, "its kind");
	tap_ok(kind_of(&set, text_of("x")) == KIND_TEXT,
	    "an unknown column is text");
	return tap_done();
}
