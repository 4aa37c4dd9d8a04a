/* Tests of aside: unallocated jobs, of which as few come as can start. */
#include "aside.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

#define NODES "node\tgpu_total\tstate\nn1\t8\t-\nn2\t4\t-\nn3\t8\tdrain\n"
#define LIST "job\tpriority\tcreated\tinstances\tgpu\tmin_runtime\tstate\t" \
    "not_before\treserved\tnodes\n" \
    "a\tlow\t1\t2\t2\t-\tpending\t-\t-\t-\n" \
    "b\thigh\t2\t2\t2\t0\tpending\t-\t-\t-\n" \
    "c\tlow\t0\t2\t2\t0\tpending\t-\t-\t-\n" \
    "d\tlow\t4\t1\t8\t0\tpending\t-\t-\t-\n" \
    "e\tlow\t5\t1\t1\t60\tpending\t-\t-\t-\n" \
    "f\tlow\t6\t1\t1\t0\tinqueue\t-\t-\t-\n" \
    "g\tlow\t7\t1\t1\t0\trunning\t-\t-\tn2\n" \
    "h\tlow\t8\t1\t1\t0\tpending\t9\t-\t-\n" \
    "i\tlow\t9\t1\t1\t0\tpending\t-\tn1@9\t-\n" \
    "j\tlow\t10\t3\t0\t0\tpending\t-\t-\t-\n"

static struct world world;
static struct live live;
static struct aside aside;

static void
begin(void)
{
	world_begin(&world, true);
	world_nodes(&world, NODES);
	world_jobs(&world, LIST);
	world_at(&world, 0);
	tap_is_i64((int64_t)world.faults.n, 0, "the records are read");
	live_init(&live, &world.jobs);
	aside_init(&aside, &world.jobs, ORDER_PRIORITY);
}

static void
finish(void)
{
	aside_free(&aside);
	live_free(&live);
	world_end(&world);
}

/* The ids of the live jobs. */
static void
are(const char *want, const char *what)
{
	struct buf b = { 0 };
	struct slice id;
	size_t k;

	for (k = 0; k < live.jobs.n; k++) {
		id = job_id(&live.jobs, k);
		buf_add(&b, id.p, id.n);
	}
	tap_is_str(shown_buf(&b), want, "%s", what);
	buf_free(&b);
}

static void
who(void)
{
	static const char can[] = "abcd";
	size_t i;

	begin();
	for (i = 0; i < world.jobs.n; i++)
		tap_is_i64(aside_may(&world.jobs, i),
		    strchr(can, job_id(&world.jobs, i).p[0]) != NULL,
		    "%s", shown_slice(job_id(&world.jobs, i)));
	tap_is_i64(aside_idle_m(&world.cluster), 8000 + 3000,
	    "idle on nodes that are ready");
	finish();
}

static void
where(void)
{
	begin();
	tap_ok(aside_can(&world.jobs, &world.queues, &world.cluster),
	    "under besteffort");
	world.queues.other.timeout_s = 60;
	tap_ok(!aside_can(&world.jobs, &world.queues, &world.cluster),
	    "not with a timeout");
	world.queues.other.timeout_s = 0;
	world.queues.other.discipline = QUEUE_FIFO;
	tap_ok(!aside_can(&world.jobs, &world.queues, &world.cluster),
	    "not under fifo");
	world.queues.other.discipline = QUEUE_BESTEFFORT;
	world.cluster.seen = 1U << RES_CPU;
	tap_ok(!aside_can(&world.jobs, &world.queues, &world.cluster),
	    "not where GPUs are no bound");
	finish();
}

/* Of a, b and c, which are alike, the first come: b, c, a. */
static void
comes(void)
{
	size_t i;

	begin();
	tap_ok(!aside_some(&aside, &live, INT64_MAX), "nobody is there");
	for (i = 0; i < 4; i++)
		aside_put(&aside, &world.jobs, i);
	tap_is_i64((int64_t)aside.waiting, 4, "four stand aside");
	tap_ok(!aside_some(&aside, &live, 3999), "none that small");
	tap_ok(aside_some(&aside, &live, 4000), "three are of 4");
	aside_take(&aside, &live, 3999);
	are("", "too little for all");
	aside_take(&aside, &live, 7999);
	are("b", "room for one of 4");
	aside_take(&aside, &live, 4000);
	aside_take(&aside, &live, 4000);
	tap_ok(!aside_some(&aside, &(struct live){ 0 }, 7999),
	    "nobody is left of those");
	live.jobs.n = 1;
	aside_put(&aside, &world.jobs, 2);
	aside_put(&aside, &world.jobs, 0);
	tap_is_i64((int64_t)aside.waiting, 3, "three are left");
	aside_take(&aside, &live, 8000);
	are("bcad", "two of 4 more, and one of 8");
	tap_is_i64((int64_t)aside.waiting, 0, "nobody is left");
	finish();
}

static void
some(void)
{
	begin();
	live_add(&live, 6);
	live_add(&live, 4);
	tap_ok(!aside_some(&aside, &live, 999), "one that is live is of 1");
	tap_ok(aside_some(&aside, &live, 1000), "room for it");
	live_add(&live, 5);
	tap_ok(aside_some(&aside, &live, 0), "one that is admitted, always");
	finish();
}

/* Who started, or may not stand here, stays; others go back as they came. */
static void
returns(void)
{
	const struct state_with with = { .now_s = 50, .nodes = text_of("n1") };
	size_t i;

	begin();
	live_add(&live, 4);
	for (i = 0; i < 4; i++)
		aside_put(&aside, &world.jobs, i);
	aside_take(&aside, &live, 12000);
	are("ebcad", "they come behind who is there");
	tap_is_i64(state_apply(&live.jobs, 1, STATE_START, &with), 0,
	    "b starts");
	state_reason(&live.jobs, 2, text_of("quota"));
	aside_return(&aside, &live);
	are("eb", "c, a and d go back");
	tap_is_i64((int64_t)aside.waiting, 3, "three stand aside");
	tap_is_str(shown_slice(job_text(&world.jobs, 2, JOB_REASON)), "",
	    "without a reason");
	aside_take(&aside, &live, 4000);
	are("ebc", "c comes before a again");
	finish();
}

/* What a job has done already goes with it. */
static void
done(void)
{
	begin();
	job_set_number(&world.jobs, 3, JOB_ATTAINED, 77);
	aside_put(&aside, &world.jobs, 3);
	aside_take(&aside, &live, 8000);
	tap_is_i64(live.more[0].done_s, 77, "what it has attained is done");
	finish();
}

int
main(void)
{
	who();
	where();
	comes();
	some();
	returns();
	done();
	return tap_done();
}
