/*
 * preemptmodel: small clusters with budgets, drawn at random, and who is
 * stopped on them by the rules, worked out slowly.
 *
 * All amounts are whole GPUs.  The groups are a, b with b/x and b/y, and c.
 */
#ifndef PREEMPTMODEL_H
#define PREEMPTMODEL_H

#include <stdint.h>

#include "buf.h"
#include "random.h"

__extension__ typedef __int128 wide;

enum { A, B, C, X, Y, GROUPS, NO_GROUP = -1 };
enum { NODES = 5, JOBS = 24, GANG = 3, NOW = 100000, CAP = 8 * 3600 };

static const char *const group_path[GROUPS] = { "a", "b", "c", "b/x", "b/y" };
static const int group_parent[GROUPS] = { NO_GROUP, NO_GROUP, NO_GROUP, B, B };
static const int leaves[] = { A, X, Y, C };

struct machine {
	int total, free;
	bool ready, in_p;
};

struct item {
	int number;		/* of its id */
	int leaf;		/* NO_GROUP: unallocated */
	bool runs, stopped;
	bool debug;		/* the lane's */
	bool in_p;		/* it asks for the pool p */
	int instances, gpu;
	int at[GANG];
	int64_t started, min_runtime, created;
	unsigned reserved;	/* bits of nodes that are kept for it */
	int64_t until;		/* and until when */
};

struct plan {
	bool deserved, lane;
	int64_t weight[GROUPS];
	int64_t used[GROUPS];	/* and committed */
	int64_t running[GROUPS];
	int64_t queued[GROUPS];
	int capacity;
	struct machine node[NODES];
	int nodes;
	struct item job[JOBS];
	int jobs;
};

static int
gpus(const struct item *j)
{
	return j->instances * j->gpu;
}

static int64_t
kept(const struct item *j)
{
	return (j->min_runtime < CAP ? j->min_runtime : CAP) * gpus(j);
}

static bool
protects(const struct item *j)
{
	return j->leaf != NO_GROUP &&
	    j->started + kept(j) / gpus(j) > NOW;
}

static bool
may_use(const struct item *j, const struct machine *n)
{
	return n->ready && (!j->in_p || n->in_p);
}

/* Takes a job off its nodes (sign 1), or puts it back. */
static void
lift(struct plan *p, const struct item *j, int sign)
{
	int k, g;

	for (k = 0; k < j->instances; k++)
		p->node[j->at[k]].free += sign * j->gpu;
	for (g = j->leaf; g != NO_GROUP; g = group_parent[g])
		p->running[g] -= sign * gpus(j);
}

static bool
can_place(const struct plan *p, const struct item *j)
{
	int n = 0, i;

	for (i = 0; i < p->nodes; i++)
		if (may_use(j, &p->node[i]))
			n += p->node[i].free / j->gpu;
	return n >= j->instances;
}

/* norm_share of a leaf, as a fraction. */
static void
norm(const struct plan *p, int leaf, wide *above, wide *below)
{
	const int64_t *w = p->weight;

	*above = w[leaf];
	*below = leaf == X || leaf == Y ? w[X] + w[Y] : w[A] + w[B] + w[C];
	if (leaf == X || leaf == Y) {
		*above *= w[B];
		*below *= w[A] + w[B] + w[C];
	}
}

/* running - claim, its sign alone. */
static int
against_claim(const struct plan *p, int leaf)
{
	wide above, below, d;

	norm(p, leaf, &above, &below);
	d = p->running[leaf] * below - p->capacity * above;
	return (d > 0) - (d < 0);
}

static int
claims(const struct plan *p, int m, int l)
{
	wide am, bm, al, bl, d;

	norm(p, m, &am, &bm);
	norm(p, l, &al, &bl);
	d = p->running[m] * bm * al - p->running[l] * bl * am;
	return (d > 0) - (d < 0);
}

/* Whether a group is promised anything: it weighs, and so does its parent. */
static bool
weighs(const struct plan *p, int g)
{
	return p->weight[g] > 0 && (group_parent[g] == NO_GROUP ||
	    p->weight[group_parent[g]] > 0);
}

/* Had over weight, more_b being added to b's: a number, 0/0, x/0 ascend. */
static int
ratios(const struct plan *p, int a, int b, int64_t more_b)
{
	wide had_a = p->used[a], had_b = p->used[b] + more_b, d;
	int ka = weighs(p, a) ? 0 : had_a == 0 ? 1 : 2;
	int kb = weighs(p, b) ? 0 : had_b == 0 ? 1 : 2;

	d = ka != kb ? ka - kb : ka > 0 ? 0 :
	    had_a * p->weight[b] - had_b * p->weight[a];
	return (d > 0) - (d < 0);
}

static void
part_ways(int *a, int *b)
{
	if (group_parent[*a] == group_parent[*b])
		return;
	if (group_parent[*a] != NO_GROUP)
		*a = group_parent[*a];
	if (group_parent[*b] != NO_GROUP)
		*b = group_parent[*b];
}

static bool
strictly_behind(const struct plan *p, int m, int l, const struct item *j)
{
	if (m == l)
		return false;
	part_ways(&m, &l);
	return ratios(p, m, l, kept(j)) > 0;
}

/* The rules: 4 of V, F, and the published one. */
static bool
allowed(struct plan *p, const struct item *i, const struct item *j)
{
	const int m = i->leaf, l = j->leaf;
	bool stays;

	if (!i->runs || i->stopped || protects(i))
		return false;
	if (m == NO_GROUP)
		return true;
	if (p->lane && j->debug && !i->debug) {
		p->running[m] -= gpus(i);
		stays = against_claim(p, m) >= 0;
		p->running[m] += gpus(i);
		if (m == l || stays)
			return true;
	}
	if (!p->deserved)
		return strictly_behind(p, m, l, j);
	return m != l && against_claim(p, m) > 0 && claims(p, m, l) >= 0 &&
	    (against_claim(p, l) < 0 || strictly_behind(p, m, l, j));
}

static int
tree_order(const struct plan *p, int a, int b)
{
	int c;

	if (a == b)
		return 0;
	part_ways(&a, &b);
	if ((c = ratios(p, a, b, 0)) != 0)
		return c;
	if (p->queued[a] != p->queued[b])
		return p->queued[a] < p->queued[b] ? -1 : 1;
	return strcmp(group_path[a], group_path[b]);
}

/* Whether i runs where j may. */
static bool
in_the_way(const struct plan *p, const struct item *i, const struct item *j)
{
	int k;

	for (k = 0; k < i->instances; k++)
		if (may_use(j, &p->node[i->at[k]]))
			return true;
	return false;
}

/* Whether i is taken before k. */
static bool
sooner(const struct plan *p, const struct item *i, const struct item *k)
{
	char a[16], b[16];
	int c;

	if ((i->leaf == NO_GROUP) != (k->leaf == NO_GROUP))
		return i->leaf == NO_GROUP;
	if (gpus(i) != gpus(k))
		return gpus(i) < gpus(k);
	if (i->leaf != NO_GROUP && (c = tree_order(p, i->leaf, k->leaf)) != 0)
		return c > 0;
	if (i->started != k->started)
		return i->started > k->started;
	snprintf(a, sizeof(a), "j%d", i->number);
	snprintf(b, sizeof(b), "j%d", k->number);
	return strcmp(a, b) < 0;
}

/* Stops whom the rules stop for j; they are marked, and lifted. */
static void
stop_for(struct plan *p, const struct item *j)
{
	struct item *taken[JOBS], *best;
	bool looked[JOBS] = { false };
	int n = 0, i;

	while (!can_place(p, j)) {
		for (best = NULL, i = 0; i < p->jobs; i++)
			if (p->job[i].runs && !looked[i] && (best == NULL ||
			    sooner(p, &p->job[i], best)))
				best = &p->job[i];
		if (best == NULL)
			break;
		looked[best - p->job] = true;
		if (!in_the_way(p, best, j) || !allowed(p, best, j))
			continue;
		best->stopped = true;
		lift(p, best, 1);
		taken[n++] = best;
	}
	if (can_place(p, j))
		while (n-- > 0) {
			lift(p, taken[n], -1);
			taken[n]->stopped = !can_place(p, j);
			if (taken[n]->stopped)
				lift(p, taken[n], 1);
		}
	else
		while (n-- > 0) {
			lift(p, taken[n], -1);
			taken[n]->stopped = false;
		}
}

#endif
