#include "window.h"

#include <stdlib.h>
#include <string.h>

#include "column.h"
#include "mem.h"
#include "num.h"
#include "vec.h"

__extension__ typedef __int128 window_wide;

enum { FEW = 1024 };	/* bends for which there is room at least */

/* A line: how high it is at an instant, and how steep from there on. */
struct window_line {
	window_wide area;
	int64_t at_s, gpus_m;
	size_t next;		/* the bend that comes next */
};

struct window_leaf {
	struct column at_s, gpus_m;	/* bends: so many more from then on */
	size_t n, cap;
	struct window_line now, edge;
	int64_t protected_m;	/* GPUs that are, and times until when */
	window_wide until;
};

struct window_end {
	int64_t until_s, gpus_m;
	size_t leaf;
};

static void
set_bend(struct window_leaf *l, size_t i, int64_t at_s, int64_t gpus_m)
{
	column_set(&l->at_s, i, at_s, l->cap);
	column_set(&l->gpus_m, i, gpus_m, l->cap);
}

static void
bend(struct window *w, size_t leaf, int64_t gpus_m, int64_t at_s)
{
	struct window_leaf *l = &w->leaf[leaf];
	const size_t had = l->cap;
	size_t i;

	if (l->n == had) {
		l->cap = had < FEW ? FEW : 2 * had;
		column_resize(&l->at_s, had, l->cap);
		column_resize(&l->gpus_m, had, l->cap);
	}
	/* Those of the past come in any order; later ones stand right. */
	for (i = l->n++; i > l->now.next &&
	    column_get(&l->at_s, i - 1) > at_s; i--)
		set_bend(l, i, column_get(&l->at_s, i - 1),
		    column_get(&l->gpus_m, i - 1));
	set_bend(l, i, at_s, gpus_m);
}

/* Takes the first end out of the heap. */
static struct window_end
pop(struct window *w)
{
	struct window_end first = w->end[0], v = w->end[--w->n];
	size_t i, c;

	for (i = 0; (c = 2 * i + 1) < w->n; i = c) {
		c += c + 1 < w->n &&
		    w->end[c + 1].until_s < w->end[c].until_s;
		if (w->end[c].until_s >= v.until_s)
			break;
		w->end[i] = w->end[c];
	}
	w->end[i] = v;
	return first;
}

static void
protect(struct window *w, size_t leaf, int64_t gpus_m, int64_t until_s)
{
	w->leaf[leaf].protected_m += gpus_m;
	w->leaf[leaf].until += (window_wide)gpus_m * until_s;
}

static void
protect_until(struct window *w, size_t leaf, int64_t gpus_m,
    int64_t until_s)
{
	size_t i, up;

	protect(w, leaf, gpus_m, until_s);
	w->end = VEC_MORE(w->end, w->n, w->cap);
	for (i = w->n++; i > 0 &&
	    w->end[up = (i - 1) / 2].until_s > until_s; i = up)
		w->end[i] = w->end[up];
	w->end[i] = (struct window_end){ until_s, gpus_m, leaf };
}

void
window_init(struct window *w, struct usage *u)
{
	struct usage_span span;
	size_t k;

	memset(w, 0, sizeof(*w));
	w->usage = u;
	w->leaf = mem_zero(u->budgets->n, sizeof(*w->leaf));
	usage_sum(u);
	for (k = 0; k < u->n; k++)
		if (usage_span(u, k, &span)) {
			bend(w, span.leaf, span.gpus_m, span.from_s);
			bend(w, span.leaf, -span.gpus_m, span.until_s);
		}
}

void
window_start(struct window *w, const struct jobs *jobs, size_t i,
    int64_t from_s)
{
	const int64_t leaf = usage_leaf(w->usage, jobs, i);
	const int64_t gpus_m = job_gpus_m(&jobs->job[i]);

	if (leaf == BUDGET_NONE)
		return;
	bend(w, (size_t)leaf, gpus_m, from_s);
	protect_until(w, (size_t)leaf, gpus_m,
	    usage_protected_s(&w->usage->o, jobs, i));
}

void
window_stop(struct window *w, const struct jobs *jobs, size_t i)
{
	const int64_t leaf = usage_leaf(w->usage, jobs, i);
	const int64_t gpus_m = job_gpus_m(&jobs->job[i]);
	const int64_t ended_s = job_number(jobs, i, JOB_ENDED);
	int64_t until_s;

	if (leaf == BUDGET_NONE)
		return;
	bend(w, (size_t)leaf, -gpus_m, ended_s);
	until_s = usage_protected_s(&w->usage->o, jobs, i);
	if (until_s > ended_s)
		protect_until(w, (size_t)leaf, -gpus_m, until_s);
}

/* Goes along a line up to an instant. */
static void
advance(struct window_line *l, const struct window_leaf *leaf, int64_t to_s)
{
	int64_t at_s;

	while (l->next < leaf->n &&
	    (at_s = column_get(&leaf->at_s, l->next)) <= to_s) {
		l->area += (window_wide)l->gpus_m * (at_s - l->at_s);
		l->at_s = at_s;
		l->gpus_m += column_get(&leaf->gpus_m, l->next++);
	}
	if (to_s > l->at_s) {
		l->area += (window_wide)l->gpus_m * (to_s - l->at_s);
		l->at_s = to_s;
	}
}

/* Forgets bends that both lines have passed. */
static void
forget(struct window_leaf *l)
{
	size_t k = l->edge.next;

	if (k < FEW || 2 * k < l->n)
		return;
	column_drop(&l->at_s, k, l->n);
	column_drop(&l->gpus_m, k, l->n);
	l->n -= k;
	l->now.next -= k;
	l->edge.next = 0;
}

static int64_t
clamp(window_wide v)
{
	return v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

void
window_sum(struct window *w, int64_t now_s, struct usage_group *group)
{
	struct usage_group *g, *up;
	struct window_leaf *l;
	struct window_end e;
	size_t i;

	while (w->n > 0 && w->end[0].until_s <= now_s) {
		e = pop(w);
		protect(w, e.leaf, -e.gpus_m, e.until_s);
	}
	memset(group, 0, w->usage->budgets->n * sizeof(*group));
	for (i = w->usage->budgets->n; i-- > 0;) {
		l = &w->leaf[i];
		g = &group[i];
		advance(&l->now, l, now_s);
		advance(&l->edge, l, now_s - w->usage->o.window_s);
		forget(l);
		g->used = num_add_sat(g->used, clamp(l->now.area -
		    l->edge.area));
		g->running_m = num_add_sat(g->running_m, l->now.gpus_m);
		g->committed = num_add_sat(g->committed, clamp(l->until -
		    (window_wide)l->protected_m * now_s));
		if (i == BUDGET_ROOT)
			break;
		/* Parents stand before their children. */
		up = &group[w->usage->budgets->group[i].parent];
		up->used = num_add_sat(up->used, g->used);
		up->committed = num_add_sat(up->committed, g->committed);
		up->running_m = num_add_sat(up->running_m, g->running_m);
	}
}

bool
window_rests(const struct window *w, int64_t now_s)
{
	const struct window_leaf *l = w->leaf;

	for (; l < w->leaf + w->usage->budgets->n; l++)
		if (l->n > 0 && column_get(&l->at_s, l->n - 1) >
		    now_s - w->usage->o.window_s)
			return false;
	return true;
}

void
window_queued(struct usage *u, const struct jobs *jobs, const uint32_t *leaf)
{
	struct usage_group *g = u->group;
	const struct job *j;
	size_t k, i;

	for (i = 0; i < u->budgets->n; i++)
		g[i].queued_s = INT64_MAX;
	for (k = 0; k < jobs->n; k++) {
		j = &jobs->job[k];
		if (leaf[k] != BUDGET_ROOT && (job_waits(j) ?
		    (j->has & JOB_BIT(JOB_ENDED)) == 0 ||
		    job_number(jobs, k, JOB_ENDED) < u->o.now_s :
		    j->state == JOB_RUNNING &&
		    job_number(jobs, k, JOB_STARTED) >= u->o.now_s))
			g[leaf[k]].queued_s = num_min(g[leaf[k]].queued_s,
			    job_queued_s(jobs, k));
	}
	for (i = u->budgets->n; i-- > 1;)
		g[u->budgets->group[i].parent].queued_s = num_min(
		    g[u->budgets->group[i].parent].queued_s, g[i].queued_s);
}

void
window_free(struct window *w)
{
	size_t i;

	for (i = 0; w->usage != NULL && i < w->usage->budgets->n; i++) {
		column_free(&w->leaf[i].at_s);
		column_free(&w->leaf[i].gpus_m);
	}
	free(w->leaf);
	free(w->end);
}
