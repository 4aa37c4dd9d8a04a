/*
 * qsim: what a queue does over time: a trace replayed, or a queue foretold.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask.h"
#include "backfill.h"
#include "course.h"
#include "fields.h"
#include "filter.h"
#include "io.h"
#include "mem.h"
#include "num.h"
#include "state.h"

enum {
	QUOTA = OPT_LONG, PER_POOL, SPREAD, BACKOFF, MAX_COOLDOWN, LIMIT,
	TIMESTAMP, CONTRACTS, RESERVE, TICK, PREEMPTIVE, RESTART, LAS,
	FORECAST, FROZEN, EVERY, PROGRESS, PER_JOB
};

static const struct opt_spec spec[] = {
	{ 'N', "nodes", "FILE", "node records; needed" },
	{ 'Q', "queues", "FILE", "queue records" },
	{ 'P', "policy", "NAME", "priority, created, fairshare, deserved, "
	    "gpus, sjf, srtf, srsf, hps, none, las or las2d" },
	{ 'd', "discipline", "NAME",
	    "besteffort, fifo, easy or conservative" },
	{ 'e', "admission", "RULE",
	    "quota, or placement: only what nodes hold now" },
	{ QUOTA, "quota", "AMOUNTS", "a queue's: gpu=8,cpu=64,mem=512G" },
	{ PER_POOL, "per-pool", NULL, "fifo: a job blocks its own class" },
	{ SPREAD, "spread", NULL, "place where most is free" },
	{ PREEMPTIVE, "preemptive", NULL,
	    "GPUs are dealt anew at each instant" },
	{ RESTART, "restart-cost", "DURATION",
	    "what a job loses when it goes on after a stop" },
	{ LAS, "las-queues", "LIMITS", "of las and las2d; 3250,7200" },
	{ 't', "timeout", "DURATION", "how long a job may be inqueue; 0: off" },
	{ 'C', "cooldown", "DURATION", "before it is admitted again; 1m" },
	{ BACKOFF, "backoff", "FACTOR", "each cooldown so many times the last" },
	{ MAX_COOLDOWN, "max-cooldown", "DURATION", "but no longer" },
	{ LIMIT, "limit", "N", "the N-th timeout holds the job" },
	{ TIMESTAMP, "timestamp", "WHICH",
	    "creation, or eviction: behind its peers" },
	FILTER_BUDGET_SPECS,
	FILTER_LANE_SPECS,
	{ CONTRACTS, "contracts", NULL, "jobs are stopped as in qpreempt" },
	{ RESERVE, "reserve", "GPUS", "gangs of so many reserve nodes" },
	{ TICK, "tick", "DURATION", "with --contracts, while jobs wait; 1m" },
	{ FORECAST, "forecast", NULL, "when each job that waits will start" },
	{ FROZEN, "frozen", NULL, "as if nothing arrived or ended" },
	{ EVERY, "every", "DURATION", "passes are so far apart" },
	{ PER_JOB, "per-job", NULL, "one record a job, none of runs" },
	{ PROGRESS, "progress", NULL, "say how far it is, on a terminal" }
};

static const struct opt_program program = {
	"-N NODES [TRACE...]",
	"Reads job records; prints their runs, and the jobs as they end.",
	spec, sizeof(spec) / sizeof(spec[0]), false, false
};

static const uint32_t own = JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_REQUEUES) |
    JOB_BIT(JOB_PREEMPTIONS) | JOB_BIT(JOB_NODES) | JOB_BIT(JOB_STARTED) |
    JOB_BIT(JOB_ENDED) | JOB_BIT(JOB_ATTAINED) | JOB_BIT(JOB_RESERVED) |
    JOB_BIT(JOB_REASON);

/* The columns of a forecast. */
static const struct kind_column forecast_column[] = {
	{ "job", KIND_TEXT }, { "queue", KIND_TEXT }, { "state", KIND_TEXT },
	{ "start", KIND_TIME }, { "wait", KIND_DURATION },
	{ "circle", KIND_TEXT }, { "period", KIND_DURATION },
	{ "reason", KIND_TEXT }
};

enum { FORECAST_COLUMNS = sizeof(forecast_column) /
    sizeof(forecast_column[0]) };

static const struct kind_set forecast_set = {
	forecast_column, FORECAST_COLUMNS
};

/* What the program is asked for, besides what a filter is. */
struct qsim {
	struct filter *f;
	struct sim_options o;
	struct state_sink sink;
	bool policy_given, las_given, per_job, progress, shown;
};

static void
read_quota(struct queue *q, const char *arg)
{
	struct ask ask;
	struct diag d;

	if (ask_amounts(text_of(arg), &ask, &d) == -1)
		opt_usage("--quota: %s", d.what);
	q->quota = ask.shape;
	q->limited = ask.given;
}

/* The limits of classes: durations, each greater than the last. */
static void
read_limits(struct service *s, const char *arg)
{
	struct slice rest = text_of(arg), one;
	char shown[TEXT_QUOTE];
	int64_t v = 0, last = 0;

	for (s->limits = 0; text_cut(&rest, ',', &one); last = v) {
		if (s->limits == SERVICE_LIMITS ||
		    kind_read(KIND_DURATION, one, &v) != QUANT_OK ||
		    v <= last)
			opt_usage("--las-queues: %s is not a list of up to "
			    "%d durations, ascending", text_quote(text_of(arg),
			    shown), SERVICE_LIMITS);
		s->limit_s[s->limits++] = v;
	}
}

static void
read_policy(struct qsim *q, const char *arg)
{
	const char *names[ORDER_POLICIES + 2];
	int p;

	memcpy(names, order_names(), ORDER_POLICIES * sizeof(*names));
	names[ORDER_POLICIES] = "las";
	names[ORDER_POLICIES + 1] = "las2d";
	p = opt_word("policy", arg, names, ORDER_POLICIES + 2);
	q->policy_given = true;
	q->o.served = p >= ORDER_POLICIES;
	q->o.service.by_gpus = p == ORDER_POLICIES + 1;
	q->o.step.policy = q->o.served ? ORDER_CREATED :
	    (enum order_policy)p;
}

static bool
queue_option(struct qsim *q, int letter)
{
	static const char *const rules[] = { "quota", "placement" };
	struct queue *other = &q->f->queues.other;
	const char *arg = q->f->opt.arg;

	switch (letter) {
	case 'P':
		read_policy(q, arg);
		return true;
	case 'd':
		other->discipline = (enum queue_discipline)opt_word(
		    "discipline", arg, queue_disciplines(),
		    QUEUE_DISCIPLINES);
		return true;
	case 'e':
		q->o.step.placement = opt_word("admission", arg, rules,
		    2) == 1;
		return true;
	case QUOTA:
		read_quota(other, arg);
		return true;
	case PER_POOL:
		q->o.step.per_pool = true;
		return true;
	case SPREAD:
		q->o.step.spread = true;
		return true;
	}
	return false;
}

static bool
requeue_option(struct qsim *q, int letter)
{
	static const char *const stamps[] = { "creation", "eviction" };
	struct requeue_options *o = &q->o.requeue;
	struct queue *other = &q->f->queues.other;
	const char *arg = q->f->opt.arg;

	switch (letter) {
	case 't':
		other->timeout_s = opt_amount("timeout", arg, KIND_DURATION);
		if (!queue_timeout_ok(other->timeout_s))
			opt_usage("--timeout: under a minute");
		return true;
	case 'C':
		other->cooldown_s = opt_amount("cooldown", arg,
		    KIND_DURATION);
		return true;
	case BACKOFF:
		o->backoff_m = opt_amount("backoff", arg, KIND_COUNT);
		if (o->backoff_m < 1000 || o->backoff_m > 1000000)
			opt_usage("--backoff: from 1 to 1000");
		return true;
	case MAX_COOLDOWN:
		o->max_cooldown_s = opt_amount("max-cooldown", arg,
		    KIND_DURATION);
		return true;
	case LIMIT:
		o->limit = opt_amount("limit", arg, KIND_INT);
		return true;
	case TIMESTAMP:
		o->eviction = opt_word("timestamp", arg, stamps, 2) == 1;
		return true;
	}
	return false;
}

static int64_t
least_second(const char *name, const char *arg)
{
	int64_t s = opt_amount(name, arg, KIND_DURATION);

	if (s == 0)
		opt_usage("--%s: at least a second", name);
	return s;
}

static void
time_option(struct qsim *q, int letter)
{
	const char *arg = q->f->opt.arg;
	struct sim_options *o = &q->o;

	switch (letter) {
	case 'N':
		q->f->nodes = q->f->opt.arg;
		break;
	case 'Q':
		q->f->queue_file = q->f->opt.arg;
		break;
	case PREEMPTIVE:
		o->preemptive = true;
		break;
	case RESTART:
		o->restart_s = opt_amount("restart-cost", arg,
		    KIND_DURATION);
		break;
	case LAS:
		q->las_given = true;
		read_limits(&o->service, arg);
		break;
	case CONTRACTS:
		o->contracts = true;
		break;
	case RESERVE:
		o->reserve_m = opt_amount("reserve", arg, KIND_COUNT);
		break;
	case TICK:
		o->tick_s = least_second("tick", arg);
		break;
	case FORECAST:
		o->forecast = true;
		break;
	case FROZEN:
		o->frozen = true;
		break;
	case EVERY:
		o->every_s = least_second("every", arg);
		break;
	case PER_JOB:
		q->per_job = true;
		break;
	case PROGRESS:
		q->progress = true;
		break;
	}
}

/* What does not go together. */
static void
check_options(struct qsim *q)
{
	struct sim_options *o = &q->o;
	bool ranked;

	if (q->f->nodes == NULL)
		opt_usage("--nodes is needed");
	if (o->contracts && !q->policy_given)
		o->step.policy = ORDER_DESERVED;
	ranked = order_ranked(o->step.policy);
	if (o->contracts && q->f->budget.file == NULL)
		opt_usage("--contracts needs --budgets");
	if (o->contracts && !ranked)
		opt_usage("--contracts needs --policy deserved or fairshare");
	if (o->contracts && o->preemptive)
		opt_usage("--contracts and --preemptive are two ways");
	if (o->preemptive && (ranked || q->f->queues.other.discipline !=
	    QUEUE_BESTEFFORT))
		opt_usage("--preemptive needs a policy without budgets, and "
		    "no discipline");
	if (o->served && !o->preemptive)
		opt_usage("--policy las and las2d need --preemptive");
	if (q->las_given && !o->served)
		opt_usage("--las-queues needs --policy las or las2d");
	if (o->reserve_m > 0 && !o->contracts)
		opt_usage("--reserve needs --contracts");
	if (o->frozen && !o->forecast)
		opt_usage("--frozen needs --forecast");
	if (q->f->budget.runs != NULL && !q->f->opt.now_given &&
	    !o->forecast)
		opt_usage("--usage needs --now, or --forecast");
	filter_check_policy(q->f, o->step.policy);
}

/* The queues are all backfilled, or none. */
static void
check_queues(const struct filter *f)
{
	size_t i, n = 0;

	for (i = 0; i < f->jobs.queue.n; i++)
		n += backfill_is(queue_get(&f->queues,
		    f->jobs.queue.name[i])->discipline);
	if (n > 0 && n < f->jobs.queue.n)
		io_die("easy and conservative hold for all queues or none");
}

/* The first instant, where none is given. */
static int64_t
first_instant(const struct jobs *s)
{
	int64_t first_s = sim_latest_s(s);
	size_t i;

	if (first_s != -1)
		return first_s;
	first_s = s->n > 0 ? s->job[0].created_s : 0;
	for (i = 1; i < s->n; i++)
		first_s = num_min(first_s, s->job[i].created_s);
	return first_s;
}

/* How long each job takes must be known. */
static void
check_lengths(struct filter *f)
{
	const struct jobs *s = &f->jobs;
	size_t i;

	for (i = 0; i < s->n; i++)
		if ((job_waits(&s->job[i]) ||
		    s->job[i].state == JOB_RUNNING) &&
		    (s->job[i].has & JOB_BIT(JOB_RUNTIME)) == 0)
			diag_add(&f->faults, table_file(&s->table, i),
			    table_line_number(&s->table, i), "runtime",
			    "is absent");
	if (io_faults(&f->faults) == -1)
		exit(IO_WRONG);
}

/* Budgets as they stand at the first instant. */
static void
begin_usage(struct qsim *q)
{
	struct filter_budget *b = &q->f->budget;
	size_t i;

	if (b->file == NULL || !order_ranked(q->o.step.policy))
		return;
	if (b->o.now_s != q->o.start_s) {
		usage_free(&b->usage);
		b->o.now_s = q->o.start_s;
		usage_init(&b->usage, &b->budgets, &b->o, &q->f->faults);
		for (i = 0; i < q->f->jobs.n; i++)
			usage_add(&b->usage, &q->f->jobs, i);
	}
	q->o.usage = &b->usage;
	q->o.capacity_m = num_max(0, b->capacity_m);
	q->o.lane = &b->lane;
}

static void
read_all(struct qsim *q)
{
	struct filter *f = q->f;

	/* Without a clock what is free is as of the records, whatever now. */
	if (!f->opt.now_given && !q->o.forecast)
		f->opt.now_s = INT64_MAX;
	filter_read(f, true);
	check_queues(f);
	if (!q->o.forecast)
		check_lengths(f);
	q->o.start_s = f->opt.now_s == INT64_MAX ? first_instant(&f->jobs) :
	    f->opt.now_s;
	q->o.step.cap_s = f->budget.o.cap_s;
	q->o.timeouts = true;
	begin_usage(q);
}

/* Prints the record of job i as it is now. */
static void
put_job(struct qsim *q, size_t i)
{
	struct jobs *s = &q->f->jobs;

	state_store_one(s, &q->sink, i);
	filter_row(q->f, i, 0);
	table_forget(&s->table, i);
}

/* Prints the run of job i that was stopped. */
static void
put_run(void *arg, size_t i)
{
	struct qsim *q = arg;
	struct job *j = &q->f->jobs.job[i];
	const uint8_t state = j->state;

	j->state = JOB_STOPPED;
	j->dirty |= JOB_BIT(JOB_STATE);
	put_job(q, i);
	j->state = state;
}

static void
say_progress(void *arg, size_t done)
{
	struct qsim *q = arg;

	if (done % 1000 != 0 && done != q->f->jobs.n)
		return;
	fprintf(stderr, "\r%zu of %zu jobs", done, q->f->jobs.n);
	q->shown = true;
}

/* Everyone who is in the circle and in the queue, or in any queue. */
static void
put_circle(const struct jobs *s, const struct sim_result *r, size_t of,
    bool any, struct buf *b)
{
	struct slice id;
	size_t i, n = 0;

	for (i = 0; i < s->n; i++)
		if (r->circles[i] && (any ||
		    s->job[i].queue == s->job[of].queue)) {
			id = job_id(s, i);
			buf_str(b, n++ > 0 ? "," : "");
			buf_add(b, id.p, id.n);
		}
	if (n == 0 && !any)
		put_circle(s, r, of, true, b);
}

static void
forecast_row(const struct qsim *q, const struct sim_result *r, size_t i,
    uint8_t state, struct fields *row)
{
	struct jobs *s = &q->f->jobs;
	const int64_t first_s = r->first_s[i];
	struct slice reason = job_text(s, i, JOB_REASON);
	bool caught = first_s == -1 && r->period_s > 0 &&
	    s->job[i].state != JOB_HELD && !text_is(text_slice(reason.p,
	    num_min((int64_t)reason.n, 10)), "never-fits") &&
	    !text_is(text_slice(reason.p, num_min((int64_t)reason.n, 7)),
	    "no-node");

	fields_begin(row);
	fields_text(row, job_id(s, i));
	fields_text(row, s->queue.name[s->job[i].queue]);
	fields_text(row, text_of(job_state_name((enum job_state)state)));
	if (first_s == -1)
		buf_str(&row->text, "never");
	else
		state_put_time(s, i, &row->text, first_s);
	fields_end(row);
	if (first_s == -1)
		fields_none(row);
	else
		fields_num(row, KIND_DURATION, first_s - q->o.start_s);
	if (caught) {
		put_circle(s, r, i, false, &row->text);
		fields_end(row);
		fields_num(row, KIND_DURATION, r->period_s);
	} else {
		fields_none(row);
		fields_none(row);
	}
	fields_text(row, first_s == -1 ? reason : text_slice(NULL, 0));
}

/* The jobs that wait at first, and when each of them starts. */
static void
put_forecast(struct qsim *q, const struct sim_result *r, const uint8_t *was)
{
	struct filter *f = q->f;
	struct format_column there[FORECAST_COLUMNS], *c;
	struct fields row = { 0 };
	struct format format;
	size_t i, n;

	for (i = 0; i < FORECAST_COLUMNS; i++)
		there[i] = (struct format_column){
			text_of(forecast_column[i].name),
			forecast_column[i].kind, i
		};
	c = opt_columns(&f->opt, there, FORECAST_COLUMNS, &forecast_set, &n);
	format_begin(&format, f->opt.format, &f->out, c, n,
	    !f->opt.no_header);
	for (i = 0; i < f->jobs.n; i++) {
		if (was[i] != JOB_PENDING && was[i] != JOB_INQUEUE)
			continue;
		forecast_row(q, r, i, was[i], &row);
		format_row(&format, fields_cells(&row));
	}
	format_end(&format);
	fields_free(&row);
	free(c);
}

static void
forecast(struct qsim *q, struct sim_result *r)
{
	struct jobs *s = &q->f->jobs;
	uint8_t *was = mem_zero(s->n + 1, 1);
	size_t i;

	for (i = 0; i < s->n; i++)
		was[i] = s->job[i].state;
	course_run(s, &q->f->cluster, &q->f->queues, &q->o, r);
	if (!q->f->opt.quiet)
		put_forecast(q, r, was);
	free(was);
}

/* Prints runs as they are stopped, and in the end every job. */
static void
replay(struct qsim *q, struct sim_result *r)
{
	struct filter *f = q->f;
	struct jobs *s = &f->jobs;
	const bool quiet = f->opt.quiet;
	size_t i;

	state_store_begin(s, own, &q->sink);
	if (!quiet)
		filter_begin(f, NULL);
	if (!quiet && !q->per_job)
		q->o.stopped = put_run;
	if (q->progress && isatty(STDERR_FILENO))
		q->o.progress = say_progress;
	course_run(s, &f->cluster, &f->queues, &q->o, r);
	if (q->shown)
		fputc('\n', stderr);
	for (i = 0; !quiet && i < s->n; i++)
		put_job(q, i);
	state_store_end(&q->sink);
}

int
main(int argc, char **argv)
{
	struct qsim q = { .f = filter_new(), .o = { .tick_s = SIM_TICK_S,
		.step = { .policy = ORDER_PRIORITY },
		.requeue = { .backoff_m = 1000,
		    .max_cooldown_s = INT64_MAX },
		.service = { .limit_s = { 3250, 7200 }, .limits = 2 } } };
	struct sim_result r;
	int letter, status;

	q.o.arg = &q;
	q.f->queues.other.cooldown_s = QUEUE_COOLDOWN_S;
	opt_init(&q.f->opt, &program);
	while ((letter = opt_next(&q.f->opt, argc, argv)) != -1)
		if (!filter_budget_option(q.f, letter) &&
		    !queue_option(&q, letter) && !requeue_option(&q, letter))
			time_option(&q, letter);
	check_options(&q);
	read_all(&q);
	if (q.o.forecast)
		forecast(&q, &r);
	else
		replay(&q, &r);
	if (q.f->opt.verbose)
		io_say("%zu done, %zu stops, %zu instants", r.done, r.stops,
		    r.instants);
	sim_result_free(&r);
	status = filter_end(q.f, IO_DONE);
	free(q.f);
	return status;
}
