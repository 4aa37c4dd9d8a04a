#include "hourly.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"

enum { HOUR_S = 3600 };

void
hourly_init(struct hourly *h, int64_t from_s, int64_t until_s)
{
	h->from_s = num_max(0, from_s);
	h->until_s = until_s;
	h->first = h->from_s / HOUR_S;
	h->n = (size_t)(until_s / HOUR_S - h->first + 1);
	h->used = mem_array(h->n, sizeof(*h->used));
	h->asked = mem_array(h->n, sizeof(*h->asked));
}

void
hourly_clear(struct hourly *h)
{
	memset(h->used, 0, h->n * sizeof(*h->used));
	memset(h->asked, 0, h->n * sizeof(*h->asked));
}

static void
spread(const struct hourly *h, struct hourly_sum *sum, int64_t from_s,
    int64_t until_s, int64_t gpus_m)
{
	const ratio_wide m = (ratio_wide)gpus_m;
	struct hourly_sum *a, *b;

	from_s = num_max(from_s, h->from_s);
	until_s = num_min(until_s, h->until_s);
	if (from_s >= until_s)
		return;
	a = &sum[from_s / HOUR_S - h->first];
	b = &sum[until_s / HOUR_S - h->first];
	if (a == b) {
		a->area += m * (ratio_wide)(until_s - from_s);
		return;
	}
	a->area += m * (ratio_wide)(HOUR_S - from_s % HOUR_S);
	a[1].more_m += m;
	b->less_m += m;
	b->area += m * (ratio_wide)(until_s % HOUR_S);
}

void
hourly_use(struct hourly *h, int64_t from_s, int64_t until_s, int64_t gpus_m)
{
	spread(h, h->used, from_s, until_s, gpus_m);
}

void
hourly_ask(struct hourly *h, int64_t from_s, int64_t until_s, int64_t gpus_m)
{
	spread(h, h->asked, from_s, until_s, gpus_m);
}

/* The area of the next hour; *level_m is what holds all through it. */
static int64_t
next_area(const struct hourly_sum *sum, ratio_wide *level_m)
{
	ratio_wide area;

	*level_m += sum->more_m - sum->less_m;
	area = *level_m * HOUR_S + sum->area;
	return area > INT64_MAX ? INT64_MAX : (int64_t)area;
}

static ratio_wide
least(ratio_wide a, ratio_wide b)
{
	return a < b ? a : b;
}

static void
add(ratio_wide *sum, ratio_wide more)
{
	*sum += least(more, ~*sum);
}

void
hourly_add(struct hourly *h, const struct hourly *part)
{
	const struct hourly_sum *from[] = { part->used, part->asked };
	struct hourly_sum *to[] = { h->used, h->asked };
	size_t k, i;

	for (k = 0; k < 2; k++)
		for (i = 0; i < h->n; i++) {
			to[k][i].area += from[k][i].area;
			to[k][i].more_m += from[k][i].more_m;
			to[k][i].less_m += from[k][i].less_m;
		}
}

void
hourly_owe(const struct hourly *h, const struct budget *b, int64_t capacity_m,
    ratio_wide *owed, ratio_wide *delivered)
{
	const ratio_wide norm = (ratio_wide)b->norm;
	const ratio_wide of = (ratio_wide)b->norm_of;
	ratio_wide asked_m = 0, used_m = 0, part;
	int64_t begin_s, s;
	size_t i;

	*owed = *delivered = 0;
	for (i = 0; i < h->n; i++) {
		begin_s = (h->first + (int64_t)i) * HOUR_S;
		s = num_max(0, num_min(h->until_s, begin_s + HOUR_S) -
		    num_max(h->from_s, begin_s));
		part = least((ratio_wide)next_area(&h->asked[i], &asked_m) *
		    of, (ratio_wide)num_mul_sat(capacity_m, s) * norm);
		add(owed, part);
		add(delivered, least(part, (ratio_wide)next_area(&h->used[i],
		    &used_m) * of));
	}
}

void
hourly_free(struct hourly *h)
{
	free(h->used);
	free(h->asked);
}
