/*
 * foreign: bytes of other programs become text.
 */
#include "foreign.h"

#include <stdlib.h>

#include "tap.h"

static void
mended(const char *bytes, size_t n, const char *want)
{
	struct buf b = { 0 };

	buf_add(&b, bytes, n);
	foreign_mend(&b);
	tap_ok(text_is(text_slice(b.p, b.n), want), "%s", want);
	buf_free(&b);
}

int
main(void)
{
	struct buf b = { 0 };
	const char *p;
	size_t i;

	mended("plain \xc3\xa9", 8, "plain \xc3\xa9");
	mended("a\xff" "b", 3, "a\xef\xbf\xbd" "b");
	mended("\xff\xfe", 2, "\xef\xbf\xbd\xef\xbf\xbd");
	mended("a\0b\0", 4, "a\xef\xbf\xbd" "b\xef\xbf\xbd");
	mended("\0", 1, "\xef\xbf\xbd");
	mended("x\xc3", 2, "x\xef\xbf\xbd");
	buf_str(&b, "clean");
	p = b.p;
	foreign_mend(&b);
	tap_ok(b.p == p, "what is clean is not copied");
	/* Linear: a megabyte of bad bytes takes no time. */
	b.n = 0;
	for (i = 0; i < 1 << 20; i++)
		buf_char(&b, i % 2 == 0 ? '\xff' : '\0');
	foreign_mend(&b);
	tap_is_i64((int64_t)b.n, 3 << 20, "each becomes three");
	buf_free(&b);
	tap_ok(text_is(foreign_trim(text_of(" \t a b\r ")), "a b"), "trim");
	tap_ok(foreign_trim(text_of(" ")).n == 0, "nothing is left");
	tap_ok(text_is(foreign_first_line(text_of("\n \n\t x y \r\nz")),
	    "x y"), "the first line that is not blank");
	tap_ok(foreign_first_line(text_of("\n\n")).n == 0, "there is none");
	return tap_done();
}
