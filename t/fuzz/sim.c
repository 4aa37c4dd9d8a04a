/*
 * Fuzz target of a course: job records, on fixed nodes, to their end.
 *
 * The first bytes say by which rules; the rest are job records, or bytes of
 * which they are made.  Times are folded into hours where there is a pass
 * every so often.  What must hold, whenever all is read without faults:
 *
 *	it ends, and what is told of runs holds: see simruns.h
 *	what is kept from instant to instant comes to the same as what is not
 *	what is written is read back without faults, in the same states
 *	where it came to rest, nothing more would happen
 */
#include "simruns.h"

#include "course.h"
#include "flow.h"
#include "lane.h"
#include "reserve.h"
#include "simjobs.h"

enum { OPTIONS = 6, JOBS = 40, MANY = 1000, HOURS_S = 9000, START_S = 1000 };

int	LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static const char totals[] =
    "node\tgpu_model\tpool\tlabels\tstate\tgpu_total\tcpu_total\n"
    "n1\tT4\tp\track=1\t-\t8\t64\n"
    "n2\tT4\tq\track=1\t-\t4\t32\n"
    "n3\tA100\tp,q\track=2\t-\t8\t-\n"
    "n3\tT4\t-\t-\t-\t2\t-\n"
    "n4\tA100\tp\track=2\tdrain\t8\t64\n";

static const char given[] =
    "node\tgpu_model\tpool\tlabels\tstate\tgpu\tgpu_total\tmem\n"
    "n1\tT4\tp\track=1\t-\t8\t8\t64G\n"
    "n2\tT4\tq\track=1\t-\t-\t4\t32G\n"
    "n3\tA100\tp,q\track=2\t-\t4\t8\t-\n";

static const char queues[] =
    "queue\tdiscipline\tgpu\ttimeout\tcooldown\n"
    "f\tfifo\t-\t60\t60\nb\tbesteffort\t6\t120\t1m\n"
    "g\tfifo\t16\t0\t-\n";

static const char groups[] = "group\tshare\na\t1\nb/x\t2\nb/y\t0\nc\t0.5\n";

static const char rule[] = "gpus<=2,min_runtime<=1h";

static struct budgets budgets;
static struct usage usage;
static struct lane lane;

/* The policy, and what goes with it alone. */
static void
read_policy(struct sim_options *o, const uint8_t *p)
{
	const unsigned policy = p[0] % (ORDER_POLICIES + 2);

	o->preemptive = (p[1] & 32) != 0;
	o->contracts = !o->preemptive && (p[3] & 1) != 0;
	o->step.policy = policy < ORDER_POLICIES ?
	    (enum order_policy)policy : ORDER_CREATED;
	if (o->contracts && !order_ranked(o->step.policy))
		o->step.policy = ORDER_DESERVED;
	if (o->preemptive && order_ranked(o->step.policy))
		o->step.policy = ORDER_CREATED;
	o->served = o->preemptive && policy >= ORDER_POLICIES;
	o->service = (struct service){ { 60, 600 }, 1 + p[4] % 2,
		policy == ORDER_POLICIES };
}

static void
read_options(struct sim_options *o, const uint8_t *p)
{
	static const int64_t restart_s[] = { 0, 0, 10, 1000 };
	static const int64_t tick_s[] = { SIM_TICK_S, 45, 1000, 300 };
	static const int64_t every_s[] = { 0, 0, 0, 1, 13, 60, 300, 1000 };

	*o = (struct sim_options){ .start_s = (p[5] & 4) != 0 ? START_S : 0,
		.timeouts = true, .capacity_m = 22000, .lane = &lane,
		.restart_s = restart_s[p[4] & 3],
		.tick_s = tick_s[p[4] >> 2 & 3],
		.every_s = every_s[p[4] >> 4 & 7],
		.forecast = (p[5] & 3) != 0, .frozen = (p[5] & 3) == 3 };
	o->step = (struct step_options){ .placement = (p[1] & 4) != 0,
		.per_pool = (p[1] & 8) != 0, .spread = (p[1] & 16) != 0,
		.cap_s = (p[3] & 32) != 0 ? 50 : 3600 };
	o->requeue = (struct requeue_options){
		.backoff_m = (p[2] & 16) != 0 ? 1500 : 1000,
		.max_cooldown_s = (p[2] & 32) != 0 ? 600 : INT64_MAX,
		.limit = (p[2] & 64) != 0 ? 2 : 0,
		.eviction = (p[2] & 128) != 0 };
	read_policy(o, p);
	o->reserve_m = o->contracts && (p[3] & 4) != 0 ? 8000 : 0;
}

static void
read_queues(struct world *w, const struct sim_options *o, const uint8_t *p)
{
	static const int64_t timeout_s[] = { 0, 60, 90, 300 };
	static const int64_t cooldown_s[] = { 60, 0, 61, 200 };
	struct queue *other = &w->queues.other;

	if (!o->preemptive)
		other->discipline = (enum queue_discipline)(p[1] & 3);
	other->timeout_s = timeout_s[p[2] & 3];
	other->cooldown_s = cooldown_s[p[2] >> 2 & 3];
	if ((p[1] & 64) != 0 && other->discipline <= QUEUE_FIFO)
		world_queues(w, queues);
}

static void
read_budgets(struct world *w, const struct sim_options *o, const uint8_t *p)
{
	const struct reader_sink sink = { budget_learn, budget_batch,
		&budgets };
	const struct usage_options u = { .now_s = o->start_s,
		.window_s = (p[3] & 16) != 0 ? 300 : 1800,
		.cap_s = o->step.cap_s, .unknown_free = (p[3] & 8) != 0 };
	struct reader *r = reader_new(&sink, &w->faults);
	struct diag d;

	memset(&budgets, 0, sizeof(budgets));
	budgets.faults = &w->faults;
	world_read(r, "budgets", groups, sizeof(groups) - 1);
	budget_end(&budgets);
	reader_free(r);
	usage_init(&usage, &budgets, &u, &w->faults);
	memset(&lane, 0, sizeof(lane));
	if ((p[3] & 2) != 0)
		lane_read(text_of(rule), &lane, &d);
}

/* How long each job takes is known. */
static void
know_lengths(struct jobs *s)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		s->job[i].has |= JOB_BIT(JOB_RUNTIME);
}

static bool
fold_one(int64_t *v)
{
	const bool folds = *v >= HOURS_S;

	*v = folds ? *v % HOURS_S : *v;
	return folds;
}

/* Folds times, so that there are not too many passes.  Whether any was. */
static bool
fold(struct jobs *s)
{
	static const enum job_column of[] = { JOB_CREATED, JOB_QUEUED,
	    JOB_SINCE, JOB_NOT_BEFORE, JOB_STARTED, JOB_ENDED,
	    JOB_MIN_RUNTIME, JOB_TIME_LIMIT, JOB_RUNTIME, JOB_ATTAINED };
	size_t i, c;
	int64_t v;
	bool folds = false;

	for (i = 0; i < s->n; i++)
		for (c = 0; c < sizeof(of) / sizeof(of[0]); c++) {
			v = job_number(s, i, of[c]);
			if (!fold_one(&v))
				continue;
			job_set_number(s, i, of[c], v);
			folds = true;
		}
	return folds;
}

/* Whether there are passes because of the time alone. */
static bool
ticks(const struct world *w, const struct sim_options *o)
{
	return o->contracts || w->queues.n > 0 || w->queues.other.timeout_s > 0;
}

/* Few enough, and of a size that some functions take one by one. */
static bool
modest(const struct world *w, const struct sim_options *o)
{
	size_t i;

	for (i = 0; i < w->jobs.n; i++)
		if (o->step.spread && w->jobs.job[i].instances > MANY)
			return false;
	return w->jobs.n <= JOBS;
}

/* Whether all amounts together are far from where they saturate. */
static bool
sums(const struct jobs *s)
{
	const int64_t most = INT64_MAX / 1024;
	size_t i;
	int r;

	for (i = 0; i < s->n; i++)
		for (r = 0; r < RES_N; r++)
			if (num_mul_sat(s->job[i].instances,
			    s->job[i].ask.of[r]) > most)
				return false;
	return true;
}

/* Reads all; false with faults.  Whether times were folded goes to folds. */
static bool
open_world(struct world *w, struct sim_options *o, const uint8_t *p,
    const char *jobs, size_t n, bool *folds)
{
	size_t i;

	world_begin(w, true);
	read_options(o, p);
	read_queues(w, o, p);
	read_budgets(w, o, p);
	world_nodes(w, (p[1] & 128) != 0 ? given : totals);
	world_read(w->reader[2], "-", jobs, n);
	if (w->faults.n > 0)
		return false;
	if (!o->forecast)
		know_lengths(&w->jobs);
	*folds = (ticks(w, o) || (p[5] & 8) == 0) && fold(&w->jobs);
	for (i = 0; order_ranked(o->step.policy) && i < w->jobs.n; i++)
		usage_add(&usage, &w->jobs, i);
	world_at(w, (p[5] & 16) != 0 ? INT64_MAX : o->start_s);
	reserve_check(&w->jobs, &w->faults);
	if (order_ranked(o->step.policy))
		o->usage = &usage;
	return w->faults.n == 0;
}

static void
close_world(struct world *w)
{
	usage_free(&usage);
	budget_free(&budgets);
	world_end(w);
}

static void
run(struct world *w, struct sim_options *o, struct simruns *runs,
    struct sim_result *r)
{
	simruns_begin(runs, w, o, sums(&w->jobs));
	o->stopped = simruns_stopped;
	o->arg = runs;
	course_run(&w->jobs, &w->cluster, &w->queues, o, r);
	simruns_check(runs, r);
}

/* As qsim writes it. */
static void
write_all(struct world *w, struct buf *out)
{
	world_write(w, JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
	    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_REQUEUES) |
	    JOB_BIT(JOB_PREEMPTIONS) | JOB_BIT(JOB_NODES) |
	    JOB_BIT(JOB_STARTED) | JOB_BIT(JOB_ENDED) |
	    JOB_BIT(JOB_ATTAINED) | JOB_BIT(JOB_RESERVED) |
	    JOB_BIT(JOB_REASON), out);
}

/* The same by the filters' functions alone: the same records. */
static void
plainly(const uint8_t *p, const char *jobs, size_t n, const struct buf *want)
{
	static struct world w;
	struct sim_options o;
	struct simruns runs;
	struct sim_result r;
	struct buf out = { 0 };
	bool folds;

	open_world(&w, &o, p, jobs, n, &folds);
	o.plain = true;
	run(&w, &o, &runs, &r);
	write_all(&w, &out);
	if (out.n != want->n || memcmp(out.p, want->p, out.n) != 0)
		simruns_broken("by the filters it comes to something else");
	buf_free(&out);
	simruns_end(&runs);
	sim_result_free(&r);
	close_world(&w);
}

/* Those who are there in the end stay as they are. */
static void
rests(const struct world *was, const uint8_t *p, const struct buf *in,
    int64_t end_s)
{
	static struct world w;
	struct sim_options o;
	struct sim_result r;
	size_t i;

	world_begin(&w, true);
	read_options(&o, p);
	read_queues(&w, &o, p);
	world_nodes(&w, (p[1] & 128) != 0 ? given : totals);
	world_read(w.reader[2], "-", in->p, in->n);
	if (w.faults.n > 0 || w.jobs.n != was->jobs.n)
		simruns_broken("what was written is not read");
	for (i = 0; i < w.jobs.n; i++)
		if (w.jobs.job[i].state != was->jobs.job[i].state)
			simruns_broken("it is read in another state");
	if (!o.forecast)
		know_lengths(&w.jobs);
	o.start_s = end_s;
	if (!order_ranked(o.step.policy) && !o.served && !o.frozen &&
	    (p[1] & 128) == 0) {
		world_at(&w, end_s);
		course_run(&w.jobs, &w.cluster, &w.queues, &o, &r);
		for (i = 0; i < w.jobs.n; i++)
			if (r.first_s != NULL && r.first_s[i] != -1)
				simruns_broken("one could have started");
		if (r.done > 0)
			simruns_broken("one could have ended");
		sim_result_free(&r);
	}
	world_end(&w);
}

/* TSV cannot begin with what says that it is something else. */
static bool
tsv_can(const struct table *t)
{
	const struct slice s = t->column[0].name;

	return t->rows > 0 && s.n > 0 && s.p[0] != '{' && s.p[0] != '#' &&
	    (s.n < 3 || memcmp(s.p, "\xef\xbb\xbf", 3) != 0);
}

static void
try(const uint8_t *data, const char *jobs, size_t n)
{
	static struct world w;
	struct buf out = { 0 };
	struct sim_options o;
	struct simruns runs;
	struct sim_result r;
	bool keeps, folds;

	if (open_world(&w, &o, data, jobs, n, &folds) && modest(&w, &o)) {
		keeps = o.contracts || flow_can(&w.jobs, &w.queues, &o);
		run(&w, &o, &runs, &r);
		write_all(&w, &out);
		if (tsv_can(&w.jobs.table) && r.period_s == 0 && !folds)
			rests(&w, data, &out, r.end_s);
		simruns_end(&runs);
		sim_result_free(&r);
		close_world(&w);
		if (keeps)
			plainly(data, jobs, n, &out);
		buf_free(&out);
	} else
		close_world(&w);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf b = { 0 };

	if (size < OPTIONS)
		return 0;
	if ((data[5] & 32) != 0)
		simjobs_put(&b, data + OPTIONS, size - OPTIONS);
	else
		buf_add(&b, (const char *)data + OPTIONS, size - OPTIONS);
	try(data, b.p, b.n);
	buf_free(&b);
	return 0;
}
