#include "aside.h"

#include <stdlib.h>
#include <string.h>

#include "lanes.h"
#include "mem.h"
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
	const int64_t key[] = { j->instances, j->ask.of[RES_GPU],
	    j->ask.of[RES_CPU], j->ask.of[RES_MEM],
	    (int64_t)j->queue << 32 | j->class, j->same };
	size_t had = a->key.n, at = intern_add(&a->key,
	    text_slice((const char *)key, sizeof(key)));

	if (at == had) {
		a->shape = VEC_MORE(a->shape, at, a->cap);
		memset(&a->shape[at], 0, sizeof(*a->shape));
		a->shape[at].gpus_m = job_gpus_m(j);
	}
	lanes_push(&a->shape[at].wait, a->place[i]);
	a->waiting++;
}

void
aside_take(struct aside *a, int64_t idle_m, void (*take)(void *, size_t),
    void *arg)
{
	struct aside_shape *shape;
	int64_t n;
	size_t k;

	for (k = 0; k < a->key.n; k++) {
		shape = &a->shape[k];
		for (n = idle_m / shape->gpus_m; n > 0 && shape->wait.n > 0;
		    n--) {
			a->waiting--;
			take(arg, a->job[lanes_pop(&shape->wait)]);
		}
	}
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
