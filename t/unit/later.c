/* Tests of later: when running jobs end, and what there is then. */
#include "later.h"

#include "tap.h"
#include "world.h"

static struct world world;

#define JOB "job\tstate\tsince\tstarted\ttime_limit\tgpu\tnodes\n"

static void
begin(const char *nodes, const char *jobs)
{
	world_begin(&world, false);
	world_nodes(&world, nodes);
	world_jobs(&world, jobs);
	world_at(&world, 100);
	tap_is_i64((int64_t)world.faults.n, 0, "no faults");
}

static void
ends(void)
{
	static const struct {
		const char *job, *name;
		int64_t want;
	} t[] = {
		{ "a\trunning\t7\t90\t60\t-\t-\n", "by its limit", 150 },
		{ "a\trunning\t90\t-\t60\t-\t-\n",
		    "since is as good as started", 150 },
		{ "a\trunning\t7\t90\t11\t-\t-\n", "in a second", 101 },
		{ "a\trunning\t7\t90\t10\t-\t-\n", "now", 101 },
		{ "a\trunning\t7\t90\t1\t-\t-\n", "long ago", 101 },
		{ "a\trunning\t7\t100\t0\t-\t-\n", "no time at all", 101 },
		{ "a\trunning\t7\t90\t-\t-\t-\n", "no limit", LATER_NEVER },
		{ "a\trunning\t7\t90\t9223372036854775807\t-\t-\n",
		    "beyond all times", LATER_NEVER }
	};
	char text[160];
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		snprintf(text, sizeof(text), JOB "%s", t[i].job);
		begin("node\tgpu\nn1\t8\n", text);
		tap_is_i64(later_end(&world.jobs, 0, 100), t[i].want, "%s",
		    t[i].name);
		world_end(&world);
	}
}

/* Goes on, to that instant and with so many GPUs idle then. */
static void
next(struct later *l, int64_t at_s, int64_t gpus)
{
	int64_t at = -1;

	tap_ok(later_next(l, &at), "more end");
	tap_is_i64(at, at_s, "then");
	tap_is_i64((int64_t)l->room.idle.of[RES_GPU], gpus * 1000,
	    "what is idle");
}

static void
instants(void)
{
	struct room now;
	struct later l;
	int64_t at = -1;

	begin("node\tgpu_total\tstate\nn1\t8\t-\nn2\t8\t-\nn3\t8\tdown\n",
	    JOB
	    "b\trunning\t7\t90\t60\t2\tn1\n"
	    "a\trunning\t7\t90\t20\t6\tn1\n"
	    "c\trunning\t7\t80\t70\t1\tn2*2,n3\n"
	    "d\trunning\t7\t80\t-\t3\tn1\n"
	    "e\tpending\t7\t80\t20\t1\tn2\n");
	room_init(&now, &world.jobs, &world.cluster, &world.queues);
	later_init(&l, &now, false, 100);
	tap_is_i64((int64_t)l.room.idle.of[RES_GPU], 6000,
	    "now: n1 holds 11 of 8");
	/* Of the 6 of a, 3 are owed to who is still there. */
	next(&l, 110, 6 + 3);
	next(&l, 150, 6 + 3 + 2 + 2);
	tap_ok(!later_next(&l, &at), "d never ends, and e does not run");
	tap_is_i64((int64_t)now.idle.of[RES_GPU], 6000, "now is as it was");
	later_free(&l);
	room_free(&now);
	world_end(&world);
}

int
main(void)
{
	ends();
	instants();
	return tap_done();
}
