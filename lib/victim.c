#include "victim.h"

#include <stdlib.h>

#include "mem.h"
#include "num.h"

int64_t
victim_protected_s(const struct share *s, const struct jobs *jobs, size_t i)
{
	return job_number(jobs, i, JOB_MIN_RUNTIME) == 0 ? 0 :
	    usage_protected_s(s->o, jobs, i);
}

bool
victim_is(const struct share *s, const struct jobs *jobs, size_t i)
{
	/* One that a step started at this instant was decided on. */
	return jobs->job[i].state == JOB_RUNNING && !job_unmanaged(jobs, i) &&
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
victim_may(const struct share *s, const struct jobs *jobs, size_t i,
    size_t j)
{
	const size_t m = s->leaf[i], l = s->leaf[j];

	if (m == BUDGET_ROOT)
		return true;
	if (lane(s, jobs, i, j))
		return true;
	return s->deserved ? deserved(s, m, l, jobs, j) :
	    share_behind(s, m, l, jobs, j);
}

/* A running job and what it is sorted by. */
struct sorted {
	const struct share *share;
	const struct jobs *jobs;
	size_t job;
	bool charged;
	int64_t gpus_m, run;	/* run: GPU-seconds, in thousandths */
};

static int
sorted_cmp(const void *va, const void *vb)
{
	const struct sorted *a = va, *b = vb;
	int c;

	if (a->charged != b->charged)
		return a->charged - b->charged;
	if ((c = num_cmp(a->gpus_m, b->gpus_m)) != 0)
		return c;
	/* The last in the order of the tree has had most. */
	if (a->charged && (c = share_tree_cmp(a->share,
	    a->share->leaf[b->job], a->share->leaf[a->job])) != 0)
		return c;
	if ((c = num_cmp(a->run, b->run)) != 0)
		return c;
	return text_cmp(job_id(a->jobs, a->job), job_id(a->jobs, b->job));
}

void
victim_sort(const struct share *s, const struct jobs *jobs, size_t *index,
    size_t n)
{
	struct sorted *sorted = mem_array(n, sizeof(*sorted));
	size_t i;

	for (i = 0; i < n; i++) {
		sorted[i] = (struct sorted){ s, jobs, index[i],
		    s->leaf[index[i]] != BUDGET_ROOT,
		    job_gpus_m(&jobs->job[index[i]]), 0 };
		sorted[i].run = num_mul_sat(sorted[i].gpus_m, num_max(0,
		    s->o->now_s - job_number(jobs, index[i], JOB_STARTED)));
	}
	qsort(sorted, n, sizeof(*sorted), sorted_cmp);
	for (i = 0; i < n; i++)
		index[i] = sorted[i].job;
	free(sorted);
}
