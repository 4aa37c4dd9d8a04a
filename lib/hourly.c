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
spread(const struct hourly *h, int64_t *area, int64_t from_s, int64_t until_s,
    int64_t gpus_m)
{
	int64_t end_s;
	size_t i;

	from_s = num_max(from_s, h->from_s);
	until_s = num_min(until_s, h->until_s);
	for (; from_s < until_s; from_s = end_s) {
		i = (size_t)(from_s / HOUR_S - h->first);
		end_s = num_min(until_s, (from_s / HOUR_S + 1) * HOUR_S);
		area[i] = num_add_sat(area[i],
		    num_mul_sat(end_s - from_s, gpus_m));
	}
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

void
hourly_owe(const struct hourly *h, const struct budget *b, int64_t capacity_m,
    int64_t *owed, int64_t *delivered)
{
	int64_t begin_s, s, least;
	size_t i;

	*owed = *delivered = 0;
	for (i = 0; i < h->n; i++) {
		begin_s = (h->first + (int64_t)i) * HOUR_S;
		s = num_max(0, num_min(h->until_s, begin_s + HOUR_S) -
		    num_max(h->from_s, begin_s));
		least = num_min(h->asked[i], budget_part(b,
		    num_mul_sat(capacity_m, s)));
		*owed = num_add_sat(*owed, least);
		*delivered = num_add_sat(*delivered, num_min(least,
		    h->used[i]));
	}
}

void
hourly_free(struct hourly *h)
{
	free(h->used);
	free(h->asked);
}
