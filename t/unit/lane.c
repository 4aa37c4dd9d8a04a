/* Tests of lane: rules read, and whom they let in. */
#include "lane.h"

#include "tap.h"
#include "world.h"

static struct world world;

static void
faults(void)
{
	static const struct {
		const char *rule, *want;
	} t[] = {
		{ "", "\"\" is no test: FIELD<=VALUE" },
		{ "gpus", "\"gpus\" is no test: FIELD<=VALUE" },
		{ "gpus<=8,", "\"\" is no test: FIELD<=VALUE" },
		{ "<=8", "\"\" is no field of a rule" },
		{ "gpu<=8", "\"gpu\" is no field of a rule" },
		{ "gpus<=eight", "gpus: \"eight\" is not a count" },
		{ "gpus<=", "gpus: \"\" is not a count" },
		{ "kind<=debug", "kind takes = and a name" },
		{ "kind=", "kind takes = and a name" },
		{ "gpus=1,gpus=1,gpus=1,gpus=1,gpus=1,gpus=1,gpus=1,gpus=1,"
		    "gpus=1", "more than 8 tests" }
	};
	struct lane l;
	struct diag d;
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		if (tap_is_i64(lane_read(text_of(t[i].rule), &l, &d), -1,
		    "a fault: '%s'", t[i].rule))
			tap_is_str(d.what, t[i].want, "its words");
}

#define LIST "job\tgroup\tkind\tqueue\tpriority\tinstances\tgpu\t" \
    "min_runtime\ttime_limit\n" \
    "a\tx\tdebug\tq\thigh\t1\t8\t15m\t1h\n" \
    "b\tx/y\ttrain\tr\tlow\t2\t4\t16m\t-\n" \
    "c\tx\tdebug\tq\t7\t1\t0.5\t0\t1h\n"

/* Which of the jobs a rule lets in, as letters. */
static void
lets_in(const char *rule, const char *want)
{
	char got[4] = "";
	struct lane l = { 0 };
	struct diag d;
	size_t i, n = 0;

	if (rule != NULL)
		tap_is_i64(lane_read(text_of(rule), &l, &d), 0, "%s", rule);
	for (i = 0; i < world.jobs.n; i++)
		if (lane_has(&l, &world.jobs, i))
			got[n++] = (char)('a' + i);
	got[n] = '\0';
	tap_is_str(got, want, "lets in %s: '%s'", want, rule != NULL ? rule :
	    "no rule");
}

int
main(void)
{
	faults();
	world_begin(&world, false);
	world_jobs(&world, LIST);
	tap_is_i64((int64_t)world.faults.n, 0, "the records are read");
	lets_in(NULL, "");
	lets_in("gpus<=8", "ab");
	lets_in("gpus<8", "");
	lets_in("gpus>=8", "ab");
	lets_in("gpus>7.999", "ab");
	lets_in(" gpus = 8 , instances <= 1 ", "a");
	lets_in("gpus<=8,min_runtime<=15m", "a");
	lets_in("min_runtime>900", "b");
	lets_in("time_limit<=1h", "a");
	lets_in("time_limit>9d", "b");
	lets_in("priority>=200", "a");
	lets_in("priority=low", "b");
	lets_in("priority>-1", "ab");
	lets_in("kind=debug", "a");
	lets_in("queue=r", "b");
	lets_in("group=x", "a");
	world_end(&world);
	return tap_done();
}
