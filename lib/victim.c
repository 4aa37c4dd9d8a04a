#include "victim.h"

#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "vec.h"

int64_t
victim_protected_s(const struct share *s, const struct jobs *jobs, size_t i)
{
	return s->leaf[i] == BUDGET_ROOT ? 0 :
	    usage_protected_s(s->o, jobs, i);
}

bool
victim_is(const struct share *s, const struct jobs *jobs, size_t i)
{
	return jobs->job[i].state == JOB_RUNNING && !job_unmanaged(jobs, i) &&
	    (jobs->job[i].has & JOB_BIT(JOB_STARTED)) != 0 &&
	    job_number(jobs, i, JOB_STARTED) < s->o->now_s &&
	    victim_protected_s(s, jobs, i) <= s->o->now_s;
}

/* The rules V, 4, for two leaves. */
static bool
deserved(const struct share *s, size_t m, size_t l, const struct jobs *jobs,
    size_t j)
{
	return m != l && share_above(s, m) &&
	    share_claim_cmp(s, m, l) >= 0 &&
	    (share_below(s, l) || share_behind(s, m, l, jobs, j));
}

/* The rule F: a debug job's own leaf, or one that stays at its claim. */
static bool
lane(const struct share *s, const struct jobs *jobs, size_t i, size_t j)
{
	if (!share_lane(s, j) || share_lane(s, i))
		return false;
	return s->leaf[i] == s->leaf[j] || share_reaches(s, s->leaf[i],
	    job_gpus_m(&jobs->job[i]));
}

bool
victim_leaf(const struct share *s, size_t m, const struct jobs *jobs,
    size_t j)
{
	return s->deserved ? deserved(s, m, s->leaf[j], jobs, j) :
	    share_behind(s, m, s->leaf[j], jobs, j);
}

enum victim_why
victim_may(const struct share *s, const struct jobs *jobs, size_t i,
    size_t j)
{
	if (s->leaf[i] == BUDGET_ROOT)
		return VICTIM_FREE;
	if (victim_leaf(s, s->leaf[i], jobs, j))
		return VICTIM_BEHIND;
	return lane(s, jobs, i, j) ? VICTIM_LANE : VICTIM_NOT;
}

static int
victim_cmp(const struct victims *s, const struct victim *a,
    const struct victim *b)
{
	int c;

	/* Unallocated ones have rank 0. */
	if ((c = (a->rank > 0) - (b->rank > 0)) != 0 ||
	    (c = num_cmp(a->gpus_m, b->gpus_m)) != 0)
		return c;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	if ((c = num_cmp(a->run, b->run)) != 0)
		return c;
	return text_cmp(job_id(s->jobs, a->job), job_id(s->jobs, b->job));
}

/* Lets the victim at i sink to where it belongs in the heap. */
static void
sink(struct victims *s, size_t i)
{
	struct victim v = s->v[i];
	size_t child;

	while ((child = 2 * i + 1) < s->heap) {
		if (child + 1 < s->heap &&
		    victim_cmp(s, &s->v[child + 1], &s->v[child]) < 0)
			child++;
		if (victim_cmp(s, &v, &s->v[child]) <= 0)
			break;
		s->v[i] = s->v[child];
		i = child;
	}
	s->v[i] = v;
}

void
victim_order(struct victims *s)
{
	uint32_t *rank = share_excess(s->share);
	size_t i;

	for (i = 0; i < s->n; i++)
		s->v[i].rank = rank[s->share->leaf[s->v[i].job]];
	free(rank);
	s->heap = s->n;
	for (i = s->n / 2; i-- > 0;)
		sink(s, i);
}

const struct victim *
victim_at(struct victims *s, size_t k)
{
	struct victim first;

	if (k >= s->n)
		return NULL;
	while (s->n - s->heap <= k) {
		first = s->v[0];
		s->heap--;
		s->v[0] = s->v[s->heap];
		sink(s, 0);
		s->v[s->heap] = first;
	}
	return &s->v[s->n - 1 - k];
}

/* Where a victim runs, as far as that can be used again. */
static void
gather_holds(struct victims *s, const struct cluster *c, struct victim *v)
{
	const struct job_class *class =
	    &s->jobs->class[s->jobs->job[v->job].class];
	struct slice rest = job_text(s->jobs, v->job, JOB_NODES), name;
	uint32_t card;
	int64_t n;

	v->hold = s->hold_n;
	while (cluster_next(&rest, &name, &n) == 1) {
		card = cluster_entry(c, name, class);
		if (card == CLUSTER_END || !c->host[c->card[card].host].ready)
			continue;
		s->hold = VEC_MORE(s->hold, s->hold_n, s->hold_cap);
		s->hold[s->hold_n++] = (struct victim_hold){ card, n };
		v->holds++;
	}
}

void
victim_gather(struct victims *s, const struct share *share,
    const struct jobs *jobs, const struct cluster *c, bool all)
{
	size_t cap = 0, i;
	struct victim *v;

	memset(s, 0, sizeof(*s));
	s->share = share;
	s->jobs = jobs;
	for (i = 0; i < jobs->n; i++) {
		if (!victim_is(share, jobs, i) && (!all ||
		    jobs->job[i].state != JOB_RUNNING))
			continue;
		s->v = VEC_MORE(s->v, s->n, cap);
		v = &s->v[s->n++];
		*v = (struct victim){ .job = i,
			.gpus_m = job_gpus_m(&jobs->job[i]) };
		v->run = num_mul_sat(v->gpus_m, num_max(0,
		    share->o->now_s - job_number(jobs, i, JOB_STARTED)));
		gather_holds(s, c, v);
	}
	victim_order(s);
}

void
victim_free(struct victims *s)
{
	free(s->v);
	free(s->hold);
}
