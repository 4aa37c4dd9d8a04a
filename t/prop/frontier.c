/*
 * Properties of the frontier: on small clusters it is what comes out when
 * every shape there is is tried.
 *
 *	frontier [seed [count]]
 */
#include "frontier.h"

#include <stdlib.h>

#include "random.h"

enum { NODES = 6, TOP = 9, POINTS = TOP * TOP * TOP };

struct trial {
	struct shape node[NODES];
	size_t nodes;
	int64_t instances;
	bool gpus;
};

/* 0 to TOP - 1 units, with or without some of the next one. */
static int64_t
draw_amount(int64_t unit)
{
	int64_t whole = random_below(TOP - 1);

	if (random_once(5))
		whole = 0;
	return whole * unit + (random_once(4) ? random_below((int)(unit /
	    2)) : 0);
}

static void
draw(struct trial *t)
{
	size_t i;

	t->nodes = (size_t)random_below(NODES + 1);
	t->instances = 1 + random_below(5);
	t->gpus = random_once(2);
	for (i = 0; i < t->nodes; i++) {
		if (i > 0 && random_once(4)) {
			t->node[i] = t->node[i - 1];
			continue;
		}
		t->node[i].of[RES_GPU] = draw_amount(1000);
		t->node[i].of[RES_CPU] = draw_amount(1000);
		t->node[i].of[RES_MEM] = draw_amount(INT64_C(1) << 30);
	}
}

/* How many of so many units each a node holds; an ask of 0 limits nothing. */
static int64_t
hold(const struct shape *node, const int64_t *ask)
{
	static const int64_t unit[] = { 1000, 1000, INT64_C(1) << 30 };
	int64_t least = INT64_MAX, n;
	int r;

	for (r = 0; r < RES_N; r++) {
		if (ask[r] == 0)
			continue;
		n = node->of[r] / unit[r] / ask[r];
		least = n < least ? n : least;
	}
	return least;
}

static bool
fits(const struct trial *t, int64_t gpu, int64_t cpu, int64_t mem)
{
	const int64_t ask[] = { gpu, cpu, mem };
	int64_t sum = 0;
	size_t i;

	if (t->gpus ? gpu == 0 : gpu > 0 || (cpu == 0 && mem == 0))
		return false;
	for (i = 0; i < t->nodes; i++)
		sum += hold(&t->node[i], ask);
	return sum >= t->instances;
}

/* As it fits, and nothing larger by one in any amount does. */
static bool
largest(const struct trial *t, int64_t gpu, int64_t cpu, int64_t mem)
{
	return fits(t, gpu, cpu, mem) && !fits(t, gpu, cpu + 1, mem) &&
	    !fits(t, gpu, cpu, mem + 1) && (!t->gpus ||
	    !fits(t, gpu + 1, cpu, mem));
}

/* Tries every shape, in the order of the answer. */
static size_t
try_all(const struct trial *t, struct frontier_point *p)
{
	int64_t gpu, cpu, mem;
	size_t n = 0;

	for (gpu = TOP - 1; gpu >= 0; gpu--)
		for (cpu = TOP - 1; cpu >= 0; cpu--)
			for (mem = TOP - 1; mem >= 0; mem--) {
				if (!largest(t, gpu, cpu, mem))
					continue;
				p[n].gpu = gpu;
				p[n].cpu = cpu;
				p[n++].mem_gib = mem;
			}
	return n;
}

static void
show(const char *what, const struct frontier_point *p, size_t n)
{
	size_t i;

	printf("#   %s:", what);
	for (i = 0; i < n; i++)
		printf(" %" PRId64 "/%" PRId64 "/%" PRId64, p[i].gpu,
		    p[i].cpu, p[i].mem_gib);
	putchar('\n');
}

static bool
agrees(void)
{
	static struct frontier_point want[POINTS];
	struct frontier_point *got;
	struct trial t;
	size_t n, m, i;
	bool same;

	draw(&t);
	m = try_all(&t, want);
	n = frontier_find(t.node, t.nodes, t.instances, t.gpus, &got);
	same = n == m;
	for (i = 0; same && i < n; i++)
		same = got[i].gpu == want[i].gpu &&
		    got[i].cpu == want[i].cpu &&
		    got[i].mem_gib == want[i].mem_gib;
	if (!same) {
		printf("#   %" PRId64 " instances, %s gpus\n", t.instances,
		    t.gpus ? "with" : "without");
		for (i = 0; i < t.nodes; i++)
			printf("#   node %" PRId64 "m %" PRId64 "m %" PRId64
			    "\n", t.node[i].of[RES_GPU],
			    t.node[i].of[RES_CPU], t.node[i].of[RES_MEM]);
		show("got", got, n);
		show("want", want, m);
	}
	free(got);
	return same;
}

int
main(int argc, char **argv)
{
	random_hold("the frontier is what trying every shape gives", agrees,
	    argc, argv, 20000);
	return tap_done();
}
