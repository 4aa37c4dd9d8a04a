/* Tests of room: what is idle, what is claimed of it, and which is short. */
#include "room.h"

#include "tap.h"
#include "world.h"

static struct world world;
static struct room here;

/* The cards of n2 share its cores; n3 is not ready; nobody tells of memory. */
#define NODES "node\tgpu_model\tstate\tgpu\tcpu\n" \
    "n1\tT4\t-\t4\t8\n" \
    "n2\tT4\t-\t4\t8\n" \
    "n2\tA100\t-\t2\t-\n" \
    "n3\tT4\tdown\t9\t9\n"
enum { N1_T4, N2_T4, N2_A100 };

#define JOBS "job\tqueue\tstate\tinstances\tgpu\tcpu\tmem\tgpu_model\tnodes\n"

static void
begin_world(const char *jobs)
{
	world_begin(&world, false);
	world_queues(&world, "queue\tgpu\nq\t6\n");
	world_nodes(&world, NODES);
	world_jobs(&world, JOBS);
	world_jobs(&world, jobs);
	world_at(&world, 100);
	room_init(&here, &world.jobs, &world.cluster, &world.queues);
	tap_is_i64((int64_t)world.faults.n, 0, "no faults");
}

static void
end_world(void)
{
	room_free(&here);
	world_end(&world);
}

/* The first test that is short for a job, with its GPUs or cores. */
static void
test(const char *id, enum room_test want, enum res res, int64_t idle,
    int64_t inqueue)
{
	const struct job *j = world_job(&world, id);
	struct room_figures f;

	tap_is_i64(room_test(&here, j), want, "%s: which is short", id);
	if (want == ROOM_FITS)
		return;
	tap_ok(room_short(&here, j, want, res, &f), "%s: in what", id);
	tap_is_i64(f.needs, j->instances * j->ask.of[res], "needs");
	tap_is_i64(f.idle, idle * 1000, "idle");
	tap_is_i64(f.inqueue, inqueue * 1000, "inqueue");
}

static void
tests(void)
{
	begin_world(JOBS
	    "all\t-\t-\t5\t2\t3\t-\t-\t-\n"
	    "more\t-\t-\t11\t1\t-\t-\t-\t-\n"
	    "cores\t-\t-\t1\t-\t17\t-\t-\t-\n"
	    "mem\t-\t-\t1\t-\t-\t900T\t-\t-\n"
	    "class\t-\t-\t3\t1\t-\t-\tA100\t-\n"
	    "host\t-\t-\t1\t1\t9\t-\tA100\t-\n"
	    "both\tq\t-\t7\t1\t-\t-\tA100\t-\n"
	    "quota\tq\t-\t3\t2\t-\t-\t-\t-\n"
	    "r\tq\trunning\t1\t1\t-\t-\t-\t-\n");
	test("all", ROOM_FITS, RES_GPU, 0, 0);
	test("more", ROOM_ALL, RES_GPU, 10, 0);
	test("cores", ROOM_ALL, RES_CPU, 16, 0);
	test("mem", ROOM_FITS, RES_MEM, 0, 0);
	test("class", ROOM_CLASS, RES_GPU, 2, 0);
	test("host", ROOM_CLASS, RES_CPU, 8, 0);
	test("both", ROOM_QUOTA, RES_GPU, 5, 0);
	test("quota", ROOM_QUOTA, RES_GPU, 5, 0);
	end_world();
}

static void
claims(void)
{
	begin_world(JOBS
	    "a\tq\t-\t5\t1\t-\t-\tA100\t-\n"
	    "b\t-\t-\t9\t1\t-\t-\t-\t-\n"
	    "c\tq\t-\t2\t1\t-\t-\t-\t-\n"
	    "d\t-\t-\t1\t1\t-\t-\tA100\t-\n");
	room_claim(&here, world_job(&world, "a"), 1);
	/* Of the 5 that a claims of its class there are 2. */
	test("b", ROOM_ALL, RES_GPU, 10, 2);
	test("c", ROOM_QUOTA, RES_GPU, 6, 5);
	test("d", ROOM_CLASS, RES_GPU, 2, 5);
	room_claim(&here, world_job(&world, "a"), -1);
	test("b", ROOM_FITS, RES_GPU, 0, 0);
	room_promise(&here, world_job(&world, "a"), 1);
	test("b", ROOM_FITS, RES_GPU, 0, 0);
	test("c", ROOM_QUOTA, RES_GPU, 6, 5);
	tap_ok(room_over_quota(&here, world_job(&world, "c")),
	    "what is promised is not for others of the queue");
	room_promise(&here, world_job(&world, "a"), -1);
	test("c", ROOM_FITS, RES_GPU, 0, 0);
	room_run(&here, world_job(&world, "a"), 1);
	test("c", ROOM_QUOTA, RES_GPU, 1, 0);
	end_world();
}

/* Takes from a card, and has so many GPUs and cores idle of a class. */
static void
take(uint32_t card, int64_t n, const char *id, int64_t gpus, int64_t cores)
{
	const struct shape ask = { { 1000, 3000, 0 } };
	const struct room_class *c =
	    &here.class[world_job(&world, id)->class];

	room_take(&here, card, &ask, n);
	cluster_take(&world.cluster, card, &ask, n);
	tap_is_i64((int64_t)c->idle.of[RES_GPU], gpus * 1000, "%s: GPUs", id);
	tap_is_i64((int64_t)c->idle.of[RES_CPU], cores * 1000, "%s: cores", id);
}

static void
taken(void)
{
	begin_world(JOBS
	    "any\t-\t-\t1\t1\t-\t-\t-\t-\n"
	    "t\t-\t-\t1\t1\t-\t-\tT4\t-\n"
	    "a\t-\t-\t1\t1\t-\t-\tA100\t-\n");
	take(N1_T4, 2, "any", 8, 10);
	take(N1_T4, -2, "t", 8, 16);
	take(N2_A100, 1, "t", 8, 13);
	take(N2_T4, 1, "a", 1, 2);
	/* Cores are short of 1: the next 3 that come back are 2. */
	take(N2_A100, 1, "a", 0, 0);
	take(N2_A100, -1, "a", 1, 2);
	tap_is_i64((int64_t)here.idle.of[RES_GPU], 8000, "GPUs of all");
	tap_is_i64((int64_t)here.idle.of[RES_CPU], 10000, "cores of all");
	end_world();
}

int
main(void)
{
	tests();
	claims();
	taken();
	return tap_done();
}
