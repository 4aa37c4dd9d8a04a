#include "trial.h"

#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "mem.h"
#include "num.h"
#include "vec.h"

#define NOT_USED UINT32_MAX

/* How many instances fit on a host's cards of one value. */
static int64_t
count(const struct trial *t, uint32_t host, uint32_t value)
{
	const struct cluster *c = t->place->cluster;
	const struct shape *ask = &t->job->ask;
	const unsigned rest = t->mask & ~(1U << RES_GPU);
	int64_t n = 0;
	uint32_t k;

	for (k = c->host[host].card; k != CLUSTER_END; k = c->card[k].next)
		if (t->value[k] != value)
			;
		else if (rest == t->mask)
			n = t->job->instances;
		else if (t->gpu_m[k] > 0)
			n = num_add_sat(n, t->gpu_m[k] / ask->of[RES_GPU]);
	if (rest != 0 && n > 0)
		n = num_min(n, res_fits(&t->free[host], ask, rest));
	return num_min(n, t->job->instances);
}

/* Adds what fits on a host to the sums (sign 1), or takes it off. */
static void
count_host(struct trial *t, uint32_t host, int sign)
{
	const struct cluster *c = t->place->cluster;
	const uint32_t first = c->host[host].card;
	ratio_wide n;
	uint32_t k, before;

	for (k = first; k != CLUSTER_END; k = c->card[k].next) {
		if (t->value[k] == NOT_USED)
			continue;
		for (before = first; before != k &&
		    t->value[before] != t->value[k];
		    before = c->card[before].next)
			;
		if (before != k)
			continue;	/* counted with that one */
		n = (ratio_wide)count(t, host, t->value[k]);
		if (sign > 0)
			t->sum[t->value[k]] += n;
		else
			t->sum[t->value[k]] -= n;
	}
}

/* Which cards the job may use, and the values of the label on them. */
static void
find_values(struct trial *t, unsigned avoid)
{
	const struct place *p = t->place;
	const struct cluster *c = p->cluster;
	const struct slice label = p->room->jobs->same.name[t->job->same];
	struct intern values = { 0 };
	struct slice value;
	uint32_t k;

	t->values = label.n == 0;
	for (k = 0; k < c->cards; k++) {
		t->value[k] = NOT_USED;
		if (!c->host[c->card[k].host].ready || (avoid != 0 &&
		    (p->reserved[c->card[k].host] & avoid) != 0) ||
		    !room_matches(p->room, t->job->class, c->card[k].kind))
			continue;
		if (label.n == 0) {
			t->value[k] = 0;
			continue;
		}
		value = match_label(c->kind[c->card[k].kind].labels, label);
		if (value.p != NULL)
			t->value[k] = (uint32_t)intern_add(&values, value);
	}
	t->values += values.n;
	intern_free(&values);
}

void
trial_begin(struct trial *t, const struct place *p, const struct job *j,
    unsigned avoid)
{
	const struct cluster *c = p->cluster;
	size_t i;
	int r;

	if (t->place == NULL) {
		t->gpu_m = mem_array(c->cards, sizeof(*t->gpu_m));
		t->value = mem_array(c->cards, sizeof(*t->value));
		t->free = mem_array(c->hosts, sizeof(*t->free));
	}
	t->place = p;
	t->job = j;
	for (r = 0, t->mask = 0; r < RES_N; r++)
		if (j->ask.of[r] > 0 && (c->seen & 1U << r) != 0)
			t->mask |= 1U << r;
	for (i = 0; i < c->cards; i++)
		t->gpu_m[i] = c->card[i].gpu_m;
	for (i = 0; i < c->hosts; i++)
		for (r = RES_CPU; r < RES_N; r++)
			t->free[i].of[r] = c->host[i].free[r];
	find_values(t, avoid);
	t->sum = vec_room(t->sum, &t->cap, t->values + 1, sizeof(*t->sum));
	memset(t->sum, 0, t->values * sizeof(*t->sum));
	for (i = 0; i < c->hosts; i++)
		count_host(t, (uint32_t)i, 1);
}

bool
trial_helps(const struct trial *t, const struct victim_hold *hold, size_t n)
{
	const struct cluster *c = t->place->cluster;
	uint32_t k;

	for (; n > 0; n--, hold++)
		/* Cards of one host share its cpu and memory. */
		for (k = c->host[c->card[hold->card].host].card;
		    k != CLUSTER_END; k = c->card[k].next)
			if (t->value[k] != NOT_USED)
				return true;
	return false;
}

void
trial_move(struct trial *t, const struct victim_hold *hold, size_t n,
    const struct shape *ask, int sign)
{
	const struct cluster *c = t->place->cluster;
	uint32_t host;
	int r;

	for (; n > 0; n--, hold++) {
		host = c->card[hold->card].host;
		count_host(t, host, -1);
		t->gpu_m[hold->card] = num_move_sat(t->gpu_m[hold->card],
		    sign * num_mul_sat(hold->n, ask->of[RES_GPU]));
		for (r = RES_CPU; r < RES_N; r++)
			t->free[host].of[r] = num_move_sat(
			    t->free[host].of[r],
			    sign * num_mul_sat(hold->n, ask->of[r]));
		count_host(t, host, 1);
	}
}

bool
trial_holds(const struct trial *t)
{
	size_t i;

	for (i = 0; i < t->values; i++)
		if (t->sum[i] >= (ratio_wide)t->job->instances)
			return true;
	return false;
}

void
trial_free(struct trial *t)
{
	free(t->gpu_m);
	free(t->value);
	free(t->free);
	free(t->sum);
}
