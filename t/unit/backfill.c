/* Tests of backfill: what it counts, and times at the end of all times. */
#include "backfill.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

#define LAST "9223372036854775807"

static struct world world;

#define JOBS "job\tstate\tcreated\tgpu\ttime_limit\tstarted\tnodes\n"

/*
 * A step on a node of 8 GPUs: the states of the jobs, by their first letters,
 * and what was counted.
 */
static void
step(enum queue_discipline d, int64_t now_s, const char *jobs,
    const char *want, size_t started, size_t displaced)
{
	struct step_options o = { .now_s = now_s,
		.policy = ORDER_PRIORITY };
	struct step_counts did = { 9, 9, 9 };
	char got[16] = "";
	size_t i;

	world_begin(&world, true);
	world.queues.other.discipline = d;
	world_nodes(&world, "node\tgpu_total\nn1\t8\n");
	world_jobs(&world, jobs);
	world_at(&world, now_s);
	tap_is_i64((int64_t)world.faults.n, 0, "no faults");
	backfill_run(&world.jobs, &world.cluster, &world.queues, &o, &did);
	for (i = 0; i < world.jobs.n; i++)
		got[i] = job_state_name((enum job_state)
		    world.jobs.job[i].state)[0];
	tap_is_str(got, want, "states");
	tap_is_i64((int64_t)did.admitted, 0, "nobody is admitted");
	tap_is_i64((int64_t)did.started, (int64_t)started, "started");
	tap_is_i64((int64_t)did.displaced, (int64_t)displaced, "displaced");
	world_end(&world);
}

static void
both(enum queue_discipline d)
{
	step(d, 100, JOBS, "", 0, 0);
	step(d, 100, JOBS
	    "r\trunning\t1\t4\t60\t90\tn1\n"
	    "h\tinqueue\t2\t8\t60\t-\t-\n"
	    "a\tinqueue\t3\t2\t50\t-\t-\n"
	    "b\tpending\t4\t2\t50\t-\t-\n"
	    "c\tinqueue\t5\t1\t50\t-\t-\n"
	    "d\tinqueue\t6\t9\t50\t-\t-\n", "rprrpp", 2, 3);
	/* Jobs that end after all times never do. */
	step(d, 100, JOBS
	    "r\trunning\t1\t4\t" LAST "\t90\tn1\n"
	    "h\tpending\t2\t8\t60\t-\t-\n"
	    "a\tpending\t3\t4\t1\t-\t-\n", "rpp", 0, 0);
	step(d, 100, JOBS
	    "r\trunning\t1\t4\t60\t90\tn1\n"
	    "h\tpending\t2\t8\t" LAST "\t-\t-\n"
	    "a\tpending\t3\t4\t" LAST "\t-\t-\n"
	    "b\tpending\t4\t4\t50\t-\t-\n", "rppr", 1, 0);
	step(d, INT64_MAX, JOBS
	    "r\trunning\t1\t4\t60\t90\tn1\n"
	    "h\tpending\t2\t8\t60\t-\t-\n"
	    "a\tpending\t3\t4\t1\t-\t-\n", "rpp", 0, 0);
}

int
main(void)
{
	tap_ok(backfill_is(QUEUE_EASY) && backfill_is(QUEUE_CONSERVATIVE),
	    "these two");
	tap_ok(!backfill_is(QUEUE_FIFO) && !backfill_is(QUEUE_BESTEFFORT),
	    "and no other");
	both(QUEUE_EASY);
	both(QUEUE_CONSERVATIVE);
	return tap_done();
}
