#include "delivery.h"

#include "budget.h"
#include "num.h"

enum { ONE = 1000000000 };

struct delivery
delivery_of(const struct usage *u)
{
	const struct usage_group *all = &u->group[BUDGET_ROOT], *g;
	struct delivery d = { .owed = all->owed,
		.delivered = all->delivered,
		.used = num_min(all->used, all->owed) };
	ratio_wide x, sum = 0, squares = 0;
	size_t i;

	for (i = 1; i < u->budgets->n; i++) {
		g = &u->group[i];
		if (u->budgets->group[i].child != 0 || g->owed == 0)
			continue;
		if (d.groups++ == 0 || (ratio_wide)g->delivered *
		    (ratio_wide)d.worst_of < (ratio_wide)d.worst *
		    (ratio_wide)g->owed) {
			d.worst = g->delivered;
			d.worst_of = g->owed;
		}
		x = (ratio_wide)g->delivered * ONE / (ratio_wide)g->owed;
		sum += x;
		squares += x * x;
	}
	d.jain = sum * sum;
	d.jain_of = (ratio_wide)d.groups * squares;
	return d;
}
