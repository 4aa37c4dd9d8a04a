#include "preempt.h"

#include <stdlib.h>
#include <string.h>

#include "booking.h"
#include "mem.h"
#include "stage.h"
#include "victim.h"

struct preempt {
	struct stage stage;
	const struct preempt_options *o;
	struct preempt_counts *counts;
	size_t moves;		/* grows with every decision; at least 1 */
	size_t *tried;		/* by shape and leaf: moves, when in vain */
	bool *placed;		/* by job: it can start now */
};

/* When what asks the same for the same leaf was last tried in vain. */
static size_t *
tried_of(const struct preempt *p, size_t j)
{
	return &p->tried[p->stage.request.of[j] *
	    p->stage.share->budgets->n + p->stage.share->leaf[j]];
}

/* Why job i makes way for job j, in words. */
static void
tell(void *arg, size_t i, size_t j)
{
	const struct preempt *p = arg;
	const struct share *share = p->stage.share;
	struct buf why = { 0 };

	p->counts->stopped++;
	if (p->o->tell == NULL)
		return;
	if (share->leaf[i] == BUDGET_ROOT)
		buf_str(&why, "it is unallocated");
	else if (share->leaf[i] == share->leaf[j])
		buf_str(&why, "of its own group, past its contract");
	else
		share_explain(share, share->leaf[j], share->leaf[i], &why);
	p->o->tell(p->o->arg, i, j, text_slice(why.p, why.n));
	buf_free(&why);
}

/* What the pass decides of waiting job j. */
static void
decide(struct preempt *p, size_t j)
{
	struct stage *s = &p->stage;
	size_t *tried = tried_of(p, j), k;

	if (s->share->leaf[j] == BUDGET_ROOT || *tried == p->moves ||
	    request_of(&s->request, j)->never != BOUND_OK)
		return;
	if (!stage_place(s, j)) {
		if (!stage_seek(s, j)) {
			*tried = p->moves;
			return;
		}
		for (k = 0; k < s->stops; k++) {
			tell(p, s->stop[k], j);
			stage_stop(s, s->stop[k], "preempted ",
			    job_id(s->jobs, j));
		}
		p->counts->for_jobs++;
	}
	share_commit(s->share, s->jobs, j, 1);
	s->turn.moved = true;
	p->placed[j] = true;
	p->moves++;
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
	struct slice node;
	size_t k;

	for (k = 0; k < s->runs; k++) {
		node = lost_node(s, s->run[k]);
		if (node.n == 0)
			continue;
		stage_take(s, s->run[k]);
		stage_stop(s, s->run[k], "drained ", node);
		p->counts->drained++;
	}
}

static void
begin(struct preempt *p, struct jobs *jobs, struct cluster *c,
    const struct queues *queues)
{
	stage_init(&p->stage, jobs, c, queues, p->o->policy, p->o->share);
	p->moves = 1;
	p->tried = mem_zero((p->stage.request.n + 1) *
	    p->o->share->budgets->n, sizeof(*p->tried));
	p->placed = mem_zero(jobs->n + 1, sizeof(*p->placed));
}

static void
finish(struct preempt *p)
{
	stage_free(&p->stage);
	free(p->tried);
	free(p->placed);
}

void
preempt_run(struct jobs *jobs, struct cluster *c, const struct queues *queues,
    const struct preempt_options *o, struct preempt_counts *counts)
{
	struct preempt p = { .o = o, .counts = counts };
	size_t k;

	memset(counts, 0, sizeof(*counts));
	begin(&p, jobs, c, queues);
	if (o->drain)
		drain(&p);
	counts->for_jobs = booking_honour(&p.stage, tell, &p);
	turn_begin(&p.stage.turn);
	while ((k = turn_next(&p.stage.turn)) != TURN_END)
		decide(&p, p.stage.order[k]);
	if (o->reserve_m > 0)
		booking_make(&p.stage, o->reserve_m, p.placed);
	finish(&p);
}

/* The first that waits and could run in place of job i alone. */
static size_t
heir_of(struct preempt *p, size_t i)
{
	struct stage *s = &p->stage;
	size_t heir = SIZE_MAX, k, j, *tried;

	place_job(&s->place, s->jobs, i, -1);
	turn_begin(&s->turn);
	while (heir == SIZE_MAX && (k = turn_next(&s->turn)) != TURN_END) {
		j = s->order[k];
		tried = tried_of(p, j);
		if (s->share->leaf[j] == BUDGET_ROOT || *tried == p->moves ||
		    !victim_may(s->share, s->jobs, i, j))
			continue;
		*tried = p->moves;
		if (stage_holds(s, j))
			heir = j;
	}
	place_job(&s->place, s->jobs, i, 1);
	p->moves++;
	return heir;
}

void
preempt_heirs(struct jobs *jobs, struct cluster *c,
    const struct queues *queues, const struct preempt_options *o,
    size_t *heir)
{
	struct preempt p = { .o = o };
	size_t i;

	begin(&p, jobs, c, queues);
	for (i = 0; i < jobs->n; i++)
		heir[i] = jobs->job[i].state == JOB_RUNNING ?
		    heir_of(&p, i) : SIZE_MAX;
	finish(&p);
}
