#include "service.h"

#include <stdlib.h>

#include "keysort.h"
#include "mem.h"
#include "num.h"

/* Seconds of run after which a job has had what a limit says. */
static int64_t
run_of(const struct service *s, const struct live *l, size_t k, uint32_t level)
{
	int64_t gpus_m = job_gpus_m(&l->jobs.job[k]);
	int64_t limit_m = num_mul_sat(s->limit_s[level], 1000);

	if (!s->by_gpus)
		return s->limit_s[level];
	if (gpus_m == 0 || limit_m == INT64_MAX)
		return INT64_MAX;
	return limit_m / gpus_m + (limit_m % gpus_m != 0);
}

/* Seconds that a job ran for its work until now. */
static int64_t
had_s(const struct live *l, size_t k, int64_t now_s)
{
	const struct live_job *m = &l->more[k];

	if (l->jobs.job[k].state != JOB_RUNNING)
		return m->done_s;
	return num_add_sat(m->done_s, num_max(0, now_s - m->from_s -
	    m->lost_s));
}

void
service_move(const struct service *s, struct live *l, int64_t now_s)
{
	struct live_job *m;
	size_t k;

	for (k = 0; k < l->jobs.n; k++) {
		m = &l->more[k];
		while (m->level < (uint32_t)s->limits &&
		    had_s(l, k, now_s) >= run_of(s, l, k, m->level)) {
			m->level++;
			m->turn = SIZE_MAX;
		}
	}
}

int64_t
service_next_s(const struct service *s, const struct live *l, size_t k)
{
	const struct live_job *m = &l->more[k];
	int64_t run_s;

	if (m->level == (uint32_t)s->limits ||
	    (run_s = run_of(s, l, k, m->level)) == INT64_MAX)
		return INT64_MAX;
	return num_add_sat(num_add_sat(m->from_s, m->lost_s),
	    run_s - m->done_s);
}

static int64_t
top(const struct live *l, size_t k)
{
	return (l->jobs.job[k].has & JOB_BIT(JOB_TOP)) != 0 ?
	    job_number(&l->jobs, k, JOB_TOP) : INT64_MAX;
}

static int
service_cmp(const void *arg, const struct keysort *a, const struct keysort *b)
{
	const struct live *l = arg;
	const struct job *x = &l->jobs.job[a->item];
	const struct job *y = &l->jobs.job[b->item];
	int c;

	if ((c = num_cmp(top(l, a->item), top(l, b->item))) != 0)
		return c;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	if (l->more[a->item].turn != l->more[b->item].turn)
		return l->more[a->item].turn < l->more[b->item].turn ? -1 : 1;
	if ((c = num_cmp(x->created_s, y->created_s)) != 0)
		return c;
	return text_cmp(job_id(&l->jobs, a->item), job_id(&l->jobs, b->item));
}

static void
sort(const struct live *l, size_t *index, size_t n)
{
	struct keysort *k = mem_array(n + 1, sizeof(*k));
	size_t i;

	for (i = 0; i < n; i++) {
		k[i].key = l->more[index[i]].level;
		k[i].item = index[i];
	}
	keysort_merge(k, n, service_cmp, l);
	for (i = 0; i < n; i++)
		index[i] = k[i].item;
	free(k);
}

size_t
service_order(struct live *l, bool served, enum order_policy p,
    int64_t now_s, size_t *order)
{
	struct jobs *s = &l->jobs;
	int64_t *had = mem_array(s->n, sizeof(*had));
	size_t k, n = 0;

	/* What runs has got on since its record was written. */
	for (k = 0; k < s->n; k++) {
		had[k] = job_number(s, k, JOB_ATTAINED);
		job_set_number(s, k, JOB_ATTAINED, had_s(l, k, now_s));
		if (s->job[k].state == JOB_RUNNING ||
		    job_number(s, k, JOB_NOT_BEFORE) <= now_s)
			order[n++] = k;
	}
	if (served)
		sort(l, order, n);
	else
		order_sort(s, p, NULL, now_s, order, n);
	for (k = 0; k < s->n; k++)
		job_set_number(s, k, JOB_ATTAINED, had[k]);
	free(had);
	return n;
}

void
service_turns(struct live *l, const size_t *index, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		l->more[index[i]].turn = l->jobs.job[index[i]].state ==
		    JOB_RUNNING ? i : n + i;
}
