#include "sim.h"

#include <stdlib.h>
#include <string.h>

#include "backfill.h"
#include "deal.h"
#include "mem.h"
#include "num.h"
#include "state.h"

#define NEVER INT64_MAX

int64_t
sim_length_s(const struct jobs *s, size_t i, bool forecast)
{
	const uint32_t has = s->job[i].has;

	if (forecast && (has & JOB_BIT(JOB_TIME_LIMIT)) != 0)
		return job_number(s, i, JOB_TIME_LIMIT);
	return (has & JOB_BIT(JOB_RUNTIME)) != 0 ?
	    job_number(s, i, JOB_RUNTIME) : NEVER;
}

int64_t
sim_leaf(const struct sim *s, size_t k)
{
	return s->o->usage == NULL ? BUDGET_NONE :
	    usage_leaf(s->o->usage, &s->live.jobs, k);
}

/* Job k runs from then on: what it is charged, and how long it takes. */
static void
runs(struct sim *s, size_t k, int64_t from_s)
{
	const struct jobs *jobs = &s->live.jobs;
	struct live_job *m = &s->live.more[k];
	int64_t left_s = sim_length_s(jobs, k, s->o->forecast);

	m->from_s = from_s;
	m->lost_s = job_number(jobs, k, JOB_PREEMPTIONS) > 0 ?
	    s->o->restart_s : 0;
	m->ends_s = left_s == NEVER || s->o->frozen ? NEVER :
	    num_max(s->now_s, num_add_sat(from_s, num_add_sat(m->lost_s,
	    num_max(0, left_s - m->done_s))));
	if (s->o->usage != NULL)
		window_start(&s->window, jobs, k, from_s);
}

/* The run of job k ended; its record says when. */
static void
ran(struct sim *s, size_t k)
{
	const struct jobs *jobs = &s->live.jobs;
	struct live_job *m = &s->live.more[k];

	m->done_s = num_add_sat(m->done_s, num_max(0, job_number(jobs, k,
	    JOB_ENDED) - m->from_s - m->lost_s));
	m->ends_s = NEVER;
	if (s->o->usage != NULL)
		window_stop(&s->window, jobs, k);
}

/* A job of the trace comes to be there. */
static void
enter(struct sim *s, size_t i)
{
	struct jobs *jobs = &s->live.jobs;
	size_t k;

	if (s->has_aside && aside_may(s->all, i)) {
		aside_put(&s->aside, s->all, i);
		return;
	}
	k = live_add(&s->live, i);
	s->live.more[k].done_s = job_number(jobs, k, JOB_ATTAINED);
	if (jobs->job[k].state == JOB_RUNNING)
		runs(s, k, job_started_s(jobs, k));
}

/* Runs that end by now. */
static void
end_runs(struct sim *s)
{
	struct state_with with = { 0 };
	struct live *l = &s->live;
	size_t k, had = s->result->done;

	for (k = 0; k < l->jobs.n; k++) {
		if (l->jobs.job[k].state != JOB_RUNNING ||
		    l->more[k].ends_s > s->now_s)
			continue;
		with.now_s = l->more[k].ends_s;
		state_apply(&l->jobs, k, STATE_FINISH, &with);
		cluster_release(s->cluster, &s->live.jobs, k);
		ran(s, k);
		s->result->done++;
	}
	if (s->result->done > had) {
		live_drop(l);
		if (s->o->progress != NULL)
			s->o->progress(s->o->arg, s->result->done);
	}
}

static void
arrive(struct sim *s)
{
	size_t from = s->live.jobs.n;

	while (arrival_next_s(&s->arrival) <= s->now_s)
		enter(s, arrival_take(&s->arrival));
	if (s->o->step.policy == ORDER_NONE)
		live_in_order(&s->live, from);
}

/* Job k was stopped for another: tells of its run. */
static void
stopped(void *arg, size_t k)
{
	struct sim *s = arg;

	ran(s, k);
	s->result->stops++;
	if (s->o->stopped == NULL)
		return;
	live_store(&s->live, k);
	s->o->stopped(s->o->arg, s->live.more[k].of);
}

/* What the groups stand at, for one decision; NULL: there are no budgets. */
static struct share *
share_now(struct sim *s)
{
	struct usage *u = s->o->usage;

	if (u == NULL || !order_ranked(s->o->step.policy))
		return NULL;
	u->o.now_s = s->now_s;
	window_sum(&s->window, s->now_s, u->group);
	share_init(&s->share, u, &s->live.jobs, s->o->capacity_m,
	    s->o->step.policy == ORDER_DESERVED, s->o->lane);
	window_queued(u, &s->live.jobs, s->share.leaf);
	return &s->share;
}

/* Whether a job waits for which others may be stopped. */
static bool
charged_wait(const struct sim *s)
{
	size_t k;

	for (k = 0; k < s->live.jobs.n; k++)
		if (job_waits(&s->live.jobs.job[k]) &&
		    sim_leaf(s, k) != BUDGET_NONE)
			return true;
	return false;
}

static void
preempt(struct sim *s)
{
	struct preempt_options o = { .now_s = s->now_s,
		.policy = s->o->step.policy, .share = share_now(s),
		.reserve_m = s->o->reserve_m };
	struct preempt_counts counts;
	struct cluster copy;
	size_t k;

	cluster_copy(&copy, s->cluster);
	preempt_run(&s->live.jobs, &copy, s->queues, &o, &counts);
	cluster_free_copy(&copy);
	share_free(&s->share);
	if (counts.stopped == 0)
		return;
	for (k = 0; k < s->live.jobs.n; k++)
		if ((s->live.jobs.job[k].dirty &
		    JOB_BIT(JOB_PREEMPTIONS)) != 0) {
			cluster_release(s->cluster, &s->live.jobs, k);
			stopped(s, k);
		}
	/* Who they were stopped for is known by name. */
	live_names(&s->live);
}

/* Marks who went round since a state was noted. */
static void
mark(struct sim *s)
{
	const uint32_t round = JOB_BIT(JOB_REQUEUES) |
	    JOB_BIT(JOB_PREEMPTIONS);
	size_t k;

	for (k = 0; s->result->circles != NULL && k < s->live.jobs.n; k++)
		if ((s->live.jobs.job[k].dirty & round) != 0)
			s->result->circles[s->live.more[k].of] = true;
}

static void
step(struct sim *s)
{
	struct step_options o = s->o->step;
	struct step_counts counts;
	const struct jobs *jobs = &s->live.jobs;

	o.now_s = s->now_s;
	o.share = share_now(s);
	if (jobs->n > 0 && backfill_is(queue_get(s->queues,
	    jobs->queue.name[jobs->job[0].queue])->discipline))
		backfill_run(&s->live.jobs, s->cluster, s->queues, &o,
		    &counts);
	else
		step_run(&s->live.jobs, s->cluster, s->queues, &o, &counts);
	share_free(&s->share);
}

/* A step of those who may start; none, when nobody can. */
static void
step_few(struct sim *s)
{
	int64_t idle_m = aside_idle_m(s->cluster);

	if (!aside_some(&s->aside, &s->live, idle_m))
		return;
	aside_take(&s->aside, &s->live, idle_m);
	step(s);
}

static void
deal(struct sim *s)
{
	const struct deal_options o = { s->now_s, s->o->step.spread, stopped,
		s };
	size_t *order = mem_array(s->live.jobs.n, sizeof(*order)), n;

	if (s->o->served)
		service_move(&s->o->service, &s->live, s->now_s);
	n = service_order(&s->live, s->o->served, s->o->step.policy, s->now_s,
	    order);
	deal_run(&s->live.jobs, s->cluster, s->queues, order, n, &o);
	service_turns(&s->live, order, n);
	free(order);
}

/* What has started in this pass. */
static void
begin_runs(struct sim *s)
{
	const struct jobs *jobs = &s->live.jobs;
	size_t k;

	for (k = 0; k < jobs->n; k++) {
		if (jobs->job[k].state != JOB_RUNNING ||
		    (jobs->job[k].dirty & JOB_BIT(JOB_STARTED)) == 0)
			continue;
		runs(s, k, s->now_s);
		sim_result_start(s->result, s->live.more[k].of, s->now_s);
	}
}

void
sim_instant(struct sim *s, int64_t now_s)
{
	struct requeue_options requeue = s->o->requeue;

	s->now_s = now_s;
	s->result->instants++;
	live_drop(&s->live);
	/* At first reasons are those of the records: some are kept. */
	if (s->begun)
		live_settle(&s->live, false);
	s->begun = true;
	end_runs(s);
	arrive(s);
	requeue.now_s = s->now_s;
	if (s->o->preemptive) {
		deal(s);
	} else {
		if (s->o->timeouts)
			requeue_all(&s->live.jobs, s->queues, &requeue);
		if (s->o->contracts && charged_wait(s))
			preempt(s);
		mark(s);
		if (!s->has_aside)
			step(s);
		else
			step_few(s);
	}
	begin_runs(s);
	if (s->has_aside)
		aside_return(&s->aside, &s->live);
}

/* Those that are there at first, and those that come. */
static void
enter_all(struct sim *s)
{
	const struct job *j = s->all->job;
	size_t i;

	for (i = 0; i < s->all->n; i++)
		if (j[i].state == JOB_RUNNING || (job_waits(&j[i]) &&
		    j[i].created_s <= s->now_s))
			enter(s, i);
	arrival_init(&s->arrival, s->all, s->o->frozen ? s->now_s : NEVER);
	while (arrival_next_s(&s->arrival) <= s->now_s)
		arrival_take(&s->arrival);
}

void
sim_begin(struct sim *s, struct jobs *all, struct cluster *c,
    const struct queues *queues, const struct sim_options *o,
    int64_t start_s, struct sim_result *result)
{
	*s = (struct sim){ .all = all, .cluster = c, .queues = queues, .o = o,
		.result = result, .now_s = start_s };
	live_init(&s->live, all);
	if (s->o->usage != NULL)
		window_init(&s->window, s->o->usage);
	s->has_aside = !o->plain && o->contracts && o->restart_s == 0 &&
	    aside_can(all, queues, c);
	if (s->has_aside)
		aside_init(&s->aside, all, o->step.policy);
	enter_all(s);
}

void
sim_end(struct sim *s)
{
	size_t k;

	if (s->has_aside) {
		/* They are told why, as all others. */
		live_settle(&s->live, false);
		aside_take(&s->aside, &s->live, INT64_MAX);
		live_names(&s->live);
		step(s);
		aside_free(&s->aside);
	}
	live_settle(&s->live, true);
	for (k = 0; k < s->live.jobs.n; k++)
		live_store(&s->live, k);
	s->result->end_s = s->now_s;
	live_free(&s->live);
	if (s->o->usage != NULL)
		window_free(&s->window);
	arrival_free(&s->arrival);
}

int64_t
sim_grid_s(const struct sim_options *o, int64_t now_s, int64_t t)
{
	int64_t off;

	if (o->every_s == 0 || t == NEVER)
		return t;
	t = num_max(t, now_s + 1);
	off = (t - o->start_s) % o->every_s;
	return off == 0 ? t : num_add_sat(t, o->every_s - off);
}

void
sim_result_init(struct sim_result *r, size_t jobs, bool forecast)
{
	size_t i;

	memset(r, 0, sizeof(*r));
	if (!forecast)
		return;
	r->circles = mem_zero(jobs + 1, sizeof(*r->circles));
	r->first_s = mem_array(jobs, sizeof(*r->first_s));
	for (i = 0; i < jobs; i++)
		r->first_s[i] = -1;
}

void
sim_result_start(struct sim_result *r, size_t i, int64_t now_s)
{
	if (r->first_s == NULL || r->first_s[i] != -1)
		return;
	r->first_s[i] = now_s;
	r->firsts++;
}

void
sim_result_no_circle(struct sim_result *r, size_t jobs)
{
	if (r->circles != NULL)
		memset(r->circles, 0, jobs * sizeof(*r->circles));
}

void
sim_result_free(struct sim_result *r)
{
	free(r->first_s);
	free(r->circles);
}
