#include "order.h"

#include <stdbool.h>
#include <stdlib.h>

#include "keysort.h"
#include "mem.h"
#include "num.h"

__extension__ typedef unsigned __int128 order_wide;

enum {
	FEW = 1 << 12,	/* keys up to which merging is as quick */
	KEYS = 4,	/* most keys of a policy */
	AHEAD = 8	/* keys whose jobs are fetched before their turn */
};

/* What a sort is about. */
struct order {
	const struct jobs *jobs;
	enum order_policy policy;
	const uint32_t *rank;	/* by job, with the policies of budgets */
	int64_t now_s;
};

static const char *const names[ORDER_POLICIES] = {
	[ORDER_PRIORITY] = "priority", [ORDER_CREATED] = "created",
	[ORDER_FAIRSHARE] = "fairshare", [ORDER_DESERVED] = "deserved",
	[ORDER_GPUS] = "gpus", [ORDER_SJF] = "sjf", [ORDER_SRTF] = "srtf",
	[ORDER_SRSF] = "srsf", [ORDER_HPS] = "hps", [ORDER_NONE] = "none"
};

const char *const *
order_names(void)
{
	return names;
}

bool
order_ranked(enum order_policy p)
{
	return p == ORDER_FAIRSHARE || p == ORDER_DESERVED;
}

/* Run time if it is known, else the limit, else -1. */
static int64_t
length_s(const struct jobs *s, size_t i)
{
	const uint32_t has = s->job[i].has;

	if ((has & JOB_BIT(JOB_RUNTIME)) != 0)
		return job_number(s, i, JOB_RUNTIME);
	if ((has & JOB_BIT(JOB_TIME_LIMIT)) != 0)
		return job_number(s, i, JOB_TIME_LIMIT);
	return -1;
}

/* What is left of that; -1 when it is not known. */
static int64_t
left_s(const struct jobs *s, size_t i)
{
	int64_t all = length_s(s, i);

	return all == -1 ? -1 : num_max(0, all - num_min(all,
	    job_number(s, i, JOB_ATTAINED)));
}

/* A key that comes last when it is -1. */
static int64_t
or_last(int64_t key)
{
	return key == -1 ? INT64_MAX : key;
}

static int64_t
top(const struct order *o, size_t i)
{
	return (o->jobs->job[i].has & JOB_BIT(JOB_TOP)) != 0 ?
	    job_number(o->jobs, i, JOB_TOP) : INT64_MAX;
}

/* Of its budget: all of a group stand together. */
static int64_t
rank(const struct order *o, size_t i)
{
	return o->rank == NULL ? 0 : o->rank[i];
}

static int64_t
priority_first(const struct order *o, size_t i)
{
	/* Descending without overflow: -1 - x is its complement. */
	return ~job_number(o->jobs, i, JOB_PRIORITY);
}

static int64_t
queued(const struct order *o, size_t i)
{
	return job_queued_s(o->jobs, i);
}

static int64_t
created(const struct order *o, size_t i)
{
	return o->jobs->job[i].created_s;
}

static int64_t
gpus(const struct order *o, size_t i)
{
	return job_gpus_m(&o->jobs->job[i]);
}

static int64_t
shortest(const struct order *o, size_t i)
{
	return or_last(length_s(o->jobs, i));
}

static int64_t
least_left(const struct order *o, size_t i)
{
	return or_last(left_s(o->jobs, i));
}

static int64_t
least_service(const struct order *o, size_t i)
{
	int64_t left = left_s(o->jobs, i);

	return left == -1 ? INT64_MAX : num_mul_sat(left, gpus(o, i));
}

/* The chains of keys; what is missing is no key. */
static int64_t (*const chain[ORDER_POLICIES][KEYS])(const struct order *,
    size_t) = {
	[ORDER_PRIORITY] = { top, priority_first, queued },
	[ORDER_CREATED] = { top, created },
	[ORDER_FAIRSHARE] = { top, rank, priority_first, queued },
	[ORDER_DESERVED] = { top, rank, priority_first, queued },
	[ORDER_GPUS] = { top, gpus },
	[ORDER_SJF] = { top, shortest },
	[ORDER_SRTF] = { top, least_left },
	[ORDER_SRSF] = { top, least_service }
};

/* What comes behind the keys, so that no two jobs are alike. */
static int
tail_cmp(const struct order *o, size_t a, size_t b)
{
	const struct jobs *s = o->jobs;
	int c = num_cmp(s->job[a].created_s, s->job[b].created_s);

	return c != 0 ? c : text_cmp(job_id(s, a), job_id(s, b));
}

static int
packed_cmp(const void *arg, const struct keysort *a, const struct keysort *b)
{
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return tail_cmp(arg, a->item, b->item);
}

/* The same where the keys are too wide to be packed. */
static int
chain_cmp(const void *arg, const struct keysort *a, const struct keysort *b)
{
	const struct order *o = arg;
	int k, c;

	for (k = 0; k < KEYS && chain[o->policy][k] != NULL; k++) {
		c = num_cmp(chain[o->policy][k](o, a->item),
		    chain[o->policy][k](o, b->item));
		if (c != 0)
			return c;
	}
	return tail_cmp(o, a->item, b->item);
}

/*
 * The hybrid score of the HPS scheduler is 1/(1+r/3600) x A(w) x 1/(1+g/4)
 * with r seconds left, w seconds waited and g GPUs; A is 1 up to 300 s, then
 * 2 min(w/1800, 1).  As a fraction it is, but for a factor that all share,
 *
 *	(900, or min(w, 1800) past 300 s) / ((3600 + r) (4000 + g in 1/1000))
 *
 * and two are compared crosswise.  r and g are cut at 2^55, so that 128 bits
 * hold the products.
 */
static order_wide
hps_numerator(const struct order *o, size_t i)
{
	int64_t queued_s = job_queued_s(o->jobs, i);
	int64_t w = o->now_s > queued_s ? o->now_s - queued_s : 0;

	if (left_s(o->jobs, i) == -1)
		return 0;
	return w <= 300 ? 900 : (order_wide)num_min(w, ORDER_HPS_S);
}

static order_wide
hps_denominator(const struct order *o, size_t i)
{
	const int64_t most = INT64_C(1) << 55;

	return (order_wide)(3600 + num_min(num_max(left_s(o->jobs, i), 0),
	    most)) * (order_wide)(4000 + num_min(gpus(o, i), most));
}

static int
hps_cmp(const void *arg, const struct keysort *a, const struct keysort *b)
{
	const struct order *o = arg;
	order_wide x, y;
	int c;

	if ((c = num_cmp(top(o, a->item), top(o, b->item))) != 0)
		return c;
	x = hps_numerator(o, a->item) * hps_denominator(o, b->item);
	y = hps_numerator(o, b->item) * hps_denominator(o, a->item);
	if (x != y)
		return x > y ? -1 : 1;
	return tail_cmp(o, a->item, b->item);
}

/* Whether key i has a neighbour like it. */
static bool
alike(const struct keysort *k, size_t n, size_t i)
{
	return (i > 0 && i < n && k[i - 1].key == k[i].key) ||
	    (i + 1 < n && k[i + 1].key == k[i].key);
}

/*
 * Sorts by the keys, then those that are alike by what comes behind.  That is
 * far away, so it is fetched before its turn: the name, then what it is of.
 */
static void
sort_packed(const struct order *o, struct keysort *k, size_t n, int bits)
{
	const struct jobs *s = o->jobs;
	size_t i, end, soon, later;

	keysort_radix(k, n, bits);
	for (i = 0; i < n; i = end) {
		end = i;
		do {
			soon = end + AHEAD;
			later = soon + AHEAD;
			if (alike(k, n, later)) {
				__builtin_prefetch(&s->job[k[later].item]);
				intern_ahead_of(&s->id, k[later].item);
			}
			if (alike(k, n, soon))
				__builtin_prefetch(
				    job_id(s, k[soon].item).p);
		} while (++end < n && k[i].key == k[end].key);
		if (end - i > 1)
			keysort_merge(k + i, end - i, packed_cmp, o);
	}
}

/* Puts one key of the chain behind those that are packed.  How many bits. */
static int
pack_one(const struct order *o, struct keysort *k, size_t n, int key)
{
	int64_t (*const of)(const struct order *, size_t) =
	    chain[o->policy][key];
	int64_t v, least = INT64_MAX, most = INT64_MIN;
	int bits = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		v = of(o, k[i].item);
		least = num_min(least, v);
		most = num_max(most, v);
	}
	while (bits < 64 && ((uint64_t)most - (uint64_t)least) >> bits != 0)
		bits++;
	for (i = 0; bits > 0 && i < n; i++)
		k[i].key = (bits < 64 ? k[i].key << bits : 0) |
		    ((uint64_t)of(o, k[i].item) - (uint64_t)least);
	return bits;
}

/*
 * Packs the keys of the chain into one number: of each as many bits as its
 * values span, which are none where all are alike.  How many bits in all, or
 * -1 when that is too many.
 */
static int
pack(const struct order *o, struct keysort *k, size_t n)
{
	int key, bits = 0;

	for (key = 0; key < KEYS && chain[o->policy][key] != NULL; key++)
		if ((bits += pack_one(o, k, n, key)) > 64)
			return -1;
	return bits;
}

void
order_sort(const struct jobs *s, enum order_policy p, const uint32_t *ranks,
    int64_t now_s, size_t *index, size_t n)
{
	const struct order o = { s, p, ranks, now_s };
	struct keysort *k;
	size_t i;
	int bits;

	if (p == ORDER_NONE || n == 0)
		return;
	k = mem_array(n, sizeof(*k));
	for (i = 0; i < n; i++) {
		k[i].key = 0;
		k[i].item = index[i];
	}
	if (p == ORDER_HPS)
		keysort_merge(k, n, hps_cmp, &o);
	else if ((bits = pack(&o, k, n)) == -1)
		keysort_merge(k, n, chain_cmp, &o);
	else if (n < FEW)
		keysort_merge(k, n, packed_cmp, &o);
	else
		sort_packed(&o, k, n, bits);
	for (i = 0; i < n; i++)
		index[i] = k[i].item;
	free(k);
}
