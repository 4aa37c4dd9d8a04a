#include "sharerow.h"

#include "num.h"
#include "owed.h"
#include "prom.h"
#include "ratio.h"

enum {
	SHARE_GROUP, SHARE_NORM, SHARE_ALLOCATED, SHARE_USED, SHARE_RATIO,
	SHARE_LEVEL_FS, SHARE_OWED, SHARE_DELIVERED, SHARE_LOOSE,
	SHARE_COLUMNS
};

static const struct kind_column share_column[SHARE_COLUMNS] = {
	[SHARE_GROUP] = { "group", KIND_TEXT },
	[SHARE_NORM] = { "norm_share", KIND_TEXT },
	[SHARE_ALLOCATED] = { "allocated", KIND_COUNT },
	[SHARE_USED] = { "used", KIND_COUNT },
	[SHARE_RATIO] = { "ratio", KIND_TEXT },
	[SHARE_LEVEL_FS] = { "level_fs", KIND_TEXT },
	[SHARE_OWED] = { "owed", KIND_COUNT },
	[SHARE_DELIVERED] = { "delivered", KIND_TEXT },
	[SHARE_LOOSE] = { "delivered_loose", KIND_TEXT }
};

/* What each is as a metric; the group is the label. */
static const struct {
	const char *name, *help;
} metric[SHARE_COLUMNS] = {
	[SHARE_NORM] = { "sluice_share_norm",
	    "Part of the whole that the group is promised." },
	[SHARE_ALLOCATED] = { "sluice_share_allocated_gpu_seconds",
	    "What it is promised in the window." },
	[SHARE_USED] = { "sluice_share_used_gpu_seconds",
	    "What it was charged in the window." },
	[SHARE_RATIO] = { "sluice_share_ratio",
	    "Used and committed, over what is promised." },
	[SHARE_LEVEL_FS] = { "sluice_share_level_fs",
	    "Weight among its siblings over use among them." },
	[SHARE_OWED] = { "sluice_share_owed_gpu_seconds",
	    "The least of promise and demand, hour by hour." },
	[SHARE_DELIVERED] = { "sluice_share_delivered",
	    "What was had of that in its hour." },
	[SHARE_LOOSE] = { "sluice_share_delivered_loose",
	    "What was had of that at any time." }
};

const struct kind_set *
sharerow_columns(void)
{
	static const struct kind_set set = { share_column, SHARE_COLUMNS };

	return &set;
}

/* Ends a field with a fraction; 0/0 is absent. */
static void
end_fraction(struct fields *f, size_t from)
{
	if (f->text.n == from + 1 && f->text.p[from] == '-')
		f->text.n = from;
	fields_end(f);
}

static void
fraction(struct fields *f, ratio_wide a, ratio_wide b)
{
	size_t from = f->text.n;

	ratio_put(&f->text, a, b);
	end_fraction(f, from);
}

void
sharerow_fill(struct fields *f, const struct share *s, size_t group)
{
	const struct budget *b = &s->budgets->group[group];
	const struct usage_group *g = &s->group[group];
	const ratio_wide used = (ratio_wide)g->used * (ratio_wide)b->norm_of;
	size_t from;

	fields_begin(f);
	fields_text(f, b->path);
	fraction(f, (ratio_wide)b->norm, (ratio_wide)b->norm_of);
	fields_num(f, KIND_COUNT, budget_part(b, num_mul_sat(s->capacity_m,
	    s->o->window_s)));
	fields_num(f, KIND_COUNT, g->used);
	from = f->text.n;
	share_put_ratio(s, group, &f->text);
	end_fraction(f, from);
	fraction(f, (ratio_wide)b->share_m *
	    (ratio_wide)s->group[b->parent].used,
	    (ratio_wide)b->siblings_m * (ratio_wide)g->used);
	fields_num(f, KIND_COUNT, owed_m(b, g->owed));
	fraction(f, g->delivered, g->owed);
	fraction(f, used < g->owed ? used : g->owed, g->owed);
}

size_t
sharerow_next(const struct budgets *s, size_t group)
{
	if (s->group[group].child != 0)
		return s->group[group].child;
	while (group != BUDGET_ROOT && s->group[group].next == 0)
		group = s->group[group].parent;
	return group == BUDGET_ROOT ? BUDGET_ROOT : s->group[group].next;
}

/* One metric of all groups; what a format of numbers cannot say is left out. */
static void
put_metric(struct buf *b, const struct share *s, int what,
    struct fields *f)
{
	const struct cell *cell;
	struct prom_label label = { "group", { NULL, 0 } };
	struct slice v;
	size_t g;

	prom_gauge(b, metric[what].name, metric[what].help);
	for (g = sharerow_next(s->budgets, BUDGET_ROOT); g != BUDGET_ROOT;
	    g = sharerow_next(s->budgets, g)) {
		sharerow_fill(f, s, g);
		cell = fields_cells(f);
		v = cell_raw(&cell[what]);
		label.value = s->budgets->group[g].path;
		if (text_is(v, "inf"))
			v = text_of("+Inf");
		if (v.n > 0)
			prom_text(b, metric[what].name, &label, 1, v);
	}
}

void
sharerow_prom(struct buf *b, const struct share *s)
{
	struct fields f = { 0 };
	int what;

	for (what = SHARE_NORM; what < SHARE_COLUMNS; what++)
		put_metric(b, s, what, &f);
	fields_free(&f);
}
