#include "flow.h"

#include <stdlib.h>
#include <string.h>

#include "backfill.h"
#include "easy.h"
#include "keysort.h"
#include "mem.h"
#include "num.h"
#include "state.h"
#include "wave.h"

#define NEVER INT64_MAX

struct flow {
	struct wave wave;
	struct easy easy;	/* if is_easy */
	bool is_easy;
};

/* Whether the first queue goes by easy backfill: then all are to. */
static bool
by_easy(const struct jobs *s, const struct queues *queues)
{
	return s->queue.n > 0 && queue_get(queues,
	    s->queue.name[0])->discipline == QUEUE_EASY;
}

bool
flow_can(const struct jobs *s, const struct queues *queues,
    const struct sim_options *o)
{
	const bool ranked = order_ranked(o->step.policy);
	const bool is_easy = by_easy(s, queues);
	const struct queue *q;
	size_t i;

	if (o->plain || o->contracts || o->preemptive || o->restart_s > 0 ||
	    o->step.per_pool || o->step.policy == ORDER_HPS ||
	    (ranked && column_any(&s->number[JOB_TOP])) || (o->lane != NULL &&
	    o->lane->n > 0))
		return false;
	for (i = 0; i < s->queue.n; i++) {
		q = queue_get(queues, s->queue.name[i]);
		if (q->discipline == QUEUE_CONSERVATIVE ||
		    (q->discipline == QUEUE_EASY) != is_easy ||
		    q->timeout_s > 0 ||
		    (ranked && q->discipline != QUEUE_BESTEFFORT))
			return false;
	}
	for (i = 0; i < s->n; i++)
		if (s->job[i].state == JOB_INQUEUE || (job_waits(&s->job[i]) &&
		    (s->job[i].has & (JOB_BIT(JOB_NOT_BEFORE) |
		    JOB_BIT(JOB_ENDED) | JOB_BIT(JOB_RESERVED))) != 0))
			return false;
	return true;
}

static void
end_runs(struct wave *f)
{
	struct state_with with = { 0 };
	struct due e;

	while (f->ends.n > 0 && f->ends.at[0].at_s <= f->now_s) {
		e = due_pop(&f->ends);
		with.now_s = e.at_s;
		state_apply(f->jobs, e.item, STATE_FINISH, &with);
		place_job(&f->place, f->jobs, e.item, -1);
		room_run(&f->room, &f->jobs->job[e.item], -1);
		if (f->shared)
			window_stop(&f->window, f->jobs, e.item);
		f->result->done++;
		if (f->o->progress != NULL)
			f->o->progress(f->o->arg, f->result->done);
	}
}

static void
instant(struct flow *f, int64_t now_s)
{
	struct wave *w = &f->wave;

	w->now_s = now_s;
	w->result->instants++;
	end_runs(w);
	while (arrival_next_s(&w->arrival) <= now_s)
		if (f->is_easy)
			easy_enter(&f->easy);
		else
			wave_enter(w);
	if (f->is_easy)
		easy_pass(&f->easy);
	else
		wave_pass(w);
}

/* Numbers jobs by their places in an order; both ways. */
static void
number(const struct wave *f, enum order_policy p, uint32_t **by_place,
    uint32_t **by_job)
{
	const size_t n = f->jobs->n;
	size_t *order = mem_array(n, sizeof(*order)), i;

	for (i = 0; i < n; i++)
		order[i] = i;
	order_sort(f->jobs, p, NULL, f->now_s, order, n);
	*by_place = mem_array(n, sizeof(**by_place));
	*by_job = mem_array(n, sizeof(**by_job));
	for (i = 0; i < n; i++) {
		(*by_place)[i] = (uint32_t)order[i];
		(*by_job)[order[i]] = (uint32_t)i;
	}
	free(order);
}

/* Jobs by the time that orders them within their priority. */
static void
number_queued(struct wave *f)
{
	const size_t n = f->jobs->n;
	struct keysort *k = mem_array(n, sizeof(*k));
	size_t i;

	for (i = 0; i < n; i++)
		k[i] = (struct keysort){
			(uint64_t)job_queued_s(f->jobs, i), i };
	keysort_radix(k, n, 64);
	f->by_queued = mem_array(n, sizeof(*f->by_queued));
	f->queued_rank = mem_array(n, sizeof(*f->queued_rank));
	for (i = 0; i < n; i++) {
		f->by_queued[i] = (uint32_t)k[i].item;
		f->queued_rank[k[i].item] = (uint32_t)i;
	}
	free(k);
}

static void
begin_share(struct wave *f)
{
	struct usage *u = f->o->usage;

	f->shared = u != NULL && order_ranked(f->o->step.policy);
	f->leaves = f->shared ? u->budgets->n : 1;
	f->leaf = mem_zero(f->leaves, sizeof(*f->leaf));
	if (!f->shared)
		return;
	window_init(&f->window, u);
	share_init(&f->share, u, f->jobs, f->o->capacity_m,
	    f->o->step.policy == ORDER_DESERVED, NULL);
	f->committed = mem_zero(f->jobs->n + 1, sizeof(*f->committed));
	/* Else the order in which they come is the same. */
	if (column_any(&f->jobs->number[JOB_QUEUED]))
		number_queued(f);
}

static void
begin_wave(struct wave *f)
{
	const struct jobs *s = f->jobs;

	room_init(&f->room, s, f->cluster, f->queues);
	place_init(&f->place, &f->room, f->o->step.spread);
	bound_init(&f->bound, &f->room);
	begin_share(f);
	number(f, f->o->step.policy, &f->job, &f->place_of);
	f->shape_of = mem_array(s->n, sizeof(*f->shape_of));
	f->blocked = mem_zero(s->queue.n + 1, sizeof(*f->blocked));
	f->fifo_lane = mem_zero(s->queue.n + 1, sizeof(*f->fifo_lane));
	arrival_init(&f->arrival, s, f->o->frozen ? f->now_s : NEVER);
}

static void
begin(struct flow *f)
{
	struct wave *w = &f->wave;
	const struct jobs *s = w->jobs;
	size_t i;

	begin_wave(w);
	f->is_easy = by_easy(s, w->queues);
	if (f->is_easy)
		easy_init(&f->easy, w);
	for (i = 0; i < s->n; i++) {
		if (s->job[i].state != JOB_RUNNING)
			continue;
		wave_runs(w, i, job_number(s, i,
		    (s->job[i].has & JOB_BIT(JOB_STARTED)) != 0 ?
		    JOB_STARTED : JOB_SINCE));
		if (f->is_easy)
			easy_runs(&f->easy, i);
	}
}

static int64_t
next_instant(const struct wave *f)
{
	int64_t t = arrival_next_s(&f->arrival);

	if (f->ends.n > 0)
		t = num_min(t, f->ends.at[0].at_s);
	return t == NEVER ? t : sim_grid_s(f->o, f->now_s,
	    num_max(t, f->now_s));
}

static void
finish_wave(struct wave *f)
{
	size_t i;

	for (i = 0; i < f->leaves; i++) {
		free(f->leaf[i].walk.at);
		free(f->leaf[i].in);
		free(f->leaf[i].since.item);
	}
	for (i = 0; i < f->lanes; i++)
		lanes_free(&f->lane[i].wait);
	if (f->shared) {
		share_free(&f->share);
		window_free(&f->window);
	}
	bound_free(&f->bound);
	place_free(&f->place);
	room_free(&f->room);
	intern_free(&f->key);
	intern_free(&f->lane_key);
	buf_free(&f->nodes);
	free(f->job);
	free(f->place_of);
	free(f->shape_of);
	free(f->committed);
	free(f->shape);
	free(f->lane);
	free(f->leaf);
	arrival_free(&f->arrival);
	free(f->ends.at);
	free(f->by_queued);
	free(f->queued_rank);
	free(f->blocked);
	free(f->fifo_lane);
	free(f->shape_lane);
}

static void
finish(struct flow *f)
{
	if (f->is_easy)
		easy_free(&f->easy);
	finish_wave(&f->wave);
}

/* Those who still wait in the end are told why, by one more step. */
static void
tell(struct jobs *all, struct cluster *c, const struct queues *queues,
    const struct sim_options *o, struct sim_result *result)
{
	struct sim_options last = *o;
	struct sim_result none;
	struct sim s;
	size_t i;

	for (i = 0; i < all->n && !(job_waits(&all->job[i]) &&
	    all->job[i].created_s <= result->end_s); i++)
		;
	if (i == all->n)
		return;
	last.start_s = result->end_s;
	last.frozen = true;
	sim_begin(&s, all, c, queues, &last, &none);
	sim_instant(&s, result->end_s);
	sim_end(&s);
	sim_result_free(&none);
}

void
flow_run(struct jobs *jobs, struct cluster *c, const struct queues *queues,
    const struct sim_options *o, struct sim_result *result)
{
	struct flow f = { .wave = { .jobs = jobs, .cluster = c,
		.queues = queues, .o = o, .result = result,
		.now_s = o->start_s } };
	int64_t t;

	sim_result_init(result, jobs->n, o->forecast);
	begin(&f);
	for (t = o->start_s; t != NEVER; t = next_instant(&f.wave))
		instant(&f, t);
	result->end_s = f.wave.now_s;
	finish(&f);
	tell(jobs, c, queues, o, result);
}
