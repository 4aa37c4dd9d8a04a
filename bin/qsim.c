/*
 * qsim: what a queue does over time: a trace replayed, or a queue foretold.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "course.h"
#include "fields.h"
#include "filter.h"
#include "io.h"
#include "mem.h"
#include "num.h"
#include "queueopt.h"
#include "simopt.h"
#include "state.h"

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

struct qsim {
	struct filter *f;
	struct simopt opt;	/* what is asked for */
	struct state_sink sink;
	bool shown;		/* some progress was */
};

/* The latest instant that the records tell of; -1: none. */
static int64_t
latest_s(const struct jobs *s)
{
	static const enum job_column of[] = { JOB_SINCE, JOB_STARTED,
	    JOB_ENDED };
	int64_t latest = -1;
	size_t i, c;

	for (i = 0; i < s->n; i++)
		for (c = 0; c < sizeof(of) / sizeof(of[0]); c++)
			/* Who just came says nothing of the snapshot. */
			if ((s->job[i].has & JOB_BIT(of[c])) != 0 &&
			    job_number(s, i, of[c]) > s->job[i].created_s)
				latest = num_max(latest, job_number(s, i,
				    of[c]));
	return latest;
}

/* The first instant, where none is given. */
static int64_t
first_instant(const struct jobs *s)
{
	int64_t first_s = latest_s(s);
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
	const bool there = table_find(&s->table, text_of("runtime")) != -1;
	size_t i;

	/* Without the column the first one stands for all. */
	for (i = 0; i < s->n && (there || f->faults.n == 0); i++)
		if ((job_waits(&s->job[i]) ||
		    s->job[i].state == JOB_RUNNING) &&
		    (s->job[i].has & JOB_BIT(JOB_RUNTIME)) == 0)
			diag_add(&f->faults, table_file(&s->table, i),
			    table_line_number(&s->table, i), "runtime",
			    there ? "is absent" :
			    "no such column, and a replay needs it");
	if (io_faults(&f->faults) == -1)
		exit(IO_WRONG);
}

/* A job that runs and does not say when it started does since it runs. */
static void
set_starts(struct jobs *s)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (s->job[i].state == JOB_RUNNING &&
		    (s->job[i].has & JOB_BIT(JOB_STARTED)) == 0)
			state_set(s, i, JOB_STARTED, job_number(s, i,
			    JOB_SINCE));
}

/* Budgets as they stand at the first instant. */
static void
begin_usage(struct qsim *q)
{
	struct filter_budget *b = &q->f->budget;
	size_t i;

	if (b->file == NULL || !order_ranked(q->opt.sim.step.policy))
		return;
	if (b->o.now_s != q->opt.sim.start_s) {
		usage_free(&b->usage);
		b->o.now_s = q->opt.sim.start_s;
		usage_init(&b->usage, &b->budgets, &b->o, &q->f->faults);
		b->usage.runs_only = true;
		for (i = 0; i < q->f->jobs.n; i++)
			usage_add(&b->usage, &q->f->jobs, i);
	}
	q->opt.sim.usage = &b->usage;
	q->opt.sim.capacity_m = num_max(0, b->capacity_m);
	q->opt.sim.lane = &b->lane;
}

static void
read_all(struct qsim *q)
{
	struct filter *f = q->f;

	/* Without a clock what is free is as of the records, whatever now. */
	if (!f->opt.now_given && !q->opt.sim.forecast)
		f->opt.now_s = INT64_MAX;
	/* Who waits at an instant is what the course knows. */
	f->budget.runs_only = true;
	filter_read(f, true);
	/* From now on jobs are known by their numbers alone. */
	job_settle(&f->jobs);
	queueopt_backfilled(f);
	if (!q->opt.sim.forecast)
		check_lengths(f);
	q->opt.sim.start_s = f->opt.now_s == INT64_MAX ?
	    first_instant(&f->jobs) : f->opt.now_s;
	set_starts(&f->jobs);
	q->opt.sim.step.cap_s = f->budget.o.cap_s;
	q->opt.sim.timeouts = true;
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

/*
 * Prints the run of job i that was stopped: not one that is the job's last and
 * comes in the end, nor one that was stopped as it began, before another that
 * begins at the same second.
 */
static void
put_run(void *arg, size_t i)
{
	struct qsim *q = arg;
	const struct jobs *s = &q->f->jobs;
	struct job *j = &q->f->jobs.job[i];
	const uint8_t state = j->state;

	if (state == JOB_STOPPED || job_number(s, i, JOB_STARTED) ==
	    job_number(s, i, JOB_ENDED))
		return;
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

/* Everyone who is in the circle and in the queue, or in any; how many. */
static size_t
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
	return n;
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
		fields_num(row, KIND_DURATION, first_s - q->opt.sim.start_s);
	if (caught) {
		if (put_circle(s, r, i, false, &row->text) == 0)
			put_circle(s, r, i, true, &row->text);
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
	course_run(s, &q->f->cluster, &q->f->queues, &q->opt.sim, r);
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

	state_store_begin(s, q->opt.sim.requeue.eviction ?
	    own | JOB_BIT(JOB_QUEUED) : own, &q->sink);
	if (!quiet)
		filter_begin(f, NULL);
	if (!quiet && !q->opt.per_job)
		q->opt.sim.stopped = put_run;
	if (q->opt.progress && isatty(STDERR_FILENO))
		q->opt.sim.progress = say_progress;
	course_run(s, &f->cluster, &f->queues, &q->opt.sim, r);
	if (q->shown)
		fputc('\n', stderr);
	for (i = 0; !quiet && i < s->n; i++)
		put_job(q, i);
	state_store_end(&q->sink);
}

int
main(int argc, char **argv)
{
	struct qsim q = { .f = filter_new() };
	struct sim_result r;
	int status;

	/* Each instant takes what the one before gave back. */
	mem_keep();
	simopt_read(&q.opt, q.f, argc, argv);
	q.opt.sim.arg = &q;
	read_all(&q);
	if (q.opt.sim.forecast)
		forecast(&q, &r);
	else
		replay(&q, &r);
	if (q.f->opt.verbose)
		io_say("%zu done, %zu stops, %zu instants, the last at %"
		    PRId64, r.done, r.stops, r.instants, r.end_s);
	sim_result_free(&r);
	status = filter_end(q.f, IO_DONE);
	free(q.f);
	return status;
}
