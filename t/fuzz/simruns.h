/*
 * simruns: the runs that a course tells of, and what must hold of them.
 *
 *	a job's runs follow on each other, none before it came
 *	they are on nodes that it may use, which have what they take
 *	in them it did all that it had to do, and each stop is told once
 */
#ifndef SIMRUNS_H
#define SIMRUNS_H

#include <stdio.h>

#include "../unit/world.h"
#include "mem.h"
#include "num.h"
#include "sim.h"
#include "vec.h"

/* A run from one time until another; INT64_MAX: it goes on. */
struct simruns_run {
	size_t job;
	int64_t from_s, until_s;
	struct slice nodes;
	bool there;		/* it was there at first */
	bool stopped;
	bool known;		/* its record says when it began */
};

/* How a job was at first, and what was seen of its runs since. */
struct simruns_job {
	uint8_t state;
	int64_t attained_s, preemptions, not_before_s;
	int64_t done_s, had_s;	/* of its work; in runs */
	size_t runs, stops;
	int64_t last_s;		/* when the last one ended */
};

/* A run begins or ends. */
struct simruns_event {
	int64_t at_s;
	size_t run;
	bool begins;
};

/* Starts with simruns_begin. */
struct simruns {
	struct world *world;
	const struct sim_options *o;
	struct simruns_job *job;
	struct simruns_run *run;
	size_t n, cap;
	struct mem_arena text;
	struct cluster cluster;		/* a copy: what is free */
	bool sums;
};

static inline void
simruns_broken(const char *what)
{
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

/* When the run of job i began, by its record. */
static inline int64_t
simruns_from_s(const struct jobs *s, size_t i)
{
	return job_number(s, i, (s->job[i].has & JOB_BIT(JOB_STARTED)) != 0 ?
	    JOB_STARTED : JOB_SINCE);
}

static inline struct simruns_run *
simruns_add(struct simruns *s, size_t i)
{
	const struct slice nodes = job_text(&s->world->jobs, i, JOB_NODES);

	s->run = vec_room(s->run, &s->cap, s->n + 1, sizeof(*s->run));
	s->run[s->n] = (struct simruns_run){ .job = i,
		.from_s = simruns_from_s(&s->world->jobs, i),
		.until_s = INT64_MAX, .known = (s->world->jobs.job[i].has &
		JOB_BIT(JOB_STARTED)) != 0 };
	if (nodes.n > 0)
		s->run[s->n].nodes = text_slice(mem_arena_copy(&s->text,
		    nodes.p, nodes.n), nodes.n);
	return &s->run[s->n++];
}

/* The run of job i that was there at first and goes on, or a new one. */
static inline struct simruns_run *
simruns_get(struct simruns *s, size_t i)
{
	size_t k;

	for (k = 0; k < s->n && s->run[k].there; k++)
		if (s->run[k].job == i && s->run[k].until_s == INT64_MAX)
			return &s->run[k];
	return simruns_add(s, i);
}

/* What a sim calls of a run that was stopped; arg is the struct simruns. */
static inline void
simruns_stopped(void *arg, size_t i)
{
	struct simruns *s = arg;
	struct simruns_run *r = simruns_get(s, i);

	r->until_s = job_number(&s->world->jobs, i, JOB_ENDED);
	r->stopped = true;
}

/* What n instances of job i are on a card: off what is not free as given. */
static inline void
simruns_hold(struct simruns *s, uint32_t card, size_t i, int64_t n)
{
	struct cluster_card *k = &s->cluster.card[card];
	struct cluster_host *h = &s->cluster.host[k->host];
	const struct shape *ask = &s->world->jobs.job[i].ask;
	int r;

	for (r = RES_CPU; r < RES_N; r++)
		if ((h->given & 1U << r) == 0)
			h->free[r] -= num_mul_sat(n, ask->of[r]);
	if (!k->given)
		k->gpu_m -= num_mul_sat(n, ask->of[RES_GPU]);
}

/* What is free at first, under 0 where jobs hold more than there is. */
static inline void
simruns_free(struct simruns *s)
{
	const struct jobs *jobs = &s->world->jobs;
	struct cluster *c = &s->cluster;
	struct slice rest, name;
	uint32_t card;
	int64_t n;
	size_t i;
	int r;

	cluster_copy(c, &s->world->cluster);
	for (i = 0; i < c->cards; i++)
		if (!c->card[i].given)
			c->card[i].gpu_m = c->card[i].gpu_total_m;
	for (i = 0; i < c->hosts; i++)
		for (r = RES_CPU; r < RES_N; r++)
			if ((c->host[i].given & 1U << r) == 0)
				c->host[i].free[r] = c->host[i].total[r];
	for (i = 0; i < jobs->n; i++) {
		rest = job_text(jobs, i, JOB_NODES);
		while (jobs->job[i].state == JOB_RUNNING &&
		    cluster_next(&rest, &name, &n) == 1)
			if ((card = cluster_entry(c, name,
			    &jobs->class[jobs->job[i].class])) != CLUSTER_END)
				simruns_hold(s, card, i, n);
	}
}

/*
 * Begins with a world in which nothing has happened yet; sums: amounts are
 * such that they can be added.
 */
static inline void
simruns_begin(struct simruns *s, struct world *w, const struct sim_options *o,
    bool sums)
{
	const struct jobs *jobs = &w->jobs;
	size_t i;

	memset(s, 0, sizeof(*s));
	s->world = w;
	s->o = o;
	s->sums = sums;
	s->job = mem_zero(jobs->n + 1, sizeof(*s->job));
	for (i = 0; i < jobs->n; i++) {
		s->job[i].state = jobs->job[i].state;
		s->job[i].attained_s = job_number(jobs, i, JOB_ATTAINED);
		s->job[i].done_s = s->job[i].attained_s;
		s->job[i].preemptions = job_number(jobs, i, JOB_PREEMPTIONS);
		s->job[i].not_before_s = job_number(jobs, i, JOB_NOT_BEFORE);
		if (jobs->job[i].state == JOB_RUNNING)
			simruns_add(s, i)->there = true;
	}
	if (sums)
		simruns_free(s);
	else
		cluster_copy(&s->cluster, &w->cluster);
}

/* Adds the runs that the records tell of in the end. */
static inline void
simruns_last(struct simruns *s)
{
	const struct jobs *jobs = &s->world->jobs;
	const struct job *j;
	size_t i;

	for (i = 0; i < jobs->n; i++) {
		j = &jobs->job[i];
		if (j->state == JOB_RUNNING)
			simruns_get(s, i);
		else if (j->state == JOB_SUCCEEDED &&
		    s->job[i].state != JOB_SUCCEEDED)
			simruns_get(s, i)->until_s = job_number(jobs, i,
			    JOB_ENDED);
	}
}

/* What is taken on nodes by a run, or given back. */
static inline void
simruns_move(struct simruns *s, const struct simruns_run *r, int sign)
{
	const struct jobs *jobs = &s->world->jobs;
	const struct job *j = &jobs->job[r->job];
	const struct job_class *class = &jobs->class[j->class];
	struct slice rest = r->nodes, name;
	int64_t n, all = 0;
	struct shape left;
	uint32_t card;

	while (cluster_next(&rest, &name, &n) == 1) {
		all += n;
		card = cluster_entry(&s->cluster, name, class);
		if (card == CLUSTER_END) {
			if (!r->there)
				simruns_broken("a node that is not there");
			continue;
		}
		cluster_take(&s->cluster, card, &j->ask, sign * n);
		if (sign < 0)
			continue;
		left = cluster_free(&s->cluster, card);
		if (left.of[RES_GPU] < 0 || left.of[RES_CPU] < 0 ||
		    left.of[RES_MEM] < 0)
			simruns_broken("a node gives more than it has");
		if (!s->cluster.host[s->cluster.card[card].host].ready ||
		    !cluster_matches(&s->cluster.kind[
		    s->cluster.card[card].kind], class))
			simruns_broken("a node that it may not use");
	}
	if (!r->there && all != j->instances)
		simruns_broken("a part of a gang");
}

static inline int
simruns_cmp(const void *a, const void *b)
{
	const struct simruns_event *x = a, *y = b;

	if (x->at_s != y->at_s)
		return x->at_s < y->at_s ? -1 : 1;
	return x->begins != y->begins ? (x->begins ? 1 : -1) :
	    (x->run > y->run) - (x->run < y->run);
}

/* Goes through all runs in time, on what nodes have. */
static inline void
simruns_sweep(struct simruns *s)
{
	struct simruns_event *e = mem_array(2 * s->n + 1, sizeof(*e));
	const struct simruns_run *r;
	size_t k, n = 0;

	for (k = 0; k < s->n; k++) {
		r = &s->run[k];
		if (!r->there && r->from_s < r->until_s)
			e[n++] = (struct simruns_event){ r->from_s, k, true };
		if (r->there || r->from_s < r->until_s)
			e[n++] = (struct simruns_event){ r->until_s, k,
				false };
	}
	qsort(e, n, sizeof(*e), simruns_cmp);
	for (k = 0; k < n; k++)
		if (e[k].at_s != INT64_MAX)
			simruns_move(s, &s->run[e[k].run], e[k].begins ? 1 :
			    -1);
	free(e);
}

/* A run of its job comes next. */
static inline void
simruns_one(struct simruns *s, const struct simruns_run *r)
{
	const struct jobs *jobs = &s->world->jobs;
	struct simruns_job *m = &s->job[r->job];
	int64_t lost_s = m->preemptions + (int64_t)m->stops > 0 ?
	    s->o->restart_s : 0, end_s;
	const int64_t length_s = sim_length_s(jobs, r->job, s->o->forecast);

	/* Who ran at first was there, whenever it is said to have come. */
	if (!r->there && (r->from_s < s->o->start_s ||
	    (m->state != JOB_RUNNING &&
	    r->from_s < jobs->job[r->job].created_s) ||
	    (m->state == JOB_PENDING && r->from_s < m->not_before_s)))
		simruns_broken("a run begins too early");
	if (m->runs > 0 && r->from_s < m->last_s)
		simruns_broken("a run begins before the last one ends");
	if (r->until_s < r->from_s && !r->there)
		simruns_broken("a run ends before it begins");
	m->runs++;
	m->last_s = r->until_s;
	if (r->until_s == INT64_MAX)
		return;
	if (r->known)
		m->had_s = num_add_sat(m->had_s, num_max(0, r->until_s -
		    r->from_s));
	if (r->stopped) {
		m->stops++;
		m->done_s = num_add_sat(m->done_s, num_max(0,
		    r->until_s - r->from_s - lost_s));
		return;
	}
	end_s = num_add_sat(r->from_s, num_add_sat(lost_s, num_max(0,
	    length_s - m->done_s)));
	if (r->until_s != (r->there ? num_max(s->o->start_s, end_s) : end_s))
		simruns_broken("a run ends when its work is not done");
}

/* A job as it is in the end. */
static inline void
simruns_job(const struct simruns *s, size_t i)
{
	const struct simruns_job *m = &s->job[i];
	const struct job *j = &s->world->jobs.job[i];
	const bool was_there = m->state == JOB_PENDING ||
	    m->state == JOB_INQUEUE || m->state == JOB_RUNNING;

	if (!was_there && (m->runs > 0 || j->state != m->state ||
	    j->dirty != 0))
		simruns_broken("a job that is done was changed");
	if (m->stops > 1 && !j->resumable)
		simruns_broken("one that is not resumable went on");
	if (was_there && (j->state == JOB_FAILED || (j->state == JOB_HELD &&
	    s->o->requeue.limit == 0) || (j->state == JOB_STOPPED &&
	    (m->stops == 0 || j->resumable))))
		simruns_broken("it cannot end so");
	if (job_number(&s->world->jobs, i, JOB_ATTAINED) !=
	    num_add_sat(m->attained_s, m->had_s))
		simruns_broken("it has attained something else");
	if (job_number(&s->world->jobs, i, JOB_PREEMPTIONS) !=
	    num_add_sat(m->preemptions, (int64_t)m->stops))
		simruns_broken("its stops are counted otherwise");
}

/* All that must hold. */
static inline void
simruns_check(struct simruns *s, const struct sim_result *result)
{
	size_t k, i, done = 0, stops = 0;
	const struct jobs *jobs = &s->world->jobs;

	simruns_last(s);
	for (k = 0; k < s->n; k++) {
		simruns_one(s, &s->run[k]);
		stops += s->run[k].stopped;
		done += !s->run[k].stopped && s->run[k].until_s != INT64_MAX;
		if (s->run[k].until_s != INT64_MAX &&
		    s->run[k].until_s > result->end_s)
			simruns_broken("a run ends after the end");
	}
	for (i = 0; i < jobs->n; i++) {
		simruns_job(s, i);
		for (k = 0; k < s->n && (s->run[k].there ||
		    s->run[k].job != i); k++)
			;
		if (result->first_s != NULL &&
		    result->first_s[i] != (k < s->n ? s->run[k].from_s : -1))
			simruns_broken("another first start");
	}
	if (done != result->done || stops != result->stops)
		simruns_broken("they are counted otherwise");
	if (s->sums)
		simruns_sweep(s);
}

static inline void
simruns_end(struct simruns *s)
{
	free(s->job);
	free(s->run);
	mem_arena_free(&s->text);
	cluster_free_copy(&s->cluster);
}

#endif
