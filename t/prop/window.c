/*
 * Property of a window: runs that begin and end at random, and at every
 * instant the same figures as usage has when it reads all records anew.
 *
 *	window [seed [count]]
 */
#include "window.h"

#include "../unit/ledger.h"
#include "num.h"
#include "random.h"

enum { JOBS = 12, STEPS = 40, STEP_S = 40, LONG = 9000 };

#define TREE "group share\na/x 3\na/y 1\nb 4\n"

static struct ledger book, anew;
static struct usage_options options;
static struct buf runs, jobs;
static struct window window;
static int64_t now_s, last_s;

static void
put(struct buf *b, const char *before, int64_t v)
{
	buf_str(b, before);
	buf_i64(b, v);
}

static void
put_group(struct buf *b, size_t i)
{
	static const char *const group[] = { "a/x", "a/y", "b" };

	buf_str(b, group[i % 3]);
}

/* Jobs, and runs that had ended before the first instant. */
static void
draw(void)
{
	int i;

	now_s = 1000;
	options = (struct usage_options){ .now_s = now_s,
		.window_s = 1 + random_below(500),
		.cap_s = 1 + random_below(200) };
	runs.n = jobs.n = 0;
	buf_str(&runs, "job group gpu min_runtime started ended state\n");
	buf_str(&jobs, "job group created gpu instances min_runtime\n");
	for (i = 0; i < JOBS; i++) {
		put(&jobs, "j", i);
		buf_char(&jobs, ' ');
		put_group(&jobs, (size_t)i);
		put(&jobs, " ", random_below(1000));
		put(&jobs, " ", random_below(5));
		put(&jobs, " ", 1 + random_below(3));
		put(&jobs, " ", random_once(4) ? 0 : random_below(300));
		buf_char(&jobs, '\n');
		put(&runs, "old", i);
		buf_char(&runs, ' ');
		put_group(&runs, (size_t)i);
		put(&runs, " ", random_below(5));
		put(&runs, " ", random_below(3));
		put(&runs, " ", 400 + random_below(300));
		put(&runs, " ", 700 + random_below(300));
		buf_str(&runs, " stopped\n");
	}
	buf_char(&jobs, '\0');
}

static void
begin(void)
{
	ledger_begin(&book, TREE, &options);
	buf_char(&runs, '\0');
	runs.n--;
	ledger_runs(&book, false, runs.p);
	ledger_jobs(&book, jobs.p);
	window_init(&window, &book.usage);
	share_init(&book.share, &book.usage, &book.world.jobs, 1000, false,
	    NULL);
}

static void
start(size_t i)
{
	const struct state_with with = { .now_s = now_s,
		.nodes = text_of("n") };

	state_apply(&book.world.jobs, i, STATE_START, &with);
	window_start(&window, &book.world.jobs, i, now_s);
}

/* Ends the run of job i since the last instant; the runs have its record. */
static void
stop(size_t i)
{
	struct jobs *s = &book.world.jobs;
	const int64_t from_s = job_number(s, i, JOB_STARTED);
	struct state_with with = { .now_s = now_s -
		random_below((int)(now_s - last_s)) };

	with.now_s = num_max(with.now_s, from_s);
	state_apply(s, i, STATE_PREEMPT, &with);
	window_stop(&window, s, i);
	put(&runs, "j", (int64_t)i);
	buf_char(&runs, ' ');
	put_group(&runs, i);
	put(&runs, " ", s->job[i].instances *
	    s->job[i].ask.of[RES_GPU] / 1000);
	put(&runs, " ", job_number(s, i, JOB_MIN_RUNTIME));
	put(&runs, " ", from_s);
	put(&runs, " ", with.now_s);
	buf_str(&runs, " stopped\n");
}

static void
change(void)
{
	struct jobs *s = &book.world.jobs;
	size_t i;

	for (i = 0; i < s->n; i++) {
		if (!random_once(4))
			continue;
		if (s->job[i].state == JOB_RUNNING)
			stop(i);
		else if ((s->job[i].has & JOB_BIT(JOB_STARTED)) == 0 ||
		    job_number(s, i, JOB_STARTED) < now_s)
			start(i);
	}
}

/* What usage has when it reads all that there is now. */
static void
read_anew(void)
{
	static struct buf out;
	const struct jobs *s = &book.world.jobs;
	size_t i;

	options.now_s = now_s;
	ledger_begin(&anew, TREE, &options);
	buf_char(&runs, '\0');
	runs.n--;
	ledger_runs(&anew, false, runs.p);
	out.n = 0;
	buf_str(&out, "job group created gpu instances min_runtime state "
	    "since started ended\n");
	for (i = 0; i < s->n; i++) {
		put(&out, "j", (int64_t)i);
		buf_char(&out, ' ');
		put_group(&out, i);
		put(&out, " ", s->job[i].created_s);
		put(&out, " ", s->job[i].ask.of[RES_GPU] / 1000);
		put(&out, " ", s->job[i].instances);
		put(&out, " ", job_number(s, i, JOB_MIN_RUNTIME));
		buf_char(&out, ' ');
		buf_str(&out, job_state_name(
		    (enum job_state)s->job[i].state));
		put(&out, " ", job_number(s, i, JOB_SINCE));
		if ((s->job[i].has & JOB_BIT(JOB_STARTED)) != 0)
			put(&out, " ", job_number(s, i, JOB_STARTED));
		else
			buf_str(&out, " -");
		if ((s->job[i].has & JOB_BIT(JOB_ENDED)) != 0)
			put(&out, " ", job_number(s, i, JOB_ENDED));
		else
			buf_str(&out, " -");
		buf_char(&out, '\n');
	}
	buf_char(&out, '\0');
	ledger_jobs(&anew, out.p);
	usage_sum(&anew.usage);
}

static bool
same(void)
{
	const struct usage_group *x, *y;
	size_t g;

	book.usage.o.now_s = now_s;
	window_sum(&window, now_s, book.usage.group);
	window_queued(&book.usage, &book.world.jobs, book.share.leaf);
	if (anew.world.faults.n > 0)
		return false;
	for (g = 0; g < book.budgets.n; g++) {
		x = &book.usage.group[g];
		y = &anew.usage.group[g];
		if (x->used == y->used && x->committed == y->committed &&
		    x->running_m == y->running_m &&
		    x->queued_s == y->queued_s)
			continue;
		printf("# now %" PRId64 " window %" PRId64 " cap %" PRId64
		    " group %zu: used %" PRId64 " %" PRId64 " committed %"
		    PRId64 " %" PRId64 " runs %" PRId64 " %" PRId64
		    " queued %" PRId64 " %" PRId64 "\n", now_s,
		    options.window_s, options.cap_s, g, x->used, y->used,
		    x->committed, y->committed, x->running_m, y->running_m,
		    x->queued_s, y->queued_s);
		return false;
	}
	return true;
}

static bool
keeps_up(void)
{
	bool ok = true;
	int k;

	draw();
	begin();
	for (k = 0; ok && k < STEPS; k++) {
		last_s = now_s;
		now_s += 1 + random_below(random_once(10) ? 10 * STEP_S :
		    STEP_S);
		change();
		read_anew();
		ok = same();
		ledger_end(&anew);
	}
	window_free(&window);
	ledger_end(&book);
	return ok;
}

/* A job that runs every other second, for longer than bends are kept. */
static void
goes_on(void)
{
	int k, wrong = 0;

	options = (struct usage_options){ .now_s = 0, .window_s = 100,
		.cap_s = 1 };
	now_s = 0;
	runs.n = jobs.n = 0;
	buf_str(&runs, "job\n");
	buf_str(&jobs, "job group created gpu min_runtime\nj0 b 0 3 1\n");
	buf_char(&jobs, '\0');
	begin();
	for (k = 0; k < LONG; k++) {
		last_s = now_s++;
		if (k % 2 == 0)
			start(0);
		else
			stop(0);
		window_sum(&window, now_s, book.usage.group);
		wrong += now_s > 200 && book.usage.group[BUDGET_ROOT].used !=
		    50 * 3000;
	}
	tap_is_i64(wrong, 0, "half of the time, for %d s", LONG);
	window_free(&window);
	ledger_end(&book);
}

int
main(int argc, char **argv)
{
	goes_on();
	random_hold("a window has what usage has", keeps_up, argc, argv, 150);
	buf_free(&runs);
	buf_free(&jobs);
	return tap_done();
}
