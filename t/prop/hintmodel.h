/*
 * hintmodel: the hint once more, as slowly and as plainly as its rules are
 * written down, to hold the library to.  It shares no code with it.
 */
#ifndef HINTMODEL_H
#define HINTMODEL_H

#include <bsd/string.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { GPU, CPU, MEM, AMOUNTS, MOST = 400, TEXT = 32768 };

enum way { WAY_AUTO, WAY_CPU, WAY_GPU, WAY_VGPU };

/* One node record; -1 is an absent amount. */
struct record {
	char name[8], model[8], pool[16], labels[16];
	int64_t free[AMOUNTS], total[AMOUNTS];
	bool ready, vgpu;
};

struct question {
	enum way way;
	int primary;
	bool local_first, want;
	int64_t instances;
	int64_t shape[AMOUNTS];	/* with want */
	char model[8], pool[16], selector[16];
};

/* A record as the rules see it. */
struct seen {
	int64_t has[AMOUNTS];
	char model[8];
	bool counts, first;
};

struct cluster {
	struct record record[MOST];
	int n;
	struct question ask;
	enum way way;		/* never WAY_AUTO */
	struct seen seen[MOST];
	bool known[AMOUNTS];	/* some record has the amount */
};

/* What is answered for one model. */
struct answer {
	int64_t shape[AMOUNTS];
	int64_t fits;
	int order[MOST], n;	/* the ranking; order 2 under local-first */
	int gpu_order[MOST];	/* order 1 */
	char nodes[TEXT];
};

static bool
model_in_list(const char *list, const char *item)
{
	size_t n = strlen(item);
	const char *p;

	for (p = list; *p != '\0'; p += strcspn(p, ","), p += *p == ',')
		if (strcspn(p, ",") == n && strncmp(p, item, n) == 0)
			return true;
	return false;
}

static bool
model_selects(const char *labels, const char *selector)
{
	char one[16];
	const char *p;
	size_t n;

	for (p = selector; *p != '\0'; p += n, p += *p == ',') {
		n = strcspn(p, ",");
		snprintf(one, sizeof(one), "%.*s", (int)n, p);
		if (!model_in_list(labels, one))
			return false;
	}
	return true;
}

static int64_t
model_amount(const struct record *r, int a)
{
	return r->free[a] >= 0 ? r->free[a] : r->total[a] >= 0 ?
	    r->total[a] : 0;
}

static bool
model_counts(const struct cluster *c, int i, int first)
{
	const struct record *r = &c->record[i], *f = &c->record[first];
	const struct question *q = &c->ask;

	if (!f->ready)
		return false;
	if (q->pool[0] != '\0' && !model_in_list(r->pool[0] != '\0' ?
	    r->pool : f->pool, q->pool))
		return false;
	if (!model_selects(r->labels[0] != '\0' ? r->labels : f->labels,
	    q->selector))
		return false;
	if (c->way == WAY_CPU)
		return i == first;
	if (c->way == WAY_VGPU && !q->local_first && !r->vgpu)
		return false;
	return c->seen[i].model[0] != '\0' && (q->model[0] == '\0' ||
	    strcmp(q->model, c->seen[i].model) == 0);
}

/* Sees every record: what its node has, its model, whether it counts. */
static void
model_see(struct cluster *c)
{
	int i, a, first;
	bool gpus = false;

	memset(c->known, 0, sizeof(c->known));
	for (i = 0; i < c->n; i++) {
		struct record *r = &c->record[i];

		for (first = 0; strcmp(c->record[first].name, r->name) != 0;)
			first++;
		for (a = 0; a < AMOUNTS; a++) {
			c->seen[i].has[a] = model_amount(a == GPU ? r :
			    &c->record[first], a);
			if (r->free[a] >= 0 || r->total[a] >= 0)
				c->known[a] = true;
		}
		strlcpy(c->seen[i].model, r->model, sizeof(c->seen[i].model));
		if (r->model[0] == '\0' &&
		    (r->free[GPU] > 0 || r->total[GPU] > 0))
			strlcpy(c->seen[i].model, "gpu",
			    sizeof(c->seen[i].model));
		if (c->seen[i].model[0] != '\0')
			gpus = true;
		c->seen[i].first = first == i;
	}
	c->way = c->ask.way != WAY_AUTO ? c->ask.way : gpus ? WAY_GPU :
	    WAY_CPU;
	for (i = 0; i < c->n; i++) {
		for (first = 0; strcmp(c->record[first].name,
		    c->record[i].name) != 0;)
			first++;
		c->seen[i].counts = model_counts(c, i, first);
	}
}

/* Sorts by the keys, descending, one after the other; slow and stable. */
static void
model_sort(const struct cluster *c, int *order, int n, const int *key,
    int keys)
{
	int i, j, k, tmp;

	for (i = 1; i < n; i++)
		for (j = i; j > 0; j--) {
			const int64_t *a = c->seen[order[j - 1]].has;
			const int64_t *b = c->seen[order[j]].has;

			for (k = 0; k < keys && a[key[k]] == b[key[k]];)
				k++;
			if (k == keys || a[key[k]] > b[key[k]])
				break;
			tmp = order[j];
			order[j] = order[j - 1];
			order[j - 1] = tmp;
		}
}

static void
model_rank(const struct cluster *c, struct answer *a, const char *name)
{
	static const int by_gpu[] = { GPU };
	static const int gpu[][3] = { { GPU, CPU, MEM }, { CPU, GPU, MEM },
	    { MEM, GPU, CPU } };
	static const int cpu[][2] = { { CPU, MEM }, { CPU, MEM },
	    { MEM, CPU } };
	int i;

	a->n = 0;
	for (i = 0; i < c->n; i++)
		if (c->seen[i].counts && (c->way == WAY_CPU ||
		    strcmp(c->seen[i].model, name) == 0))
			a->order[a->n++] = i;
	memcpy(a->gpu_order, a->order, sizeof(a->order));
	model_sort(c, a->gpu_order, a->n, by_gpu, 1);
	if (c->way == WAY_CPU || (c->way == WAY_VGPU && c->ask.local_first))
		model_sort(c, a->order, a->n, cpu[c->ask.primary], 2);
	else
		model_sort(c, a->order, a->n, gpu[c->ask.primary], 3);
}

/* How many of a shape a node holds of the amounts from..to; -1: any. */
static int64_t
model_holds(const struct cluster *c, int i, const int64_t *shape, int from,
    int to)
{
	int64_t least = -1, n;

	for (; from <= to; from++) {
		if (shape[from] <= 0)
			continue;
		n = c->seen[i].has[from] / shape[from];
		if (least == -1 || n < least)
			least = n;
	}
	return least;
}

static int64_t
model_sum(const struct cluster *c, const struct answer *a, int from, int to)
{
	__extension__ __int128 sum = 0;
	int64_t n;
	int i;

	for (i = 0; i < a->n; i++) {
		n = model_holds(c, a->order[i], a->shape, from, to);
		if (n == -1)
			return -1;
		sum += n;
	}
	return sum > INT64_MAX ? INT64_MAX : (int64_t)sum;
}

/* Takes the hint from the ranking; with want the shape is given. */
static void
model_shape(const struct cluster *c, struct answer *a)
{
	bool apart = c->way == WAY_VGPU && c->ask.local_first;
	int i, k;

	for (k = 0; k < AMOUNTS; k++) {
		a->shape[k] = INT64_MAX;
		for (i = 0; i < a->n && i < c->ask.instances; i++) {
			const struct seen *s = &c->seen[k == GPU && apart ?
			    a->gpu_order[i] : a->order[i]];

			if (s->has[k] < a->shape[k])
				a->shape[k] = s->has[k];
		}
		if (c->ask.want)
			a->shape[k] = c->ask.shape[k];
		if (!c->known[k] || (k == GPU && c->way == WAY_CPU))
			a->shape[k] = -1;
	}
}

static void
model_fits(const struct cluster *c, struct answer *a)
{
	bool apart = c->way == WAY_VGPU && c->ask.local_first;
	int64_t gpu, rest;

	rest = model_sum(c, a, c->way == WAY_CPU ? CPU : apart ? CPU : GPU,
	    MEM);
	a->fits = rest == -1 ? 0 : rest;
	if (apart) {
		gpu = model_sum(c, a, GPU, GPU);
		if (gpu != -1 && (rest == -1 || gpu < rest))
			a->fits = gpu;
	}
	if (c->way != WAY_CPU && !c->ask.want && a->shape[GPU] == 0)
		a->fits = 0;
}

/* The first nodes of an order, or where so many of the wanted shape go. */
static void
model_nodes(const struct cluster *c, struct answer *a, const int *order,
    int from, int to)
{
	int64_t left = c->ask.instances, n;
	size_t at = strlen(a->nodes), begin = at;
	int i;

	for (i = 0; i < a->n && left > 0; i++) {
		n = c->ask.want ? model_holds(c, order[i], a->shape, from,
		    to) : 1;
		if (n <= 0)
			continue;
		if (n > left)
			n = left;
		left -= n;
		at += (size_t)snprintf(a->nodes + at, TEXT - at, "%s%s",
		    at > begin ? "," : "", c->record[order[i]].name);
		if (n > 1)
			at += (size_t)snprintf(a->nodes + at, TEXT - at,
			    "*%lld", (long long)n);
	}
}

/* Answers for a model; "" with cpu.  False: no node qualifies. */
static bool
model_answer(const struct cluster *c, const char *name, struct answer *a)
{
	bool apart = c->way == WAY_VGPU && c->ask.local_first;
	bool gpus, rest;

	model_rank(c, a, name);
	if (a->n == 0)
		return false;
	model_shape(c, a);
	model_fits(c, a);
	a->nodes[0] = '\0';
	gpus = !c->ask.want || a->shape[GPU] > 0;
	rest = !c->ask.want || a->shape[CPU] > 0 || a->shape[MEM] > 0;
	if (!apart) {
		model_nodes(c, a, a->order, c->way == WAY_CPU ? CPU : GPU,
		    MEM);
		return true;
	}
	if (gpus)
		model_nodes(c, a, a->gpu_order, GPU, GPU);
	if (gpus && rest)
		strlcat(a->nodes, "+", sizeof(a->nodes));
	if (rest)
		model_nodes(c, a, a->order, CPU, MEM);
	return true;
}

#endif
