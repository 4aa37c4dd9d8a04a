#include "share.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"
#include "quant.h"
#include "ratio.h"

void
share_init(struct share *s, struct usage *u, const struct jobs *jobs,
    int64_t capacity_m, bool deserved, const struct lane *lane)
{
	int64_t leaf;
	size_t i;

	s->budgets = u->budgets;
	s->group = u->group;
	s->o = &u->o;
	s->capacity_m = capacity_m;
	s->deserved = deserved;
	s->leaf = mem_array(jobs->n, sizeof(*s->leaf));
	s->in_lane = lane == NULL || lane->n == 0 ? NULL :
	    mem_zero(jobs->n, sizeof(*s->in_lane));
	for (i = 0; i < jobs->n; i++) {
		leaf = usage_leaf(u, jobs, i);
		s->leaf[i] = leaf == BUDGET_NONE ? BUDGET_ROOT :
		    (uint32_t)leaf;
		if (s->in_lane != NULL)
			s->in_lane[i] = s->leaf[i] != BUDGET_ROOT &&
			    lane_has(lane, jobs, i);
	}
}

static int64_t
key(const struct share *s, size_t g)
{
	return num_add_sat(s->group[g].used, s->group[g].committed);
}

/* A number is before 0/0, and that is before x/0. */
static int
kind(const struct share *s, size_t g, int64_t had)
{
	return s->budgets->group[g].norm > 0 ? 0 : had == 0 ? 1 : 2;
}

/* Two groups with the same parent, by their ratios alone. */
static int
ratios_cmp(const struct share *s, size_t a, size_t b)
{
	const int64_t share_a = s->budgets->group[a].share_m;
	const int64_t share_b = s->budgets->group[b].share_m;
	const int64_t had_a = key(s, a), had_b = key(s, b);
	const int ka = kind(s, a, had_a), kb = kind(s, b, had_b);

	if (ka != kb || ka != 0)
		return ka - kb;
	return ratio_cmp((ratio_wide)had_a * (ratio_wide)share_b,
	    (ratio_wide)had_b * (ratio_wide)share_a);
}

static int
sibling_cmp(const struct share *s, size_t a, size_t b)
{
	int c;

	if ((c = ratios_cmp(s, a, b)) != 0 || (c = num_cmp(
	    s->group[a].queued_s, s->group[b].queued_s)) != 0)
		return c;
	return text_cmp(s->budgets->group[a].name, s->budgets->group[b].name);
}

/* Goes up to where the paths part: two siblings. */
static void
part(const struct share *s, size_t *a, size_t *b)
{
	const struct budget *g = s->budgets->group;

	while (g[*a].depth > g[*b].depth)
		*a = g[*a].parent;
	while (g[*b].depth > g[*a].depth)
		*b = g[*b].parent;
	while (g[*a].parent != g[*b].parent) {
		*a = g[*a].parent;
		*b = g[*b].parent;
	}
}

int
share_tree_cmp(const struct share *s, size_t a, size_t b)
{
	if (a == b)
		return 0;
	part(s, &a, &b);
	return sibling_cmp(s, a, b);
}

bool
share_below(const struct share *s, size_t leaf)
{
	const struct budget *g = &s->budgets->group[leaf];

	return (ratio_wide)s->group[leaf].running_m *
	    (ratio_wide)g->norm_of < (ratio_wide)s->capacity_m *
	    (ratio_wide)g->norm;
}

int
share_claim_cmp(const struct share *s, size_t a, size_t b)
{
	const struct budget *x = &s->budgets->group[a];
	const struct budget *y = &s->budgets->group[b];

	return ratio_frac_cmp((ratio_wide)s->group[a].running_m *
	    (ratio_wide)x->norm_of, (ratio_wide)x->norm,
	    (ratio_wide)s->group[b].running_m *
	    (ratio_wide)y->norm_of, (ratio_wide)y->norm);
}

int
share_cmp(const struct share *s, size_t a, size_t b)
{
	bool below_a, below_b;
	int c;

	if (s->deserved) {
		below_a = share_below(s, a);
		below_b = share_below(s, b);
		if (below_a != below_b)
			return below_a ? -1 : 1;
		if (below_a && (c = share_claim_cmp(s, a, b)) != 0)
			return c;
	}
	return share_tree_cmp(s, a, b);
}

/* A leaf and how it is sorted. */
struct ranked {
	const struct share *share;
	size_t leaf;
};

static int
ranked_cmp(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return share_cmp(x->share, x->leaf, y->leaf);
}

static int
excess_cmp(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return share_tree_cmp(x->share, y->leaf, x->leaf);
}

/* By group, the place of a leaf among all, from 1 on; the root's is last. */
static uint32_t *
rank_leaves(const struct share *s, int (*cmp)(const void *, const void *))
{
	struct ranked *r = mem_array(s->budgets->n, sizeof(*r));
	uint32_t *rank = mem_zero(s->budgets->n, sizeof(*rank));
	size_t n = 0, i;

	for (i = 1; i < s->budgets->n; i++)
		if (s->budgets->group[i].child == 0)
			r[n++] = (struct ranked){ s, i };
	qsort(r, n, sizeof(*r), cmp);
	rank[BUDGET_ROOT] = (uint32_t)n + 1;
	for (i = 0; i < n; i++)
		rank[r[i].leaf] = (uint32_t)i + 1;
	free(r);
	return rank;
}

uint32_t *
share_ranks(const struct share *s, size_t jobs)
{
	uint32_t *of_leaf = rank_leaves(s, ranked_cmp);
	uint32_t *rank = mem_array(jobs, sizeof(*rank));
	const uint32_t last = of_leaf[BUDGET_ROOT];
	size_t i;

	for (i = 0; i < jobs; i++)
		rank[i] = of_leaf[s->leaf[i]] + (share_lane(s, i) ? 0 : last);
	free(of_leaf);
	return rank;
}

uint32_t *
share_excess(const struct share *s)
{
	uint32_t *rank = rank_leaves(s, excess_cmp);

	rank[BUDGET_ROOT] = 0;
	return rank;
}

/* -1, 0 or 1: what the leaf runs, but for less_m, against its claim. */
static int
against_claim(const struct share *s, size_t leaf, int64_t less_m)
{
	const struct budget *g = &s->budgets->group[leaf];

	return ratio_cmp((ratio_wide)num_max(0, s->group[leaf].running_m -
	    less_m) * (ratio_wide)g->norm_of, (ratio_wide)s->capacity_m *
	    (ratio_wide)g->norm);
}

bool
share_above(const struct share *s, size_t leaf)
{
	return against_claim(s, leaf, 0) > 0;
}

bool
share_reaches(const struct share *s, size_t leaf, int64_t less_m)
{
	return against_claim(s, leaf, less_m) >= 0;
}

int64_t
share_kept_m(const struct share *s, const struct jobs *jobs, size_t i)
{
	return num_mul_sat(job_gpus_m(&jobs->job[i]), num_min(s->o->cap_s,
	    job_number(jobs, i, JOB_MIN_RUNTIME)));
}

bool
share_behind(const struct share *s, size_t a, size_t b,
    const struct jobs *jobs, size_t i)
{
	int64_t had_a, had_b, share_a, share_b;
	int ka, kb;

	if (a == b)
		return false;
	part(s, &a, &b);
	had_a = key(s, a);
	had_b = num_add_sat(key(s, b), share_kept_m(s, jobs, i));
	share_a = s->budgets->group[a].share_m;
	share_b = s->budgets->group[b].share_m;
	ka = kind(s, a, had_a);
	kb = kind(s, b, had_b);
	if (ka != kb)
		return ka > kb;
	return ka == 0 && (ratio_wide)had_a * (ratio_wide)share_b >
	    (ratio_wide)had_b * (ratio_wide)share_a;
}

void
share_stop(struct share *s, const struct jobs *jobs, size_t i, int sign)
{
	int64_t gpus_m = job_gpus_m(&jobs->job[i]);
	size_t g;

	for (g = s->leaf[i]; g != BUDGET_ROOT;
	    g = s->budgets->group[g].parent)
		s->group[g].running_m = num_move_sat(s->group[g].running_m,
		    sign * gpus_m);
}

void
share_commit(struct share *s, const struct jobs *jobs, size_t i, int sign)
{
	int64_t kept_m = share_kept_m(s, jobs, i);
	size_t g;

	share_stop(s, jobs, i, sign);
	for (g = s->leaf[i]; g != BUDGET_ROOT;
	    g = s->budgets->group[g].parent)
		s->group[g].committed = num_move_sat(s->group[g].committed,
		    sign * kept_m);
}

void
share_put_ratio(const struct share *s, size_t group, struct buf *out)
{
	const struct budget *g = &s->budgets->group[group];

	ratio_put(out, (ratio_wide)key(s, group) * (ratio_wide)g->norm_of,
	    (ratio_wide)num_mul_sat(s->capacity_m, s->o->window_s) *
	    (ratio_wide)g->norm);
}

static void
put_side(const struct share *s, size_t g, struct buf *out)
{
	text_safe(out, s->budgets->group[g].path);
	buf_char(out, ' ');
	share_put_ratio(s, g, out);
}

/* `nlp runs 12 of 20 gpu`: its claim. */
static void
put_claim(const struct share *s, size_t g, struct buf *out)
{
	text_safe(out, s->budgets->group[g].path);
	buf_str(out, " runs ");
	quant_put_count(out, s->group[g].running_m);
	buf_str(out, " of ");
	quant_put_count(out, budget_part(&s->budgets->group[g],
	    s->capacity_m));
	buf_str(out, " gpu");
}

void
share_explain(const struct share *s, size_t a, size_t b, struct buf *out)
{
	bool below = s->deserved && share_below(s, a);

	if (below && (!share_below(s, b) || share_claim_cmp(s, a, b) != 0)) {
		put_claim(s, a, out);
		buf_str(out, ", ");
		put_claim(s, b, out);
		return;
	}
	part(s, &a, &b);
	put_side(s, a, out);
	buf_str(out, ", ");
	put_side(s, b, out);
	if (a != b && ratios_cmp(s, a, b) == 0)
		buf_str(out, s->group[a].queued_s != s->group[b].queued_s ?
		    ", queued earlier" : ", by name");
}

void
share_free(struct share *s)
{
	free(s->leaf);
	free(s->in_lane);
	memset(s, 0, sizeof(*s));
}
