/* Tests of bound: what an empty cluster could hold, and the words for it. */
#include "bound.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

static struct world world;

#define NODES "node\tgpu_model\tpool\tlabels\tstate\tgpu\tgpu_total\t" \
    "cpu_total\n" \
    "n1\tT4\tp\track=1\t-\t0\t8\t64\n" \
    "n2\tT4\tp\track=2\tdrain\t0\t8\t32\n" \
    "n3\tT4\tq\t-\t-\t-\t4\t32\n" \
    "n3\tA100\tq\t-\t-\t-\t2\t-\n"
#define JOB "job\tqueue\tinstances\tgpu\tcpu\tmem\tgpu_model\tpool\t" \
    "selector\tsame\n"

/* The reason of a job on nodes; "" when it could be held. */
static void
why(const char *nodes, const char *job, const char *want)
{
	struct room room;
	struct bound bound;
	struct buf b = { 0 };
	enum bound_test t;

	world_begin(&world, false);
	world_queues(&world, "queue\tgpu\tcpu\nlow\t3\t5\n");
	world_nodes(&world, nodes);
	world_jobs(&world, JOB);
	world_jobs(&world, job);
	world_at(&world, 0);
	room_init(&room, &world.jobs, &world.cluster, &world.queues);
	bound_init(&bound, &room);
	t = bound_test(&bound, &world.jobs.job[0]);
	if (t != BOUND_OK)
		bound_why(&bound, &world.jobs.job[0], t, &b);
	tap_is_str(shown_buf(&b), want, "%s", want[0] != '\0' ? want :
	    "it could be held");
	tap_is_i64((int64_t)world.faults.n, 0, "no faults");
	buf_free(&b);
	bound_free(&bound);
	room_free(&room);
	world_end(&world);
}

static void
holds(void)
{
	why(NODES, JOB "j\t-\t1\t8\t64\t-\t-\t-\t-\t-\n", "");
	why(NODES, JOB "j\t-\t2\t8\t-\t-\t-\t-\t-\t-\n", "");
	why(NODES, JOB "j\t-\t1\t8\t-\t-\t-\t-\track=2\t-\n", "");
	why(NODES, JOB "j\t-\t11\t2\t-\t-\t-\t-\t-\t-\n", "");
	why(NODES, JOB "j\t-\t2\t4\t-\t-\t-\t-\t-\track\n", "");
	why(NODES, JOB "j\t-\t1\t-\t-\t900T\t-\t-\t-\t-\n", "");
	why(NODES, JOB "j\t-\t9223372036854775807\t-\t-\t1G\t-\t-\t-\t-\n",
	    "");
	why(NODES, JOB "j\t-\t1\t-\t-\t-\t-\t-\t-\t-\n", "");
	why(NODES, JOB "j\tlow\t3\t1\t1\t-\t-\t-\t-\t-\n", "");
	why("node\tgpu\nn\t1\n", JOB "j\t-\t50\t8\t8\t1T\t-\t-\t-\t-\n", "");
}

static void
never(void)
{
	why(NODES, JOB "j\t-\t1\t9\t-\t-\t-\t-\t-\t-\n",
	    "never-fits needs 9 gpu, at most 8");
	why(NODES, JOB "j\t-\t1\t9\t65\t-\t-\t-\t-\t-\n",
	    "never-fits needs 9 gpu, at most 8; needs 65 cpu, at most 64");
	why(NODES, JOB "j\t-\t1\t5\t-\t-\t-\tq\t-\t-\n",
	    "never-fits needs 5 gpu, at most 4");
	why(NODES, JOB "j\t-\t1\t3\t-\t-\tA100\t-\t-\t-\n",
	    "never-fits needs 3 gpu, at most 2");
	why(NODES, JOB "j\t-\t1\t8\t33\t-\t-\t-\track=2\t-\n",
	    "never-fits needs 33 cpu, at most 32");
	why(NODES, JOB "j\t-\t1\t3\t33\t-\t-\t-\t-\t-\n", "");
	why("node\tgpu_total\tcpu_total\na\t8\t1\nb\t1\t8\n",
	    JOB "j\t-\t1\t8\t8\t-\t-\t-\t-\t-\n",
	    "never-fits needs 8 gpu + 8 cpu, no node has all");
	why(NODES, JOB "j\t-\t3\t8\t-\t-\t-\t-\t-\t-\n",
	    "never-fits needs 3 x 8 gpu, at most 2 fit");
	why(NODES, JOB "j\t-\t12\t2\t-\t-\t-\t-\t-\t-\n",
	    "never-fits needs 12 x 2 gpu, at most 11 fit");
	why(NODES, JOB "j\t-\t2\t8\t-\t-\t-\t-\t-\track\n",
	    "never-fits needs 2 x 8 gpu, at most 1 fits");
	why(NODES, JOB "j\tlow\t2\t2\t-\t-\t-\t-\t-\t-\n",
	    "never-fits needs 4 gpu, quota 3");
	why(NODES, JOB "j\tlow\t2\t2\t3\t-\t-\t-\t-\t-\n",
	    "never-fits needs 4 gpu, quota 3; needs 6 cpu, quota 5");
}

/* Records of one host with labels of their own. */
#define MIXED "node\tgpu_model\tlabels\tgpu_total\tcpu_total\n" \
    "n1\tT4\track=1\t4\t12\n" \
    "n1\tA100\track=2\t2\t-\n" \
    "n1\tH100\t-\t8\t-\n" \
    "n2\tT4\track=1\t4\t12\n" \
    "n3\tT4\track=2\t4\t12\n" \
    "n3\tA100\track=2\t2\t-\n"

static void
mixed(void)
{
	why(MIXED, JOB "j\t-\t8\t1\t-\t-\t-\t-\t-\track\n", "");
	why(MIXED, JOB "j\t-\t9\t1\t-\t-\t-\t-\t-\track\n",
	    "never-fits needs 9 x 1 gpu, at most 8 fit");
	why(MIXED, JOB "j\t-\t8\t1\t-\t-\tT4\t-\t-\track\n", "");
	why(MIXED, JOB "j\t-\t5\t1\t-\t-\tA100\t-\t-\track\n",
	    "never-fits needs 5 x 1 gpu, at most 4 fit");
	why(MIXED, JOB "j\t-\t7\t1\t4\t-\t-\t-\t-\track\n",
	    "never-fits needs 7 x 4 cpu, at most 6 fit");
	why(MIXED, JOB "j\t-\t24\t1\t-\t-\t-\t-\t-\t-\n", "");
	why("node\tgpu_model\tlabels\tgpu_total\na\tT4\track=1\t4\n"
	    "a\tA100\track=2\t2\nb\tT4\track=1\t4\n",
	    JOB "j\t-\t2\t3\t-\t-\t-\t-\t-\track\n", "");
	why(MIXED, JOB "j\t-\t1\t1\t-\t-\tH100\t-\t-\track\n",
	    "no-node same=rack");
}

static void
no_node(void)
{
	why(NODES, JOB "j\t-\t1\t1\t-\t-\tH100\t-\t-\t-\n",
	    "no-node gpu_model=H100");
	why(NODES, JOB "j\t-\t1\t1\t-\t-\tT4\tx\track=1\t-\n",
	    "no-node gpu_model=T4 pool=x selector=rack=1");
	why(NODES, JOB "j\t-\t1\t1\t-\t-\t-\t-\t-\tzone\n",
	    "no-node same=zone");
	why(NODES, JOB "j\t-\t1\t1\t-\t-\t-\tq\t-\track\n",
	    "no-node same=rack");
	why("node\tgpu\n", JOB "j\t-\t1\t1\t-\t-\t-\t-\t-\t-\n", "no-node");
}

int
main(void)
{
	holds();
	never();
	mixed();
	no_node();
	return tap_done();
}
