/* Tests of service: classes of attained service. */
#include "service.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

#define LIST "job\tcreated\tstate\tinstances\tgpu\tstarted\tattained\t" \
    "not_before\ttop\n" \
    "a\t5\trunning\t1\t3\t100\t-\t-\t-\n" \
    "b\t4\tpending\t1\t1\t-\t-\t-\t-\n" \
    "c\t4\tpending\t2\t0.5\t-\t20\t-\t-\n" \
    "d\t3\tpending\t1\t0\t-\t-\t200\t-\n" \
    "e\t9\trunning\t1\t1\t150\t-\t-\t-\n" \
    "f\t8\tpending\t1\t1\t-\t-\t-\t1\n"

enum { A, B, C, D, E, F };

static const struct service las = { { 60, 600 }, 2, false };
static const struct service las2d = { { 100, 200 }, 2, true };

static struct world world;
static struct live live;

/* All jobs of the list are there; a has done 10 s before this run. */
static void
begin(void)
{
	size_t i;

	world_begin(&world, true);
	world_jobs(&world, LIST);
	tap_is_i64((int64_t)world.faults.n, 0, "the jobs are read");
	live_init(&live, &world.jobs);
	for (i = 0; i < world.jobs.n; i++) {
		live_add(&live, i);
		live.more[i].done_s = job_number(&world.jobs, i,
		    JOB_ATTAINED);
		live.more[i].from_s = job_number(&world.jobs, i,
		    JOB_STARTED);
	}
	live.more[A].done_s = 10;
}

static void
over(void)
{
	live_free(&live);
	world_end(&world);
}

static void
moves(void)
{
	begin();
	tap_is_i64(service_next_s(&las, &live, A), 150,
	    "a has 50 s left in the first class");
	service_move(&las, &live, 149);
	tap_is_i64(live.more[A].level, 0, "a second before it is there");
	tap_ok(live.more[A].turn == 0, "and has its turn");
	service_move(&las, &live, 150);
	tap_is_i64(live.more[A].level, 1, "then it leaves it");
	tap_ok(live.more[A].turn == SIZE_MAX, "to the tail of the next");
	tap_is_i64(service_next_s(&las, &live, A), 690, "which it leaves then");
	tap_is_i64(live.more[C].level, 0, "who waits gets nowhere");
	service_move(&las, &live, 5000);
	tap_is_i64(live.more[A].level, 2, "the last class");
	tap_is_i64(live.more[E].level, 2, "two at once, after a long time");
	tap_is_i64(service_next_s(&las, &live, A), INT64_MAX,
	    "nobody leaves that");
	over();
}

/* What a restart costs is no service. */
static void
lost(void)
{
	begin();
	live.more[A].lost_s = 30;
	tap_is_i64(service_next_s(&las, &live, A), 180, "30 s later");
	service_move(&las, &live, 179);
	tap_is_i64(live.more[A].level, 0, "not before");
	service_move(&las, &live, 180);
	tap_is_i64(live.more[A].level, 1, "then");
	over();
}

/* 100 GPU-seconds of 3 GPUs are reached in the 34th second. */
static void
by_gpus(void)
{
	begin();
	tap_is_i64(service_next_s(&las2d, &live, A), 124, "34 - 10 s left");
	service_move(&las2d, &live, 123);
	tap_is_i64(live.more[A].level, 0, "99 GPU-seconds");
	service_move(&las2d, &live, 124);
	tap_is_i64(live.more[A].level, 1, "102 GPU-seconds");
	live.jobs.job[E].ask.of[RES_GPU] = 0;
	tap_is_i64(service_next_s(&las2d, &live, E), INT64_MAX,
	    "never without GPUs");
	service_move(&las2d, &live, INT64_MAX);
	tap_is_i64(live.more[E].level, 0, "however long");
	over();
}

static void
in_order(bool served, enum order_policy p, int64_t now_s, const char *want,
    const char *what)
{
	struct buf b = { 0 };
	size_t order[8], n, k;

	n = service_order(&live, served, p, now_s, order);
	for (k = 0; k < n; k++)
		buf_char(&b, (char)('a' + order[k]));
	tap_is_str(shown_buf(&b), want, "%s", what);
	buf_free(&b);
}

static void
orders(void)
{
	begin();
	in_order(true, ORDER_CREATED, 160, "faebc",
	    "top, who runs, then as they came; not d, which may not start");
	in_order(true, ORDER_CREATED, 200, "faedbc", "now it may");
	live.more[B].level = live.more[E].level = 1;
	in_order(true, ORDER_CREATED, 200, "fadceb", "the least class first");
	live.more[A].turn = 3;
	live.more[C].turn = 2;
	in_order(true, ORDER_CREATED, 200, "fcadeb", "by turns in a class");
	tap_is_i64(job_number(&live.jobs, C, JOB_ATTAINED), 20,
	    "records are as they were");
	tap_is_i64(job_number(&live.jobs, A, JOB_ATTAINED), 0,
	    "that of one that runs, too");
	over();
}

/* By what is left what runs has got on, though its record says nothing. */
static void
policies(void)
{
	size_t i;

	begin();
	for (i = 0; i < live.jobs.n; i++) {
		job_set_number(&live.jobs, i, JOB_RUNTIME, 100);
		live.jobs.job[i].has |= JOB_BIT(JOB_RUNTIME);
	}
	/* At 200: a has done 110, e 50, c 20. */
	in_order(false, ORDER_SRTF, 200, "faecdb", "by what is left");
	in_order(false, ORDER_SRTF, 155, "faceb", "e has done 5 by then");
	over();
}

/* Those that run come first and keep their order, then the others. */
static void
turns(void)
{
	static const size_t order[] = { B, E, C, A, D };

	begin();
	live.more[D].turn = SIZE_MAX;
	service_turns(&live, order, 5);
	tap_ok(live.more[E].turn < live.more[A].turn, "e before a, as dealt");
	tap_ok(live.more[A].turn < live.more[B].turn, "both before b");
	tap_ok(live.more[B].turn < live.more[C].turn &&
	    live.more[C].turn < live.more[D].turn, "b, c, d");
	tap_ok(live.more[F].turn == SIZE_MAX, "f was not dealt to");
	in_order(true, ORDER_CREATED, 300, "feabcd", "so they stand now");
	over();
}

int
main(void)
{
	moves();
	lost();
	by_gpus();
	orders();
	policies();
	turns();
	return tap_done();
}
