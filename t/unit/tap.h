/*
 * tap: what a test program needs to say how it went, as TAP.
 *
 * A test's main calls tap_ok and its like, and ends with
 * `return tap_done();`.  Each prints one line; one that fails says where it
 * stands and what it saw.  They return whether they held, so that a test can
 * stop early.
 */
#ifndef TAP_H
#define TAP_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int tap_n;		/* tests so far */
static int tap_failed;		/* those of them that failed */

#define tap_ok(ok, ...) \
	tap_ok_at(__FILE__, __LINE__, (ok), __VA_ARGS__)
#define tap_is_str(got, want, ...) \
	tap_is_str_at(__FILE__, __LINE__, (got), (want), __VA_ARGS__)
#define tap_is_i64(got, want, ...) \
	tap_is_i64_at(__FILE__, __LINE__, (got), (want), __VA_ARGS__)

/* Flushed at once: what a crash leaves unwritten would hide where it was. */
static inline bool
tap_line(const char *file, int line, bool ok, const char *fmt, va_list ap)
{
	printf("%sok %d - ", ok ? "" : "not ", ++tap_n);
	vprintf(fmt, ap);
	putchar('\n');
	if (!ok) {
		tap_failed++;
		printf("#   at %s:%d\n", file, line);
	}
	fflush(stdout);
	return ok;
}

__attribute__((format(printf, 4, 5)))
static inline bool
tap_ok_at(const char *file, int line, bool ok, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tap_line(file, line, ok, fmt, ap);
	va_end(ap);
	return ok;
}

/* Either string may be NULL, which equals only NULL. */
__attribute__((format(printf, 5, 6)))
static inline bool
tap_is_str_at(const char *file, int line, const char *got, const char *want,
    const char *fmt, ...)
{
	va_list ap;
	bool ok = got != NULL && want != NULL ? strcmp(got, want) == 0 :
	    got == want;

	va_start(ap, fmt);
	tap_line(file, line, ok, fmt, ap);
	va_end(ap);
	if (!ok)
		printf("#   got  %s\n#   want %s\n", got ? got : "(null)",
		    want ? want : "(null)");
	return ok;
}

__attribute__((format(printf, 5, 6)))
static inline bool
tap_is_i64_at(const char *file, int line, int64_t got, int64_t want,
    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tap_line(file, line, got == want, fmt, ap);
	va_end(ap);
	if (got != want)
		printf("#   got  %" PRId64 "\n#   want %" PRId64 "\n", got,
		    want);
	return got == want;
}

/* Prints the plan.  Returns the program's exit status. */
static inline int
tap_done(void)
{
	printf("1..%d\n", tap_n);
	fflush(stdout);
	return tap_failed > 0;
}

#endif
