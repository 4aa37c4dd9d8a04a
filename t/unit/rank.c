/* Tests of rank: orders, and the first of many against a full sort. */
#include "rank.h"

#include <stdlib.h>

#include "tap.h"

enum { NODES = 5000 };

struct seen {
	struct shape free;
	size_t item;
};

static const struct rank_order *by;	/* for cmp */

static int
cmp(const void *va, const void *vb)
{
	const struct seen *a = va, *b = vb;

	return rank_cmp(by, &a->free, a->item, &b->free, b->item);
}

static void
draw(struct seen *s, size_t n, unsigned seed, int below)
{
	uint64_t z = seed;
	size_t i;
	int r;

	for (i = 0; i < n; i++) {
		s[i].item = i;
		for (r = 0; r < RES_N; r++) {
			z = z * 6364136223846793005U + 1442695040888963407U;
			s[i].free.of[r] = (int64_t)(z >> 40) % below;
		}
	}
}

/* Offers n nodes to a top of max and holds it to the sorted whole. */
static void
against_sort(struct rank_order o, size_t n, size_t max, int below)
{
	static struct seen s[NODES];
	struct rank_top t = { .order = o, .max = max };
	char name[32];
	size_t i, bad = 0, want = n < max ? n : max;

	draw(s, n, (unsigned)(n * 31 + max), below);
	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "%.*s%zu", (int)(i % 9),
		    "nnnnnnnn", i);
		rank_offer(&t, &s[i].free, i, text_of(name));
	}
	rank_sort(&t);
	by = &o;
	qsort(s, n, sizeof(*s), cmp);
	for (i = 0; i < want && i < t.n; i++) {
		snprintf(name, sizeof(name), "%.*s%zu",
		    (int)(s[i].item % 9), "nnnnnnnn", s[i].item);
		bad += t.lead[i].item != s[i].item || memcmp(&t.lead[i].free,
		    &s[i].free, sizeof(s[i].free)) != 0 ||
		    !text_is(text_slice(t.lead[i].name, t.lead[i].name_n),
		    name);
	}
	tap_ok(t.n == want && bad == 0,
	    "the first %zu of %zu with amounts below %d", max, n, below);
	rank_free(&t);
}

static void
order(struct rank_order o, const char *want, const char *name)
{
	char got[RES_N + 1] = "";
	int i;

	for (i = 0; i < o.n; i++)
		got[i] = "gcm"[o.key[i]];
	tap_is_str(got, want, "%s", name);
}

static void
ties(void)
{
	static const struct shape a = { { 1, 2, 3 } }, b = { { 1, 2, 4 } };
	struct rank_order all = rank_by(RES_GPU), gpu = rank_by_gpu();

	tap_ok(rank_cmp(&all, &b, 9, &a, 1) < 0, "more comes first");
	tap_ok(rank_cmp(&all, &a, 1, &b, 9) > 0, "less behind it");
	tap_ok(rank_cmp(&gpu, &b, 9, &a, 1) > 0, "a tie keeps input order");
	tap_ok(rank_cmp(&gpu, &b, 1, &a, 9) < 0, "both ways");
	tap_ok(rank_cmp(&all, &a, 5, &a, 5) == 0, "itself is equal");
}

int
main(void)
{
	static const size_t max[] = { 1, 2, 3, 7, 8, 100, NODES - 1, NODES,
	    SIZE_MAX };
	size_t i;

	order(rank_by(RES_GPU), "gcm", "by gpu");
	order(rank_by(RES_CPU), "cgm", "by cpu, then gpu and mem");
	order(rank_by(RES_MEM), "mgc", "by mem, then gpu and cpu");
	order(rank_by_cpu(RES_GPU), "cm", "without gpu: gpu counts as cpu");
	order(rank_by_cpu(RES_CPU), "cm", "without gpu: by cpu");
	order(rank_by_cpu(RES_MEM), "mc", "without gpu: by mem");
	order(rank_by_gpu(), "g", "by gpu alone");
	ties();
	for (i = 0; i < sizeof(max) / sizeof(max[0]); i++) {
		against_sort(rank_by(RES_MEM), NODES, max[i], 3);
		against_sort(rank_by_gpu(), NODES, max[i], 50000);
		against_sort(rank_by_cpu(RES_CPU), 5, max[i], 2);
	}
	against_sort(rank_by_gpu(), NODES, 10, 1);
	against_sort(rank_by_gpu(), 0, 3, 1);
	return tap_done();
}
