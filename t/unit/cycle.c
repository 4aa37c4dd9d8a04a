/* Tests of cycle: what comes again, and when. */
#include "cycle.h"

#include "tap.h"

/* The k-th state of a row that goes round in `round` after `tail` others. */
static size_t
state_at(size_t k, size_t tail, size_t round)
{
	return k < tail ? k : tail + (k - tail) % round;
}

/* A state is as many bytes as its number, so that all are prefixes. */
static void
put(struct cycle *c, size_t state)
{
	for (; state > 0; state--)
		buf_char(&c->is, 'x');
}

/* Looks until it is found; every look is 10 s after the last one. */
static void
rounds(size_t tail, size_t round)
{
	const size_t longer = tail > round ? tail : round;
	struct cycle c = { 0 };
	size_t k, noted_at = 0, emptied = 0;
	bool found = false, noted;

	for (k = 0; !found && k < 1000; k++) {
		put(&c, state_at(k, tail, round));
		found = cycle_look(&c, 500 + (int64_t)k * 10, &noted);
		emptied += c.is.n == 0;
		if (noted)
			noted_at = k;
	}
	tap_ok(found && k <= 3 * longer + 1,
	    "%zu, then round in %zu: found at %zu", tail, round, k);
	tap_is_i64(c.period_s, 10 * (int64_t)round, "its period");
	tap_is_i64((int64_t)(k - 1 - noted_at), (int64_t)round,
	    "since it was noted");
	tap_is_i64((int64_t)emptied, (int64_t)k, "the state is emptied");
	cycle_free(&c);
}

/* What never comes again; the states that are noted are ever farther apart. */
static void
never(void)
{
	struct cycle c = { 0 };
	size_t k, notes = 0;
	bool noted, found = false;

	for (k = 0; k < 200; k++) {
		put(&c, k);
		found |= cycle_look(&c, (int64_t)k, &noted);
		notes += noted;
	}
	tap_ok(!found && c.period_s == 0, "nothing comes again");
	tap_is_i64((int64_t)notes, 8, "at 0, 1, 3, 7, ... 127");
	cycle_free(&c);
}

/* A state without bytes is one, too. */
static void
empty(void)
{
	struct cycle c = { 0 };
	bool noted;

	tap_ok(!cycle_look(&c, 1, &noted) && noted, "the first is noted");
	tap_ok(cycle_look(&c, 4, &noted) && !noted, "and comes again");
	tap_is_i64(c.period_s, 3, "after so long");
	cycle_free(&c);
}

int
main(void)
{
	static const size_t length[] = { 0, 1, 2, 3, 5, 16, 17, 64 };
	const size_t n = sizeof(length) / sizeof(length[0]);
	size_t i, j;

	for (i = 0; i < n; i++)
		for (j = 1; j < n; j++)
			rounds(length[i], length[j]);
	never();
	empty();
	return tap_done();
}
