#include "course.h"

#include <stdlib.h>
#include <string.h>

#include "booking.h"
#include "buf.h"
#include "cycle.h"
#include "flow.h"
#include "mem.h"
#include "num.h"
#include "reserve.h"

#define NEVER INT64_MAX

enum { COURSE_PATIENCE = 50000 };	/* passes */

/* How long there is nothing new: nobody starts for the first time or ends. */
struct course_watch {
	size_t news, passes;
	int64_t since_s;
};

/* The next instant at which something about job k changes by itself. */
static int64_t
next_of(const struct sim *s, size_t k)
{
	const struct jobs *jobs = &s->live.jobs;
	const struct queue *q;
	int64_t at_s = NEVER, until_s;

	switch ((enum job_state)jobs->job[k].state) {
	case JOB_RUNNING:
		at_s = num_max(s->now_s, s->live.more[k].ends_s);
		if (s->o->served)
			at_s = num_min(at_s, service_next_s(&s->o->service,
			    &s->live, k));
		if (s->o->contracts && sim_leaf(s, k) != BUDGET_NONE &&
		    (until_s = usage_protected_s(&s->o->usage->o, jobs, k)) >
		    s->now_s)
			at_s = num_min(at_s, until_s);
		break;
	case JOB_INQUEUE:
		q = queue_get(s->queues,
		    jobs->queue.name[jobs->job[k].queue]);
		if (s->o->timeouts && q->timeout_s > 0)
			at_s = num_add_sat(q->timeout_s, job_number(jobs, k,
			    JOB_SINCE));
		break;
	case JOB_PENDING:
		at_s = job_number(jobs, k, JOB_NOT_BEFORE);
		break;
	case JOB_HELD:
	case JOB_SUCCEEDED:
	case JOB_FAILED:
	case JOB_STOPPED:
	case JOB_STATES:
		break;
	}
	return at_s < s->now_s || (at_s == s->now_s &&
	    jobs->job[k].state != JOB_RUNNING) ? NEVER : at_s;
}

/* Whether job k was stopped at this very instant: it starts at no such. */
static bool
just_stopped(const struct sim *s, size_t k)
{
	const struct jobs *jobs = &s->live.jobs;

	return job_waits(&jobs->job[k]) &&
	    (jobs->job[k].has & JOB_BIT(JOB_ENDED)) != 0 &&
	    job_number(jobs, k, JOB_ENDED) >= s->now_s;
}

static int64_t
next_instant(const struct sim *s)
{
	const struct jobs *jobs = &s->live.jobs;
	int64_t t;
	bool waits = s->has_aside && s->aside.waiting > 0, stopped = false;
	size_t k;

	if ((t = arrival_next_s(&s->arrival)) != NEVER)
		t = num_max(s->now_s, t);
	for (k = 0; k < jobs->n; k++) {
		t = num_min(t, next_of(s, k));
		waits |= job_waits(&jobs->job[k]);
		stopped |= just_stopped(s, k);
	}
	if (s->o->contracts && waits)
		t = num_min(t, num_add_sat(s->now_s -
		    s->now_s % s->o->tick_s, s->o->tick_s));
	/* If nothing else happens, what was stopped can start after that. */
	if (t == NEVER && stopped)
		t = num_add_sat(s->now_s, 1);
	return sim_grid_s(s->o, s->now_s, t);
}

static void
put(struct buf *b, int64_t v)
{
	buf_add(b, (const char *)&v, sizeof(v));
}

static void
put_text(struct buf *b, struct slice t)
{
	put(b, (int64_t)t.n);
	buf_add(b, t.p, t.n);
}

/* How long job k has been in its state, as far as that decides anything. */
static int64_t
waited_s(const struct sim *s, size_t k, const struct queue *q)
{
	const struct jobs *jobs = &s->live.jobs;
	int64_t most_s = jobs->job[k].state == JOB_INQUEUE &&
	    s->o->timeouts ? q->timeout_s : 0;

	if (s->o->reserve_m > 0)
		most_s = num_max(most_s, BOOKING_WAIT_S);
	return num_min(most_s, s->now_s - job_number(jobs, k, JOB_SINCE));
}

/* The state of job k while it waits, with times counted from now. */
static void
put_wait(struct sim *s, size_t k, struct buf *b)
{
	const struct jobs *jobs = &s->live.jobs;
	const struct requeue_options *o = &s->o->requeue;
	const struct queue *q = queue_get(s->queues,
	    jobs->queue.name[jobs->job[k].queue]);
	int64_t requeues = job_number(jobs, k, JOB_REQUEUES), until_s = 0;
	struct slice nodes = text_slice(NULL, 0);

	put(b, waited_s(s, k, q));
	put(b, num_max(0, job_number(jobs, k, JOB_NOT_BEFORE) - s->now_s));
	put(b, o->limit > 0 ? requeues : requeue_cooldown_s(q->cooldown_s,
	    num_add_sat(requeues, 1), o));
	put(b, s->o->step.policy == ORDER_HPS ? num_min(ORDER_HPS_S, s->now_s -
	    job_queued_s(jobs, k)) : 0);
	reserve_read(job_text(jobs, k, JOB_RESERVED), &nodes, &until_s);
	put(b, num_max(0, until_s - s->now_s));
	put_text(b, nodes);
}

/* The state of job k: what decides what becomes of it. */
static void
put_job(struct sim *s, size_t k, struct buf *b)
{
	const struct jobs *jobs = &s->live.jobs;
	const struct live_job *m = &s->live.more[k];
	int64_t length_s = sim_length_s(jobs, k, s->o->forecast);

	put(b, (int64_t)m->of);
	put(b, jobs->job[k].state);
	put(b, length_s == NEVER || s->o->frozen ? NEVER :
	    num_max(0, length_s - m->done_s));
	if (jobs->job[k].state != JOB_RUNNING) {
		put_wait(s, k, b);
		return;
	}
	put(b, m->ends_s == NEVER ? NEVER : m->ends_s - s->now_s);
	put(b, s->o->usage == NULL ? 0 : num_max(0,
	    usage_protected_s(&s->o->usage->o, jobs, k) - s->now_s));
	put_text(b, job_text(jobs, k, JOB_NODES));
}

/* Puts what decides what comes next, and nothing else, as bytes. */
static void
put_state(struct sim *s, struct buf *b)
{
	const struct jobs *jobs = &s->live.jobs;
	const struct usage *u = s->o->usage;
	size_t *order = mem_array(jobs->n, sizeof(*order)), k;

	for (k = 0; k < jobs->n; k++) {
		put_job(s, k, b);
		order[k] = k;
	}
	/* Among those sent back, who stands before whom. */
	if (s->o->requeue.eviction)
		order_sort(jobs, s->o->step.policy, NULL, s->now_s, order,
		    jobs->n);
	buf_add(b, (const char *)order, jobs->n * sizeof(*order));
	for (k = 0; u != NULL && k < u->budgets->n; k++) {
		put(b, u->group[k].used);
		put(b, u->group[k].committed);
	}
	free(order);
}

/*
 * Whether nobody runs, is let in or cools down: each that waits was tried on
 * idle nodes by now, and in vain, whoever goes first.
 */
static bool
is_over(const struct sim *s)
{
	const struct jobs *jobs = &s->live.jobs;
	const struct job *j;
	size_t k;

	if (s->has_aside && s->aside.waiting > 0 &&
	    s->aside.ended_s >= s->now_s)
		return false;
	for (k = 0; k < jobs->n; k++) {
		j = &jobs->job[k];
		if (j->state != JOB_PENDING ||
		    job_number(jobs, k, JOB_NOT_BEFORE) > s->now_s ||
		    just_stopped(s, k) ||
		    queue_get(s->queues, jobs->queue.name[j->queue])->
		    discipline != QUEUE_BESTEFFORT)
			return false;
	}
	return true;
}

/*
 * Whether so many passes, with budgets over all of the window, brought nothing
 * new.  It may take years to come back to where it was, to the second; and with
 * cooldowns that grow it never does.
 */
static bool
gives_up(const struct sim *s, struct course_watch *w)
{
	const size_t news = s->result->done + s->result->firsts;

	if (news != w->news)
		*w = (struct course_watch){ news, 0, s->now_s };
	return ++w->passes > COURSE_PATIENCE + 2 * s->all->n &&
	    (s->o->usage == NULL ||
	    s->now_s - w->since_s > s->o->usage->o.window_s);
}

/*
 * Whether it has come back to where it was, and nothing can change that.  What
 * runs may never come to its end where it is stopped again and again before it
 * gets on.
 */
static bool
goes_round(struct sim *s, struct cycle *c, struct course_watch *w)
{
	const struct jobs *jobs = &s->live.jobs;
	const bool in_vain = s->o->contracts && s->o->restart_s > 0;
	bool noted;
	size_t k;

	/* GPUs are dealt when something has come or got on, and only then. */
	if (s->o->preemptive || arrival_next_s(&s->arrival) != NEVER)
		return false;
	if (is_over(s))
		return true;
	for (k = 0; !in_vain && k < jobs->n; k++)
		if (jobs->job[k].state == JOB_RUNNING &&
		    s->live.more[k].ends_s != NEVER)
			return false;
	/* A run that takes longer than that brings nothing new either. */
	if (!in_vain && gives_up(s, w))
		return true;
	put_state(s, &c->is);
	if (cycle_look(c, s->now_s, &noted)) {
		if (s->o->usage == NULL || window_rests(&s->window, s->now_s) ||
		    c->period_s >= s->o->usage->o.window_s)
			return true;
		/* What was used is the same now, and leaves the window. */
		c->period_s = 0;
	}
	if (noted)
		sim_result_no_circle(s->result, s->all->n);
	return false;
}

/* Goes on from an instant to the end. */
static void
go_on(struct jobs *all, struct cluster *cluster, const struct queues *queues,
    const struct sim_options *o, int64_t start_s, struct sim_result *result)
{
	struct course_watch watch = { 0, 0, start_s };
	struct cycle cycle = { 0 };
	struct sim s;
	int64_t t;

	sim_begin(&s, all, cluster, queues, o, start_s, result);
	for (t = start_s; t != NEVER; t = next_instant(&s)) {
		sim_instant(&s, t);
		if (goes_round(&s, &cycle, &watch))
			break;
	}
	/* With ticks it may come back to where it was, and nobody moves. */
	if (result->circles == NULL ||
	    memchr(result->circles, 1, all->n) != NULL)
		result->period_s = cycle.period_s;
	if (cycle.period_s == 0)
		sim_result_no_circle(result, all->n);
	cycle_free(&cycle);
	sim_end(&s);
}

/* Whether there is somebody who waits. */
static bool
any_waits(const struct jobs *s, int64_t now_s)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (job_waits(&s->job[i]) && s->job[i].created_s <= now_s)
			return true;
	return false;
}

void
course_run(struct jobs *all, struct cluster *cluster,
    const struct queues *queues, const struct sim_options *o,
    struct sim_result *result)
{
	int64_t start_s = o->start_s;

	sim_result_init(result, all->n, o->forecast);
	if (flow_can(all, queues, o)) {
		start_s = flow_run(all, cluster, queues, o, result);
		result->end_s = start_s;
		if (!any_waits(all, start_s))
			return;
		/* It is gone through again, and counts once. */
		result->instants--;
	}
	go_on(all, cluster, queues, o, start_s, result);
}
