/* Tests of deal: GPUs dealt from the top, and who makes way. */
#include "deal.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

#define NODES "node\tgpu_total\tstate\nn1\t4\t-\nn2\t4\t-\nn3\t8\tdrain\n"
#define JOB "job\tqueue\tinstances\tgpu\tstate\tresumable\tnodes\n"

static struct world world;
static struct buf stops;
static const char *nodes = NODES;

/* Adds the id of one that is stopped; it is not yet on its way again. */
static void
stopped(void *arg, size_t i)
{
	struct jobs *s = arg;
	const struct slice id = job_id(s, i);

	if (s->job[i].state == JOB_RUNNING ||
	    job_number(s, i, JOB_ENDED) != 50)
		buf_char(&stops, '!');
	buf_add(&stops, id.p, id.n);
}

/* Deals in input order, at 50; who runs then, and where. */
static void
deals(const char *jobs, int64_t starts, const char *want_stops,
    const char *want, const char *what)
{
	const struct deal_options o = { 50, false, stopped, &world.jobs };
	struct buf b = { 0 };
	struct slice t;
	size_t order[16], i;
	int64_t free[3] = { 0 };

	world_begin(&world, false);
	world_queues(&world, "queue\tgpu\nsmall\t4\n");
	world_nodes(&world, nodes);
	world_jobs(&world, jobs);
	world_at(&world, 50);
	if (world.faults.n > 0)
		printf("# %s\n", shown_fault(&world.faults, 0));
	stops.n = 0;
	for (i = 0; i < world.jobs.n; i++)
		order[i] = i;
	tap_is_i64((int64_t)deal_run(&world.jobs, &world.cluster,
	    &world.queues, order, world.jobs.n, &o), starts, "%s", what);
	tap_is_str(shown_buf(&stops), want_stops, "who is stopped");
	for (i = 0; i < world.jobs.n; i++) {
		if (world.jobs.job[i].state != JOB_RUNNING)
			continue;
		t = job_id(&world.jobs, i);
		buf_add(&b, t.p, t.n);
		t = job_text(&world.jobs, i, JOB_NODES);
		buf_char(&b, '@');
		buf_add(&b, t.p, t.n);
		buf_char(&b, ' ');
	}
	tap_is_str(shown_buf(&b), want, "who runs");
	/* The cluster follows: what is free is as the records have it. */
	for (i = 0; i < 3; i++)
		free[i] = world.cluster.card[i].gpu_m;
	cluster_free_all(&world.cluster);
	world_nodes(&world, nodes);
	world_at(&world, 50);
	for (i = 0; i < 3 && free[i] == world.cluster.card[i].gpu_m; i++)
		;
	tap_is_i64((int64_t)i, 3, "what is free");
	buf_free(&b);
	world_end(&world);
}

static void
passes_over(void)
{
	deals(JOB, 0, "", "", "nobody");
	deals(JOB "a\t-\t1\t3\t-\t-\t-\nb\t-\t1\t5\t-\t-\t-\n"
	    "c\t-\t2\t2\t-\t-\t-\nd\t-\t1\t3\t-\t-\t-\ne\t-\t1\t1\t-\t-\t-\n",
	    3, "", "a@n1 c@n2*2 e@n1 ",
	    "a misfit is passed over, those behind it are not");
	deals(JOB "a\t-\t1\t3\t-\t-\t-\nb\t-\t2\t4\t-\t-\t-\n"
	    "c\t-\t2\t4\t-\t-\t-\nd\tq\t1\t4\t-\t-\t-\n", 2, "",
	    "a@n1 d@n2 ", "a whole gang, or none of it");
	deals(JOB "a\tsmall\t1\t3\t-\t-\t-\nb\tsmall\t1\t2\t-\t-\t-\n"
	    "c\tsmall\t1\t1\t-\t-\t-\n", 2, "", "a@n1 c@n1 ",
	    "no more than a queue's quota");
}

static void
make_way(void)
{
	deals(JOB "a\t-\t1\t4\t-\t-\t-\nb\t-\t1\t4\trunning\t-\tn1\n"
	    "c\t-\t1\t4\trunning\t-\tn2\n", 1, "c", "a@n2 b@n1 ",
	    "the last goes first, the other stays");
	deals(JOB "a\t-\t1\t4\t-\t-\t-\nb\t-\t1\t2\trunning\t-\tn1\n"
	    "c\t-\t1\t4\trunning\t-\tn2\nd\t-\t1\t2\trunning\t-\tn1\n", 1,
	    "c", "a@n2 b@n1 d@n1 ", "no more of them than it takes");
	deals(JOB "a\t-\t1\t3\t-\t-\t-\nb\t-\t1\t4\trunning\t-\tn1\n"
	    "c\t-\t1\t4\trunning\t-\tn2\nd\t-\t1\t1\t-\t-\t-\n", 2, "c",
	    "a@n2 b@n1 d@n2 ", "those behind take what is left");
	deals(JOB "a\t-\t3\t3\t-\t-\t-\nb\t-\t1\t4\trunning\t-\tn1\n"
	    "c\t-\t1\t1\trunning\t-\tn2\n", 0, "", "b@n1 c@n2 ",
	    "nobody, for one that no nodes could hold");
	deals(JOB "a\t-\t1\t2\trunning\t-\tn1\nb\t-\t2\t3\t-\t-\t-\n"
	    "c\t-\t1\t4\trunning\t-\tn2\nd\t-\t1\t2\trunning\t-\tn1\n", 0,
	    "", "a@n1 c@n2 d@n1 ",
	    "nobody, for one that those ahead leave no room");
	deals(JOB "a\t-\t1\t2\trunning\t-\tn1\nb\t-\t2\t3\t-\t-\t-\n"
	    "c\t-\t2\t4\t-\t-\t-\nd\t-\t1\t4\trunning\t-\tn2\n", 0,
	    "", "a@n1 d@n2 ", "nor for two of those");
	deals(JOB "a\tsmall\t1\t4\t-\t-\t-\nb\tsmall\t1\t1\trunning\t-\tn1\n"
	    "c\t-\t1\t3\trunning\t-\tn1\n", 1, "b", "a@n2 c@n1 ",
	    "for a quota, one of the queue");
}

/* Who is taken off in vain has its place before those that follow. */
static void
goes_back(void)
{
	static const char pools[] = "node\tgpu_total\tpool\n"
	    "n1\t4\tp\nn3\t8\tq\nn4\t8\tq\n";

	nodes = pools;
	deals("job\tgpu\tstate\tnodes\tpool\n" "a\t4\t-\t-\tp\n"
	    "w\t8\t-\t-\t-\n" "b\t4\trunning\tn1\t-\n"
	    "c\t1\trunning\tn3\t-\n", 3, "b", "a@n1 w@n4 b@n3 c@n3 ",
	    "c does not help, and stays");
	nodes = NODES;
}

/* Who was taken off goes elsewhere if it can, and is told of as stopped. */
static void
moves(void)
{
	deals(JOB "a\t-\t1\t4\t-\t-\t-\nb\t-\t1\t1\trunning\t-\tn1\n"
	    "c\t-\t1\t1\trunning\t-\tn2\n", 2, "c", "a@n2 b@n1 c@n1 ",
	    "from the nodes of one ahead to others");
	deals(JOB "a\t-\t1\t4\t-\t-\t-\nb\t-\t1\t1\trunning\t-\tn1\n"
	    "c\t-\t1\t1\trunning\tno\tn2\n", 1, "c", "a@n2 b@n1 ",
	    "not one that cannot go on");
	deals(JOB "a\t-\t1\t4\trunning\t-\tn3\nb\t-\t1\t4\trunning\t-\tx\n"
	    "c\t-\t2\t4\t-\t-\t-\n", 1, "", "a@n3 b@x c@n1,n2 ",
	    "one on nodes that are not ready, or not there, stays");
}

/* Jobs that hold more than there is stay; what is there is not dealt twice. */
static void
over(void)
{
	deals(JOB "a\t-\t1\t4\trunning\t-\tn1\nb\t-\t1\t4\trunning\t-\tn1\n"
	    "c\t-\t1\t4\trunning\t-\tn2\n", 0, "", "a@n1 b@n1 c@n2 ",
	    "two on one node stay");
	deals(JOB "a\t-\t1\t4\t-\t-\t-\nb\t-\t1\t4\trunning\t-\tn1\n"
	    "c\t-\t1\t4\trunning\t-\tn1\nd\t-\t1\t4\trunning\t-\tn2\n", 1,
	    "d", "a@n2 b@n1 c@n1 ", "both, where another can go");
}

int
main(void)
{
	passes_over();
	make_way();
	goes_back();
	moves();
	over();
	buf_free(&stops);
	return tap_done();
}
