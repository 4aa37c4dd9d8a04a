/* Tests of order: each policy, and that every order is total. */
#include "order.h"

#include <stdlib.h>

#include "../prop/random.h"
#include "buf.h"
#include "shown.h"
#include "world.h"

static struct world world;

#define HEADER "job\tcreated\tpriority\tqueued\ttop\tinstances\tgpu\t" \
    "runtime\ttime_limit\tattained\n"

/* What one job after the other is, in order; "a b c". */
static const char *
sorted(enum order_policy p, int64_t now_s)
{
	static struct buf out;
	size_t index[64], i;

	for (i = 0; i < world.jobs.n; i++)
		index[i] = i;
	order_sort(&world.jobs, p, NULL, now_s, index, world.jobs.n);
	out.n = 0;
	for (i = 0; i < world.jobs.n; i++) {
		const struct slice id = job_id(&world.jobs, index[i]);

		buf_str(&out, i > 0 ? " " : "");
		buf_add(&out, id.p, id.n);
	}
	return shown_buf(&out);
}

static void
order(const char *jobs, enum order_policy p, int64_t now_s, const char *want,
    const char *name)
{
	world_begin(&world, true);
	world_jobs(&world, HEADER);
	world_jobs(&world, jobs);
	tap_is_i64((int64_t)world.faults.n, 0, "%s: no faults", name);
	tap_is_str(sorted(p, now_s), want, "%s", name);
	world_end(&world);
}

static void
policies(void)
{
	static const char jobs[] = HEADER
	    "a\t10\tlow\t-\t-\t1\t8\t100\t-\t-\n"
	    "b\t11\thigh\t30\t-\t2\t1\t-\t200\t50\n"
	    "c\t12\thigh\t20\t-\t1\t4\t300\t10\t290\n"
	    "d\t13\t-\t-\t-\t1\t1\t-\t-\t-\n"
	    "e\t9\t201\t-\t-\t3\t2\t70\t-\t-\n";
	static const char tops[] = HEADER
	    "a\t1\t-\t-\t-\t-\t-\t-\t-\t-\n"
	    "b\t2\t-\t-\t0\t-\t-\t-\t-\t-\n"
	    "c\t3\tlow\t-\t-7\t-\t-\t-\t-\t-\n"
	    "d\t4\t-\t-\t9223372036854775806\t-\t-\t-\t-\t-\n"
	    "e\t0\thigh\t-\t-\t-\t-\t-\t-\t-\n";
	static const char ties[] = HEADER
	    "b\t1\t-\t-\t-\t-\t-\t-\t-\t-\n"
	    "ab\t1\t-\t-\t-\t-\t-\t-\t-\t-\n"
	    "a\t1\t-\t-\t-\t-\t-\t-\t-\t-\n"
	    "B\t1\t-\t-\t-\t-\t-\t-\t-\t-\n"
	    "\xc3\xa9\t1\t-\t-\t-\t-\t-\t-\t-\t-\n"
	    "z\t0\t-\t1\t-\t-\t-\t-\t-\t-\n";

	order(jobs, ORDER_PRIORITY, 0, "c b e d a", "priority, then queued");
	order(jobs, ORDER_CREATED, 0, "e a b c d", "created");
	order(jobs, ORDER_GPUS, 0, "d b c e a", "gpus of the whole gang");
	order(jobs, ORDER_SJF, 0, "e a b c d", "runtime, else the limit");
	order(jobs, ORDER_SRTF, 0, "c e a b d", "what is left");
	order(jobs, ORDER_SRSF, 0, "c b e a d", "what is left times gpus");
	order(jobs, ORDER_NONE, 0, "a b c d e", "none");
	order(tops, ORDER_PRIORITY, 0, "c b d e a", "top goes first");
	order(tops, ORDER_HPS, 0, "c b d e a", "and so with hps");
	order(tops, ORDER_CREATED, 0, "c b d e a", "and with created");
	order(tops, ORDER_NONE, 0, "a b c d e", "none knows no top");
	order(ties, ORDER_PRIORITY, 0, "z B a ab b \xc3\xa9",
	    "created, then bytes of the id");
	order(ties, ORDER_GPUS, 0, "z B a ab b \xc3\xa9", "and with gpus");
}

/*
 * The score is 1/(1+r/3600) x A(w) x 1/(1+g/4); the ends of its pieces.  With
 * A = 1 (w to 300 s) and no GPUs, r = 0 has the score 1, as has w = 900
 * (A = 1); w = 1800 and more has A = 2.
 */
static void
hps(void)
{
	order(HEADER
	    "w300\t700\t-\t-\t-\t1\t0\t0\t-\t-\n"
	    "w301\t699\t-\t-\t-\t1\t0\t0\t-\t-\n"
	    "w899\t101\t-\t-\t-\t1\t0\t0\t-\t-\n"
	    "w901\t99\t-\t-\t-\t1\t0\t0\t-\t-\n"
	    "w900\t100\t-\t-\t-\t1\t0\t0\t-\t-\n"
	    "none\t0\t-\t-\t-\t1\t0\t-\t-\t-\n",
	    ORDER_HPS, 1000, "w901 w900 w300 w899 w301 none",
	    "hps: aging");
	order(HEADER
	    "w1799\t201\t-\t-\t-\t1\t0\t0\t-\t-\n"
	    "w1801\t199\t-\t-\t-\t1\t0\t0\t-\t-\n"
	    "w1800\t200\t-\t-\t-\t1\t0\t0\t-\t-\n"
	    "w9\t1991\t-\t-\t-\t1\t0\t0\t-\t-\n"
	    "ahead\t3000\t-\t-\t-\t1\t0\t0\t-\t-\n",
	    ORDER_HPS, 2000, "w1801 w1800 w1799 w9 ahead",
	    "hps: aging ends at 1800 s; none before it is queued");
	/* 1/(1+r/3600) = 1/(1+g/4) when r = 900 g. */
	order(HEADER
	    "r3600\t2\t-\t-\t-\t1\t0\t3600\t-\t-\n"
	    "g4\t1\t-\t-\t-\t2\t2\t0\t-\t-\n"
	    "r3601\t0\t-\t-\t-\t1\t0\t3601\t-\t-\n"
	    "r3599\t3\t-\t-\t-\t1\t0\t4000\t-\t401\n"
	    "g4.001\t0\t-\t-\t-\t1\t4.001\t0\t-\t-\n"
	    "g3.999\t0\t-\t-\t-\t1\t3.999\t-\t0\t-\n",
	    ORDER_HPS, 10, "r3599 g3.999 g4 r3600 g4.001 r3601",
	    "hps: exact where fractions meet");
	/* 3.999 GPUs: 4/7.999 = .500062; r 3599: .500069. */
	order(HEADER
	    "big\t0\t-\t-\t-\t9223372036854775807\t9000000000000000\t"
	    "9223372036854775807\t-\t-\n"
	    "none\t0\t-\t-\t-\t1\t0\t-\t-\t-\n"
	    "small\t0\t-\t-\t-\t1\t0\t0\t-\t-\n",
	    ORDER_HPS, 10, "small big none", "hps: what is huge is small");
}

/* Records of few distinct values, so that ties are common. */
static void
draw_jobs(struct buf *b, int n)
{
	static const char *const huge = "9223372036854775807";
	int i, k;

	b->n = 0;
	buf_str(b, HEADER);
	for (i = 0; i < n; i++) {
		buf_char(b, 'j');
		buf_i64(b, i);
		for (k = 0; k < 9; k++) {
			buf_char(b, '\t');
			if (k > 0 && random_once(3))
				buf_char(b, '-');
			else if (k > 1 && k != 4 && random_once(40))
				buf_str(b, k != 5 ? huge :
				    "9223372036854775");
			else
				buf_i64(b, (k == 4) + random_below(3) *
				    (random_once(3) ? 300 : 1));
		}
		buf_char(b, '\n');
	}
	buf_char(b, '\0');
}

/* Whether job a goes before b: sorted alone, from either side. */
static int
pair(enum order_policy p, size_t a, size_t b)
{
	size_t index[2] = { a < b ? a : b, a < b ? b : a };

	order_sort(&world.jobs, p, NULL, 900, index, 2);
	return index[0] == a ? -1 : 1;
}

/* Brute force: no cycle among any three, and the sort agrees with pairs. */
static bool
is_total(enum order_policy p)
{
	size_t n = world.jobs.n, i, j, k, index[32];

	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++)
			for (k = 0; k < n; k++)
				if (i != j && j != k && i != k &&
				    pair(p, i, j) < 0 && pair(p, j, k) < 0 &&
				    pair(p, i, k) > 0)
					return false;
	for (i = 0; i < n; i++)
		index[i] = i;
	order_sort(&world.jobs, p, NULL, 900, index, n);
	for (i = 1; i < n; i++)
		if (pair(p, index[i - 1], index[i]) > 0)
			return false;
	return true;
}

static void
total(void)
{
	struct buf b = { 0 };
	int p, i;

	random_state = 3;
	for (p = 0; p < ORDER_POLICIES; p++) {
		for (i = 0; i < 100; i++) {
			draw_jobs(&b, 2 + random_below(9));
			world_begin(&world, true);
			world_jobs(&world, b.p);
			if (world.faults.n > 0 ||
			    !is_total((enum order_policy)p))
				break;
			world_end(&world);
		}
		if (!tap_is_i64(i, 100, "%s is a total order",
		    order_names()[p]))
			world_end(&world);
	}
	buf_free(&b);
}

/* Thousands are sorted in another way than a few: it is the same order. */
static void
many(void)
{
	enum { MANY = 5000 };
	struct buf b = { 0 };
	size_t *index = malloc(MANY * sizeof(*index)), i;
	int p;

	random_state = 5;
	draw_jobs(&b, MANY);
	world_begin(&world, true);
	world_jobs(&world, b.p);
	for (p = 0; index != NULL && p < ORDER_POLICIES; p++) {
		for (i = 0; i < MANY; i++)
			index[i] = i;
		order_sort(&world.jobs, (enum order_policy)p, NULL, 900, index,
		    MANY);
		for (i = 1; i < MANY && pair((enum order_policy)p,
		    index[i - 1], index[i]) < 0; i++)
			;
		tap_is_i64((int64_t)i, MANY, "%s: many", order_names()[p]);
	}
	world_end(&world);
	buf_free(&b);
	free(index);
}

int
main(void)
{
	policies();
	hps();
	total();
	many();
	return tap_done();
}
