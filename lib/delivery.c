#include "delivery.h"

#include "budget.h"
#include "num.h"
#include "owed.h"

enum { ONE = 1000000000, BITS = 63 };

/* What a leaf had, x, counts: as a fraction of so many bits. */
static void
add(struct delivery *d, ratio_wide had, ratio_wide of, ratio_wide *sum,
    ratio_wide *squares)
{
	ratio_wide x;

	for (; of >> BITS != 0; of >>= 1)
		had >>= 1;
	if (d->groups++ == 0 || had * (ratio_wide)d->worst_of <
	    (ratio_wide)d->worst * of) {
		d->worst = (int64_t)had;
		d->worst_of = (int64_t)of;
	}
	x = had * ONE / of;
	*sum += x;
	*squares += x * x;
}

struct delivery
delivery_of(const struct usage *u)
{
	const struct budget *b;
	const struct usage_group *g;
	struct delivery d = { 0 };
	ratio_wide sum = 0, squares = 0;
	size_t i;

	for (i = 1; i < u->budgets->n; i++) {
		b = &u->budgets->group[i];
		g = &u->group[i];
		if (b->child != 0 || g->owed == 0)
			continue;
		d.owed = num_add_sat(d.owed, owed_m(b, g->owed));
		d.delivered = num_add_sat(d.delivered, owed_m(b,
		    g->delivered));
		add(&d, g->delivered, g->owed, &sum, &squares);
	}
	d.used = num_min(u->group[BUDGET_ROOT].used, d.owed);
	d.jain = sum * sum;
	d.jain_of = (ratio_wide)d.groups * squares;
	return d;
}
