/* turn: whose turn it is, while what leaves stand at moves. */
#include "turn.h"

#include "ledger.h"
#include "tap.h"

/* In order of the ranks: two in front, then c, a, b, then one unallocated. */
#define JOBS "job group gpu min_runtime created state\n" \
    "f1 a 1 60 0 pending\nf2 - 1 0 0 pending\nc1 c 1 60 1 pending\n" \
    "c2 c 1 60 1 pending\na1 a 1 60 2 pending\na2 a 1 60 2 pending\n" \
    "a3 a 1 60 2 pending\nb1 b 1 60 3 pending\nu - 1 0 0 pending\n"

enum { N = 9 };

static struct ledger book;
static struct turn turn;
static const size_t order[N] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };

/*
 * Walks, and starts the jobs at the places in `start` (a digit each); the
 * places in the order in which their turn came are `want`.
 */
static void
walk(const char *start, const char *want, const char *name)
{
	char got[2 * N + 1], digit[2] = "";
	size_t k, n = 0;

	turn_begin(&turn);
	while (n < 2 * N && (k = turn_next(&turn)) != TURN_END) {
		got[n++] = *digit = (char)('0' + (int)k);
		if (strstr(start, digit) == NULL)
			continue;
		share_commit(&book.share, &book.world.jobs, k, 1);
		turn.moved = true;
	}
	got[n] = '\0';
	tap_is_str(got, want, "%s", name);
	tap_ok(turn_next(&turn) == TURN_END, "and then nobody");
}

static void
begin(void)
{
	ledger_begin(&book, "group share\na 1\nb 1\nc 1\n", NULL);
	ledger_jobs(&book, JOBS);
	ledger_sum(&book, 8, false);
	turn_init(&turn, &book.share, order, N, 2);
}

static void
finish(void)
{
	turn_free(&turn);
	ledger_end(&book);
}

/* The lane's a, a, b go before a, b and one unallocated. */
static void
in_lane(void)
{
	const char rule[] = "min_runtime<=1m";
	struct diag d;

	ledger_begin(&book, "group share\na 1\nb 1\n", NULL);
	ledger_jobs(&book, "job group gpu min_runtime created state\n"
	    "l1 a 1 60 0 pending\nl2 a 1 60 0 pending\nl3 b 1 60 1 pending\n"
	    "a1 a 1 61 0 pending\nb1 b 1 61 0 pending\nu - 1 0 0 pending\n");
	lane_read(text_of(rule), &book.lane, &d);
	ledger_sum(&book, 8, false);
	turn_init(&turn, &book.share, order, 6, 0);
	walk("", "012345", "the lane goes before all leaves");
	walk("0", "021435", "in it too the leaf that started goes behind");
	walk("5", "201435", "a walk begins with what leaves stand at");
	finish();
}

int
main(void)
{
	size_t k;

	begin();
	/* All are equal: by what was queued first, which is job f1's a. */
	walk("", "014562378", "nobody starts: leaf by leaf");
	walk("", "014562378", "a second walk is the same");
	finish();
	begin();
	walk("2", "014562738", "the leaf that started goes behind");
	finish();
	begin();
	walk("0", "012374568", "what starts in front counts");
	finish();
	begin();
	walk("0123456", "012743568", "after each start the leaf that is first");
	walk("7", "017234568", "a walk begins with what leaves stand at");
	finish();
	begin();
	walk("45", "014237568", "others, then the leaf that started");
	finish();
	in_lane();

	turn_init(&turn, NULL, order, 3, 0);
	turn_begin(&turn);
	for (k = 0; k < 3; k++)
		tap_ok(turn_next(&turn) == k, "without budgets the next");
	tap_ok(turn_next(&turn) == TURN_END, "up to the end");
	turn_free(&turn);
	turn_init(&turn, NULL, order, 0, 0);
	turn_begin(&turn);
	tap_ok(turn_next(&turn) == TURN_END, "of nobody nobody");
	turn_free(&turn);
	return tap_done();
}
