/*
 * trace: job records with run times for the benchmarks, on standard output, as
 * TSV.
 *
 *	trace [-n jobs] [-N nodes] [-l load] [-s seed]
 *
 * The same options give the same bytes everywhere.  Jobs arrive evenly, so
 * that they ask for load percent of the nodes, each of 8 GPUs, or for 0 all at
 * once.  They are charged to groups of runs -b.
 */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>

#include "draw.h"

static const struct {
	uint32_t instances, gpus;
} asks[] = {
	{ 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 2 }, { 1, 2 }, { 1, 4 },
	{ 1, 4 }, { 1, 8 }, { 1, 8 }, { 2, 8 }, { 4, 8 }
};

static const char *const groups[] = {
	"nlp/olmo/pre", "nlp/post", "vision/molmo", "robot", "sci/bio",
	"tools/infra"
};

static const char *const least[] = { "0", "15m", "1h", "2h" };
static const char *const priorities[] = { "low", "medium", "high" };

#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))

/* From half a minute to nine hours; the mean of all is 5940 s. */
static uint32_t
run_time_s(uint64_t *state)
{
	static const uint32_t most[] = { 540, 2340, 7740, 32340 };
	uint32_t k = draw(state, COUNT(most));

	return 30 + draw(state, 2 * (most[k] / 2));
}

int
main(int argc, char *argv[])
{
	uint64_t i, n = 1000000, nodes = 10000, load = 95, state = 1;
	uint64_t work = 0, created_s = 1796000000;
	uint32_t a, run_s;

	numbers(argc, argv, "N:l:n:s:",
	    "trace [-n jobs] [-N nodes] [-l load] [-s seed]",
	    (uint64_t *[]){ &nodes, &load, &n, &state });
	puts("job\tgroup\tpriority\tcreated\tinstances\tgpu\tmin_runtime"
	    "\truntime");
	for (i = 0; i < n; i++) {
		a = draw(&state, COUNT(asks));
		run_s = run_time_s(&state);
		printf("job-%07" PRIu64 "\t%s\t%s\t%" PRIu64 "\t%" PRIu32
		    "\t%" PRIu32 "\t%s\t%" PRIu32 "\n", i,
		    groups[draw(&state, COUNT(groups))],
		    priorities[draw(&state, COUNT(priorities))], created_s +
		    (load == 0 ? 0 : work * 100 / (load * 8 * nodes)),
		    asks[a].instances, asks[a].gpus,
		    least[draw(&state, COUNT(least))], run_s);
		work += (uint64_t)asks[a].instances * asks[a].gpus * run_s;
	}
	if (fflush(stdout) != 0)
		err(2, "standard output");
	return 0;
}
