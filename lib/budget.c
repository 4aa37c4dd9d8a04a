#include "budget.h"

#include <stdlib.h>
#include <string.h>

#include "kind.h"
#include "num.h"
#include "ratio.h"
#include "row.h"
#include "vec.h"

enum { NORM_BITS = 40, TOLD = -1 };

enum { BUDGET_GROUP, BUDGET_SHARE, BUDGET_COLUMNS };

static const struct kind_column budget_column[BUDGET_COLUMNS] = {
	[BUDGET_GROUP] = { "group", KIND_TEXT },
	[BUDGET_SHARE] = { "share", KIND_COUNT }
};

/* Where a column is in an operand, or -1. */
static int
column(const struct header *h, int col)
{
	return header_find(h, text_of(budget_column[col].name));
}

void
budget_learn(void *arg, struct header *h)
{
	struct budgets *s = arg;
	int col;

	s->file = h->file;
	for (col = 0; h->form != CELL_JSON && col < BUDGET_COLUMNS; col++)
		if (column(h, col) == -1)
			header_lacks(h, h->line, budget_column[col].name,
			    s->faults);
}

/* The path above a path; empty: it is at the top. */
static struct slice
above(struct slice path)
{
	while (path.n > 0 && path.p[path.n - 1] != '/')
		path.n--;
	path.n -= path.n > 0;
	return path;
}

/* The number of a group below another. */
static uint32_t
add_one(struct budgets *s, uint32_t parent, struct slice path)
{
	size_t at = intern_add(&s->path, path), up = above(path).n;
	struct budget *g;

	if (at < s->n)
		return (uint32_t)at;
	s->group = VEC_MORE(s->group, s->n, s->cap);
	g = &s->group[s->n++];
	memset(g, 0, sizeof(*g));
	g->path = s->path.name[at];
	up += up > 0;
	g->name = text_slice(g->path.p + up, path.n - up);
	g->parent = parent;
	g->depth = path.n == 0 ? 0 : s->group[parent].depth + 1;
	return (uint32_t)at;
}

/* A group of that path, with all above it; its number. */
static uint32_t
add(struct budgets *s, struct slice path)
{
	uint32_t at = add_one(s, BUDGET_ROOT, text_slice("", 0));
	size_t i;

	for (i = 1; i <= path.n; i++)
		if (i == path.n || path.p[i] == '/')
			at = add_one(s, at, text_slice(path.p, i));
	return at;
}

/* Names parted by single slashes, not too many. */
static bool
is_path(struct slice s)
{
	struct slice name;
	int n = 0;

	while (text_cut(&s, '/', &name))
		if (name.n == 0 || ++n > BUDGET_DEPTH)
			return false;
	return n > 0;
}

static int
fault(const struct budgets *s, const struct reader_batch *b, size_t i,
    int col, struct slice v, const char *why)
{
	char shown[TEXT_QUOTE];

	return diag_add(s->faults, b->header->file, reader_line(b, i),
	    budget_column[col].name, "%s%s%s",
	    v.n > 0 ? text_quote(v, shown) : "", v.n > 0 ? " " : "", why);
}

static struct slice
field(struct budgets *s, const struct reader_batch *b, size_t i, int col)
{
	int at = column(b->header, col);
	struct cell c;

	if (at == -1 || (size_t)at >= b->width)
		return text_slice(NULL, 0);
	c = reader_cell(b, i, (size_t)at);
	return row_text(&c, &s->text);
}

static int
read_budget(struct budgets *s, const struct reader_batch *b, size_t i)
{
	struct slice path = field(s, b, i, BUDGET_GROUP);
	struct slice share = field(s, b, i, BUDGET_SHARE);
	enum quant_fault f;
	int64_t share_m = 0;
	uint32_t at;

	if (path.n == 0)
		return fault(s, b, i, BUDGET_GROUP, path, "is absent");
	if (!is_path(path))
		return fault(s, b, i, BUDGET_GROUP, path,
		    "is not a path of names");
	if (share.n == 0)
		return fault(s, b, i, BUDGET_SHARE, share, "is absent");
	if ((f = kind_read(KIND_COUNT, share, &share_m)) != QUANT_OK)
		return fault(s, b, i, BUDGET_SHARE, share,
		    kind_why(KIND_COUNT, f));
	at = add(s, path);
	if (s->group[at].given)
		return fault(s, b, i, BUDGET_GROUP, path, "is there twice");
	s->group[at].given = true;
	s->group[at].share_m = share_m;
	s->group[at].line = reader_line(b, i);
	return 0;
}

void
budget_batch(void *arg, const struct reader_batch *b)
{
	struct budgets *s = arg;
	size_t i;

	/* Told of with the header. */
	if (b->header->form != CELL_JSON &&
	    (column(b->header, BUDGET_GROUP) == -1 ||
	    column(b->header, BUDGET_SHARE) == -1))
		return;
	for (i = 0; i < b->n; i++)
		read_budget(s, b, i);
}

static int
by_name(const void *a, const void *b)
{
	const struct budget *const *x = a, *const *y = b;

	/* Children of one parent then stand in the order of their names. */
	return text_cmp((*x)->name, (*y)->name);
}

/* Links every group to its parent, children in order of names. */
static void
link_all(struct budgets *s)
{
	struct budget **sorted = mem_array(s->n, sizeof(struct budget *));
	struct budget *g, *up;
	size_t i;

	for (i = 0; i < s->n; i++)
		sorted[i] = &s->group[i];
	qsort(sorted, s->n, sizeof(struct budget *), by_name);
	for (i = s->n; i-- > 0;) {
		g = sorted[i];
		if (g == s->group)
			continue;
		up = &s->group[g->parent];
		g->next = up->child;
		up->child = (uint32_t)(g - s->group);
	}
	free(sorted);
}

static ratio_wide
gcd(ratio_wide a, ratio_wide b)
{
	ratio_wide r;

	for (; b != 0; a = b, b = r)
		r = a % b;
	return a;
}

/*
 * The parent's norm_share times the group's part of it, in lowest terms.  One
 * that NORM_BITS cannot hold is cut there, the same on every machine: then 128
 * bits hold what two of them and an amount of GPUs are multiplied to.  What is
 * more than nothing stays so.
 */
static void
set_norm(struct budget *g, const struct budget *up)
{
	ratio_wide norm = (ratio_wide)up->norm * (ratio_wide)g->share_m;
	ratio_wide of = (ratio_wide)up->norm_of *
	    (ratio_wide)num_max(g->siblings_m, 1);
	ratio_wide d = gcd(norm, of);

	norm /= d;
	of /= d;
	while (of >> NORM_BITS != 0) {
		norm >>= 1;
		of >>= 1;
	}
	g->norm = num_max((int64_t)norm, g->share_m > 0 && up->norm > 0);
	g->norm_of = (int64_t)of;
}

/* Adds the group's weight to those beside it: TOLD, when it is too much. */
static void
weigh(struct budgets *s, const struct budget *g, int64_t *sum)
{
	if (*sum == TOLD || num_add(*sum, g->share_m, sum) == 0)
		return;
	diag_add(s->faults, s->file, g->line,
	    budget_column[BUDGET_SHARE].name, "weighs, with those beside it, "
	    "more than a count can be");
	*sum = TOLD;
}

void
budget_end(struct budgets *s)
{
	struct budget *g, *up;
	int64_t *sum;
	size_t i;

	add(s, text_slice("", 0));
	link_all(s);
	sum = mem_zero(s->n, sizeof(*sum));
	/* Children stand behind their parents, so backwards sums them up. */
	for (i = s->n; i-- > 1;) {
		g = &s->group[i];
		up = &s->group[g->parent];
		weigh(s, g, &sum[g->parent]);
		if (up->given)
			continue;
		up->share_m = num_add_sat(up->share_m, g->share_m);
		up->line = g->line;
	}
	s->group[BUDGET_ROOT].norm = s->group[BUDGET_ROOT].norm_of = 1;
	for (i = 1; i < s->n; i++) {
		g = &s->group[i];
		g->siblings_m = sum[g->parent] == TOLD ? INT64_MAX :
		    sum[g->parent];
		set_norm(g, &s->group[g->parent]);
	}
	free(sum);
}

int64_t
budget_leaf(const struct budgets *s, struct slice group)
{
	int64_t at;

	if ((at = intern_find(&s->path, group)) > BUDGET_ROOT)
		return s->group[at].child == 0 ? at : BUDGET_INNER;
	while ((group = above(group)).n > 0)
		if ((at = intern_find(&s->path, group)) != INTERN_NONE)
			return s->group[at].child == 0 ? at : BUDGET_NONE;
	return BUDGET_NONE;
}

int64_t
budget_part(const struct budget *g, int64_t amount)
{
	return (int64_t)((ratio_wide)amount * (ratio_wide)g->norm /
	    (ratio_wide)g->norm_of);
}

void
budget_free(struct budgets *s)
{
	free(s->group);
	intern_free(&s->path);
	mem_arena_free(&s->text);
	memset(s, 0, sizeof(*s));
}
