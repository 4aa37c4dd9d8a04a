/*
 * cycle: whether a queue does the same again and again.
 *
 * When nothing arrives and nothing ends, a queue with timeouts either comes to
 * rest or returns to a state that it was in, but for the clock.  States are
 * compared as bytes with one that was noted earlier, ever farther apart.
 * Source: Brent 1980.
 */
#ifndef CYCLE_H
#define CYCLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"

/* Starts as {0}. */
struct cycle {
	struct buf was, is;	/* the state that was noted; the one now */
	int64_t was_s;		/* when it was */
	size_t steps, most;	/* since then; until another is noted */
	int64_t period_s;	/* of the cycle, once it is known */
};

/*
 * Looks at the state in c->is, at now; it is emptied.  True: it is the one that
 * was noted, one period ago.  *noted: it is noted from now on.  A state that
 * recurs is found within three times as many looks as it took to come to it,
 * or around, whichever is longer, and one.
 */
bool	cycle_look(struct cycle *, int64_t now_s, bool *noted);

void	cycle_free(struct cycle *);

#endif
