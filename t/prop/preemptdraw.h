/*
 * preemptdraw: plans drawn at random, and how they stand in files.
 */
#ifndef PREEMPTDRAW_H
#define PREEMPTDRAW_H

#include "preemptmodel.h"

#define ONE_OF(a) ((a)[random_below((int)(sizeof(a) / sizeof((a)[0])))])

static void
draw_item(struct plan *p, struct item *j)
{
	static const int64_t contract[] = { 60, 900, 3600, 86400 };
	static const int sizes[] = { 1, 1, 2, 4, 8 };

	memset(j, 0, sizeof(*j));
	j->number = p->jobs;
	j->leaf = random_once(4) ? NO_GROUP : ONE_OF(leaves);
	j->min_runtime = j->leaf == NO_GROUP ? 0 : ONE_OF(contract);
	j->gpu = ONE_OF(sizes);
	j->instances = random_once(3) ? 1 + random_below(GANG) : 1;
	j->debug = j->leaf != NO_GROUP && gpus(j) <= 2 &&
	    j->min_runtime <= 900;
	j->in_p = random_once(5);
	j->created = random_below(1000);
}

/* Adds a running job, if there is room where it is to be. */
static void
draw_running(struct plan *p)
{
	struct item *j = &p->job[p->jobs];
	int k, g;

	draw_item(p, j);
	j->runs = true;
	j->started = NOW - 1 - (random_once(2) ? random_below(4000) :
	    random_below(40000));
	for (k = 0; k < j->instances; k++) {
		j->at[k] = random_below(p->nodes);
		if (p->node[j->at[k]].free < j->gpu)
			break;
		p->node[j->at[k]].free -= j->gpu;
	}
	if (k < j->instances) {
		while (k-- > 0)
			p->node[j->at[k]].free += j->gpu;
		return;
	}
	p->jobs++;
	for (g = j->leaf; g != NO_GROUP; g = group_parent[g]) {
		p->running[g] += gpus(j);
		p->used[g] += gpus(j) * (NOW - j->started);
		if (protects(j))
			p->used[g] += kept(j) - gpus(j) * (NOW - j->started);
	}
}

static void
draw_waiting(struct plan *p)
{
	struct item *j = &p->job[p->jobs++];
	int g;

	draw_item(p, j);
	j->number = p->jobs - 1;
	for (g = j->leaf; g != NO_GROUP; g = group_parent[g])
		if (j->created < p->queued[g])
			p->queued[g] = j->created;
}

/* Nodes that a job of a group may have reserved before: none of *taken. */
static void
draw_reserved(struct plan *p, struct item *j, unsigned *taken)
{
	if (j->leaf == NO_GROUP)
		return;
	j->reserved = (unsigned)random_below(1 << p->nodes) & ~*taken;
	*taken |= j->reserved;
	j->until = NOW + (random_once(3) ? 0 : random_below(2000) - 500);
}

static void
draw_plan(struct plan *p, int waiting)
{
	int i;

	memset(p, 0, sizeof(*p));
	p->deserved = random_once(2);
	p->lane = random_once(3);
	for (i = 0; i < GROUPS; i++) {
		p->weight[i] = random_below(4);
		p->queued[i] = INT64_MAX;
	}
	p->weight[A] += p->weight[A] + p->weight[B] + p->weight[C] == 0;
	p->weight[X] += p->weight[X] + p->weight[Y] == 0;
	p->nodes = 1 + random_below(NODES);
	for (i = 0; i < p->nodes; i++) {
		p->node[i].total = p->node[i].free = 2 << random_below(3);
		p->node[i].ready = !random_once(8);
		p->node[i].in_p = random_once(2);
		p->capacity += p->node[i].total;
	}
	for (i = 0; i < JOBS - waiting; i++)
		draw_running(p);
	for (i = 0; i < waiting; i++)
		draw_waiting(p);
}

static void
put_nodes(const struct plan *p, struct buf *b)
{
	int i;

	b->n = 0;
	buf_str(b, "node\tgpu_total\tstate\tpool\n");
	for (i = 0; i < p->nodes; i++) {
		buf_char(b, 'n');
		buf_i64(b, i);
		buf_char(b, '\t');
		buf_i64(b, p->node[i].total);
		buf_str(b, p->node[i].ready ? "\tready\t" : "\tdrain\t");
		buf_str(b, p->node[i].in_p ? "p\n" : "-\n");
	}
	buf_char(b, '\0');
}

static void
put_budgets(const struct plan *p, struct buf *b)
{
	int i;

	b->n = 0;
	buf_str(b, "group\tshare\n");
	for (i = 0; i < GROUPS; i++) {
		buf_str(b, group_path[i]);
		buf_char(b, '\t');
		buf_i64(b, p->weight[i]);
		buf_char(b, '\n');
	}
	buf_char(b, '\0');
}

static void
put_item(const struct item *j, struct buf *b)
{
	const int64_t number[] = { j->created, j->instances, j->gpu,
	    j->min_runtime };
	size_t i;
	int k;

	buf_char(b, 'j');
	buf_i64(b, j->number);
	buf_str(b, j->runs ? "\trunning\t" : "\tpending\t");
	buf_str(b, j->leaf == NO_GROUP ? "-" : group_path[j->leaf]);
	buf_str(b, j->in_p ? "\tp" : "\t-");
	for (i = 0; i < sizeof(number) / sizeof(number[0]); i++) {
		buf_char(b, '\t');
		buf_i64(b, number[i]);
	}
	buf_char(b, '\t');
	for (k = 0; j->runs && k < j->instances; k++) {
		buf_str(b, k > 0 ? ",n" : "n");
		buf_i64(b, j->at[k]);
	}
	buf_str(b, j->runs ? "\t" : "-\t-");
	if (j->runs)
		buf_i64(b, j->started);
	buf_char(b, '\t');
	for (k = 0, i = b->n; k < NODES; k++)
		if ((j->reserved & 1U << k) != 0) {
			buf_str(b, b->n > i ? ",n" : "n");
			buf_i64(b, k);
		}
	if (j->reserved != 0) {
		buf_char(b, '@');
		buf_i64(b, j->until);
	}
	buf_str(b, "\tkept\n");
}

/* The records, in the order of place[]. */
static void
put_items(const struct plan *p, const int *place, struct buf *b)
{
	int i;

	b->n = 0;
	buf_str(b, "job\tstate\tgroup\tpool\tcreated\tinstances\tgpu\t"
	    "min_runtime\tnodes\tstarted\treserved\tx\n");
	for (i = 0; i < p->jobs; i++)
		put_item(&p->job[place[i]], b);
	buf_char(b, '\0');
}

#endif
