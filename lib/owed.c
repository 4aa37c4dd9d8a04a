#include "owed.h"

#include <stdbool.h>
#include <stdlib.h>

#include "hourly.h"
#include "mem.h"

enum { AHEAD = 16 };	/* runs that are fetched before their turn */

/* The hours of the group that is gathered at a depth. */
struct level {
	struct hourly hourly;	/* from its first use on */
	bool some;		/* anything was used, or asked for */
};

struct owed {
	struct usage *usage;
	int64_t capacity_m;
	size_t *run;		/* runs, those of a leaf together */
	size_t *end;		/* by group: where its runs end in run[] */
	struct level level[BUDGET_DEPTH + 1];
};

/* The hours of a group's depth, with something in them from now on. */
static struct hourly *
begin(struct owed *o, const struct budget *b)
{
	const struct usage_options *u = &o->usage->o;
	struct level *l = &o->level[b->depth];

	if (l->hourly.used == NULL)
		hourly_init(&l->hourly, u->now_s - u->window_s, u->now_s);
	if (!l->some)
		hourly_clear(&l->hourly);
	l->some = true;
	return &l->hourly;
}

/* Spreads over the hours what a leaf's runs used, and what they asked for. */
static void
spread(struct owed *o, size_t leaf)
{
	const struct usage *u = o->usage;
	const struct usage_run *r;
	struct hourly *h;
	size_t i;

	for (i = o->end[leaf - 1]; i < o->end[leaf]; i++) {
		if (i + AHEAD < u->n)
			__builtin_prefetch(&u->run[o->run[i + AHEAD]]);
		r = &u->run[o->run[i]];
		h = begin(o, &u->budgets->group[leaf]);
		hourly_use(h, r->started_s, r->ended_s, r->gpus_m);
		hourly_ask(h, r->asked_s, r->waits ? h->until_s : r->ended_s,
		    r->gpus_m);
	}
}

/* Ends a group, once those below it have ended: it counts in its parent. */
static void
end_group(struct owed *o, size_t i)
{
	const struct budget *group = o->usage->budgets->group, *b = &group[i];
	struct usage_group *g = &o->usage->group[i];
	struct level *l = &o->level[b->depth];

	if (!l->some)
		return;
	hourly_owe(&l->hourly, b, o->capacity_m, &g->owed, &g->delivered);
	if (b->parent != BUDGET_ROOT)
		hourly_add(begin(o, &group[b->parent]), &l->hourly);
	l->some = false;
}

/* The first leaf in or below a group. */
static size_t
first_leaf(const struct budget *group, size_t i)
{
	while (group[i].child != 0)
		i = group[i].child;
	return i;
}

/* Puts the runs of one leaf together. */
static void
sort_runs(struct owed *o)
{
	const struct usage *u = o->usage;
	size_t i;

	o->end = mem_zero(u->budgets->n + 1, sizeof(*o->end));
	o->run = mem_array(u->n, sizeof(*o->run));
	for (i = 0; i < u->n; i++)
		o->end[u->run[i].leaf + 1]++;
	for (i = 0; i < u->budgets->n; i++)
		o->end[i + 1] += o->end[i];
	for (i = 0; i < u->n; i++)
		o->run[o->end[u->run[i].leaf]++] = i;
}

void
owed_sum(struct usage *u, int64_t capacity_m)
{
	const struct budget *group = u->budgets->group;
	struct owed o = { .usage = u, .capacity_m = capacity_m };
	size_t i;

	usage_sum(u);
	sort_runs(&o);
	for (i = first_leaf(group, BUDGET_ROOT); i != BUDGET_ROOT;
	    i = group[i].next != 0 ? first_leaf(group, group[i].next) :
	    group[i].parent) {
		if (group[i].child == 0)
			spread(&o, i);
		end_group(&o, i);
	}
	for (i = 0; i <= BUDGET_DEPTH; i++)
		hourly_free(&o.level[i].hourly);
	free(o.end);
	free(o.run);
}

int64_t
owed_m(const struct budget *b, ratio_wide area)
{
	const ratio_wide m = area / (ratio_wide)b->norm_of;

	return m > INT64_MAX ? INT64_MAX : (int64_t)m;
}
