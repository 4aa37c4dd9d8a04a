#include "rank.h"

#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "vec.h"

struct rank_order
rank_by(enum res primary)
{
	struct rank_order o = { { primary }, 1 };
	int r;

	for (r = 0; r < RES_N; r++)
		if (r != (int)primary)
			o.key[o.n++] = (enum res)r;
	return o;
}

struct rank_order
rank_by_cpu(enum res primary)
{
	struct rank_order mem = { { RES_MEM, RES_CPU }, 2 };
	struct rank_order cpu = { { RES_CPU, RES_MEM }, 2 };

	return primary == RES_MEM ? mem : cpu;
}

struct rank_order
rank_by_gpu(void)
{
	struct rank_order o = { { RES_GPU }, 1 };

	return o;
}

int
rank_cmp(const struct rank_order *o, const struct shape *a, size_t i,
    const struct shape *b, size_t j)
{
	int k, c;

	for (k = 0; k < o->n; k++)
		if ((c = num_cmp(b->of[o->key[k]], a->of[o->key[k]])) != 0)
			return c;
	return (i > j) - (i < j);
}

static int
cmp(const struct rank_top *t, const struct rank_lead *a,
    const struct rank_lead *b)
{
	return rank_cmp(&t->order, &a->free, a->item, &b->free, b->item);
}

static void
swap(struct rank_lead *a, struct rank_lead *b)
{
	struct rank_lead c = *a;

	*a = *b;
	*b = c;
}

/* Moves the lead at i down the heap of n, in which parents rank later. */
static void
sift_down(struct rank_top *t, size_t i, size_t n)
{
	size_t c;

	while ((c = 2 * i + 1) < n) {
		if (c + 1 < n && cmp(t, &t->lead[c + 1], &t->lead[c]) > 0)
			c++;
		if (cmp(t, &t->lead[c], &t->lead[i]) < 0)
			return;
		swap(&t->lead[i], &t->lead[c]);
		i = c;
	}
}

static void
sift_up(struct rank_top *t, size_t i)
{
	size_t parent;

	for (; i > 0; i = parent) {
		parent = (i - 1) / 2;
		if (cmp(t, &t->lead[i], &t->lead[parent]) < 0)
			return;
		swap(&t->lead[i], &t->lead[parent]);
	}
}

static void
put(struct rank_lead *l, const struct shape *free, size_t item,
    struct slice name)
{
	l->free = *free;
	l->item = item;
	l->name = vec_room(l->name, &l->name_cap, name.n, 1);
	if (name.n > 0)
		memcpy(l->name, name.p, name.n);
	l->name_n = name.n;
}

void
rank_take(struct rank_top *t, const struct shape *free, size_t item,
    struct slice name)
{
	struct rank_lead *l;

	if (t->n < t->max) {
		t->lead = VEC_MORE(t->lead, t->n, t->cap);
		l = &t->lead[t->n];
		memset(l, 0, sizeof(*l));
		put(l, free, item, name);
		sift_up(t, t->n++);
		return;
	}
	if (t->n == 0 || rank_cmp(&t->order, free, item, &t->lead[0].free,
	    t->lead[0].item) > 0)
		return;
	put(&t->lead[0], free, item, name);
	sift_down(t, 0, t->n);
}

void
rank_sort(struct rank_top *t)
{
	size_t n;

	for (n = t->n; n > 1; n--) {
		swap(&t->lead[0], &t->lead[n - 1]);
		sift_down(t, 0, n - 1);
	}
}

void
rank_free(struct rank_top *t)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		free(t->lead[i].name);
	free(t->lead);
	memset(t, 0, sizeof(*t));
}
