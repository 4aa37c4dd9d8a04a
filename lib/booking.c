#include "booking.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"
#include "victim.h"

/* A host, and what holds it. */
struct held {
	uint32_t host;
	uint32_t leaf;		/* one that has no more than its claim; 0 */
	bool shut;		/* to everybody */
	int64_t until_s;	/* when its last contract ends; now: none */
	int64_t gpus_m;		/* of allocated jobs */
	int64_t instances;	/* that it could hold, were it empty */
	struct shape shape;	/* of cpu and mem that jobs hold */
};

/* All of them, for a pass. */
struct survey {
	struct held *held;	/* by host */
	struct held *sorted;	/* those open to a job */
	int64_t *gpu_m;		/* by card: that jobs hold */
};

/* The next card of a job's nodes, and how many instances; false: the end. */
static bool
next_card(const struct stage *s, size_t i, struct slice *rest, uint32_t *card,
    int64_t *n)
{
	const struct job_class *class =
	    &s->jobs->class[s->jobs->job[i].class];
	struct slice name;

	while (cluster_next(rest, &name, n) == 1) {
		*card = cluster_entry(s->cluster, name, class);
		if (*card != CLUSTER_END)
			return true;
	}
	return false;
}

/* Bits of the reservations on whose nodes job i runs. */
static unsigned
bits_of(const struct stage *s, size_t i)
{
	struct slice rest = job_text(s->jobs, i, JOB_NODES);
	unsigned bits = 0;
	uint32_t card;
	int64_t n;

	while (next_card(s, i, &rest, &card, &n))
		bits |= s->reserve.host[s->cluster->card[card].host];
	return bits;
}

/* A group with no more than its claim must not lose to a reservation. */
static bool
has_no_more(const struct stage *s, size_t i)
{
	return s->share->leaf[i] != BUDGET_ROOT &&
	    !share_above(s->share, s->share->leaf[i]);
}

/* Bits of the reservations that must not stand, or are not due yet. */
static void
judge(const struct stage *s, unsigned *must_not, unsigned *not_due)
{
	const struct reserve *r = &s->reserve;
	unsigned bits, k;
	size_t i;

	*must_not = *not_due = 0;
	for (k = 0; k < (unsigned)r->n; k++)
		if (s->share->leaf[r->one[k].job] == BUDGET_ROOT)
			*must_not |= 1U << k;
		else if (!request_eligible(s->jobs, r->one[k].job, s->now_s))
			*not_due |= 1U << k;
	for (i = 0; i < s->jobs->n; i++) {
		if (s->jobs->job[i].state != JOB_RUNNING ||
		    (bits = bits_of(s, i)) == 0)
			continue;
		if (!victim_is(s->share, s->jobs, i))
			*not_due |= bits;
		if (!has_no_more(s, i))
			continue;
		for (k = 0; k < (unsigned)r->n; k++)
			if (s->share->leaf[i] !=
			    s->share->leaf[r->one[k].job])
				*must_not |= bits & 1U << k;
	}
}

static void
drop(struct stage *s, int k)
{
	state_apply(s->jobs, s->reserve.one[k].job, STATE_RESERVE,
	    &(struct state_with){ .now_s = s->now_s });
	reserve_drop(&s->reserve, k);
	stage_forget(s);
}

void
booking_honour(struct stage *s, void (*stop)(void *, size_t j), void *arg)
{
	unsigned must_not, not_due;
	size_t j;
	int k;

	if (s->reserve.n == 0)
		return;
	judge(s, &must_not, &not_due);
	for (k = 0; k < s->reserve.n; k++)
		if ((must_not & 1U << k) != 0)
			drop(s, k);
	for (k = 0; k < s->reserve.n; k++) {
		if (((must_not | not_due) & 1U << k) != 0)
			continue;
		j = s->reserve.one[k].job;
		if (!stage_clear(s, j, 1U << k)) {
			drop(s, k);
			continue;
		}
		stop(arg, j);
		stage_admit(s, j);
	}
}

/*
 * Adds that n instances of job i hold a card, or are to from now on, until then
 * protected.
 */
static void
hold(const struct stage *s, struct survey *v, size_t i, struct place_run on,
    int64_t until_s)
{
	struct held *h = &v->held[s->cluster->card[on.card].host];
	const struct shape *ask = &s->jobs->job[i].ask;
	const uint32_t leaf = s->share->leaf[i];
	const int64_t gpu_m = num_mul_sat(on.n, ask->of[RES_GPU]);
	int r;

	v->gpu_m[on.card] = num_add_sat(v->gpu_m[on.card], gpu_m);
	for (r = RES_CPU; r < RES_N; r++)
		h->shape.of[r] = num_add_sat(h->shape.of[r],
		    num_mul_sat(on.n, ask->of[r]));
	h->until_s = num_max(h->until_s, until_s);
	if (leaf == BUDGET_ROOT)
		return;
	h->gpus_m = num_add_sat(h->gpus_m, gpu_m);
	if (!has_no_more(s, i))
		return;
	h->shut |= h->leaf != BUDGET_ROOT && h->leaf != leaf;
	h->leaf = leaf;
}

/* Adds what running job i holds. */
static void
add_held(const struct stage *s, struct survey *v, size_t i)
{
	const int64_t until_s = victim_protected_s(s->share, s->jobs, i);
	struct slice rest = job_text(s->jobs, i, JOB_NODES);
	struct place_run on;

	while (next_card(s, i, &rest, &on.card, &on.n))
		hold(s, v, i, on, until_s);
}

/* Adds those that were placed in this pass. */
static void
add_starts(const struct stage *s, struct survey *v)
{
	const struct stage_start *t;
	int64_t kept_s;
	size_t k;

	for (k = 0; k < s->starts; k++) {
		t = &s->start[k];
		kept_s = num_min(job_number(s->jobs, t->job, JOB_MIN_RUNTIME),
		    s->share->o->cap_s);
		hold(s, v, t->job, t->run, num_add_sat(s->now_s, kept_s));
	}
}

static void
survey(const struct stage *s, struct survey *v)
{
	const struct cluster *c = s->cluster;
	size_t i;

	v->held = mem_zero(c->hosts, sizeof(*v->held));
	v->sorted = mem_array(c->hosts, sizeof(*v->sorted));
	v->gpu_m = mem_zero(c->cards, sizeof(*v->gpu_m));
	for (i = 0; i < c->hosts; i++) {
		v->held[i].host = (uint32_t)i;
		v->held[i].until_s = s->now_s;
		v->held[i].shut = !c->host[i].ready;
	}
	/* One that is to be stopped left what it held free. */
	for (i = 0; i < s->jobs->n; i++)
		if (s->jobs->job[i].state == JOB_RUNNING && !s->gone[i])
			add_held(s, v, i);
	add_starts(s, v);
}

/* How many instances of job j a host could hold, were it empty. */
static int64_t
room_for(const struct stage *s, const struct survey *v, const struct held *h,
    const struct job *j)
{
	const struct cluster *c = s->cluster;
	int64_t best = 0;
	struct shape free;
	unsigned mask;
	uint32_t k;
	int r;

	for (k = c->host[h->host].card; k != CLUSTER_END;
	    k = c->card[k].next) {
		if (!room_matches(&s->room, j->class, c->card[k].kind))
			continue;
		free = cluster_free(c, k);
		free.of[RES_GPU] = num_add_sat(free.of[RES_GPU],
		    v->gpu_m[k]);
		for (r = 0, mask = 0; r < RES_N; r++) {
			free.of[r] = num_add_sat(free.of[r], h->shape.of[r]);
			if (j->ask.of[r] > 0 && (c->seen & 1U << r) != 0)
				mask |= 1U << r;
		}
		best = num_max(best, res_fits(&free, &j->ask, mask));
	}
	return best;
}

/* The hosts that job j may reserve into sorted[]; what they hold of it. */
static int64_t
open_to(const struct stage *s, const struct survey *v, size_t j, size_t *n)
{
	int64_t fit = 0;
	struct held h;
	size_t i;

	*n = 0;
	for (i = 0; i < s->cluster->hosts; i++) {
		h = v->held[i];
		if (h.shut || (s->reserve.n > 0 &&
		    s->reserve.host[i] != 0) || (h.leaf != BUDGET_ROOT &&
		    h.leaf != s->share->leaf[j]))
			continue;
		h.instances = room_for(s, v, &h, &s->jobs->job[j]);
		if (h.instances == 0)
			continue;
		fit = num_add_sat(fit, h.instances);
		v->sorted[(*n)++] = h;
	}
	return fit;
}

static int
held_cmp(const void *va, const void *vb)
{
	const struct held *a = va, *b = vb;
	int c;

	if ((c = num_cmp(a->until_s, b->until_s)) != 0 ||
	    (c = num_cmp(a->gpus_m, b->gpus_m)) != 0)
		return c;
	return (a->host > b->host) - (a->host < b->host);
}

/* Writes the reservation of the first n hosts into the job's record. */
static void
reserve_for(struct stage *s, size_t j, const struct held *held, size_t n)
{
	struct state_with with = { .now_s = s->now_s };
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < n; i++) {
		buf_str(&b, i > 0 ? "," : "");
		buf_add(&b, s->cluster->host[held[i].host].name.p,
		    s->cluster->host[held[i].host].name.n);
	}
	buf_char(&b, '@');
	state_put_time(s->jobs, j, &b, held[n - 1].until_s);
	with.reserved = text_slice(b.p, b.n);
	state_apply(s->jobs, j, STATE_RESERVE, &with);
	reserve_add(&s->reserve, s->jobs, s->cluster, j);
	buf_free(&b);
}

/* Nodes that are reserved now. */
static size_t
taken(const struct stage *s)
{
	size_t h, n = 0;

	for (h = 0; s->reserve.n > 0 && h < s->cluster->hosts; h++)
		n += s->reserve.host[h] != 0;
	return n;
}

static void
make_one(struct stage *s, const struct survey *v, size_t j)
{
	int64_t left = s->jobs->job[j].instances;
	size_t n = 0, open;

	if (open_to(s, v, j, &open) < left)
		return;
	qsort(v->sorted, open, sizeof(*v->sorted), held_cmp);
	for (; left > 0; n++)
		left -= num_min(left, v->sorted[n].instances);
	if (reserve_count(&s->reserve) == 0 || taken(s) + n <= BOOKING_NODES)
		reserve_for(s, j, v->sorted, n);
}

/* Whether job j, of at least gpus_m, may reserve now. */
static bool
may_reserve(struct stage *s, size_t j, int64_t gpus_m)
{
	const struct job *job = &s->jobs->job[j];

	/* With a label to share, where it may go is not a set. */
	return !s->placed[j] && s->share->leaf[j] != BUDGET_ROOT &&
	    job->same == 0 && job_gpus_m(job) >= gpus_m &&
	    (job->has & JOB_BIT(JOB_RESERVED)) == 0 &&
	    request_of(&s->request, j)->never == BOUND_OK &&
	    s->now_s - job_number(s->jobs, j, JOB_SINCE) >= BOOKING_WAIT_S;
}

void
booking_make(struct stage *s, int64_t gpus_m)
{
	struct survey v = { 0 };
	size_t k;

	turn_begin(&s->turn);
	/* What was dropped in this pass still takes a number. */
	while (reserve_count(&s->reserve) < BOOKING_MOST &&
	    s->reserve.n < RESERVE_MOST &&
	    (k = turn_next(&s->turn)) != TURN_END) {
		if (!may_reserve(s, s->order[k], gpus_m))
			continue;
		if (v.held == NULL)
			survey(s, &v);
		make_one(s, &v, s->order[k]);
	}
	free(v.held);
	free(v.sorted);
	free(v.gpu_m);
}
