/*
 * usage: what groups used, have committed, and were owed.
 *
 * Now is 3600, the window is the hour up to it, and protection lasts ten
 * minutes at most.
 */
#include "usage.h"

#include "ledger.h"
#include "shown.h"
#include "tap.h"

#define TREE "group share\na/x 3\na/y 1\nb 4\n"
#define RUN "job group gpu min_runtime started ended state\n"

static struct ledger book;

/* Areas of a group, in GPU-seconds. */
static void
stands(const char *group, int64_t used, int64_t committed, int64_t running,
    const char *name)
{
	const struct usage_group *g = ledger_group(&book, group);

	tap_is_i64(g->used, 1000 * used, "%s: %s used", name, group);
	tap_is_i64(g->committed, 1000 * committed, "%s: %s has committed",
	    name, group);
	tap_is_i64(g->running_m, 1000 * running, "%s: %s runs", name, group);
}

static void
owed(const char *group, int64_t promised, int64_t delivered, const char *name)
{
	const struct usage_group *g = ledger_group(&book, group);
	const struct budget *b = &book.budgets.group[ledger_at(&book, group)];

	tap_is_i64(owed_m(b, g->owed), 1000 * promised, "%s: %s was owed",
	    name, group);
	tap_is_i64(owed_m(b, g->delivered), 1000 * delivered,
	    "%s: %s had of it", name, group);
}

/* Run records of -U alone. */
static void
runs(const char *text, const struct usage_options *o)
{
	ledger_begin(&book, TREE, o);
	ledger_runs(&book, false, text);
	tap_ok(book.world.faults.n == 0, "no faults");
	ledger_sum(&book, 16, false);
}

static void
window(void)
{
	static const struct usage_options late = { 7200, 3600, 600, false };

	runs(RUN "1 a/x 2 1 3000 3100 stopped\n"
	    "2 a/y 1.5 1 3500 3700 stopped\n3 b 1 1 100 101 failed\n"
	    "4 b 8 0 100 3000 succeeded\n", NULL);
	stands("a/x", 200, 0, 0, "inside");
	stands("a/y", 150, 0, 0, "its end is after now");
	stands("b", 1, 0, 0, "unallocated runs are not charged");
	stands("a", 350, 0, 0, "an inner group has what is below it");
	ledger_end(&book);
	runs(RUN "1 a/x 1 1 3500 3700 stopped\n2 a/y 1 1 3000 3600 stopped\n"
	    "3 b 1 1 0 7200 stopped\n", &late);
	stands("a/x", 100, 0, 0, "cut by the edge");
	stands("a/y", 0, 0, 0, "over at the edge");
	stands("b", 3600, 0, 0, "longer than the window");
	ledger_end(&book);
}

static void
running(void)
{
	runs(RUN "1 a/x 2 5m 3400 - running\n2 a/y 1 2h 3590 - running\n"
	    "3 b 1 1m 3000 - running\n4 b 1 5m 3700 - running\n"
	    "5 a/y 1 1m 3590 3595 running\n", NULL);
	stands("a/x", 400, 2 * 100, 2, "300 - 200 s are left");
	stands("a/y", 10 + 10, 590 + 50, 2, "at most the cap; an end of "
	    "what runs is of before");
	stands("b", 600, 300, 2, "past its contract, and yet to start");
	ledger_end(&book);
	ledger_begin(&book, TREE, NULL);
	ledger_jobs(&book, "job group gpu min_runtime created since state\n"
	    "1 b 1 5m 1000 3500 running\n2 a/x 1 5m 3550 - running\n");
	ledger_sum(&book, 16, false);
	stands("b", 100, 200, 1, "without a start: since");
	stands("a/x", 50, 250, 1, "nor that: created");
	ledger_end(&book);
}

/* The same run from both counts once. */
static void
twice(void)
{
	ledger_begin(&book, TREE, NULL);
	ledger_runs(&book, false, RUN "1 a/x 1 1 1000 1200 stopped\n"
	    "1 a/x 1 1 1000 1200 stopped\n1 a/x 1 1 2000 - running\n"
	    "2 a/y 1 1 1000 - running\n3 b 1 1 1000 1500 stopped\n");
	ledger_jobs(&book, RUN "1 a/x 1 1 2000 - running\n"
	    "2 a/y 1 1 1000 1100 failed\n3 b 1 1 1000 1400 stopped\n");
	ledger_sum(&book, 16, false);
	stands("a/x", 200 + 1600, 0, 1, "two runs, each once");
	stands("a/y", 100, 0, 0, "the record with an end wins");
	stands("b", 400, 0, 0, "of two ends the operand's");
	ledger_end(&book);
	ledger_begin(&book, TREE, NULL);
	ledger_runs(&book, false, RUN "2 a/y 1 1 1000 1300 stopped\n");
	ledger_jobs(&book, RUN "2 a/y 1 1 1000 - running\n");
	ledger_sum(&book, 16, false);
	stands("a/y", 300, 0, 0, "an end in -U wins");
	ledger_end(&book);
}

/* Two hours, 16 GPUs: b is promised 8, a/x 6. */
static void
hours(void)
{
	static const struct usage_options two = { 7200, 7200, 600, false };

	ledger_begin(&book, TREE, &two);
	ledger_runs(&book, true, "job group gpu min_runtime created started "
	    "ended state\n1 b 16 1 0 3600 7200 succeeded\n"
	    "2 a/x 4 1 1800 5400 - running\n");
	ledger_sum(&book, 16, false);
	/* Promised 8 in each hour, had none and then twice as much. */
	owed("b", 2 * 8 * 3600, 8 * 3600, "a surplus is no delivery");
	owed("a/x", 4 * 5400, 4 * 1800, "what was asked for is the most");
	owed("a/y", 0, 0, "nobody asked");
	owed("a", 4 * 5400, 4 * 1800, "above them the same");
	ledger_end(&book);
	ledger_begin(&book, TREE, &two);
	ledger_runs(&book, true, "job group gpu min_runtime created started "
	    "ended state\n1 b 4 1 0 1800 3600 stopped\n"
	    "1 b 4 1 0 5400 6300 stopped\n"
	    "2 a/x 1 1 7000 - - pending\n3 a/y 1 1 0 600 900 pending\n"
	    "4 a/x 1 1 0 - - held\n5 a/y 1 1 8000 - - pending\n");
	ledger_sum(&book, 16, false);
	owed("b", 4 * 6300, 4 * (1800 + 900), "it waited between its runs");
	owed("a/x", 200, 0, "what waits asks, what is held does not");
	owed("a/y", 7200, 300, "stopped and waiting again");
	ledger_end(&book);
}

/*
 * An inner group is a group: of 16 GPUs a is promised 8, a/x 6, a/y 2.  What
 * a/x has too much of is a's all the same, and so is what a/y cannot have.
 */
static void
inner(void)
{
	static const struct usage_options two = { 7200, 7200, 600, false };

	ledger_begin(&book, TREE, &two);
	ledger_runs(&book, true, "job group gpu min_runtime created started "
	    "ended state\n1 a/x 8 1 0 0 3600 succeeded\n"
	    "2 a/y 4 1 0 - - pending\n3 a/y 1 1 3600 5400 - running\n");
	ledger_sum(&book, 16, false);
	owed("a/x", 6 * 3600, 6 * 3600, "more than its part is no delivery");
	owed("a/y", 4 * 3600, 1800, "its part is the most");
	/* 12 asked for in the first hour, then 5. */
	owed("a", 8 * 3600 + 5 * 3600, 8 * 3600 + 1800, "a by itself");
	owed("b", 0, 0, "and b has none of it");
	ledger_end(&book);
	ledger_begin(&book, "group share\na/b/c 1\na/b/d 1\na/e 2\nf 4\n",
	    &two);
	ledger_runs(&book, true, "job group gpu min_runtime created started "
	    "ended state\n1 a/b/c 8 1 3600 3600 7200 succeeded\n"
	    "2 a/e 4 1 0 - - pending\n3 f 1 1 0 0 7200 succeeded\n");
	ledger_sum(&book, 16, false);
	owed("a/b/c", 2 * 3600, 2 * 3600, "three levels");
	owed("a/b", 4 * 3600, 4 * 3600, "three levels");
	owed("a/e", 2 * 4 * 3600, 0, "three levels");
	owed("a", 4 * 3600 + 8 * 3600, 8 * 3600, "three levels");
	owed("f", 7200, 7200, "beside them");
	ledger_end(&book);
}

/* A third of 8 GPUs, for a hundred hours, is not rounded in each of them. */
static void
thirds(void)
{
	static const struct usage_options long_one = { 360000, 360000, 600,
		false };
	const struct usage_group *g;

	ledger_begin(&book, "group share\na 1\nb 2\n", &long_one);
	ledger_runs(&book, true, "job group gpu min_runtime created started "
	    "ended\n1 a 8.001 1 0 1 360000\n");
	ledger_sum(&book, 8, false);
	g = ledger_group(&book, "a");
	tap_ok(g->owed == (ratio_wide)8000 * 360000 && g->delivered == g->owed,
	    "in thirds it is whole");
	owed("a", 960000, 960000, "and so it is in all");
	ledger_end(&book);
}

/* Windows that begin and end within an hour. */
static void
cut_hours(void)
{
	static const struct usage_options cut = { 9000, 7000, 600, false };

	ledger_begin(&book, TREE, &cut);
	ledger_runs(&book, true, "job group gpu min_runtime created started "
	    "ended\n1 b 100 1 0 0 3600\n");
	ledger_sum(&book, 16, false);
	owed("b", 8 * 1600, 8 * 1600, "the part of the first hour");
	ledger_end(&book);
	ledger_begin(&book, TREE, &cut);
	ledger_runs(&book, true, "job group gpu min_runtime created state\n"
	    "1 b 100 1 0 pending\n");
	ledger_sum(&book, 16, false);
	owed("b", 8 * 7000, 0, "all of the window");
	ledger_end(&book);
}

/* Who waits, operands say: a file of runs is of the past. */
static void
waiting(void)
{
	ledger_begin(&book, TREE, NULL);
	ledger_runs(&book, false, "job group gpu min_runtime created queued "
	    "state\n1 a/x 1 1 10 10 pending\n");
	ledger_jobs(&book, "job group gpu min_runtime created queued state\n"
	    "2 a/y 1 1 30 50 pending\n3 a/y 1 1 40 - inqueue\n"
	    "4 b 1 0 1 - pending\n5 b 1 1 1 - held\n");
	ledger_sum(&book, 16, false);
	tap_is_i64(ledger_group(&book, "a/x")->queued_s, INT64_MAX,
	    "in -U nobody waits");
	tap_is_i64(ledger_group(&book, "a/y")->queued_s, 40,
	    "the earliest of those that wait");
	tap_is_i64(ledger_group(&book, "a")->queued_s, 40, "above it the same");
	tap_is_i64(ledger_group(&book, "b")->queued_s, INT64_MAX,
	    "neither unallocated jobs nor those that are held");
	owed("a", 3570 + 3560, 0, "and -U asks for nothing now");
	ledger_end(&book);
	ledger_begin(&book, TREE, NULL);
	ledger_jobs(&book, "job group gpu min_runtime created state started\n"
	    "1 a/x 1 1 10 running 3600\n2 b 1 1 20 running 3599\n");
	ledger_sum(&book, 16, false);
	tap_is_i64(ledger_group(&book, "a/x")->queued_s, 10,
	    "what started now waited");
	tap_is_i64(ledger_group(&book, "b")->queued_s, INT64_MAX,
	    "what started before did not");
	owed("a", 3590, 0, "and asked until then");
	ledger_end(&book);
	ledger_begin(&book, TREE, NULL);
	ledger_runs(&book, true, "job group gpu min_runtime started ended\n"
	    "1 a/x 1 1 100 200\n");
	ledger_sum(&book, 16, false);
	owed("a/x", 100, 100, "a run without a state does not wait");
	ledger_end(&book);
}

static void
fault(bool jobs, bool free, const char *text, const char *want)
{
	struct usage_options o = { 3600, 3600, 600, free };

	ledger_begin(&book, TREE, &o);
	if (jobs)
		ledger_jobs(&book, text);
	else
		ledger_runs(&book, false, text);
	tap_is_str(shown_fault(&book.world.faults, 0), want, "%s",
	    want[0] != '\0' ? want : "no fault");
	ledger_end(&book);
}

static void
faults(void)
{
	fault(true, false, "job group min_runtime\n1 b 1\n2 c 1\n",
	    "jobs:3: group: \"c\" is in no budget");
	fault(false, false, "# a comment\njob group min_runtime\n\n1 c/d 1\n",
	    "runs:4: group: \"c/d\" is in no budget");
	fault(true, false, "job group min_runtime\n1 a 1\n", "jobs:2: group: "
	    "\"a\" has groups below it: name one of them");
	fault(true, false, "job group min_runtime\n1 - 1\n",
	    "jobs:2: group: is absent, and min_runtime is not 0");
	fault(false, false, "{\"job\":1,\"min_runtime\":1}\n",
	    "runs:1: group: is absent, and min_runtime is not 0");
	fault(true, false, "job group min_runtime\n1 - 0\n2 a/x 0\n3 c 0\n",
	    "jobs:4: group: \"c\" is in no budget");
	fault(false, false, "job group\n1 a/z\n",
	    "runs:2: group: \"a/z\" is in no budget");
	fault(true, false, "job group min_runtime\n1 a 0\n2 - -\n3 b/c 0\n",
	    "");
	fault(true, true, "job group min_runtime\n1 c 1\n2 - 1\n3 c 0\n", "");
	ledger_begin(&book, TREE, NULL);
	ledger_runs(&book, false, RUN "1 c 1 1 1 2 failed\n"
	    "2 d 1 1 1 2 failed\n");
	tap_is_i64((int64_t)book.world.faults.n, 2,
	    "each unknown group is told");
	ledger_end(&book);
}

/* As many as the table of runs grows for. */
static void
many(void)
{
	struct buf b = { 0 };
	int i;

	buf_str(&b, RUN);
	for (i = 0; i < 5000; i++) {
		buf_u64(&b, (uint64_t)i % 2500);
		buf_str(&b, " b 1 1 1000 1010 stopped\n");
	}
	buf_char(&b, '\0');
	runs(b.p, NULL);
	stands("b", 25000, 0, 0, "2500 runs, each twice");
	ledger_end(&book);
	buf_free(&b);
}

int
main(void)
{
	window();
	running();
	twice();
	hours();
	inner();
	thirds();
	cut_hours();
	waiting();
	faults();
	many();
	return tap_done();
}
