#include "preempt.h"

#include <stdlib.h>
#include <string.h>

#include "booking.h"
#include "intern.h"
#include "mem.h"
#include "num.h"
#include "stage.h"
#include "vec.h"
#include "victim.h"

/* What asks the same for the same leaf. */
struct preempt_ask {
	size_t moves;		/* how many there were when it was in vain */
	int64_t kept_s;		/* and for how long it is to be protected */
};

/* One that is to be stopped, and for whom. */
struct preempt_stop {
	struct victim victim;
	size_t by;		/* a waiting job, or NOBODY: it is drained */
	struct slice why;	/* in words, or the node that is drained */
};

struct preempt {
	struct stage stage;
	const struct preempt_options *o;
	struct preempt_ask *ask;
	size_t asks, ask_cap;
	struct intern key;	/* of asks: their shape, leaf and lane */
	struct preempt_stop *stop;
	size_t stops, stop_cap;
	size_t firm;		/* so many of them stand, whatever comes */
	bool *barred;		/* by job: nobody is stopped for it */
	size_t put_off;		/* how many are barred */
	size_t failed;		/* whom stops do not help, or NOBODY */
	bool changed;		/* somebody more is to be stopped */
	struct mem_arena text;
};

#define NOBODY SIZE_MAX

static struct preempt_ask *
ask_of(struct preempt *p, size_t j)
{
	const uint32_t key[] = { p->stage.request.of[j],
	    p->stage.share->leaf[j], share_lane(p->stage.share, j) };
	size_t at = intern_add(&p->key, text_slice((const char *)key,
	    sizeof(key)));

	if (at == p->asks) {
		p->ask = VEC_MORE(p->ask, p->asks, p->ask_cap);
		p->ask[p->asks++] = (struct preempt_ask){ SIZE_MAX, 0 };
	}
	return &p->ask[at];
}

/* Why job i makes way for job j, in words. */
static void
put_why(const struct stage *s, size_t i, size_t j, struct buf *why)
{
	switch (victim_may(s->share, s->jobs, i, j)) {
	case VICTIM_FREE:
		buf_str(why, "it is unallocated");
		break;
	case VICTIM_BEHIND:
		share_explain(s->share, s->share->leaf[j],
		    s->share->leaf[i], why);
		break;
	case VICTIM_LANE:
		buf_str(why, "it is past its contract, for a debug job");
		break;
	case VICTIM_NOT:
		buf_str(why, "it is past its contract, on reserved nodes");
		break;
	}
}

static void
note(struct preempt *p, const struct victim *v, size_t by, struct slice why)
{
	p->stop = VEC_MORE(p->stop, p->stops, p->stop_cap);
	p->stop[p->stops++] = (struct preempt_stop){ *v, by, text_slice(
	    mem_arena_copy(&p->text, why.p, why.n), why.n) };
}

/* Notes those whom the stage stops for job j. */
static void
note_stops(void *arg, size_t j)
{
	struct preempt *p = arg;
	struct stage *s = &p->stage;
	struct buf why = { 0 };
	size_t k;

	/* What is told of each is as it was before its stop. */
	for (k = 0; k < s->stops; k++)
		share_stop(s->share, s->jobs, s->stop[k].job, 1);
	for (k = 0; k < s->stops; k++) {
		why.n = 0;
		if (p->o->tell != NULL)
			put_why(s, s->stop[k].job, j, &why);
		share_stop(s->share, s->jobs, s->stop[k].job, -1);
		note(p, &s->stop[k], j, text_slice(why.p, why.n));
	}
	if (s->stops > 0)
		s->first[j] = p->changed = true;
	buf_free(&why);
}

/* What the pass decides of waiting job j. */
static void
decide(struct preempt *p, size_t j)
{
	struct stage *s = &p->stage;
	struct preempt_ask *ask;
	int64_t kept_s;

	if (s->placed[j] || s->share->leaf[j] == BUDGET_ROOT ||
	    request_of(&s->request, j)->never != BOUND_OK)
		return;
	/* One that is to be protected for longer has less of a claim. */
	kept_s = num_min(job_number(s->jobs, j, JOB_MIN_RUNTIME),
	    s->share->o->cap_s);
	ask = ask_of(p, j);
	if (ask->moves == s->moves && kept_s >= ask->kept_s)
		return;
	if (!stage_place(s, j)) {
		if (s->first[j])
			p->failed = j;
		if (s->first[j] || p->barred[j])
			return;
		if (!stage_seek(s, j)) {
			*ask = (struct preempt_ask){ s->moves, kept_s };
			return;
		}
		note_stops(p, j);
	}
	stage_admit(s, j);
}

/* The first of a job's nodes that is not ready; empty: there is none. */
static struct slice
lost_node(const struct stage *s, size_t i)
{
	const struct cluster *c = s->cluster;
	struct slice rest = job_text(s->jobs, i, JOB_NODES), name;
	uint32_t card;
	int64_t n;

	while (cluster_next(&rest, &name, &n) == 1) {
		card = cluster_entry(c, name,
		    &s->jobs->class[s->jobs->job[i].class]);
		if (card != CLUSTER_END && !c->host[c->card[card].host].ready)
			return c->host[c->card[card].host].name;
	}
	return text_slice(NULL, 0);
}

static void
drain(struct preempt *p)
{
	struct stage *s = &p->stage;
	const struct victim *v;
	struct slice node;
	size_t k;

	for (k = 0; (v = stage_victim(s, &k)) != NULL; k++) {
		node = lost_node(s, v->job);
		if (node.n == 0)
			continue;
		stage_move(s, v, -1);
		note(p, v, NOBODY, node);
	}
}

/* Nobody is to be stopped for job j, for now. */
static void
bar(struct preempt *p, size_t j)
{
	p->stage.first[j] = false;
	if (!p->barred[j])
		p->put_off++;
	p->barred[j] = true;
}

/* Lets those go on that were to be stopped for job j, or for anybody. */
static size_t
forgive(struct preempt *p, size_t j)
{
	size_t k, n = p->firm, had = p->stops;

	for (k = p->firm; k < had; k++)
		if (p->stop[k].by != NOBODY &&
		    (p->stop[k].by == j || j == NOBODY)) {
			stage_move(&p->stage, &p->stop[k].victim, 1);
			bar(p, p->stop[k].by);
		} else
			p->stop[n++] = p->stop[k];
	p->stops = n;
	return had - n;
}

/* Job j, for whom others were stopped, cannot be placed after all. */
static void
give_way(struct preempt *p, size_t j)
{
	/* If it could before, it is others' stops that are in its way. */
	if (forgive(p, j) == 0 && forgive(p, NOBODY) == 0)
		p->stage.first[j] = false;
}

static void
walk(struct preempt *p)
{
	struct stage *s = &p->stage;
	size_t k, moves;

	p->failed = NOBODY;
	p->changed = false;
	/* A start may put its group behind that of one who came before. */
	do {
		moves = s->moves;
		turn_begin(&s->turn);
		while (p->failed == NOBODY &&
		    (k = turn_next(&s->turn)) != TURN_END)
			decide(p, s->order[k]);
	} while (p->failed == NOBODY && s->moves != moves);
}

/*
 * Goes on until a walk stops nobody more, with those first for whom others are
 * stopped: as the step that comes next takes them.  What one was promised in an
 * earlier walk another may take then, as nodes suit it better: its stops would
 * be in vain, and it is put off.
 */
static void
settle(struct preempt *p)
{
	struct stage *s = &p->stage;

	for (;;) {
		if (p->changed || p->failed != NOBODY || s->starts > 0) {
			stage_undo(s);
			if (p->failed != NOBODY)
				give_way(p, p->failed);
			stage_order(s);
		}
		walk(p);
		if (p->failed == NOBODY && !p->changed)
			break;
	}
}

/* Settles until those put off would be again, as in a run after this one. */
static void
settle_all(struct preempt *p)
{
	bool again;

	do {
		memset(p->barred, 0, p->stage.jobs->n * sizeof(*p->barred));
		p->put_off = 0;
		settle(p);
		again = p->put_off > 0 && p->stops > p->firm;
		p->firm = p->stops;
		p->changed = true;
	} while (again);
}

/* Does to the records what was decided. */
static void
carry_out(struct preempt *p, struct preempt_counts *counts)
{
	struct stage *s = &p->stage;
	const struct preempt_stop *t;
	size_t k;

	memset(counts, 0, sizeof(*counts));
	counts->put_off = p->put_off;
	for (k = 0; k < p->stops; k++) {
		t = &p->stop[k];
		if (t->by == NOBODY) {
			stage_stop(s, t->victim.job, "drained ", t->why);
			counts->drained++;
			continue;
		}
		if (p->o->tell != NULL)
			p->o->tell(p->o->arg, t->victim.job, t->by, t->why);
		stage_stop(s, t->victim.job, "preempted ",
		    job_id(s->jobs, t->by));
		counts->stopped++;
		counts->for_jobs += k == 0 || p->stop[k - 1].by != t->by;
	}
}

static void
clean_up(struct preempt *p)
{
	stage_free(&p->stage);
	intern_free(&p->key);
	mem_arena_free(&p->text);
	free(p->ask);
	free(p->stop);
	free(p->barred);
}

void
preempt_run(struct jobs *jobs, struct cluster *c, const struct queues *queues,
    const struct preempt_options *o, struct preempt_counts *counts)
{
	struct preempt p = { .o = o, .failed = NOBODY };
	struct stage *s = &p.stage;

	stage_init(s, jobs, c, queues, o->policy, o->share);
	p.barred = mem_zero(jobs->n, sizeof(*p.barred));
	if (o->drain)
		drain(&p);
	booking_honour(s, note_stops, &p);
	settle_all(&p);
	if (o->reserve_m > 0)
		booking_make(s, o->reserve_m);
	carry_out(&p, counts);
	clean_up(&p);
}

/* Whether what j asks was asked for before it in the order. */
static bool
is_new(struct preempt *p, size_t j)
{
	size_t had = p->asks;
	struct preempt_ask *ask = ask_of(p, j);
	int64_t kept_s = job_number(p->stage.jobs, j, JOB_MIN_RUNTIME);

	if (p->asks == had && kept_s >= ask->kept_s)
		return false;
	ask->kept_s = kept_s;
	return true;
}

/* Those of the order that may be heirs, one of each ask. */
static size_t
candidates(struct preempt *p, size_t *of)
{
	struct stage *s = &p->stage;
	size_t n = 0, k, j;

	turn_begin(&s->turn);
	while ((k = turn_next(&s->turn)) != TURN_END) {
		j = s->order[k];
		if (s->share->leaf[j] != BUDGET_ROOT && is_new(p, j))
			of[n++] = j;
	}
	return n;
}

void
preempt_heirs(struct jobs *jobs, struct cluster *c,
    const struct queues *queues, const struct preempt_options *o,
    size_t *heir)
{
	struct preempt p = { .o = o };
	struct stage *s = &p.stage;
	const struct victim *v;
	size_t *of, n, k, i;

	stage_init(s, jobs, c, queues, o->policy, o->share);
	s->all = true;
	of = mem_array(s->waits, sizeof(*of));
	n = candidates(&p, of);
	for (i = 0; i < jobs->n; i++)
		heir[i] = SIZE_MAX;
	for (i = 0; (v = stage_victim(s, &i)) != NULL; i++)
		for (k = 0; k < n && heir[v->job] == SIZE_MAX; k++)
			if (victim_may(s->share, jobs, v->job, of[k]) !=
			    VICTIM_NOT && stage_would(s, of[k], v))
				heir[v->job] = of[k];
	free(of);
	clean_up(&p);
}
