/*
 * jobs: waiting job records for the benchmarks, on standard output, as TSV.
 *
 *	jobs [-n jobs] [-s seed]
 *
 * The same options give the same bytes everywhere.  Ids are unique and in no
 * order.  Priorities are written as numbers and times as epoch seconds, so
 * that sort(1) can put the same records in order.
 */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>

#include "draw.h"

/* What a job asks for. */
struct ask {
	uint32_t instances, gpus, cpus, mem_g;
};

static const struct ask asks[] = {
	{ 1, 1, 8, 32 }, { 1, 1, 16, 64 }, { 1, 2, 16, 128 },
	{ 1, 4, 32, 200 }, { 1, 8, 64, 480 }, { 2, 8, 64, 480 },
	{ 4, 8, 90, 500 }, { 16, 8, 90, 500 }, { 1, 0, 16, 64 },
	{ 8, 1, 4, 16 }
};

/* The model that it needs: most need none. */
static const char *const models[] = {
	"-", "-", "-", "-", "A100-SXM4-40GB", "A100-SXM4-80GB",
	"H100-SXM5-80GB", "V100-SXM2-32GB"
};

static const char *const queues[] = { "prod", "research", "debug" };
static const int priorities[] = { 100, 100, 200, 200, 200, 250, 300 };

#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))

static void
write_job(uint64_t id, uint64_t *state)
{
	const uint64_t first_s = 1796000000;
	const struct ask *a = &asks[draw(state, COUNT(asks))];
	const char *queue = queues[draw(state, COUNT(queues))];
	const char *model = models[draw(state, COUNT(models))];
	int priority = priorities[draw(state, COUNT(priorities))];
	uint64_t created_s = first_s + draw(state, 1000000);
	uint64_t queued_s = created_s;

	/* One in eight was sent back behind its peers. */
	if (draw(state, 8) == 0)
		queued_s += draw(state, 100000);
	printf("job-%07" PRIu64 "\t%s\t%d\t%" PRIu64 "\t%" PRIu64
	    "\tpending\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32
	    "G\t%s\n", id, queue, priority, created_s, queued_s,
	    a->instances, a->gpus, a->cpus, a->mem_g, model);
}

int
main(int argc, char *argv[])
{
	/* A prime above any count: multiples of it visit every id once. */
	const uint64_t stride = 4294967311U;
	uint64_t i, n = 1000000, state = 1;

	numbers(argc, argv, "n:s:", "jobs [-n jobs] [-s seed]",
	    (uint64_t *[]){ &n, &state });
	puts("job\tqueue\tpriority\tcreated\tqueued\tstate\tinstances\tgpu"
	    "\tcpu\tmem\tgpu_model");
	for (i = 0; i < n; i++)
		write_job(i * stride % n, &state);
	if (fflush(stdout) != 0)
		err(2, "standard output");
	return 0;
}
