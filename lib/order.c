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
	FEW = 1 << 12	/* keys up to which merging is as quick */
};

/* What a job is sorted by: smaller first.  32 bytes, two in a cache line. */
struct order_key {
	int64_t top;
	int64_t first, second;
	const struct job *job;
};

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
length_s(const struct job *j)
{
	if ((j->has & JOB_BIT(JOB_RUNTIME)) != 0)
		return j->runtime_s;
	if ((j->has & JOB_BIT(JOB_TIME_LIMIT)) != 0)
		return j->time_limit_s;
	return -1;
}

/* What is left of that; -1 when it is not known. */
static int64_t
left_s(const struct job *j)
{
	int64_t s = length_s(j);

	return s == -1 ? -1 : num_max(0, s - num_min(s, j->attained_s));
}

/* A key that comes last when it is -1. */
static int64_t
or_last(int64_t key)
{
	return key == -1 ? INT64_MAX : key;
}

static int64_t
priority_first(const struct job *j)
{
	/* Descending without overflow: -1 - x is its complement. */
	return ~j->priority;
}

static int64_t
queued(const struct job *j)
{
	return j->queued_s;
}

static int64_t
created(const struct job *j)
{
	return j->created_s;
}

static int64_t
gpus(const struct job *j)
{
	return job_gpus_m(j);
}

static int64_t
shortest(const struct job *j)
{
	return or_last(length_s(j));
}

static int64_t
least_left(const struct job *j)
{
	return or_last(left_s(j));
}

static int64_t
least_service(const struct job *j)
{
	int64_t s = left_s(j);

	return s == -1 ? INT64_MAX : num_mul_sat(s, job_gpus_m(j));
}

/* The chains of keys; what is missing is no key. */
static int64_t (*const chain[ORDER_POLICIES][2])(const struct job *) = {
	[ORDER_PRIORITY] = { priority_first, queued },
	[ORDER_CREATED] = { created, NULL },
	[ORDER_GPUS] = { gpus, NULL },
	[ORDER_SJF] = { shortest, NULL },
	[ORDER_SRTF] = { least_left, NULL },
	[ORDER_SRSF] = { least_service, NULL }
};

static int
tail_cmp(const struct job *a, const struct job *b)
{
	int c = num_cmp(a->created_s, b->created_s);

	return c != 0 ? c : text_cmp(a->id, b->id);
}

static int
key_cmp(const void *va, const void *vb)
{
	const struct order_key *a = va, *b = vb;
	int c;

	if ((c = num_cmp(a->top, b->top)) != 0 ||
	    (c = num_cmp(a->first, b->first)) != 0 ||
	    (c = num_cmp(a->second, b->second)) != 0)
		return c;
	return tail_cmp(a->job, b->job);
}

/*
 * The hybrid score of the HPS scheduler is 1/(1+r/3600) x A(w) x 1/(1+g/4)
 * with r seconds left, w seconds waited and g GPUs; A is 1 up to 300 s, then
 * 2 min(w/1800, 1).  As a fraction it is, but for a factor that all share,
 *
 *	(900, or min(w, 1800) past 300 s) / ((3600 + r) (4000 + g in 1/1000))
 *
 * and two are compared crosswise: second is the numerator, first stays 0.  r
 * and g are cut at 2^55, so that 128 bits hold the products.
 */
static int64_t
hps_numerator(const struct job *j, int64_t now_s)
{
	int64_t w = now_s > j->queued_s ? now_s - j->queued_s : 0;

	if (left_s(j) == -1)
		return 0;
	return w <= 300 ? 900 : num_min(w, 1800);
}

static order_wide
hps_denominator(const struct job *j)
{
	const int64_t most = INT64_C(1) << 55;

	return (order_wide)(3600 + num_min(num_max(left_s(j), 0), most)) *
	    (order_wide)(4000 + num_min(job_gpus_m(j), most));
}

static int
hps_cmp(const void *va, const void *vb)
{
	const struct order_key *a = va, *b = vb;
	order_wide x, y;
	int c;

	if ((c = num_cmp(a->top, b->top)) != 0)
		return c;
	x = (order_wide)a->second * hps_denominator(b->job);
	y = (order_wide)b->second * hps_denominator(a->job);
	if (x != y)
		return x > y ? -1 : 1;
	return tail_cmp(a->job, b->job);
}

static void
make_key(struct order_key *k, const struct job *j, enum order_policy p,
    int64_t now_s)
{
	k->job = j;
	k->top = (j->has & JOB_BIT(JOB_TOP)) != 0 ? j->top : INT64_MAX;
	k->first = chain[p][0] != NULL ? chain[p][0](j) : 0;
	k->second = chain[p][1] != NULL ? chain[p][1](j) : 0;
	if (p == ORDER_HPS)
		k->second = hps_numerator(j, now_s);
}

/* Merges two runs; those of the left come first among equals. */
static void
merge(const struct order_key *a, size_t n, const struct order_key *b,
    size_t m, struct order_key *out, int (*cmp)(const void *, const void *))
{
	const struct order_key *ae = a + n, *be = b + m;

	while (a < ae && b < be)
		*out++ = cmp(a, b) <= 0 ? *a++ : *b++;
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
sort_keys(struct order_key *k, size_t n,
    int (*cmp)(const void *, const void *))
{
	struct order_key *spare = mem_array(n, sizeof(*spare));
	struct order_key *from = k, *to = spare, *swap;
	size_t width, i, mid, end;

	for (width = 1; width < n; width *= 2) {
		for (i = 0; i < n; i = end) {
			mid = i + width < n ? i + width : n;
			end = mid + width < n ? mid + width : n;
			if (mid == end || cmp(&from[mid - 1],
			    &from[mid]) <= 0)
				memcpy(to + i, from + i,
				    (end - i) * sizeof(*to));
			else
				merge(from + i, mid - i, from + mid,
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

/* The i-th of the three numbers of a key, so that it compares unsigned. */
static uint64_t
part(const struct order_key *k, int i)
{
	const int64_t v = i == 0 ? k->top : i == 1 ? k->first : k->second;

	return (uint64_t)v ^ UINT64_C(1) << 63;
}

/* One stable pass by a digit of the i-th number. */
static void
radix_pass(const struct order_key *from, struct order_key *to, size_t n,
    int i, int shift)
{
	size_t count[1 << RADIX_BITS] = { 0 }, k, sum = 0, c;

	for (k = 0; k < n; k++)
		count[part(&from[k], i) >> shift & RADIX_MASK]++;
	for (k = 0; k < 1 << RADIX_BITS; k++) {
		c = count[k];
		count[k] = sum;
		sum += c;
	}
	for (k = 0; k < n; k++)
		to[count[part(&from[k], i) >> shift & RADIX_MASK]++] =
		    from[k];
}

/*
 * Sorts by the three numbers, digit by digit from the last; digits that are
 * the same in all keys, and most are, are passed over.
 */
static void
radix_sort(struct order_key *k, size_t n)
{
	struct order_key *spare = mem_array(n, sizeof(*spare));
	struct order_key *from = k, *to = spare, *swap;
	uint64_t differs;
	size_t j;
	int i, shift;

	for (i = 2; i >= 0; i--) {
		differs = 0;
		for (j = 1; j < n; j++)
			differs |= part(&k[j], i) ^ part(&k[0], i);
		for (shift = 0; shift < 64 && differs >> shift != 0;
		    shift += RADIX_BITS) {
			if ((differs >> shift & RADIX_MASK) == 0)
				continue;
			radix_pass(from, to, n, i, shift);
			swap = from;
			from = to;
			to = swap;
		}
	}
	if (from != k)
		memcpy(k, from, n * sizeof(*k));
	free(spare);
}

static bool
same_key(const struct order_key *a, const struct order_key *b)
{
	return a->top == b->top && a->first == b->first &&
	    a->second == b->second;
}

/* Sorts by the numbers, then those that are alike by what comes behind. */
static void
sort_numbers(struct order_key *k, size_t n)
{
	size_t i, end;

	radix_sort(k, n);
	for (i = 0; i < n; i = end) {
		for (end = i + 1; end < n && same_key(&k[i], &k[end]); end++)
			;
		if (end - i > 1)
			sort_keys(k + i, end - i, key_cmp);
	}
}

void
order_sort(const struct jobs *s, enum order_policy p, int64_t now_s,
    size_t *index, size_t n)
{
	struct order_key *k;
	size_t i;

	if (p == ORDER_NONE || n == 0)
		return;
	k = mem_array(n, sizeof(*k));
	for (i = 0; i < n; i++)
		make_key(&k[i], &s->job[index[i]], p, now_s);
	if (p == ORDER_HPS)
		sort_keys(k, n, hps_cmp);
	else if (n < FEW)
		sort_keys(k, n, key_cmp);
	else
		sort_numbers(k, n);
	for (i = 0; i < n; i++)
		index[i] = (size_t)(k[i].job - s->job);
	free(k);
}
