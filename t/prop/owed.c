/*
 * Properties of what groups are promised, used and were owed, against the slow
 * model of sharemodel.h.
 *
 *	owed [seed [count]]
 */
#include "owed.h"

#include "sharebook.h"

/* Children have what their parent has, as long as any of them weighs. */
static bool
norms(void)
{
	const struct budget *g, *c;
	int64_t of, sum;
	size_t i, k;

	draw();
	open_ledger(put_jobs(&jobs, &drawn, place), false);
	for (i = 0; i < book.budgets.n; i++) {
		g = &book.budgets.group[i];
		if (g->child == 0 || book.budgets.group[g->child].siblings_m ==
		    0)
			continue;
		of = g->norm_of * book.budgets.group[g->child].siblings_m;
		for (sum = 0, k = g->child; k != 0; k = c->next) {
			c = &book.budgets.group[k];
			if (of % c->norm_of != 0)
				break;
			sum += of / c->norm_of * c->norm;
		}
		if (k != 0 || sum != of / g->norm_of * g->norm)
			break;
	}
	k = book.budgets.n;
	ledger_end(&book);
	return i == k || differ("a sum of shares", (int64_t)i, (int64_t)k);
}

/* What each group used, second by second; the leaves make up the whole. */
static bool
areas(void)
{
	const struct usage_group *g;
	const struct budget *b;
	const char *path;
	int64_t all = 0, norm, of;
	ratio_wide owed, had;
	bool ok = true;
	int i;

	draw();
	open_ledger(put_jobs(&jobs, &drawn, place), false);
	for (i = 0; ok && i < drawn.groups; i++) {
		path = drawn.group[i].path;
		g = ledger_group(&book, path);
		if (g->used != 1000 * model_used(&drawn, path))
			ok = differ(path, g->used, model_used(&drawn, path));
		if (g->committed != 1000 * model_committed(&drawn, path))
			ok = differ(path, g->committed,
			    model_committed(&drawn, path));
		if (drawn.group[i].leaf)
			all += g->used;
		model_norm(&drawn, path, &norm, &of);
		model_owe(&drawn, path, 1000 * CAPACITY * norm, of, &owed,
		    &had);
		b = &book.budgets.group[ledger_at(&book, path)];
		if (g->owed * (ratio_wide)of != owed *
		    (ratio_wide)b->norm_of || g->delivered *
		    (ratio_wide)of != had * (ratio_wide)b->norm_of)
			ok = differ(path, owed_m(b, g->owed),
			    (int64_t)(owed / (ratio_wide)of));
	}
	if (ok && all != 1000 * model_used(&drawn, ""))
		ok = differ("the whole", all, model_used(&drawn, ""));
	ledger_end(&book);
	return ok;
}

int
main(int argc, char **argv)
{
	random_hold("siblings share what their parent has", norms, argc, argv,
	    4000);
	random_hold("areas are those of each second", areas, argc, argv,
	    2000);
	buf_free(&tree);
	buf_free(&jobs);
	return tap_done();
}
