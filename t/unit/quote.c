/*
 * quote: one word for sh(1), whatever is in it.  t/qapply.bats has a shell
 * read them.
 */
#include "quote.h"

#include "tap.h"

static void
is(const char *text, size_t n, const char *want)
{
	struct buf b = { 0 };

	quote_sh(&b, text_slice(text, n));
	tap_ok(text_is(text_slice(b.p, b.n), want), "%s", want);
	buf_free(&b);
}

int
main(void)
{
	is("", 0, "''");
	is("a b", 3, "'a b'");
	is("it's", 4, "'it'\\''s'");
	is("''", 2, "''\\'''\\'''");
	is("$(x) `y` \"\\\n", 12, "'$(x) `y` \"\\\n'");
	is("a\0b", 3, "'ab'");
	return tap_done();
}
