/*
 * qshare: what each group was promised, and what it had.
 */
#include <stdlib.h>

#include "fields.h"
#include "filter.h"
#include "io.h"
#include "mem.h"
#include "sharerow.h"

enum { EXPLAIN = OPT_LONG };

static const struct opt_spec spec[] = {
	{ 'N', "nodes", "FILE", "node records: their GPUs are the capacity" },
	{ EXPLAIN, "explain", "A,B", "which group goes first, and why" },
	FILTER_BUDGET_SPECS
};

static const struct opt_program program = {
	"-B BUDGETS [FILE...]",
	"Reads run and job records; prints what groups had of their budgets.",
	spec, sizeof(spec) / sizeof(spec[0]), true, false
};

/* The leaf of that name, or dies. */
static size_t
leaf_of(const struct filter *f, struct slice name)
{
	int64_t leaf = budget_leaf(&f->budget.budgets, name);

	if (leaf == BUDGET_INNER)
		opt_usage("--explain: %.*s has groups below it", (int)name.n,
		    name.p);
	if (leaf == BUDGET_NONE)
		opt_usage("--explain: %.*s is in no budget", (int)name.n,
		    name.p);
	return (size_t)leaf;
}

/* `a before b: x 0.250000, y 0.500000`: by the published order, the tree's. */
static void
explain(struct filter *f, const struct share *s, const char *arg)
{
	struct slice rest = text_of(arg), first;
	size_t a, b, t;

	if (!text_cut(&rest, ',', &first) || rest.p == NULL)
		opt_usage("--explain: two groups, parted by a comma");
	a = leaf_of(f, first);
	b = leaf_of(f, rest);
	if (share_cmp(s, a, b) > 0) {
		t = a;
		a = b;
		b = t;
	}
	text_safe(&f->out, s->budgets->group[a].path);
	if (a == b) {
		buf_str(&f->out, " is one group\n");
		return;
	}
	buf_str(&f->out, " before ");
	text_safe(&f->out, s->budgets->group[b].path);
	buf_str(&f->out, ": ");
	share_explain(s, a, b, &f->out);
	buf_char(&f->out, '\n');
}

static void
put_rows(struct filter *f, const struct share *s)
{
	const struct kind_set *set = sharerow_columns();
	struct format_column *there = mem_array(set->n, sizeof(*there));
	struct format_column *c;
	struct fields row = { 0 };
	struct format format;
	size_t i, n;

	for (i = 0; i < set->n; i++)
		there[i] = (struct format_column){
			text_of(set->column[i].name), set->column[i].kind, i
		};
	c = opt_columns(&f->opt, there, set->n, set, &n);
	format_begin(&format, f->opt.format, &f->out, c, n,
	    !f->opt.no_header);
	for (i = sharerow_next(s->budgets, BUDGET_ROOT); i != BUDGET_ROOT;
	    i = sharerow_next(s->budgets, i)) {
		sharerow_fill(&row, s, i);
		format_row(&format, fields_cells(&row));
	}
	format_end(&format);
	fields_free(&row);
	free(c);
	free(there);
}

int
main(int argc, char **argv)
{
	struct filter *f = filter_new();
	const char *pair = NULL;
	const struct share *s;
	int letter, status;

	opt_init(&f->opt, &program);
	while ((letter = opt_next(&f->opt, argc, argv)) != -1)
		if (letter == 'N')
			f->nodes = f->opt.arg;
		else if (letter == EXPLAIN)
			pair = f->opt.arg;
		else
			filter_budget_option(f, letter);
	if (f->budget.file == NULL)
		opt_usage("--budgets is needed");
	if (f->nodes == NULL && !f->capacity_given)
		opt_usage("--capacity is needed, or --nodes");
	s = filter_runs(f);
	if (!f->opt.quiet && pair != NULL)
		explain(f, s, pair);
	else if (!f->opt.quiet && f->opt.format == FORMAT_PROM)
		sharerow_prom(&f->out, s);
	else if (!f->opt.quiet)
		put_rows(f, s);
	status = filter_end(f, IO_DONE);
	free(f);
	return status;
}
