/* share: which group goes before which, and by what. */
#include "share.h"

#include "ledger.h"
#include "shown.h"
#include "tap.h"

#define JOB "job group gpu min_runtime created queued started ended state\n"

static struct ledger book;

static void
begin(const char *tree, const char *jobs, int64_t gpus, bool deserved)
{
	ledger_begin(&book, tree, NULL);
	ledger_jobs(&book, jobs);
	tap_ok(book.world.faults.n == 0, "no faults%s",
	    shown_fault(&book.world.faults, 0));
	ledger_sum(&book, gpus, deserved);
}

/* The group goes before the other, and not the other way round. */
static void
first(const char *a, const char *b, const char *why)
{
	size_t x = ledger_at(&book, a), y = ledger_at(&book, b);
	struct buf out = { 0 };

	tap_ok(share_cmp(&book.share, x, y) < 0 &&
	    share_cmp(&book.share, y, x) > 0, "%s goes before %s", a, b);
	tap_is_i64(share_cmp(&book.share, x, x), 0, "%s is %s", a, a);
	share_explain(&book.share, x, y, &out);
	tap_is_str(shown_buf(&out), why, "by %s", why);
	buf_free(&out);
}

static void
by_ratio(void)
{
	begin("group share\na 3\nb 1\n",
	    JOB "1 a 3 1 0 0 1000 2000 failed\n2 b 2 1 0 0 1000 2000 failed\n"
	    "3 b 1 1 0 0 - - pending\n", 100, false);
	first("a", "b", "a 0.011111, b 0.022222");
	ledger_end(&book);
	/* 6 of weight 2 is more than 1 of weight 1. */
	begin("group share\na 2\nb 1\n", JOB "1 a 6 1 0 0 0 1 failed\n"
	    "2 b 1 1 0 0 0 1 failed\n", 1, false);
	first("b", "a", "b 0.000833, a 0.002500");
	ledger_end(&book);
	/* What is protected counts, what is past its contract does not. */
	begin("group share\na 1\nb 1\n", JOB "1 a 1 100 0 0 3590 - running\n"
	    "2 b 1 1m 0 0 3500 - running\n", 1, false);
	first("a", "b", "a 0.055556, b 0.055556, by name");
	ledger_end(&book);
}

static void
ties(void)
{
	const char *tree = "group share\na 1\nb 1\nc 1\nd 1\n";

	begin(tree, JOB "1 b 1 1 0 5 - - pending\n2 a 1 1 0 7 - - pending\n"
	    "3 a 1 1 0 1 - - held\n4 c 1 1 0 7 - - inqueue\n", 8, false);
	first("b", "a", "b 0.000000, a 0.000000, queued earlier");
	first("a", "c", "a 0.000000, c 0.000000, by name");
	first("c", "d", "c 0.000000, d 0.000000, queued earlier");
	ledger_end(&book);
}

/* 0/0 comes after every number, and x/0 after that. */
static void
without_share(void)
{
	begin("group share\na 0\nb 0\nc 1\nd 0\n",
	    JOB "1 b 1 1 0 0 0 3600 failed\n2 c 9 1 0 0 0 3600 failed\n"
	    "3 b 1 1 0 0 - - pending\n4 d 1 1 0 9 - - pending\n", 1, false);
	first("c", "a", "c 9.000000, a -");
	first("a", "b", "a -, b inf");
	first("d", "a", "d -, a -, queued earlier");
	first("d", "b", "d -, b inf");
	ledger_end(&book);
	/* Below a group of weight 0 nobody is allocated anything. */
	begin("group share\na 0\na/x 1\na/y 0\na/z 2\nb 1\n",
	    JOB "1 a/x 1 1 0 0 0 1000 failed\n2 a/x 1 1 0 0 - - pending\n"
	    "3 a/y 1 0 0 0 - - pending\n", 8, false);
	first("a/y", "a/x", "a/y -, a/x inf");
	first("a/z", "a/x", "a/z -, a/x inf");
	first("a/y", "a/z", "a/y -, a/z -, by name");
	first("b", "a/y", "b 0.000000, a inf");
	tap_ok(share_behind(&book.share, ledger_at(&book, "a/x"),
	    ledger_at(&book, "a/y"), &book.world.jobs, 2) &&
	    !share_behind(&book.share, ledger_at(&book, "a/y"),
	    ledger_at(&book, "a/z"), &book.world.jobs, 2),
	    "and so it is behind");
	ledger_end(&book);
}

/* Two leaves are compared where their paths part, and nowhere else. */
static void
paths(void)
{
	begin("group share\nn/o/x 1\nn/o/y 1\nn/p 2\nm 4\n",
	    JOB "1 n/o/x 4 1 0 0 0 100 failed\n2 n/p 5 1 0 0 0 100 failed\n"
	    "3 m 8 1 0 0 0 100 failed\n", 8, false);
	first("m", "n/o/y", "m 0.055556, n 0.062500");
	first("n/o/x", "n/p", "n/o 0.055556, n/p 0.069444");
	first("n/o/y", "n/o/x", "n/o/y 0.000000, n/o/x 0.111111");
	ledger_end(&book);
}

/* Of 16 GPUs a claims 8, b 4, c 4. */
static void
deserved(void)
{
	const char *tree = "group share\na 2\nb 1\nc 1\nd 0\n";

	begin(tree, JOB "1 a 7 1 0 0 0 - running\n2 b 4 1 0 0 3600 - running\n"
	    "3 c 3 1 0 0 3590 - running\n", 16, true);
	first("a", "b", "a runs 7 of 8 gpu, b runs 4 of 4 gpu");
	first("c", "a", "c runs 3 of 4 gpu, a runs 7 of 8 gpu");
	first("b", "d", "b 0.000278, d -");
	ledger_end(&book);
	begin(tree, JOB "1 a 4 1 0 0 0 - running\n2 b 2 1 0 0 3500 - running\n",
	    16, true);
	first("b", "a", "b 0.013889, a 0.500000");
	first("c", "b", "c runs 0 of 4 gpu, b runs 2 of 4 gpu");
	tap_ok(share_tree_cmp(&book.share, ledger_at(&book, "b"),
	    ledger_at(&book, "a")) < 0, "the tree alone says the same");
	ledger_end(&book);
	/* Thirds are exact: a runs all of its part, b a thousandth less. */
	begin("group share\na 1\nb 1\nc 1\n", JOB "1 a 1 1 0 0 0 - running\n"
	    "2 b 0.999 1 0 0 0 - running\n", 3, true);
	tap_ok(!share_below(&book.share, ledger_at(&book, "a")),
	    "a has its part");
	tap_ok(share_below(&book.share, ledger_at(&book, "b")), "b has not");
	ledger_end(&book);
}

/* What a start commits, up to the root; a stop takes it back. */
static void
commits(void)
{
	const struct usage_group *x, *n;
	uint32_t *rank;

	begin("group share\nn/x 1\nn/y 1\nm 2\n",
	    JOB "1 n/x 2 2h 0 0 - - pending\n2 m 1 1m 0 0 - - pending\n"
	    "3 - 4 0 0 0 - - pending\n4 n/y 1 1 0 9 - - pending\n", 8, false);
	x = ledger_group(&book, "n/x");
	n = ledger_group(&book, "n");
	rank = share_ranks(&book.share, 4);
	tap_ok(rank[1] < rank[0] && rank[0] < rank[3] && rank[3] < rank[2],
	    "ranks: by name, then queued, what is unallocated last");
	free(rank);
	share_commit(&book.share, &book.world.jobs, 0, 1);
	tap_is_i64(x->committed, 2 * 600 * 1000, "at most the cap");
	tap_is_i64(n->committed, 2 * 600 * 1000, "above it too");
	tap_is_i64(n->running_m, 2000, "and what runs");
	rank = share_ranks(&book.share, 4);
	tap_ok(rank[1] < rank[3] && rank[3] < rank[0] && rank[0] < rank[2],
	    "then its leaf goes behind");
	free(rank);
	share_commit(&book.share, &book.world.jobs, 0, -1);
	tap_ok(x->committed == 0 && n->running_m == 0, "taken back");
	share_commit(&book.share, &book.world.jobs, 2, 1);
	tap_ok(book.usage.group[BUDGET_ROOT].running_m == 0,
	    "an unallocated job commits nothing");
	ledger_end(&book);
}

/* Numbers at their limits are compared all the same. */
static void
huge(void)
{
	begin("group share\na 1000000000.007\nb 1000000000.009\n",
	    JOB "1 a 4000000000000000 1 0 0 0 - running\n"
	    "2 b 4000000000000000 1 0 0 0 - running\n", 9000000000000000,
	    true);
	tap_ok(share_below(&book.share, ledger_at(&book, "a")),
	    "below its claim");
	tap_ok(share_claim_cmp(&book.share, ledger_at(&book, "b"),
	    ledger_at(&book, "a")) < 0, "the same of a little more is less");
	ledger_end(&book);
}

int
main(void)
{
	by_ratio();
	ties();
	without_share();
	paths();
	deserved();
	commits();
	huge();
	return tap_done();
}
