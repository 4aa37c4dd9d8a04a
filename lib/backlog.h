/*
 * backlog: who waits, by number, and how long each may run; the first of some
 * that may run no longer than so.
 *
 * A search tree of least limits, eight bytes a number.  Nothing can fail.
 */
#ifndef BACKLOG_H
#define BACKLOG_H

#include <stddef.h>
#include <stdint.h>

#define BACKLOG_ANY INT64_MAX	/* no limit; whoever waits */
#define BACKLOG_NONE SIZE_MAX

struct backlog {
	uint32_t *limit_s;	/* from 1: least of those below; then each */
	size_t leaves;		/* a power of two */
};

/* Begins with nobody, for numbers under n. */
void	backlog_init(struct backlog *, size_t n);

/* That one waits from then on; it does no more.  O(log n). */
void	backlog_put(struct backlog *, size_t at, int64_t limit_s);
void	backlog_take(struct backlog *, size_t at);

/*
 * The first in [from, to) who waits and may run most_s at most, or
 * BACKLOG_NONE.  All limits of 136 years and more are alike, so of such the
 * caller looks again.  O(log n).
 */
size_t	backlog_first(const struct backlog *, size_t from, size_t to,
	    int64_t most_s);

void	backlog_free(struct backlog *);

#endif
