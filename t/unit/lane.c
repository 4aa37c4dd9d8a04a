/*
 * lane: rules that tell some jobs from the others.
 */
#include "lane.h"

#include "tap.h"
#include "world.h"

static struct world world;

/* Whether the rule lets the job of that id in. */
static void
lets(const char *rule, const char *ids)
{
	struct lane l;
	struct diag d;
	char in[32] = "";
	size_t i;

	if (!tap_ok(lane_read(text_of(rule), &l, &d) == 0, "%s", rule))
		return;
	for (i = 0; i < world.jobs.n; i++)
		if (lane_has(&l, &world.jobs, i))
			strncat(in, job_id(&world.jobs, i).p, 1);
	tap_is_str(in, ids, "%s", rule);
}

static void
refuses(const char *rule, const char *why)
{
	struct lane l;
	struct diag d = { 0 };

	tap_ok(lane_read(text_of(rule), &l, &d) == -1 &&
	    strstr(d.what, why) != NULL, "%s: %s", rule, d.what);
}

int
main(void)
{
	const struct lane none = { .n = 0 };

	world_begin(&world, false);
	world_jobs(&world, "job\tqueue\tgroup\tkind\tinstances\tgpu\t"
	    "min_runtime\ttime_limit\tpriority\n"
	    "a\tq\tx\tdebug\t1\t8\t15m\t1h\thigh\n"
	    "b\tq\ty\ttrain\t2\t8\t15m\t-\tlow\n"
	    "c\t-\tx\t-\t1\t1\t1h\t30m\t-\n"
	    "d\t-\tx\tdebug\t1\t1\t0\t-\t-\n");
	lets("gpus<=8,min_runtime<=15m", "a");
	lets("gpus <= 16, min_runtime <= 15m", "ab");
	lets("gpus<8", "c");
	lets("gpus>8", "b");
	lets("gpus>=8", "ab");
	lets("instances=1", "ac");
	lets("kind=debug", "a");
	lets("queue=q", "ab");
	lets("group=x", "ac");
	lets("priority>=medium", "ac");
	lets("time_limit<=1h", "ac");
	lets("min_runtime>15m", "c");
	tap_ok(!lane_has(&none, &world.jobs, 0), "no rule, no lane");
	refuses("gpus", "no test");
	refuses("gpus<=x", "is not a count");
	refuses("size<=8", "no field");
	refuses("kind<=debug", "takes =");
	refuses("kind=", "takes =");
	refuses("", "no test");
	refuses("gpus<=1,", "no test");
	refuses("gpus=1,gpus=1,gpus=1,gpus=1,gpus=1,gpus=1,gpus=1,gpus=1,"
	    "gpus=1", "more than");
	world_end(&world);
	return tap_done();
}
