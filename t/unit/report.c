/*
 * runlog, report, delivery: which records are runs, what becomes of jobs, the
 * most that is held at once, and fairness.
 */
#include "report.h"

#include "delivery.h"
#include "tally.h"
#include "tap.h"

static struct tally tally;

#define HEAD "job created started ended state\n"

/* At 1000, or as the records have it. */
static const struct runlog_options plain = { .now_s = 1000 },
    cut = { .now_s = 1000, .cut = true },
    kinds = { .now_s = 1000, .by = RUNLOG_KIND },
    priorities = { .now_s = 1000, .by = RUNLOG_PRIORITY };

/* `jobs runs, waits of n: p50 max, completions of n: p50 max` of a row. */
static void
row_is(size_t i, const char *want, const char *what)
{
	const struct report_row *r = &tally.report.row[i];
	char got[300];

	snprintf(got, sizeof(got), "%s %.*s: %" PRId64 " %" PRId64
	    ", %" PRId64 ": %" PRId64 " %" PRId64
	    ", %" PRId64 ": %" PRId64 " %" PRId64, r->by,
	    (int)r->value.n, r->value.p, r->jobs, r->runs, r->wait.n,
	    r->wait.p50, r->wait.max, r->jct.n, r->jct.p50, r->jct.max);
	tap_is_str(got, want, "%s", what);
}

/* A report of records that is one row. */
static void
all(const struct runlog_options *o, const char *records, const char *want,
    const char *what)
{
	tally_of(&tally, o, records);
	row_is(0, want, what);
	tally_end(&tally);
}

static void
test_jobs(void)
{
	all(&plain, HEAD, "all : 0 0, 0: 0 0, 0: 0 0", "no records");
	all(&plain, HEAD "a 10 30 90 succeeded\n",
	    "all : 1 1, 1: 20 20, 1: 80 80", "one run");
	all(&plain, HEAD "a 10 30 90 -\n",
	    "all : 1 1, 1: 20 20, 1: 80 80", "an end without a state is one");
	all(&plain, HEAD "a 10 30 90 failed\n",
	    "all : 1 1, 1: 20 20, 1: 80 80", "it failed");
	all(&plain, HEAD "a 10 30 - running\n",
	    "all : 1 1, 1: 20 20, 0: 0 0", "it runs");
	all(&plain, HEAD "a 10 - - -\n",
	    "all : 1 0, 1: 990 990, 0: 0 0", "it waits");
	all(&plain, HEAD "a 10 - - held\n",
	    "all : 1 0, 1: 990 990, 0: 0 0", "it is held");
	all(&plain, HEAD "a 10 - 200 stopped\n",
	    "all : 1 0, 1: 190 190, 0: 0 0", "it was taken back");
	all(&plain, "job created since state\na 10 300 stopped\n",
	    "all : 1 0, 1: 290 290, 0: 0 0", "taken back, by since");
	all(&plain, HEAD "a 10 - - stopped\n",
	    "all : 1 0, 0: 0 0, 0: 0 0", "taken back, nobody knows when");
	all(&plain, HEAD "a - 30 90 succeeded\n",
	    "all : 1 1, 0: 0 0, 0: 0 0", "nobody knows when it was made");
	all(&plain, HEAD "a 50 30 40 succeeded\n",
	    "all : 1 1, 1: 0 0, 1: 0 0", "no time is under 0");
	all(&plain, "job created since state\na 10 40 running\n",
	    "all : 1 1, 1: 30 30, 0: 0 0", "it runs since");
	all(&plain, "job created state\na 10 running\n",
	    "all : 1 1, 1: 0 0, 0: 0 0", "it runs from the first");
}

static void
test_runs(void)
{
	all(&plain, HEAD "a 10 30 40 stopped\na 10 60 90 succeeded\n",
	    "all : 1 2, 1: 20 20, 1: 80 80", "two runs");
	all(&plain, HEAD "a 10 60 90 succeeded\na 10 30 40 stopped\n",
	    "all : 1 2, 1: 20 20, 1: 80 80", "in any order");
	all(&plain, HEAD "a 10 30 40 stopped\na 10 30 40 pending\n",
	    "all : 1 1, 1: 20 20, 0: 0 0", "it was stopped, and waits");
	all(&plain, HEAD "a 10 30 40 stopped\na 10 - - pending\n",
	    "all : 1 1, 1: 20 20, 0: 0 0", "the same, its run unsaid");
	all(&plain, HEAD "a 10 30 40 stopped\n",
	    "all : 1 1, 1: 20 20, 1: 30 30", "it was stopped");
	all(&plain, HEAD "a 10 - - pending\na 10 30 40 succeeded\n",
	    "all : 1 1, 1: 20 20, 1: 30 30", "a trace, and what it became");
	all(&plain, HEAD "a 10 30 - running\na 10 30 40 succeeded\n",
	    "all : 1 1, 1: 20 20, 1: 30 30", "the record with an end counts");
	all(&plain, HEAD "a 10 30 40 failed\na 10 30 45 failed\n",
	    "all : 1 1, 1: 20 20, 1: 35 35", "then the later end");
	all(&plain, HEAD "a 10 30 40 failed\nb 10 30 40 failed\n",
	    "all : 2 2, 2: 20 20, 2: 30 30", "another job, another run");
	all(&plain, HEAD "a 10 30 40 failed\na 5 60 70 failed\n",
	    "all : 1 2, 1: 25 25, 1: 65 65", "made when it was first");
	all(&plain, "{\"job\":\"a\",\"created\":1}\n{\"job\":\"b\","
	    "\"created\":1,\"started\":3,\"ended\":9,\"util\":5}\n",
	    "all : 2 1, 2: 2 999, 1: 8 8", "JSON, in which columns come late");
}

/* What is after now did not happen yet. */
static void
test_cut(void)
{
	all(&cut, HEAD "a 10 30 1001 succeeded\n",
	    "all : 1 1, 1: 20 20, 0: 0 0", "it runs on");
	all(&cut, HEAD "a 10 30 1000 succeeded\n",
	    "all : 1 1, 1: 20 20, 1: 990 990", "it ends just now");
	all(&cut, HEAD "a 10 1001 1100 succeeded\n",
	    "all : 1 0, 1: 990 990, 0: 0 0", "it waits yet");
	all(&cut, HEAD "a 1001 1002 1003 succeeded\nb 1 2 3 succeeded\n",
	    "all : 1 1, 1: 1 1, 1: 2 2", "it is not there yet");
	all(&cut, HEAD "a 10 - 2000 stopped\n",
	    "all : 1 0, 1: 990 990, 0: 0 0", "it is not taken back yet");
	all(&plain, HEAD "a 10 2000 2100 succeeded\nb 100 - - -\n",
	    "all : 2 1, 2: 1990 2000, 1: 2090 2090",
	    "without a cut the last end is the horizon");
}

/* A window: what was before it is left out. */
static void
test_window(void)
{
	static const struct runlog_options last = { .now_s = 1000,
		.window_s = 300, .cut = true };
	const struct report *r = &tally.report;

	all(&last, HEAD "a 10 30 700 succeeded\nb 10 30 40 stopped\n",
	    "all : 0 0, 0: 0 0, 0: 0 0", "what ended before, or just then");
	all(&last, HEAD "a 10 30 701 succeeded\n",
	    "all : 1 1, 0: 0 0, 0: 0 0", "what ended in it was made before");
	all(&last, HEAD "a 700 730 740 succeeded\nb 699 730 740 succeeded\n",
	    "all : 2 2, 1: 30 30, 1: 40 40", "made in it, or before");
	all(&last, HEAD "a 10 - - pending\nb 800 - - pending\n",
	    "all : 2 0, 1: 200 200, 0: 0 0", "what waits");
	all(&last, HEAD "a 10 - 600 stopped\nb 10 - 700 stopped\n",
	    "all : 1 0, 0: 0 0, 0: 0 0", "taken back before it, or in it");
	tally_of(&tally, &last, "job created started ended gpu state\n"
	    "a 0 100 200 1 stopped\na 0 600 800 1 stopped\n"
	    "a 0 900 - 1 running\nb 0 950 2000 2 succeeded\n");
	tap_is_i64((int64_t)r->row[0].area, 100000 + 100000 + 100000,
	    "the parts inside");
	tap_ok(r->row[0].runs == 3 && r->row[0].preemptions == 1,
	    "and the stops");
	tap_ok(r->from_s == 700 && r->until_s == 1000, "the makespan is it");
	tally_end(&tally);
}

static void
test_parts(void)
{
	static const char text[] =
	    "job kind priority created started\n"
	    "a x low 0 1\nb - high 0 2\nc x 7 0 3\nd y -1 0 4\n"
	    "e \"\" 300 0 5\n";
	struct lane lane;
	struct runlog_options o = { .now_s = 1000, .lane = &lane };
	struct diag d;

	tally_of(&tally, &kinds, text);
	tap_is_i64((int64_t)tally.report.rows, 4, "all, and three kinds");
	row_is(0, "all : 5 5, 5: 3 5, 0: 0 0", "all");
	row_is(1, "kind : 2 2, 2: 2 5, 0: 0 0", "those without a kind");
	row_is(2, "kind x: 2 2, 2: 1 3, 0: 0 0", "x");
	row_is(3, "kind y: 1 1, 1: 4 4, 0: 0 0", "y");
	tally_end(&tally);
	tally_of(&tally, &priorities, text);
	tap_is_i64((int64_t)tally.report.rows, 5, "all, and four priorities");
	row_is(1, "priority high: 2 2, 2: 2 5, 0: 0 0", "highest first");
	row_is(2, "priority low: 1 1, 1: 1 1, 0: 0 0", "low is 100");
	row_is(3, "priority 7: 1 1, 1: 3 3, 0: 0 0", "a number");
	row_is(4, "priority -1: 1 1, 1: 4 4, 0: 0 0", "and under 0");
	tally_end(&tally);
	tap_ok(lane_read(text_of("gpus<=2"), &lane, &d) == 0, "a rule");
	tally_of(&tally, &o, "job gpu min_runtime created started\n"
	    "a 2 1 0 1\nb 3 1 0 2\nc 1 0 0 3\n");
	tap_is_i64((int64_t)tally.report.rows, 3, "all, and the lane");
	row_is(1, "lane debug: 1 1, 1: 1 1, 0: 0 0", "the lane");
	row_is(2, "lane rest: 2 2, 2: 2 3, 0: 0 0", "and the rest");
	tally_end(&tally);
	o = kinds;
	tally_of(&tally, &o, "job kind started ended\na x 10 20\na y 30 40\n");
	tap_is_i64((int64_t)tally.report.rows, 2, "a job is in one part");
	row_is(1, "kind y: 1 2, 0: 0 0, 0: 0 0", "that of its latest run");
	tally_end(&tally);
}

/* GPU time, that of it for free, at work; the makespan; the peak. */
static void
test_areas(void)
{
	struct report_peak peak;
	const struct report *r = &tally.report;

	tally_of(&tally, &plain, "job created started ended instances gpu "
	    "min_runtime util state\n"
	    "a 5 10 20 2 4 1h 50 -\nb 7 20 30 1 2.5 0 100 -\n"
	    "c 8 15 25 1 0.5 1 - -\nd 9 30 30 1 99 1 - -\n"
	    "e 9 40 35 1 99 1 - -\n");
	tap_is_i64((int64_t)r->row[0].area, 80000 + 25000 + 5000, "area");
	tap_is_i64((int64_t)r->row[0].free, 25000, "that for free");
	tap_is_i64((int64_t)r->util_area, 105000, "that of known use");
	tap_is_i64((int64_t)(r->busy_area / 100000), 65000, "at work");
	tap_ok(r->utils == 2 && !r->open, "of two runs; nothing is open");
	tap_ok(r->from_s == 5 && r->until_s == 40, "the makespan");
	peak = report_peak(&tally.log);
	tap_ok(peak.gpus_m == 8500 && peak.at_s == 15, "the peak");
	tally_end(&tally);
	tally_of(&tally, &plain, "job started ended gpu\n"
	    "a 0 10 3\nb 0 10 4\nc 10 20 6\nd 10 11 1\n");
	peak = report_peak(&tally.log);
	tap_ok(peak.gpus_m == 7000 && peak.at_s == 0,
	    "what ends makes room for what starts");
	tally_end(&tally);
	tally_of(&tally, &plain, "job started ended gpu state\n"
	    "a 10 - 1 running\na 30 50 1 -\n");
	tap_is_i64((int64_t)r->row[0].area, 40000,
	    "a run ends where the next of its job starts");
	tap_ok(!r->open && r->until_s == 50, "and nothing is open");
	tally_end(&tally);
	tally_of(&tally, &plain, "job started ended gpu state\n"
	    "a 10 - 1 running\nb 10 20 9000000000000 -\n"
	    "c 10 20 9000000000000 -\n");
	tap_ok(r->open && r->until_s == 1000, "it runs until now");
	tap_ok(r->row[0].area == (ratio_wide)9000000000000000 * 20 +
	    990000, "areas are wider than 64 bits");
	peak = report_peak(&tally.log);
	tap_is_i64(peak.gpus_m, 18000000000001000, "the peak of great ones");
	tally_end(&tally);
}

static void
test_stops(void)
{
	tally_of(&tally, &plain, "job started ended state requeues "
	    "preemptions\n"
	    "a 1 2 stopped - -\na 3 4 stopped - -\na 5 6 succeeded - -\n"
	    "b 1 2 stopped 1 1\nb 1 2 stopped 3 2\nb 3 4 failed 2 -\n"
	    "c 1 2 failed - -\nc 3 4 succeeded - -\n"
	    "d 1 2 stopped - -\n"
	    "e - - pending 5 4\ne 1 2 stopped - -\n");
	tap_is_i64(tally.report.row[0].requeues, 3 + 5,
	    "requeues: the most that is told of each");
	tap_is_i64(tally.report.row[0].preemptions, 2 + 2 + 4,
	    "preemptions: told of, or seen");
	tap_is_i64((int64_t)tally.log.twice, 1, "one was told twice");
	tally_end(&tally);
}

static void
test_faults(void)
{
	static const char *const bad[] = { "x", "-1", "100.001", "1e2" };
	char text[64];
	size_t i;

	for (i = 0; i < 4; i++) {
		snprintf(text, sizeof(text), "job util\na 100\nb %s\n",
		    bad[i]);
		tally_begin(&tally, &plain);
		tally_read(&tally, text, strlen(text));
		tap_ok(tally.faults.n == 1 && tally.faults.shown[0].line == 3 &&
		    strcmp(tally.faults.shown[0].column, "util") == 0,
		    "util %s: %s", bad[i], tally.faults.shown[0].what);
		tally_end(&tally);
	}
}

/* Budgets that are {root, a, b, c} with these figures. */
static void
test_delivery(void)
{
	struct budget group[4] = { { .child = 1, .norm_of = 1 },
		{ .norm_of = 1 }, { .norm_of = 3 }, { .norm_of = 1 } };
	struct usage_group had[4] = { { .used = 400 },
		{ .owed = 100, .delivered = 100 },
		{ .owed = 602, .delivered = 151 }, { .owed = 0 }
	};
	struct usage_group none[4] = { { .owed = 0 } };
	const struct budgets budgets = { .group = group, .n = 4 };
	struct usage u = { .budgets = &budgets, .group = had };
	struct delivery d = delivery_of(&u);

	tap_ok(d.groups == 2 && d.owed == 300 && d.delivered == 150,
	    "of two groups, for the third was owed nothing");
	tap_is_i64(d.used, 300, "no more than owed");
	tap_ok(d.worst == 151 && d.worst_of == 602, "the worst, exactly");
	u.group[2].owed = 600;
	u.group[2].delivered = 150;
	d = delivery_of(&u);
	/* (1 + 1/4)^2 / (2 (1 + 1/16)) = 25/34 */
	tap_ok(d.jain * 34 == d.jain_of * 25, "Jain's index is 25/34");
	u.group[2].delivered = 0;
	d = delivery_of(&u);
	tap_ok(d.jain * 2 == d.jain_of, "all for one of two: 1/2");
	u.group[1].delivered = 20;
	u.group[2].delivered = 120;
	d = delivery_of(&u);
	tap_ok(d.jain == d.jain_of, "equal parts: 1");
	u.group[1].owed = (ratio_wide)3 << 100;
	u.group[1].delivered = (ratio_wide)1 << 100;
	u.group[2].delivered = 300;
	d = delivery_of(&u);
	tap_ok(d.worst * 3 - d.worst_of <= 3 && d.worst_of > 3,
	    "of vast areas a third is one, too");
	u.group = none;
	d = delivery_of(&u);
	tap_ok(d.jain_of == 0 && d.worst_of == 0, "no groups: 0/0");
}

int
main(void)
{
	test_jobs();
	test_runs();
	test_cut();
	test_window();
	test_parts();
	test_areas();
	test_stops();
	test_faults();
	test_delivery();
	return tap_done();
}
