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

struct preempt {
	struct stage stage;
	const struct preempt_options *o;
	struct preempt_counts *counts;
	struct preempt_ask *ask;
	size_t asks, ask_cap;
	struct intern key;	/* of asks: their shape, leaf and lane */
};

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
tell(const struct preempt *p, size_t i, size_t j)
{
	const struct stage *s = &p->stage;
	struct buf why = { 0 };

	switch (victim_may(s->share, s->jobs, i, j)) {
	case VICTIM_FREE:
		buf_str(&why, "it is unallocated");
		break;
	case VICTIM_BEHIND:
		share_explain(s->share, s->share->leaf[j],
		    s->share->leaf[i], &why);
		break;
	case VICTIM_LANE:
		buf_str(&why, "it is past its contract, for a debug job");
		break;
	case VICTIM_NOT:
		buf_str(&why, "it is past its contract, on reserved nodes");
		break;
	}
	p->o->tell(p->o->arg, i, j, text_slice(why.p, why.n));
	buf_free(&why);
}

/* Stops those whom the stage has for job j. */
static void
stop(void *arg, size_t j)
{
	struct preempt *p = arg;
	struct stage *s = &p->stage;
	size_t k;

	/* What is told of each is as it was before its stop. */
	for (k = 0; k < s->stops; k++)
		share_stop(s->share, s->jobs, s->stop[k]->job, 1);
	for (k = 0; k < s->stops; k++) {
		if (p->o->tell != NULL)
			tell(p, s->stop[k]->job, j);
		share_stop(s->share, s->jobs, s->stop[k]->job, -1);
		stage_stop(s, s->stop[k]->job, "preempted ",
		    job_id(s->jobs, j));
	}
	p->counts->stopped += s->stops;
	p->counts->for_jobs += s->stops > 0;
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
		if (!stage_seek(s, j)) {
			*ask = (struct preempt_ask){ s->moves, kept_s };
			return;
		}
		stop(p, j);
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
		stage_take(s, v);
		stage_stop(s, v->job, "drained ", node);
		p->counts->drained++;
	}
}

static void
end(struct preempt *p)
{
	stage_free(&p->stage);
	intern_free(&p->key);
	free(p->ask);
}

void
preempt_run(struct jobs *jobs, struct cluster *c, const struct queues *queues,
    const struct preempt_options *o, struct preempt_counts *counts)
{
	struct preempt p = { .o = o, .counts = counts };
	struct stage *s = &p.stage;
	size_t k, moves;

	memset(counts, 0, sizeof(*counts));
	stage_init(s, jobs, c, queues, o->policy, o->share);
	if (o->drain)
		drain(&p);
	booking_honour(s, stop, &p);
	/* What stood in the way of one may be gone with a later one. */
	do {
		moves = s->moves;
		turn_begin(&s->turn);
		while ((k = turn_next(&s->turn)) != TURN_END)
			decide(&p, s->order[k]);
	} while (s->moves != moves);
	if (o->reserve_m > 0)
		booking_make(s, o->reserve_m);
	end(&p);
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
	end(&p);
}
