#include "aside.h"

#include <stdlib.h>
#include <string.h>

#include "lanes.h"
#include "mem.h"
#include "num.h"
#include "state.h"
#include "vec.h"

struct aside_shape {
	struct lanes_heap wait;
	int64_t gpus_m;
};

void
aside_init(struct aside *a, const struct jobs *s, enum order_policy p)
{
	size_t *order = mem_array(s->n, sizeof(*order)), i;

	memset(a, 0, sizeof(*a));
	for (i = 0; i < s->n; i++)
		order[i] = i;
	order_sort(s, p, NULL, 0, order, s->n);
	a->job = mem_array(s->n, sizeof(*a->job));
	a->place = mem_array(s->n, sizeof(*a->place));
	for (i = 0; i < s->n; i++) {
		a->job[i] = (uint32_t)order[i];
		a->place[order[i]] = (uint32_t)i;
	}
	free(order);
}

bool
aside_may(const struct jobs *s, size_t i)
{
	return s->job[i].state == JOB_PENDING &&
	    job_number(s, i, JOB_MIN_RUNTIME) == 0 &&
	    (s->job[i].has & (JOB_BIT(JOB_NOT_BEFORE) |
	    JOB_BIT(JOB_RESERVED))) == 0 && job_gpus_m(&s->job[i]) > 0;
}

void
aside_put(struct aside *a, const struct jobs *s, size_t i)
{
	const struct job *j = &s->job[i];
	const struct job_ask ask = job_ask(j);
	size_t had = a->key.n, at = intern_add(&a->key,
	    text_slice((const char *)&ask, sizeof(ask)));

	if (at == had) {
		a->shape = VEC_MORE(a->shape, at, a->cap);
		memset(&a->shape[at], 0, sizeof(*a->shape));
		a->shape[at].gpus_m = job_gpus_m(j);
	}
	lanes_push(&a->shape[at].wait, a->place[i]);
	a->waiting++;
	a->ended_s = num_max(a->ended_s, job_number(s, i, JOB_ENDED));
}

bool
aside_can(const struct jobs *s, const struct queues *queues,
    const struct cluster *c)
{
	const struct queue *q;
	size_t i;

	for (i = 0; i < s->queue.n; i++) {
		q = queue_get(queues, s->queue.name[i]);
		if (q->discipline != QUEUE_BESTEFFORT || q->timeout_s > 0)
			return false;
	}
	return (c->seen & 1U << RES_GPU) != 0;
}

int64_t
aside_idle_m(const struct cluster *c)
{
	int64_t idle_m = 0;
	size_t i;

	for (i = 0; i < c->cards; i++)
		if (c->host[c->card[i].host].ready)
			idle_m = num_add_sat(idle_m, num_max(0,
			    c->card[i].gpu_m));
	return idle_m;
}

bool
aside_some(const struct aside *a, const struct live *l, int64_t idle_m)
{
	size_t k;

	for (k = 0; k < a->key.n; k++)
		if (a->shape[k].wait.n > 0 && a->shape[k].gpus_m <= idle_m)
			return true;
	for (k = 0; k < l->jobs.n; k++)
		if (l->jobs.job[k].state == JOB_INQUEUE ||
		    (l->jobs.job[k].state == JOB_PENDING &&
		    job_gpus_m(&l->jobs.job[k]) <= idle_m))
			return true;
	return false;
}

void
aside_take(struct aside *a, struct live *l, int64_t idle_m)
{
	struct aside_shape *shape;
	size_t k, at;
	int64_t n;

	for (k = 0; k < a->key.n; k++) {
		shape = &a->shape[k];
		for (n = idle_m / shape->gpus_m; n > 0 && shape->wait.n > 0;
		    n--) {
			a->waiting--;
			at = live_add(l, a->job[lanes_pop(&shape->wait)]);
			l->more[at].done_s = job_number(&l->jobs, at,
			    JOB_ATTAINED);
		}
	}
}

void
aside_return(struct aside *a, struct live *l)
{
	size_t k, n = 0;

	for (k = 0; k < l->jobs.n; k++) {
		if (!aside_may(&l->jobs, k))
			continue;
		aside_put(a, l->all, l->more[k].of);
		a->ended_s = num_max(a->ended_s, job_number(&l->jobs, k,
		    JOB_ENDED));
		state_reason(&l->jobs, k, text_slice(NULL, 0));
		l->more[k].leaves = true;
		n++;
	}
	if (n > 0)
		live_drop(l);
}

void
aside_free(struct aside *a)
{
	size_t k;

	for (k = 0; k < a->key.n; k++)
		free(a->shape[k].wait.item);
	free(a->shape);
	free(a->job);
	free(a->place);
	intern_free(&a->key);
}
