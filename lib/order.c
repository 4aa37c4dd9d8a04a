#include "order.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"

__extension__ typedef unsigned __int128 order_wide;

enum {
	RADIX_BITS = 11,
	RADIX_MASK = (1 << RADIX_BITS) - 1,
	FEW = 1 << 12,	/* keys up to which merging is as quick */
	KEYS = 3	/* most keys of a policy */
};

/* A job, with what it is sorted by in one number, if one can hold that. */
struct order_key {
	uint64_t packed;	/* smaller first */
	size_t job;
};

/* What a sort is about. */
struct order {
	const struct jobs *jobs;
	enum order_policy policy;
	int64_t now_s;
};

typedef int order_cmp(const struct order *, const struct order_key *,
    const struct order_key *);

static const char *const names[ORDER_POLICIES] = {
	[ORDER_PRIORITY] = "priority", [ORDER_CREATED] = "created",
	[ORDER_GPUS] = "gpus", [ORDER_SJF] = "sjf", [ORDER_SRTF] = "srtf",
	[ORDER_SRSF] = "srsf", [ORDER_HPS] = "hps", [ORDER_NONE] = "none"
};

const char *const *
order_names(void)
{
	return names;
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
top(const struct jobs *s, size_t i)
{
	return (s->job[i].has & JOB_BIT(JOB_TOP)) != 0 ?
	    job_number(s, i, JOB_TOP) : INT64_MAX;
}

static int64_t
priority_first(const struct jobs *s, size_t i)
{
	/* Descending without overflow: -1 - x is its complement. */
	return ~s->job[i].priority;
}

static int64_t
queued(const struct jobs *s, size_t i)
{
	return s->job[i].queued_s;
}

static int64_t
created(const struct jobs *s, size_t i)
{
	return s->job[i].created_s;
}

static int64_t
gpus(const struct jobs *s, size_t i)
{
	return job_gpus_m(&s->job[i]);
}

static int64_t
shortest(const struct jobs *s, size_t i)
{
	return or_last(length_s(s, i));
}

static int64_t
least_left(const struct jobs *s, size_t i)
{
	return or_last(left_s(s, i));
}

static int64_t
least_service(const struct jobs *s, size_t i)
{
	int64_t left = left_s(s, i);

	return left == -1 ? INT64_MAX : num_mul_sat(left, gpus(s, i));
}

/* The chains of keys; what is missing is no key. */
static int64_t (*const chain[ORDER_POLICIES][KEYS])(const struct jobs *,
    size_t) = {
	[ORDER_PRIORITY] = { top, priority_first, queued },
	[ORDER_CREATED] = { top, created },
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
packed_cmp(const struct order *o, const struct order_key *a,
    const struct order_key *b)
{
	if (a->packed != b->packed)
		return a->packed < b->packed ? -1 : 1;
	return tail_cmp(o, a->job, b->job);
}

/* The same where the keys are too wide to be packed. */
static int
chain_cmp(const struct order *o, const struct order_key *a,
    const struct order_key *b)
{
	int k, c;

	for (k = 0; k < KEYS && chain[o->policy][k] != NULL; k++) {
		c = num_cmp(chain[o->policy][k](o->jobs, a->job),
		    chain[o->policy][k](o->jobs, b->job));
		if (c != 0)
			return c;
	}
	return tail_cmp(o, a->job, b->job);
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
	int64_t queued_s = o->jobs->job[i].queued_s;
	int64_t w = o->now_s > queued_s ? o->now_s - queued_s : 0;

	if (left_s(o->jobs, i) == -1)
		return 0;
	return w <= 300 ? 900 : (order_wide)num_min(w, 1800);
}

static order_wide
hps_denominator(const struct order *o, size_t i)
{
	const int64_t most = INT64_C(1) << 55;

	return (order_wide)(3600 + num_min(num_max(left_s(o->jobs, i), 0),
	    most)) * (order_wide)(4000 + num_min(gpus(o->jobs, i), most));
}

static int
hps_cmp(const struct order *o, const struct order_key *a,
    const struct order_key *b)
{
	order_wide x, y;
	int c;

	if ((c = num_cmp(top(o->jobs, a->job), top(o->jobs, b->job))) != 0)
		return c;
	x = hps_numerator(o, a->job) * hps_denominator(o, b->job);
	y = hps_numerator(o, b->job) * hps_denominator(o, a->job);
	if (x != y)
		return x > y ? -1 : 1;
	return tail_cmp(o, a->job, b->job);
}

/* Merges two runs; those of the left come first among equals. */
static void
merge(const struct order *o, const struct order_key *a, size_t n,
    const struct order_key *b, size_t m, struct order_key *out,
    order_cmp *cmp)
{
	const struct order_key *ae = a + n, *be = b + m;

	while (a < ae && b < be)
		*out++ = cmp(o, a, b) <= 0 ? *a++ : *b++;
	while (a < ae)
		*out++ = *a++;
	while (b < be)
		*out++ = *b++;
}

/*
 * A merge sort from the bottom, since records mostly arrive nearly sorted and
 * qsort(3) is neither stable nor quick everywhere.  Runs that are in order
 * already are joined without a comparison more.
 */
static void
sort_keys(const struct order *o, struct order_key *k, size_t n,
    order_cmp *cmp)
{
	struct order_key *spare = mem_array(n, sizeof(*spare));
	struct order_key *from = k, *to = spare, *swap;
	size_t width, i, mid, end;

	for (width = 1; width < n; width *= 2) {
		for (i = 0; i < n; i = end) {
			mid = i + width < n ? i + width : n;
			end = mid + width < n ? mid + width : n;
			if (mid == end || cmp(o, &from[mid - 1],
			    &from[mid]) <= 0)
				memcpy(to + i, from + i,
				    (end - i) * sizeof(*to));
			else
				merge(o, from + i, mid - i, from + mid,
				    end - mid, to + i, cmp);
		}
		swap = from;
		from = to;
		to = swap;
	}
	if (from != k)
		memcpy(k, from, n * sizeof(*k));
	free(spare);
}

/* One stable pass by a digit of the keys. */
static void
radix_pass(const struct order_key *from, struct order_key *to, size_t n,
    int shift)
{
	size_t count[1 << RADIX_BITS] = { 0 }, k, sum = 0, c;

	for (k = 0; k < n; k++)
		count[from[k].packed >> shift & RADIX_MASK]++;
	for (k = 0; k < 1 << RADIX_BITS; k++) {
		c = count[k];
		count[k] = sum;
		sum += c;
	}
	for (k = 0; k < n; k++)
		to[count[from[k].packed >> shift & RADIX_MASK]++] = from[k];
}

/* Sorts by the low `bits` bits of the keys, digit by digit from the last. */
static void
radix_sort(struct order_key *k, size_t n, int bits)
{
	struct order_key *spare = mem_array(n, sizeof(*spare));
	struct order_key *from = k, *to = spare, *swap;
	int shift;

	for (shift = 0; shift < bits; shift += RADIX_BITS) {
		radix_pass(from, to, n, shift);
		swap = from;
		from = to;
		to = swap;
	}
	if (from != k)
		memcpy(k, from, n * sizeof(*k));
	free(spare);
}

/* Sorts by the keys, then those that are alike by what comes behind. */
static void
sort_packed(const struct order *o, struct order_key *k, size_t n, int bits)
{
	size_t i, end;

	radix_sort(k, n, bits);
	for (i = 0; i < n; i = end) {
		for (end = i + 1; end < n && k[i].packed == k[end].packed;
		    end++)
			;
		if (end - i > 1)
			sort_keys(o, k + i, end - i, packed_cmp);
	}
}

/* Puts one key of the chain behind those that are packed.  How many bits. */
static int
pack_one(const struct order *o, struct order_key *k, size_t n, int key)
{
	int64_t (*const of)(const struct jobs *, size_t) =
	    chain[o->policy][key];
	int64_t v, least = INT64_MAX, most = INT64_MIN;
	int bits = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		v = of(o->jobs, k[i].job);
		least = num_min(least, v);
		most = num_max(most, v);
	}
	while (bits < 64 && ((uint64_t)most - (uint64_t)least) >> bits != 0)
		bits++;
	for (i = 0; bits > 0 && i < n; i++)
		k[i].packed = (bits < 64 ? k[i].packed << bits : 0) |
		    ((uint64_t)of(o->jobs, k[i].job) - (uint64_t)least);
	return bits;
}

/*
 * Packs the keys of the chain into one number: of each as many bits as its
 * values span, which are none where all are alike.  How many bits in all, or
 * -1 when that is too many.
 */
static int
pack(const struct order *o, struct order_key *k, size_t n)
{
	int key, bits = 0;

	for (key = 0; key < KEYS && chain[o->policy][key] != NULL; key++)
		if ((bits += pack_one(o, k, n, key)) > 64)
			return -1;
	return bits;
}

void
order_sort(const struct jobs *s, enum order_policy p, int64_t now_s,
    size_t *index, size_t n)
{
	const struct order o = { s, p, now_s };
	struct order_key *k;
	size_t i;
	int bits;

	if (p == ORDER_NONE || n == 0)
		return;
	k = mem_array(n, sizeof(*k));
	for (i = 0; i < n; i++) {
		k[i].packed = 0;
		k[i].job = index[i];
	}
	if (p == ORDER_HPS)
		sort_keys(&o, k, n, hps_cmp);
	else if ((bits = pack(&o, k, n)) == -1)
		sort_keys(&o, k, n, chain_cmp);
	else if (n < FEW)
		sort_keys(&o, k, n, packed_cmp);
	else
		sort_packed(&o, k, n, bits);
	for (i = 0; i < n; i++)
		index[i] = k[i].job;
	free(k);
}
