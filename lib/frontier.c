#include "frontier.h"

#include <stdlib.h>

#include "mem.h"
#include "num.h"
#include "vec.h"

/* Nodes alike, in whole units. */
struct kin {
	struct frontier_point has;
	int64_t n;		/* how many nodes */
};

/*
 * A node's j-th instance: it is there for shapes of at most so many cores,
 * and at most so much memory.
 */
struct event {
	int64_t cpu, mem_gib;
	int64_t n;		/* nodes that have it */
};

/* The events let in so far: the `instances` of most memory, least at [0]. */
struct heap {
	struct event *e;
	size_t n, cap;
	int64_t sum;		/* of their n */
};

struct work {
	struct kin *kin;
	size_t kins;
	int64_t instances;
	bool gpus;
	struct event *event;
	size_t events, event_cap;
	struct heap heap;
	struct frontier_point *point;	/* the frontier so far */
	size_t points, point_cap;
};

static int
point_cmp(const struct frontier_point *a, const struct frontier_point *b)
{
	int c = num_cmp(b->gpu, a->gpu);

	if (c == 0)
		c = num_cmp(b->cpu, a->cpu);
	return c != 0 ? c : num_cmp(b->mem_gib, a->mem_gib);
}

static int
kin_cmp(const void *a, const void *b)
{
	return point_cmp(&((const struct kin *)a)->has,
	    &((const struct kin *)b)->has);
}

static int
out_cmp(const void *a, const void *b)
{
	return point_cmp(a, b);
}

static int
event_cmp(const void *a, const void *b)
{
	return num_cmp(((const struct event *)b)->cpu,
	    ((const struct event *)a)->cpu);
}

static int
gpu_cmp(const void *a, const void *b)
{
	return num_cmp(*(const int64_t *)b, *(const int64_t *)a);
}

/* Rounds the nodes down to whole units and puts those alike together. */
static void
gather(struct work *w, const struct shape *nodes, size_t n)
{
	struct kin *k = w->kin = mem_array(n, sizeof(*k));
	size_t i, m = 0;

	for (i = 0; i < n; i++) {
		k[i].has.gpu = w->gpus ? nodes[i].of[RES_GPU] / 1000 : 0;
		k[i].has.cpu = nodes[i].of[RES_CPU] / 1000;
		k[i].has.mem_gib = nodes[i].of[RES_MEM] >> 30;
		k[i].n = 1;
	}
	qsort(k, n, sizeof(*k), kin_cmp);
	for (i = 0; i < n; i++) {
		if (m > 0 && kin_cmp(&k[m - 1], &k[i]) == 0)
			k[m - 1].n++;
		else
			k[m++] = k[i];
	}
	w->kins = m;
}

/* The most instances of a node that can matter. */
static int64_t
most(const struct work *w, const struct kin *k, int64_t gpu)
{
	int64_t n = gpu > 0 ? k->has.gpu / gpu :
	    num_max(k->has.cpu, k->has.mem_gib);

	return num_min(n, w->instances);
}

/* The numbers of GPUs that can matter, descending: what j-th shares come to. */
static size_t
gpu_steps(const struct work *w, int64_t **out)
{
	int64_t *step = NULL, j;
	size_t n = 0, cap = 0, i, m = 0;

	for (i = 0; i < w->kins; i++) {
		if (i > 0 && w->kin[i].has.gpu == w->kin[i - 1].has.gpu)
			continue;
		for (j = 1; j <= num_min(w->kin[i].has.gpu, w->instances);
		    j++) {
			step = VEC_MORE(step, n, cap);
			step[n++] = w->kin[i].has.gpu / j;
		}
	}
	if (n > 0)
		qsort(step, n, sizeof(*step), gpu_cmp);
	for (i = 0; i < n; i++)
		if (m == 0 || step[m - 1] != step[i])
			step[m++] = step[i];
	*out = step;
	return m;
}

static void
sift(struct heap *h, size_t i)
{
	struct event e;
	size_t c;

	while ((c = 2 * i + 1) < h->n) {
		if (c + 1 < h->n && h->e[c + 1].mem_gib < h->e[c].mem_gib)
			c++;
		if (h->e[c].mem_gib >= h->e[i].mem_gib)
			return;
		e = h->e[i];
		h->e[i] = h->e[c];
		h->e[c] = e;
		i = c;
	}
}

/* Lets an event in, and the least ones out that are not needed for `need`. */
static void
let_in(struct heap *h, const struct event *in, int64_t need)
{
	struct event e;
	size_t i;

	h->e = VEC_MORE(h->e, h->n, h->cap);
	h->e[h->n] = *in;
	h->sum += in->n;
	for (i = h->n++; i > 0 &&
	    h->e[i].mem_gib < h->e[(i - 1) / 2].mem_gib; i = (i - 1) / 2) {
		e = h->e[i];
		h->e[i] = h->e[(i - 1) / 2];
		h->e[(i - 1) / 2] = e;
	}
	while (h->sum - h->e[0].n >= need) {
		h->sum -= h->e[0].n;
		h->e[0] = h->e[--h->n];
		sift(h, 0);
	}
}

static void
make_events(struct work *w, int64_t gpu)
{
	const struct kin *k;
	struct event *e;
	int64_t j, n;
	size_t i;

	w->events = 0;
	for (i = 0; i < w->kins; i++) {
		k = &w->kin[i];
		n = most(w, k, gpu);
		for (j = 1; j <= n; j++) {
			w->event = VEC_MORE(w->event, w->events,
			    w->event_cap);
			e = &w->event[w->events++];
			e->cpu = k->has.cpu / j;
			e->mem_gib = k->has.mem_gib / j;
			e->n = k->n;
		}
	}
	if (w->events > 0)
		qsort(w->event, w->events, sizeof(*w->event), event_cmp);
}

/* Whether a shape of as many GPUs or more, found before, is as large. */
static bool
dominated(const struct work *w, size_t before, int64_t cpu, int64_t mem_gib)
{
	size_t i;

	for (i = 0; i < before; i++)
		if (w->point[i].cpu >= cpu && w->point[i].mem_gib >= mem_gib)
			return true;
	return false;
}

/*
 * All largest shapes of so many GPUs.  As fewer cores are asked, more
 * instances come in; of those that are in, the instances-th by memory is the
 * most memory that can be asked with so many cores.
 */
static void
sweep(struct work *w, int64_t gpu)
{
	struct frontier_point *p;
	int64_t best = -1;
	size_t i = 0, before = w->points;

	w->heap.n = 0;
	w->heap.sum = 0;
	make_events(w, gpu);
	while (i < w->events) {
		int64_t cpu = w->event[i].cpu, mem;

		for (; i < w->events && w->event[i].cpu == cpu; i++)
			let_in(&w->heap, &w->event[i], w->instances);
		mem = w->heap.e[0].mem_gib;
		if (w->heap.sum < w->instances || mem <= best)
			continue;
		best = mem;
		if ((gpu == 0 && cpu == 0 && mem == 0) ||
		    dominated(w, before, cpu, mem))
			continue;
		w->point = VEC_MORE(w->point, w->points, w->point_cap);
		p = &w->point[w->points++];
		p->gpu = gpu;
		p->cpu = cpu;
		p->mem_gib = mem;
	}
}

size_t
frontier_find(const struct shape *nodes, size_t n, int64_t instances,
    bool gpus, struct frontier_point **out)
{
	struct work w = { .instances = instances, .gpus = gpus };
	int64_t *step = NULL;
	size_t steps, i;

	gather(&w, nodes, n);
	if (gpus) {
		steps = gpu_steps(&w, &step);
		for (i = 0; i < steps; i++)
			sweep(&w, step[i]);
	} else
		sweep(&w, 0);
	if (w.points > 0)
		qsort(w.point, w.points, sizeof(*w.point), out_cmp);
	free(step);
	free(w.kin);
	free(w.event);
	free(w.heap.e);
	*out = w.point;
	return w.points;
}
