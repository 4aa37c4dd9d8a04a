/* Tests of live: jobs of a trace come, change and go. */
#include "live.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

#define TRACE "job\tcreated\tstate\tgpu\tnodes\treason\truntime\ttop\n" \
    "a\t1\tpending\t2\t-\tearly\t10\t7\n" \
    "b\t2\trunning\t3\tn1\t-\t20\t-\n" \
    "c\t3\tinqueue\t4\t-\t-\t30\t-\n" \
    "d\t4\theld\t5\t-\t-\t40\t-\n" \
    "e\t5\tpending\t6\t-\t-\t50\t9\n"

enum { MANY = 1000 };

static struct world world;
static struct live live;

static void
begin(void)
{
	world_begin(&world, true);
	world_jobs(&world, TRACE);
	tap_is_i64((int64_t)world.faults.n, 0, "the trace is read");
	live_init(&live, &world.jobs);
}

static void
finish(void)
{
	live_free(&live);
	world_end(&world);
}

/* Who is there, in order: ids, and what columns beside them say of each. */
static void
are(const char *want, const char *what)
{
	struct buf b = { 0 };
	struct slice id;
	size_t k, wrong = 0, of;

	for (k = 0; k < live.jobs.n; k++) {
		id = job_id(&live.jobs, k);
		buf_add(&b, id.p, id.n);
		of = live.more[k].of;
		wrong += !text_eq(id, job_id(&world.jobs, of)) ||
		    live.jobs.job[k].ask.of[RES_GPU] !=
		    world.jobs.job[of].ask.of[RES_GPU] ||
		    job_number(&live.jobs, k, JOB_RUNTIME) !=
		    job_number(&world.jobs, of, JOB_RUNTIME) ||
		    job_number(&live.jobs, k, JOB_TOP) !=
		    job_number(&world.jobs, of, JOB_TOP);
	}
	tap_is_str(shown_buf(&b), want, "%s", what);
	tap_is_i64((int64_t)wrong, 0, "each with its own record");
	buf_free(&b);
}

/* They come one by one, and stand where the trace has them if they are to. */
static void
comes(void)
{
	static const struct {
		const char *come, *from, *want;
	} t[] = {
		{ "abce", "abce", "abce" }, { "ebca", "", "ebca" },
		{ "ebca", "ebca", "abce" }, { "acbe", "be", "abce" },
		{ "ceb", "b", "bce" }, { "a", "a", "a" }, { "", "", "" }
	};
	size_t i, k;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		begin();
		for (k = 0; t[i].come[k] != '\0'; k++)
			if (live_add(&live, (size_t)(t[i].come[k] - 'a')) !=
			    k)
				break;
		tap_ok(t[i].come[k] == '\0', "\"%s\" come behind each other",
		    t[i].come);
		if (t[i].from[0] != '\0')
			live_in_order(&live, k - strlen(t[i].from));
		are(t[i].want, "in order");
		finish();
	}
}

static void
knows(void)
{
	begin();
	live_add(&live, 1);
	live_add(&live, 0);
	tap_ok(live.more[0].turn == 0 && live.more[1].turn == SIZE_MAX,
	    "who runs has a turn, who just came has none");
	tap_ok(live.more[0].ends_s == INT64_MAX && live.more[0].done_s == 0 &&
	    live.more[0].level == 0, "nothing is known of what it did");
	tap_is_str(shown_slice(job_text(&live.jobs, 0, JOB_NODES)), "n1",
	    "its nodes");
	tap_is_i64(job_number(&live.jobs, 1, JOB_TOP), 7, "its number");
	live_names(&live);
	tap_is_i64(intern_find(&live.jobs.id, text_of("a")), 1, "by name");
	tap_is_i64(intern_find(&live.jobs.id, text_of("e")), INTERN_NONE,
	    "not one that is not there");
	live_add(&live, 4);
	live_names(&live);
	tap_is_i64(intern_find(&live.jobs.id, text_of("e")), 2,
	    "once it came");
	finish();
}

/* What is changed stays here until it is stored. */
static void
stores(void)
{
	struct state_with with = { .now_s = 50, .nodes = text_of("n2") };

	begin();
	live_add(&live, 2);
	tap_is_i64(state_apply(&live.jobs, 0, STATE_START, &with), 0,
	    "c starts");
	tap_is_i64(world.jobs.job[2].state, JOB_INQUEUE, "not in the trace");
	live_store(&live, 0);
	tap_is_i64(world.jobs.job[2].state, JOB_RUNNING, "it does now");
	tap_is_i64(job_number(&world.jobs, 2, JOB_STARTED), 50, "then");
	tap_is_str(shown_slice(job_text(&world.jobs, 2, JOB_NODES)), "n2",
	    "there");
	live_settle(&live, false);
	with.now_s = 60;
	state_apply(&live.jobs, 0, STATE_FINISH, &with);
	live_store(&live, 0);
	tap_ok((world.jobs.job[2].dirty & JOB_BIT(JOB_NODES)) != 0 &&
	    (world.jobs.job[2].dirty & JOB_BIT(JOB_ENDED)) != 0,
	    "what was changed earlier is marked still");
	finish();
}

static void
drops(void)
{
	struct state_with with = { .now_s = 50, .nodes = text_of("n2"),
		.reason = text_of("why") };

	begin();
	live_add(&live, 0);
	live_add(&live, 1);
	live_add(&live, 2);
	live_add(&live, 4);
	live_drop(&live);
	are("abce", "all wait or run");
	live.jobs.job[1].resumable = false;
	state_apply(&live.jobs, 1, STATE_PREEMPT, &with);
	state_apply(&live.jobs, 2, STATE_START, &with);
	live.more[2].ends_s = 77;
	live.more[3].leaves = true;
	live_drop(&live);
	are("ac", "one was stopped, one is to leave");
	tap_is_i64(live.more[1].ends_s, 77, "what is known goes with it");
	tap_is_i64(world.jobs.job[1].state, JOB_STOPPED, "it is stored");
	live_settle(&live, false);
	tap_is_str(shown_slice(job_text(&world.jobs, 1, JOB_REASON)), "why",
	    "its reason is kept");
	finish();
}

/* Texts of an instant go with it, but for what is still needed. */
static void
settles(void)
{
	struct state_with with = { .now_s = 50, .nodes = text_of("n3*2") };
	const char *was;

	begin();
	live_add(&live, 0);
	live_add(&live, 1);
	state_apply(&live.jobs, 0, STATE_START, &with);
	state_reason(&live.jobs, 1, text_of("later"));
	was = job_text(&live.jobs, 1, JOB_NODES).p;
	live_settle(&live, false);
	tap_is_str(shown_slice(job_text(&live.jobs, 0, JOB_NODES)), "n3*2",
	    "nodes are kept");
	tap_is_str(shown_slice(job_text(&live.jobs, 1, JOB_REASON)), "",
	    "reasons are not");
	tap_ok(job_text(&live.jobs, 1, JOB_NODES).p == was,
	    "what was not changed is not copied");
	tap_ok(live.jobs.job[0].dirty == 0 && (live.more[0].dirty &
	    JOB_BIT(JOB_NODES)) != 0 && (live.more[1].dirty &
	    JOB_BIT(JOB_REASON)) != 0, "marks are kept for the trace alone");
	state_reason(&live.jobs, 1, text_of("last"));
	live_settle(&live, true);
	tap_is_str(shown_slice(job_text(&live.jobs, 1, JOB_REASON)), "last",
	    "reasons are kept when they are asked for");
	finish();
}

/* Many come, most go, names are made anew, and many come again. */
static void
grows(void)
{
	struct buf b = { 0 };
	size_t i, k;

	buf_str(&b, "job\tcreated\tgpu\n");
	for (i = 0; i < MANY; i++) {
		buf_char(&b, 'j');
		buf_i64(&b, (int64_t)i);
		buf_str(&b, "\t0\t1\n");
	}
	world_begin(&world, true);
	world_jobs(&world, shown_buf(&b));
	live_init(&live, &world.jobs);
	for (i = 0; i < MANY; i++) {
		k = live_add(&live, i);
		live.more[k].leaves = k > 0;
	}
	live_drop(&live);
	live_names(&live);
	for (i = 1; i < MANY; i++)
		live_add(&live, i);
	live_names(&live);
	tap_is_i64((int64_t)live.jobs.n, MANY, "all are there again");
	tap_is_i64(intern_find(&live.jobs.id, job_id(&world.jobs, MANY - 1)),
	    MANY - 1, "by name, too");
	buf_free(&b);
	finish();
}

int
main(void)
{
	grows();
	comes();
	knows();
	stores();
	drops();
	settles();
	return tap_done();
}
