#include "preempt.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "mem.h"
#include "num.h"
#include "place.h"
#include "request.h"
#include "room.h"
#include "state.h"
#include "vec.h"
#include "victim.h"

enum { NEVER_TRIED = 0 };

struct preempt {
	struct jobs *jobs;
	const struct preempt_options *o;
	struct preempt_counts *counts;
	struct share *share;
	struct room room;
	struct place place;
	struct bound bound;
	struct request request;
	size_t *order;		/* jobs that wait */
	struct turn turn;	/* over them */
	size_t *run;		/* jobs that run and may be stopped */
	size_t runs;
	size_t *stop;		/* those that are to be, for one job */
	size_t stops, stop_cap;
	size_t moves;		/* grows with every decision */
	size_t *tried;		/* by shape: when it last found no victims */
};

/* Whether the nodes of running job i are among those that job j may use. */
static bool
helps(const struct preempt *p, size_t i, size_t j)
{
	const struct cluster *c = p->room.cluster;
	const struct job *r = &p->jobs->job[i];
	struct slice rest = job_text(p->jobs, i, JOB_NODES), name;
	uint32_t card;
	int64_t n;

	while (cluster_next(&rest, &name, &n) == 1) {
		card = cluster_entry(c, name, &p->jobs->class[r->class]);
		if (card != CLUSTER_END && c->host[c->card[card].host].ready &&
		    room_matches(&p->room, p->jobs->job[j].class,
		    c->card[card].kind))
			return true;
	}
	return false;
}

/* Whether so much is idle that a placement is worth the search. */
static bool
enough(const struct preempt *p, const struct job *j)
{
	const struct room_class *c = &p->room.class[j->class];
	int r;

	for (r = 0; r < RES_N; r++)
		if ((p->room.cluster->seen & 1U << r) != 0 &&
		    num_mul_sat(j->instances, j->ask.of[r]) > c->idle.of[r])
			return false;
	return true;
}

/* Places the gang, or leaves everything as it is. */
static bool
holds(struct preempt *p, const struct job *j)
{
	return enough(p, j) && place_gang(&p->place, j) == j->instances;
}

/* Takes a running job off its nodes (on), or puts it back. */
static void
take(struct preempt *p, size_t i, bool on)
{
	place_job(&p->place, p->jobs, i, on ? -1 : 1);
	share_stop(p->share, p->jobs, i, on ? -1 : 1);
}

/* Those that are not needed go on running, the last that was taken first. */
static void
spare(struct preempt *p, const struct job *j)
{
	size_t k = p->stops, last;

	while (k-- > 0) {
		take(p, p->stop[k], false);
		if (holds(p, j)) {
			place_undo(&p->place, j);
			for (last = k; last + 1 < p->stops; last++)
				p->stop[last] = p->stop[last + 1];
			p->stops--;
		} else
			take(p, p->stop[k], true);
	}
}

/*
 * Seeks jobs whose stop makes job j placeable; stop[] has them.  They are
 * taken off their nodes then, and j is placed; without success all is as it
 * was.
 */
static bool
seek(struct preempt *p, size_t j)
{
	const struct job *job = &p->jobs->job[j];
	bool found = false;
	size_t k;

	victim_sort(p->share, p->jobs, p->run, p->runs);
	p->stops = 0;
	for (k = 0; k < p->runs && !found; k++) {
		if (p->jobs->job[p->run[k]].state != JOB_RUNNING ||
		    !victim_may(p->share, p->jobs, p->run[k], j) ||
		    !helps(p, p->run[k], j))
			continue;
		p->stop = VEC_MORE(p->stop, p->stops, p->stop_cap);
		p->stop[p->stops++] = p->run[k];
		take(p, p->run[k], true);
		found = holds(p, job);
	}
	if (!found) {
		while (p->stops > 0)
			take(p, p->stop[--p->stops], false);
		return false;
	}
	place_undo(&p->place, job);
	spare(p, job);
	return place_gang(&p->place, job) == job->instances;
}

/* Stops job i, whose reason begins with a word and names something. */
static void
stop(struct preempt *p, size_t i, const char *word, struct slice name)
{
	struct state_with with = { .now_s = p->o->now_s };
	struct buf reason = { 0 };

	buf_str(&reason, word);
	buf_add(&reason, name.p, name.n);
	with.reason = text_slice(reason.p, reason.n);
	state_apply(p->jobs, i, STATE_PREEMPT, &with);
	room_run(&p->room, &p->jobs->job[i], -1);
	buf_free(&reason);
}

/* Why job i makes way for job j, in words. */
static void
tell(const struct preempt *p, size_t i, size_t j)
{
	struct buf why = { 0 };

	if (p->o->tell == NULL)
		return;
	if (p->share->leaf[i] == BUDGET_ROOT)
		buf_str(&why, "it is unallocated");
	else if (p->share->leaf[i] == p->share->leaf[j])
		buf_str(&why, "of its own group, for the debug lane");
	else
		share_explain(p->share, p->share->leaf[j], p->share->leaf[i],
		    &why);
	p->o->tell(p->o->arg, i, j, text_slice(why.p, why.n));
	buf_free(&why);
}

/* When what asks the same for the same leaf was last tried in vain. */
static size_t *
tried_of(const struct preempt *p, size_t j)
{
	return &p->tried[p->request.of[j] * p->share->budgets->n +
	    p->share->leaf[j]];
}

/* What the pass decides of a waiting job. */
static void
decide(struct preempt *p, size_t j)
{
	const struct job *job = &p->jobs->job[j];
	const struct request_shape *shape = request_of(&p->request, j);
	size_t *tried = tried_of(p, j), k;

	if (p->share->leaf[j] == BUDGET_ROOT || shape->never != BOUND_OK ||
	    *tried == p->moves)
		return;
	if (!holds(p, job)) {
		if (!seek(p, j)) {
			*tried = p->moves;
			return;
		}
		for (k = 0; k < p->stops; k++) {
			tell(p, p->stop[k], j);
			stop(p, p->stop[k], "preempted ",
			    job_id(p->jobs, j));
		}
		p->counts->stopped += p->stops;
		p->counts->for_jobs++;
	}
	share_commit(p->share, p->jobs, j, 1);
	p->turn.moved = true;
	p->moves++;
}

/* The first of a job's nodes that is not ready; empty: there is none. */
static struct slice
lost_node(const struct preempt *p, size_t i)
{
	const struct cluster *c = p->room.cluster;
	struct slice rest = job_text(p->jobs, i, JOB_NODES), name;
	uint32_t card;
	int64_t n;

	while (cluster_next(&rest, &name, &n) == 1) {
		card = cluster_entry(c, name,
		    &p->jobs->class[p->jobs->job[i].class]);
		if (card != CLUSTER_END && !c->host[c->card[card].host].ready)
			return c->host[c->card[card].host].name;
	}
	return text_slice(NULL, 0);
}

static void
drain(struct preempt *p)
{
	struct slice node;
	size_t k, i;

	for (k = 0; k < p->runs; k++) {
		i = p->run[k];
		node = lost_node(p, i);
		if (node.n == 0)
			continue;
		take(p, i, true);
		stop(p, i, "drained ", node);
		p->counts->drained++;
	}
}

static void
begin(struct preempt *p, struct cluster *c, const struct queues *queues)
{
	struct jobs *jobs = p->jobs;
	size_t i;

	p->share = p->o->share;
	p->moves = NEVER_TRIED + 1;
	room_init(&p->room, jobs, c, queues);
	place_init(&p->place, &p->room, false);
	bound_init(&p->bound, &p->room);
	request_order(jobs, p->o->policy, p->share, p->o->now_s, &p->order,
	    &p->turn);
	request_init(&p->request, jobs, &p->bound);
	p->tried = mem_zero((p->request.n + 1) * p->share->budgets->n,
	    sizeof(*p->tried));
	p->run = mem_array(jobs->n, sizeof(*p->run));
	for (i = 0; i < jobs->n; i++)
		if (victim_is(p->share, jobs, i))
			p->run[p->runs++] = i;
}

static void
end(struct preempt *p)
{
	request_free(&p->request);
	bound_free(&p->bound);
	place_free(&p->place);
	room_free(&p->room);
	turn_free(&p->turn);
	free(p->order);
	free(p->tried);
	free(p->run);
	free(p->stop);
}

void
preempt_run(struct jobs *jobs, struct cluster *c, const struct queues *queues,
    const struct preempt_options *o, struct preempt_counts *counts)
{
	struct preempt p = { .jobs = jobs, .o = o, .counts = counts };
	size_t k;

	memset(counts, 0, sizeof(*counts));
	begin(&p, c, queues);
	if (o->drain)
		drain(&p);
	turn_begin(&p.turn);
	while ((k = turn_next(&p.turn)) != TURN_END)
		decide(&p, p.order[k]);
	end(&p);
}

/* The first that waits and could run in place of job i alone. */
static size_t
heir_of(struct preempt *p, size_t i)
{
	size_t heir = SIZE_MAX, k, j, *tried;

	place_job(&p->place, p->jobs, i, -1);
	turn_begin(&p->turn);
	while (heir == SIZE_MAX && (k = turn_next(&p->turn)) != TURN_END) {
		j = p->order[k];
		tried = tried_of(p, j);
		if (p->share->leaf[j] == BUDGET_ROOT || *tried == p->moves ||
		    !victim_may(p->share, p->jobs, i, j))
			continue;
		*tried = p->moves;
		if (holds(p, &p->jobs->job[j])) {
			place_undo(&p->place, &p->jobs->job[j]);
			heir = j;
		}
	}
	place_job(&p->place, p->jobs, i, 1);
	p->moves++;
	return heir;
}

void
preempt_heirs(struct jobs *jobs, struct cluster *c,
    const struct queues *queues, const struct preempt_options *o,
    size_t *heir)
{
	struct preempt p = { .jobs = jobs, .o = o };
	size_t i;

	begin(&p, c, queues);
	for (i = 0; i < jobs->n; i++)
		heir[i] = jobs->job[i].state == JOB_RUNNING ?
		    heir_of(&p, i) : SIZE_MAX;
	end(&p);
}
