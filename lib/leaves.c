#include "leaves.h"

#include <stdlib.h>
#include <string.h>

#include "keysort.h"
#include "mem.h"
#include "num.h"
#include "vec.h"

/* Jobs by the time that orders them within their priority. */
static void
number_queued(struct leaves *s)
{
	struct wave *w = s->wave;
	const size_t n = w->jobs->n;
	struct keysort *k = mem_array(n, sizeof(*k));
	size_t i;

	for (i = 0; i < n; i++)
		k[i] = (struct keysort){
			(uint64_t)job_queued_s(w->jobs, i), i };
	keysort_radix(k, n, 64);
	s->by_queued = mem_array(n, sizeof(*s->by_queued));
	s->queued_rank = mem_array(n, sizeof(*s->queued_rank));
	for (i = 0; i < n; i++) {
		s->by_queued[i] = (uint32_t)k[i].item;
		s->queued_rank[k[i].item] = (uint32_t)i;
	}
	free(k);
}

/* Whether a job counts as waiting: what starts now still does. */
static bool
counts(const struct wave *w, size_t i)
{
	const struct job *j = &w->jobs->job[i];

	return job_waits(j) || (j->state == JOB_RUNNING &&
	    job_number(w->jobs, i, JOB_STARTED) >= w->now_s);
}

/* Those that run already, since now. */
static void
enter_runs(struct leaves *s)
{
	const struct wave *w = s->wave;
	size_t i;

	for (i = 0; i < w->jobs->n; i++) {
		if (w->jobs->job[i].state != JOB_RUNNING || !counts(w, i))
			continue;
		if (s->by_queued == NULL)
			number_queued(s);
		leaves_enter(s, i, 0);
	}
}

void
leaves_init(struct leaves *s, struct wave *w)
{
	*s = (struct leaves){ .wave = w };
	s->n = w->shared ? w->o->usage->budgets->n : 1;
	s->leaf = mem_zero(s->n, sizeof(*s->leaf));
	if (!w->shared)
		return;
	/* Else the order in which they come is the same. */
	if (column_any(&w->jobs->number[JOB_QUEUED]))
		number_queued(s);
	enter_runs(s);
}

size_t
leaves_of(const struct leaves *s, size_t i)
{
	const struct wave *w = s->wave;

	return w->shared ? w->share.leaf[i] : BUDGET_ROOT;
}

/* The job with that rank by `queued`. */
static size_t
queued_job(const struct leaves *s, uint32_t rank)
{
	return s->by_queued != NULL ? s->by_queued[rank] :
	    s->wave->arrival.who[rank];
}

void
leaves_enter(struct leaves *s, size_t i, uint32_t came)
{
	if (s->wave->shared)
		lanes_push(&s->leaf[leaves_of(s, i)].since,
		    s->by_queued != NULL ? s->queued_rank[i] : came);
}

void
leaves_let_in(struct leaves *s, size_t i)
{
	const uint32_t place = s->wave->place_of[i];
	struct leaves_leaf *l = &s->leaf[leaves_of(s, i)];
	size_t k;

	l->in = VEC_MORE(l->in, l->ins, l->in_cap);
	for (k = l->ins++; k > 0 && l->in[k - 1] > place; k--)
		l->in[k] = l->in[k - 1];
	l->in[k] = place;
}

void
leaves_take_out(struct leaves *s, size_t i)
{
	const uint32_t place = s->wave->place_of[i];
	struct leaves_leaf *l = &s->leaf[leaves_of(s, i)];
	size_t k;

	for (k = 0; l->in[k] != place; k++)
		;
	l->ins--;
	memmove(&l->in[k], &l->in[k + 1], (l->ins - k) * sizeof(*l->in));
}

void
leaves_refresh(struct leaves *s)
{
	struct wave *w = s->wave;
	const struct budget *b = w->share.budgets->group;
	struct lanes_heap *h;
	size_t g, k;

	w->o->usage->o.now_s = w->now_s;
	window_sum(&w->window, w->now_s, w->o->usage->group);
	for (g = 0; g < s->n; g++) {
		h = &s->leaf[g].since;
		while (h->n > 0 && !counts(w, queued_job(s, h->item[0])))
			lanes_pop(h);
		w->share.group[g].queued_s = g == BUDGET_ROOT || h->n == 0 ?
		    INT64_MAX :
		    job_queued_s(w->jobs, queued_job(s, h->item[0]));
	}
	/* Those that are let in are charged for what they claim. */
	for (g = 0; g < s->n; g++)
		for (k = 0; k < s->leaf[g].ins; k++)
			share_commit(&w->share, w->jobs,
			    w->job[s->leaf[g].in[k]], 1);
	for (g = s->n; g-- > 1;)
		if (b[g].parent != BUDGET_ROOT)
			w->share.group[b[g].parent].queued_s = num_min(
			    w->share.group[b[g].parent].queued_s,
			    w->share.group[g].queued_s);
}

void
leaves_walk(struct leaves *s)
{
	size_t k;

	for (k = 0; k < s->n; k++)
		s->leaf[k].at = s->leaf[k].kept = 0;
	s->last = s->n;
	s->wave->moved = false;
}

void
leaves_stay(struct leaves_leaf *l)
{
	l->in[l->kept++] = l->in[l->at++];
}

void
leaves_leave(struct leaves_leaf *l)
{
	l->at++;
}

void
leaves_walked(struct leaves *s)
{
	size_t k;

	for (k = 0; k < s->n; k++)
		s->leaf[k].ins = s->leaf[k].kept;
}

static bool
goes_on(const struct leaves_leaf *l, bool in)
{
	return in ? l->at < l->ins : l->walk.n > 0;
}

/* Whether leaf a goes before leaf b; unallocated jobs go last. */
static bool
before(const struct leaves *s, size_t a, size_t b)
{
	if (a == BUDGET_ROOT || b == BUDGET_ROOT)
		return a != BUDGET_ROOT;
	return share_cmp(&s->wave->share, a, b) < 0;
}

struct leaves_leaf *
leaves_turn(struct leaves *s, bool in)
{
	struct wave *w = s->wave;
	size_t i, best = s->n;

	if (s->last < s->n && !w->moved &&
	    goes_on(&s->leaf[s->last], in))
		return &s->leaf[s->last];
	w->moved = false;
	for (i = 0; i < s->n; i++)
		if (goes_on(&s->leaf[i], in) && (best == s->n ||
		    before(s, i, best)))
			best = i;
	s->last = best;
	return best == s->n ? NULL : &s->leaf[best];
}

void
leaves_free(struct leaves *s)
{
	size_t i;

	for (i = 0; i < s->n; i++) {
		free(s->leaf[i].walk.at);
		free(s->leaf[i].in);
		free(s->leaf[i].since.item);
	}
	free(s->leaf);
	free(s->by_queued);
	free(s->queued_rank);
}
