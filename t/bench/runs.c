/*
 * runs: run records for the benchmarks, on standard output, as TSV; or with -b
 * the budgets of their groups.
 *
 *	runs [-b] [-n runs] [-s seed]
 *
 * The same options give the same bytes everywhere.  A week of runs that all
 * ended in it: two jobs of three ran once, the third was stopped and ran again,
 * up to four times.  Times are epoch seconds and GPUs whole, so that awk can
 * sum them up.
 */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>

#include "draw.h"

static const struct {
	const char *path;
	int share;
} groups[] = {
	{ "nlp/olmo/pre", 60 }, { "nlp/olmo/rl", 25 }, { "nlp/olmo/ana", 15 },
	{ "nlp/post", 25 }, { "nlp/eval", 15 }, { "nlp/data", 10 },
	{ "vision/molmo", 70 }, { "vision/video", 30 }, { "robot", 3 },
	{ "sci/climate", 10 }, { "sci/bio", 6 }, { "sci/chem", 4 },
	{ "tools/infra", 4 }, { "asta", 4 }, { "safety", 2 }
};

static const char *const least[] = { "15m", "1h", "2h", "4h", "8h", "0" };
static const uint32_t gpus[] = { 1, 1, 1, 2, 4, 8, 8, 16 };

#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))

/* A job and its runs, one behind the other. */
static void
write_job(uint64_t job, uint32_t runs, uint64_t *state)
{
	const uint64_t week_s = 1796000000;
	const char *group = groups[draw(state, COUNT(groups))].path;
	const char *protect = least[draw(state, COUNT(least))];
	uint64_t created_s = week_s + draw(state, 200000);
	uint64_t started_s, ended_s = created_s;
	uint32_t n = gpus[draw(state, COUNT(gpus))], i;

	for (i = 1; i <= runs; i++) {
		started_s = ended_s + draw(state, 20000);
		ended_s = started_s + 60 + draw(state, 80000);
		printf("job-%07" PRIu64 "\t%s\ttrain\t%s\t%" PRIu64
		    "\t%s\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64
		    "\tnode-%" PRIu32 "\n", job, group, i < runs ? "stopped" :
		    "succeeded", created_s, protect, n, started_s, ended_s,
		    draw(state, 1000));
	}
}

static void
write_budgets(void)
{
	uint32_t i;

	puts("group\tshare\nnlp\t50\nnlp/olmo\t50\nvision\t17");
	for (i = 0; i < COUNT(groups); i++)
		printf("%s\t%d\n", groups[i].path, groups[i].share);
}

int
main(int argc, char *argv[])
{
	uint64_t job = 0, n = 1000000, state = 1, budgets = 0;
	uint32_t runs;

	numbers(argc, argv, "bn:s:", "runs [-b] [-n runs] [-s seed]",
	    (uint64_t *[]){ &budgets, &n, &state });
	if (budgets)
		write_budgets();
	else
		puts("job\tgroup\tkind\tstate\tcreated\tmin_runtime\tgpu"
		    "\tstarted\tended\tnodes");
	while (!budgets && n > 0) {
		runs = draw(&state, 3) == 0 ? 2 + draw(&state, 3) : 1;
		if (runs > n)
			runs = (uint32_t)n;
		write_job(job++, runs, &state);
		n -= runs;
	}
	if (fflush(stdout) != 0)
		err(2, "standard output");
	return 0;
}
