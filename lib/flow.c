#include "flow.h"

#include "easy.h"
#include "num.h"
#include "twophase.h"
#include "wave.h"

#define NEVER INT64_MAX

struct flow {
	struct wave wave;
	bool is_easy;
	struct easy easy;	/* then; else: */
	struct twophase phases;
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

	if (o->plain || o->frozen || o->contracts || o->preemptive ||
	    o->restart_s > 0 || o->step.per_pool ||
	    o->step.policy == ORDER_HPS ||
	    (ranked && column_any(&s->number[JOB_TOP])) || (o->lane != NULL &&
	    o->lane->n > 0))
		return false;
	for (i = 0; i < s->queue.n; i++) {
		q = queue_get(queues, s->queue.name[i]);
		if (q->discipline == QUEUE_CONSERVATIVE ||
		    (q->discipline == QUEUE_EASY) != is_easy ||
		    (q->timeout_s > 0 && (o->usage != NULL ||
		    o->requeue.eviction)) ||
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
instant(struct flow *f, int64_t now_s)
{
	struct wave *w = &f->wave;

	w->now_s = now_s;
	w->result->instants++;
	wave_end_runs(w);
	while (arrival_next_s(&w->arrival) <= now_s)
		if (f->is_easy)
			easy_enter(&f->easy);
		else
			twophase_enter(&f->phases);
	if (f->is_easy)
		easy_pass(&f->easy);
	else
		twophase_pass(&f->phases);
}

static void
begin(struct flow *f)
{
	struct wave *w = &f->wave;
	const struct jobs *s = w->jobs;
	size_t i;

	f->is_easy = by_easy(s, w->queues);
	if (f->is_easy)
		easy_init(&f->easy, w);
	else
		twophase_init(&f->phases, w);
	for (i = 0; i < s->n; i++) {
		if (s->job[i].state != JOB_RUNNING)
			continue;
		wave_runs(w, i, job_started_s(s, i));
		if (f->is_easy)
			easy_runs(&f->easy, i);
	}
}

/* NEVER as well when nothing comes and nothing ends: then it is over here. */
static int64_t
next_instant(struct flow *f)
{
	struct wave *w = &f->wave;
	int64_t t = arrival_next_s(&w->arrival);

	if (w->ends.n > 0)
		t = num_min(t, w->ends.at[0].at_s);
	if (t == NEVER)
		return t;
	if (!f->is_easy)
		t = num_min(t, twophase_next_s(&f->phases));
	return sim_grid_s(w->o, w->now_s, num_max(t, w->now_s));
}

int64_t
flow_run(struct jobs *jobs, struct cluster *c, const struct queues *queues,
    const struct sim_options *o, struct sim_result *result)
{
	struct flow f;
	int64_t t;

	wave_init(&f.wave, jobs, c, queues, o, result);
	begin(&f);
	for (t = o->start_s; t != NEVER; t = next_instant(&f))
		instant(&f, t);
	t = f.wave.now_s;
	if (f.is_easy) {
		easy_free(&f.easy);
	} else {
		twophase_tell(&f.phases);
		twophase_free(&f.phases);
	}
	wave_free(&f.wave);
	return t;
}
