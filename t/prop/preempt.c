/*
 * Properties of preemption: random small clusters and budgets, both policies,
 * with and without a debug lane.
 *
 *	preempt [seed [count]]
 */
#include "preempt.h"

#include "../unit/world.h"
#include "preemptdraw.h"
#include "share.h"
#include "step.h"
#include "usage.h"

static struct plan plan;
static struct world world;
static struct budgets budgets;
static struct usage usage;
static struct share share;
static struct buf nodes, shares, jobs, out, stepped, again;
static struct preempt_counts counts;
static bool reserving;		/* draw reservations, and make them */

static bool
wrong(const char *what, struct slice of)
{
	printf("# %s: %.*s\n", what, (int)of.n, of.p);
	return false;
}

static void
open_world(const char *text)
{
	const struct reader_sink sink = { budget_learn, budget_batch,
		&budgets };
	const struct usage_options o = { .now_s = NOW,
		.window_s = USAGE_WINDOW_S, .cap_s = CAP };
	const char rule[] = "gpus<=2,min_runtime<=15m";
	struct lane lane = { 0 };
	struct reader *r;
	struct diag d;
	size_t i;

	world_begin(&world, true);
	memset(&budgets, 0, sizeof(budgets));
	budgets.faults = &world.faults;
	r = reader_new(&sink, &world.faults);
	world_read(r, "budgets", shares.p, shares.n - 1);
	budget_end(&budgets);
	reader_free(r);
	usage_init(&usage, &budgets, &o, &world.faults);
	world_nodes(&world, nodes.p);
	world_jobs(&world, text);
	world_at(&world, NOW);
	for (i = 0; i < world.jobs.n; i++)
		usage_add(&usage, &world.jobs, i);
	usage_sum(&usage);
	if (plan.lane)
		lane_read(text_of(rule), &lane, &d);
	share_init(&share, &usage, &world.jobs, plan.capacity * 1000,
	    plan.deserved, &lane);
}

static void
close_world(struct buf *to)
{
	to->n = 0;
	world_write(&world, JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
	    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_PREEMPTIONS) |
	    JOB_BIT(JOB_NODES) | JOB_BIT(JOB_STARTED) | JOB_BIT(JOB_ENDED) |
	    JOB_BIT(JOB_ATTAINED) | JOB_BIT(JOB_RESERVED) |
	    JOB_BIT(JOB_REASON), to);
	buf_char(to, '\0');
	share_free(&share);
	usage_free(&usage);
	budget_free(&budgets);
	world_end(&world);
}

static enum order_policy
policy(void)
{
	return plan.deserved ? ORDER_DESERVED : ORDER_FAIRSHARE;
}

static void
preempt(const char *text, struct buf *to)
{
	const struct preempt_options o = { .now_s = NOW, .policy = policy(),
		.share = &share, .reserve_m = reserving ? 4000 : 0 };

	open_world(text);
	preempt_run(&world.jobs, &world.cluster, &world.queues, &o, &counts);
	if (to != NULL)
		close_world(to);
}

static void
step(const char *text, struct buf *to)
{
	const struct step_options o = { .now_s = NOW, .policy = policy(),
		.share = &share, .placement = true, .cap_s = CAP };
	struct step_counts done;

	open_world(text);
	step_run(&world.jobs, &world.cluster, &world.queues, &o, &done);
	if (to != NULL)
		close_world(to);
}

static void
draw(int waiting)
{
	int place[JOBS] = { 0 }, i;
	unsigned taken = 0;

	draw_plan(&plan, waiting);
	for (i = 1; reserving && i <= 2 && i <= waiting; i++)
		draw_reserved(&plan, &plan.job[plan.jobs - i], &taken);
	for (i = 0; i < JOBS; i++)
		place[i] = i;
	put_nodes(&plan, &nodes);
	put_budgets(&plan, &shares);
	put_items(&plan, place, &jobs);
}

/* The job of the plan that job i of the world is. */
static const struct item *
item_of(size_t i)
{
	return &plan.job[strtol(job_id(&world.jobs, i).p + 1,
	    NULL, 10)];
}

/* For whom a job was stopped, or SIZE_MAX. */
static size_t
stopped_for(size_t i)
{
	const struct slice reason = job_text(&world.jobs, i, JOB_REASON);
	int64_t at;

	if (job_number(&world.jobs, i, JOB_ENDED) != NOW || reason.n < 11)
		return SIZE_MAX;
	at = intern_find(&world.jobs.id, text_slice(reason.p + 10,
	    reason.n - 10));
	return at == INTERN_NONE ? SIZE_MAX : (size_t)at;
}

/* Who is stopped, one waiting job alone: as in the model. */
static bool
as_in_model(void)
{
	size_t i;
	bool same = true;

	draw(1);
	if (plan.job[plan.jobs - 1].leaf != NO_GROUP)
		stop_for(&plan, &plan.job[plan.jobs - 1]);
	preempt(jobs.p, NULL);
	for (i = 0; i < world.jobs.n && same; i++)
		if (item_of(i)->runs && item_of(i)->stopped !=
		    (world.jobs.job[i].state != JOB_RUNNING))
			same = wrong(item_of(i)->stopped ? "goes on" :
			    "is stopped", job_id(&world.jobs, i));
	close_world(&out);
	return same;
}

/* Where nothing at all is done, nobody who waits could have stopped anybody. */
static bool
none_left_out(void)
{
	static struct plan alone;
	int i, k;

	draw(2 + random_below(12));
	preempt(jobs.p, &out);
	if (counts.stopped > 0)
		return true;
	for (i = 0; i < plan.jobs; i++)
		if (!plan.job[i].runs && plan.job[i].leaf != NO_GROUP &&
		    can_place(&plan, &plan.job[i]))
			return true;
	for (i = 0; i < plan.jobs; i++) {
		alone = plan;
		if (plan.job[i].runs || plan.job[i].leaf == NO_GROUP)
			continue;
		stop_for(&alone, &alone.job[i]);
		for (k = 0; k < plan.jobs; k++)
			if (alone.job[k].stopped)
				return wrong("could be stopped",
				    text_of("a job"));
	}
	return true;
}

/* Only those past their contract are stopped, for those who may have it. */
static bool
nobody_protected(void)
{
	const struct item *j;
	size_t i, by, n = 0;
	bool ok = true;

	draw(1 + random_below(12));
	preempt(jobs.p, NULL);
	for (i = 0; i < world.jobs.n && ok; i++) {
		if ((world.jobs.job[i].dirty & ~JOB_BIT(JOB_RESERVED)) == 0)
			continue;
		n++;
		j = item_of(i);
		by = stopped_for(i);
		ok = j->runs && !protects(j) && by != SIZE_MAX &&
		    !item_of(by)->runs && item_of(by)->leaf != NO_GROUP &&
		    (world.jobs.job[i].state == JOB_PENDING) &&
		    job_number(&world.jobs, i, JOB_PREEMPTIONS) == 1 &&
		    job_number(&world.jobs, i, JOB_ATTAINED) ==
		    NOW - j->started;
		if (!ok)
			wrong("is stopped", job_id(&world.jobs, i));
	}
	ok = ok && (n == counts.stopped ||
	    wrong("counted", text_of("otherwise")));
	close_world(&out);
	return ok;
}

/* Whom others were stopped for runs after the step that follows. */
static bool
all_start(const char *before)
{
	size_t i, by;
	bool ok = true, *want;

	open_world(before);
	want = mem_zero(world.jobs.n, sizeof(*want));
	for (i = 0; i < world.jobs.n; i++)
		if ((by = stopped_for(i)) != SIZE_MAX)
			want[by] = true;
	close_world(&again);
	step(before, NULL);
	for (i = 0; i < world.jobs.n && ok; i++)
		if (want[i] && world.jobs.job[i].state != JOB_RUNNING)
			ok = wrong("others were stopped for it, and it waits",
			    job_id(&world.jobs, i));
	close_world(&stepped);
	free(want);
	return ok;
}

static bool
starts_then(void)
{
	draw(1 + random_below(12));
	preempt(jobs.p, &out);
	return all_start(out.p);
}

/* At one instant a second run changes nothing. */
static bool
once(void)
{
	draw(1 + random_below(12));
	preempt(jobs.p, &out);
	preempt(out.p, &again);
	return strcmp(out.p, again.p) == 0 ||
	    wrong("a second run", text_of("changes something"));
}

/*
 * Nor does one after a step stop anybody, but for those that were put off or
 * that another order of the step left without nodes; and never one that the
 * step started.
 */
static bool
once_stepped(void)
{
	size_t put_off, i;
	bool ok;

	draw(1 + random_below(2));
	preempt(jobs.p, &out);
	put_off = counts.put_off;
	step(out.p, &stepped);
	preempt(stepped.p, NULL);
	ok = counts.stopped == 0 || put_off > 0 ||
	    wrong("after a step", text_of("more stop"));
	for (i = 0; i < world.jobs.n && ok; i++)
		ok = world.jobs.job[i].dirty == 0 || item_of(i)->runs ||
		    wrong("stopped as it started", job_id(&world.jobs, i));
	close_world(&again);
	return ok;
}

static int
line_cmp(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Parts a text into its lines, sorted; returns how many. */
static size_t
lines_of(struct buf *b, char **line)
{
	size_t n = 0;
	char *s;

	for (s = strtok(b->p, "\n"); s != NULL; s = strtok(NULL, "\n"))
		line[n++] = s;
	qsort(line, n, sizeof(*line), line_cmp);
	return n;
}

/* Jobs in another order: the same decisions; none is lost. */
static bool
any_order(void)
{
	char *a[JOBS + 1] = { NULL }, *b[JOBS + 1] = { NULL };
	int place[JOBS] = { 0 }, i, k, t;
	size_t n;

	draw(1 + random_below(12));
	preempt(jobs.p, &out);
	for (i = 0; i < plan.jobs; i++)
		place[i] = i;
	for (i = plan.jobs - 1; i > 0; i--) {
		k = random_below(i + 1);
		t = place[i];
		place[i] = place[k];
		place[k] = t;
	}
	put_items(&plan, place, &jobs);
	preempt(jobs.p, &again);
	n = lines_of(&out, a);
	if (n != (size_t)plan.jobs + 1 || lines_of(&again, b) != n)
		return wrong("a record", text_of("is lost"));
	for (i = 0; i < (int)n; i++)
		if (strcmp(a[i], b[i]) != 0 || (strstr(a[i], "\tkept") ==
		    NULL && strncmp(a[i], "job", 3) != 0))
			return wrong(a[i], text_of(b[i]));
	return true;
}

int
main(int argc, char **argv)
{
	random_hold("one alone stops whom the rules say", as_in_model, argc,
	    argv, 20000);
	random_hold("where nobody is stopped nobody could be", none_left_out,
	    argc, argv, 5000);
	random_hold("nobody protected is stopped", nobody_protected, argc,
	    argv, 5000);
	random_hold("who stopped others starts", starts_then, argc, argv,
	    5000);
	random_hold("a second run changes nothing", once, argc, argv, 5000);
	random_hold("nor stops one after a step anybody", once_stepped, argc,
	    argv, 5000);
	random_hold("the order of records is nothing", any_order, argc, argv,
	    5000);
	reserving = true;
	random_hold("with nodes reserved: nobody protected is stopped",
	    nobody_protected, argc, argv, 5000);
	random_hold("who stopped others starts", starts_then, argc, argv,
	    5000);
	random_hold("the order of records is nothing", any_order, argc, argv,
	    5000);
	buf_free(&nodes);
	buf_free(&shares);
	buf_free(&jobs);
	buf_free(&out);
	buf_free(&stepped);
	buf_free(&again);
	return tap_done();
}
