/* Tests of place: gangs on nodes, and what is left of these. */
#include "place.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

static struct world world;
static struct room here;
static struct place place;

#define NODES "node\tgpu_model\tlabels\tstate\tgpu\tcpu\n" \
    "n1\tT4\track=1\t-\t4\t8\n" \
    "n2\tT4\track=2\t-\t6\t4\n" \
    "n3\tA100\track=2\t-\t4\t6\n" \
    "n3\tT4\track=2\t-\t1\t-\n" \
    "n4\tT4\track=1\tdown\t9\t9\n"
enum { N1, N2, N3_A100, N3_T4, N4 };

#define JOBS "job\tstate\tinstances\tgpu\tcpu\tgpu_model\tsame\tnodes\n"

static void
begin_world(bool spread, const char *jobs)
{
	world_begin(&world, false);
	world_nodes(&world, NODES);
	world_jobs(&world, JOBS);
	world_jobs(&world, jobs);
	world_at(&world, 100);
	room_init(&here, &world.jobs, &world.cluster, &world.queues);
	place_init(&place, &here, spread);
	tap_is_i64((int64_t)world.faults.n, 0, "no faults");
}

static void
end_world(void)
{
	place_free(&place);
	room_free(&here);
	world_end(&world);
}

/* Places a job: on these nodes, or (NULL) only so many of its instances. */
static void
put(const char *id, unsigned avoid, int64_t fits, const char *want)
{
	const struct job *j = world_job(&world, id);
	struct buf b = { 0 };

	tap_is_i64(place_gang(&place, j, avoid), fits, "%s fits", id);
	if (want != NULL) {
		place_put(&place, &b);
		tap_is_str(shown_buf(&b), want, "%s goes to %s", id, want);
	}
	buf_free(&b);
}

static void
gangs(void)
{
	begin_world(false, JOBS
	    "two\t-\t2\t2\t-\t-\t-\t-\n"
	    "gang\t-\t3\t4\t-\t-\t-\t-\n"
	    "none\t-\t1\t7\t-\t-\t-\t-\n"
	    "rack\t-\t2\t4\t-\t-\track\t-\n"
	    "cores\t-\t2\t-\t5\t-\t-\t-\n");
	put("gang", 0, 3, "n3:A100,n1,n2");
	tap_is_str(place_name(&place).p, NULL, "no node is all of that");
	place_undo(&place, world_job(&world, "gang"));
	put("none", 0, 0, NULL);
	put("rack", 0, 2, "n3:A100,n2");
	place_undo(&place, world_job(&world, "rack"));
	put("cores", 0, 2, "n3:T4,n1");
	place_undo(&place, world_job(&world, "cores"));
	put("two", 0, 2, "n3:A100*2");
	put("gang", 0, 2, NULL);
	put("gang", 0, 2, NULL);
	tap_is_i64((int64_t)here.idle.of[RES_GPU], 11000,
	    "what fails takes nothing");
	end_world();
	begin_world(true, JOBS
	    "two\t-\t2\t2\t-\t-\t-\t-\none\t-\t1\t4\t-\tT4\t-\t-\n");
	put("two", 0, 2, "n1,n2");
	put("one", 0, 1, "n2");
	tap_is_str(shown_slice(place_name(&place)), "n2", "that node alone");
	end_world();
}

static void
shared(void)
{
	begin_world(false, JOBS
	    "t\t-\t1\t1\t2\tT4\t-\t-\na\t-\t2\t2\t3\tA100\t-\t-\n"
	    "b\t-\t1\t2\t3\tA100\t-\t-\n");
	put("t", 0, 1, "n3:T4");
	put("a", 0, 1, NULL);
	put("b", 0, 1, "n3:A100");
	put("b", 0, 0, NULL);
	end_world();
}

static void
avoided(void)
{
	static const uint8_t reserved[] = { 1, 2, 0, 0 };

	begin_world(false, JOBS "j\t-\t1\t4\t-\tT4\t-\t-\n");
	place.reserved = reserved;
	put("j", 1, 1, "n2");
	place_undo(&place, world_job(&world, "j"));
	put("j", 2, 1, "n1");
	place_undo(&place, world_job(&world, "j"));
	put("j", 3, 0, NULL);
	put("j", 4, 1, "n1");
	end_world();
}

static void
moved(void)
{
	begin_world(false, JOBS
	    "r\trunning\t4\t1\t2\tT4\t-\tn1*2,n9,n4,n3:T4\n"
	    "j\t-\t1\t6\t5\t-\t-\t-\n");
	put("j", 0, 0, NULL);
	place_job(&place, &world.jobs, 0, -1);
	tap_is_i64((int64_t)here.idle.of[RES_GPU], 18000,
	    "2 of n1 and 1 of n3; n4 is down, and n9 not there");
	tap_is_i64((int64_t)here.idle.of[RES_CPU], 24000, "their cores");
	put("j", 0, 1, "n1");
	place_undo(&place, world_job(&world, "j"));
	place_job(&place, &world.jobs, 0, 1);
	put("j", 0, 0, NULL);
	end_world();
}

static void
least(void)
{
	struct cluster a, b;
	const struct shape ask = { { 3000, 1000, 0 } };

	begin_world(false, JOBS "j\t-\t1\t1\t-\tT4\t-\t-\n"
	    "k\t-\t1\t2\t3\tT4\t-\t-\n");
	put("j", 0, 1, "n3:T4");
	cluster_copy(&a, &world.cluster);
	cluster_copy(&b, &world.cluster);
	cluster_take(&a, N1, &ask, 1);
	cluster_take(&b, N2, &ask, 1);
	place_least(&place, N1, &a, &b);
	place_least(&place, N2, &a, &b);
	put("k", 0, 1, "n2");
	put("k", 0, 0, NULL);
	cluster_free_copy(&a);
	cluster_free_copy(&b);
	end_world();
}

int
main(void)
{
	gangs();
	shared();
	avoided();
	moved();
	least();
	return tap_done();
}
