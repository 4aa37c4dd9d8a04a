/* Tests of buf: digits, drains that are called in time, drains that fail. */
#include "buf.h"

#include <stdlib.h>

#include "tap.h"

/* A drain that keeps what it was given. */
struct sink {
	char *p;		/* all bytes, in order */
	size_t n;
	size_t calls;
	size_t largest;		/* bytes of one call */
	size_t fails_at;	/* the call that fails, from 1; 0: none */
};

static int
keep(void *arg, const char *p, size_t n)
{
	struct sink *s = arg;

	if (++s->calls == s->fails_at)
		return -1;
	s->p = realloc(s->p, s->n + n);
	memcpy(s->p + s->n, p, n);
	s->n += n;
	if (n > s->largest)
		s->largest = n;
	return 0;
}

static char
nth(size_t i)
{
	return (char)('!' + i % 89);
}

/* n bytes of the sequence that begins at from, by the one way or the other. */
static void
add(struct buf *b, size_t from, size_t n, bool singly)
{
	char *p = malloc(n);
	size_t i;

	for (i = 0; i < n; i++)
		p[i] = nth(from + i);
	if (singly)
		for (i = 0; i < n; i++)
			buf_char(b, p[i]);
	else
		buf_add(b, p, n);
	free(p);
}

static bool
in_order(const char *p, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (p[i] != nth(i))
			return false;
	return true;
}

static bool
holds(const struct buf *b, const char *want)
{
	return b->n == strlen(want) &&
	    (b->n == 0 || memcmp(b->p, want, b->n) == 0);
}

static void
numbers(void)
{
	static const struct {
		int64_t v;
		const char *want;
	} row[] = {
		{ 0, "0" }, { 9, "9" }, { 10, "10" }, { -1, "-1" },
		{ -10, "-10" }, { 1234567890, "1234567890" },
		{ INT64_MAX, "9223372036854775807" },
		{ INT64_MIN, "-9223372036854775808" },
	};
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		b.n = 0;
		buf_i64(&b, row[i].v);
		tap_ok(holds(&b, row[i].want), "i64 %s", row[i].want);
		b.n = 0;
		if (row[i].v >= 0) {
			buf_u64(&b, (uint64_t)row[i].v);
			tap_ok(holds(&b, row[i].want), "u64 %s", row[i].want);
		}
	}
	b.n = 0;
	buf_u64(&b, UINT64_MAX);
	tap_ok(holds(&b, "18446744073709551615"), "u64 of the largest");
	buf_free(&b);
}

static void
undrained(void)
{
	struct buf b = { 0 };

	buf_add(&b, NULL, 0);
	tap_ok(holds(&b, ""), "nothing added is nothing");
	buf_str(&b, "ab");
	buf_str(&b, "");
	buf_char(&b, '\0');
	buf_add(&b, "c\0d", 3);
	tap_ok(b.n == 6 && memcmp(b.p, "ab\0c\0d", 6) == 0,
	    "str, char and add, NUL bytes too");
	tap_ok(buf_flush(&b) == 0 && b.n == 6, "flush keeps them");
	buf_room(&b, 100000);
	tap_ok(b.cap - b.n >= 100000 && b.n == 6, "room is made");
	buf_free(&b);
	tap_ok(b.p == NULL && b.n == 0 && b.cap == 0, "free leaves none");
	add(&b, 0, 3 * BUF_DRAIN, true);
	add(&b, 3 * BUF_DRAIN, 3 * BUF_DRAIN, false);
	tap_ok(b.n == 6 * BUF_DRAIN && in_order(b.p, b.n),
	    "without a drain all of it is gathered");
	buf_free(&b);
}

/* Adds `times` pieces of n bytes, and looks at what came out. */
static void
drained(size_t n, size_t times, bool singly)
{
	struct sink s = { 0 };
	struct buf b = { .drain = keep, .arg = &s };
	size_t i, most = n > BUF_DRAIN && !singly ? n : BUF_DRAIN, kept = 0;

	for (i = 0; i < times; i++) {
		add(&b, i * n, n, singly);
		if (b.n > kept)
			kept = b.n;
	}
	tap_ok(kept <= most && b.cap <= 2 * most,
	    "%zu x %zu: keeps %zu, takes %zu", times, n, kept, b.cap);
	tap_ok(buf_flush(&b) == 0 && s.n == n * times &&
	    in_order(s.p, s.n), "%zu x %zu: all of it in order", times, n);
	tap_ok(s.largest <= most && s.calls <= 1 + 2 * (s.n / BUF_DRAIN),
	    "%zu x %zu: in %zu calls", times, n, s.calls);
	i = s.calls;
	tap_ok(buf_flush(&b) == 0 && s.calls == i,
	    "%zu x %zu: flushed again, no call", times, n);
	buf_free(&b);
	free(s.p);
}

/* The drain fails at its k-th call; what came before is all that it has. */
static void
failing(size_t k)
{
	struct sink s = { .fails_at = k };
	struct buf b = { .drain = keep, .arg = &s };
	size_t i;

	for (i = 0; i < 10; i++)
		add(&b, i * BUF_DRAIN, BUF_DRAIN, i % 2 == 0);
	tap_ok(buf_flush(&b) == -1, "fails at call %zu: flush says so", k);
	tap_ok(s.calls == k && in_order(s.p, s.n),
	    "fails at call %zu: not called again", k);
	tap_ok(b.cap <= 2 * BUF_DRAIN, "fails at call %zu: bytes are thrown "
	    "away", k);
	buf_str(&b, "more");
	tap_ok(buf_flush(&b) == -1 && buf_flush(&b) == -1 && s.calls == k,
	    "fails at call %zu: for ever", k);
	buf_free(&b);
	free(s.p);
}

static void
freed(void)
{
	struct sink s = { 0 };
	struct buf b = { .drain = keep, .arg = &s };

	buf_str(&b, "abc");
	tap_ok(s.calls == 0, "little is kept back");
	buf_free(&b);
	tap_ok(s.calls == 0, "free hands nothing over");
}

int
main(void)
{
	static const size_t size[] = { 1, 7, 4096, BUF_DRAIN - 1, BUF_DRAIN,
	    BUF_DRAIN + 1, 5 * BUF_DRAIN };
	size_t i;

	numbers();
	undrained();
	for (i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
		drained(size[i], 300000 / size[i] + 2, false);
		drained(size[i], 300000 / size[i] + 2, true);
	}
	for (i = 1; i <= 9; i += 2)
		failing(i);
	failing(10);
	freed();
	return tap_done();
}
