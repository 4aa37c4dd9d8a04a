/* Tests of operate: what an operator may do to which jobs. */
#include "operate.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

static struct world world;

#define HEADER "job\tstate\tcreated\tsince\ttop\tpriority\tstarted\tended\t" \
    "attained\trequeues\tnot_before\n"

/* Does it to the jobs of a list; what is written, or the first fault. */
static const char *
done(const char *jobs, const char *what, const char *ids)
{
	static struct buf out;
	static char all[8][32];
	struct slice list = text_of(ids), id[8], part;
	struct operate o;
	struct diag d;
	size_t n = 0;

	out.n = 0;
	world_begin(&world, false);
	world_jobs(&world, HEADER);
	world_jobs(&world, jobs);
	while (text_cut(&list, ',', &part)) {
		snprintf(all[n], sizeof(all[n]), "%.*s", (int)part.n, part.p);
		id[n] = text_of(all[n]);
		n++;
	}
	if (operate_read(text_of(what), &o, &d) == -1)
		buf_str(&out, d.what);
	else if (operate_do(&world.jobs, &o, id, n, 100, &world.faults) ==
	    -1)
		buf_str(&out, shown_fault(&world.faults, 0));
	else {
		world_write(&world, operate_columns(&o), &out);
		out.n -= strlen(HEADER);
		memmove(out.p, out.p + strlen(HEADER), out.n);
	}
	world_end(&world);
	return shown_buf(&out);
}

static void
verbs(void)
{
	static const struct {
		const char *text;
		int verb;		/* -1: none */
	} t[] = {
		{ "front", OPERATE_FRONT }, { "hold", OPERATE_HOLD },
		{ "release", OPERATE_RELEASE }, { "stop", OPERATE_STOP },
		{ "priority=high", OPERATE_PRIORITY },
		{ "priority=-7", OPERATE_PRIORITY }, { "priority=", -1 },
		{ "priority", -1 }, { "priority=x", -1 },
		{ "priority=1.5", -1 }, { "priority=high ", -1 },
		{ "front=", -1 }, { "stop=1", -1 }, { "", -1 },
		{ "Front", -1 }, { "hold ", -1 }, { "=", -1 }
	};
	struct operate o;
	struct diag d;
	size_t i;
	int ret;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		ret = operate_read(text_of(t[i].text), &o, &d);
		tap_ok(t[i].verb == -1 ? ret == -1 && d.what[0] != '\0' :
		    ret == 0 && (int)o.verb == t[i].verb, "\"%s\"",
		    t[i].text);
	}
}

#define A "a\tpending\t1\t2\t-\t-\t-\t-\t-\t-\t-\n"
#define B "b\tinqueue\t1\t2\t5\thigh\t-\t-\t-\t-\t-\n"
#define C "c\theld\t1\t2\t-3\t-\t-\t-\t-\t4\t9\n"
#define D "d\trunning\t1\t2\t-\t-\t40\t-\t7\t-\t-\n"

static void
changes(void)
{
	tap_is_str(done(HEADER A B, "front", "a"), "a\tpending\t1\t2\t-1\t-\t"
	    "-\t-\t-\t-\t-\n" B, "front: -1 where all are over it");
	tap_is_str(done(HEADER A C, "front", "a"), "a\tpending\t1\t2\t-4\t-\t"
	    "-\t-\t-\t-\t-\n" C, "front: below the least");
	tap_is_str(done(HEADER A B C, "front", "c,a"), "a\tpending\t1\t2\t-4"
	    "\t-\t-\t-\t-\t-\t-\n" B "c\theld\t1\t2\t-5\t-\t-\t-\t-\t4\t9\n",
	    "front: in the order given");
	tap_is_str(done(HEADER A B "x\tpending\t1\t2\t-9223372036854775807\t-"
	    "\t-\t-\t-\t-\t-\n", "front", "a,b"),
	    "top: there is no number left below the least",
	    "front: nothing is below the least number");
	tap_is_str(done(HEADER A B C, "priority=low", "b,c"), A
	    "b\tinqueue\t1\t2\t5\tlow\t-\t-\t-\t-\t-\n"
	    "c\theld\t1\t2\t-3\tlow\t-\t-\t-\t4\t9\n", "priority");
	tap_is_str(done(HEADER A, "priority=-07", "a"),
	    "a\tpending\t1\t2\t-\t-07\t-\t-\t-\t-\t-\n",
	    "priority: as it was written");
	tap_is_str(done(HEADER A B, "hold", "b,a"),
	    "a\theld\t1\t100\t-\t-\t-\t-\t-\t-\t-\n"
	    "b\theld\t1\t100\t5\thigh\t-\t-\t-\t-\t-\n", "hold");
	tap_is_str(done(HEADER B C, "release", "c"), B
	    "c\tpending\t1\t100\t-3\t-\t-\t-\t-\t0\t-\n", "release");
	tap_is_str(done(HEADER A B C D, "stop", "a,b,c,d"),
	    "a\tstopped\t1\t100\t-\t-\t-\t-\t-\t-\t-\n"
	    "b\tstopped\t1\t100\t5\thigh\t-\t-\t-\t-\t-\n"
	    "c\tstopped\t1\t100\t-3\t-\t-\t-\t-\t4\t9\n"
	    "d\tstopped\t1\t100\t-\t-\t40\t100\t1m7s\t-\t-\n",
	    "stop: a run ends only where one is");
}

static void
refusals(void)
{
	static const char *const state[] = { "pending", "inqueue", "running",
	    "held", "succeeded", "failed", "stopped" };
	static const struct {
		const char *what, *verb, *may;	/* by state: y or n */
	} t[] = {
		{ "front", "front", "yynynnn" },
		{ "priority=1", "priority", "yynynnn" },
		{ "hold", "hold", "yynnnnn" },
		{ "release", "release", "nnnynnn" },
		{ "stop", "stop", "yyyynnn" }
	};
	char jobs[256], want[128];
	const char *got;
	size_t i, k;

	for (i = 0; i < 5; i++)
		for (k = 0; k < 7; k++) {
			snprintf(jobs, sizeof(jobs), HEADER "o\t-\t-\t-\t-\t-"
			    "\t-\t-\t-\t-\t-\nj\t%s\t-\t-\t-\t-\t-\t-\t-\t-"
			    "\t-\n", state[k]);
			snprintf(want, sizeof(want), "jobs:3: state: job "
			    "\"j\" is %s: no %s", state[k], t[i].verb);
			got = done(jobs, t[i].what, "j");
			tap_ok((strcmp(got, want) != 0) == (t[i].may[k] ==
			    'y'), "%s of a %s job: %s", t[i].what, state[k],
			    t[i].may[k] == 'y' ? "done" : "refused");
		}
	tap_is_str(done(HEADER A, "hold", "x"), "there is no job \"x\"",
	    "an unknown id");
	tap_is_str(done(HEADER A, "hold", "a,a"), "job \"a\" is named twice",
	    "an id twice");
	tap_is_str(done(HEADER A, "hold", "A"), "there is no job \"A\"",
	    "ids are bytes");
}

/* With one fault nothing is done to the others. */
static void
nothing(void)
{
	const struct slice id[] = { text_of("a"), text_of("d") };
	struct operate o = { OPERATE_HOLD, { NULL, 0 } };

	world_begin(&world, false);
	world_jobs(&world, HEADER A D);
	tap_ok(operate_do(&world.jobs, &o, id, 2, 100, &world.faults) == -1 &&
	    world.jobs.job[0].state == JOB_PENDING &&
	    world.jobs.job[0].dirty == 0 && world.jobs.job[1].dirty == 0,
	    "one fault, and nothing is done");
	tap_is_i64((int64_t)world.faults.n, 1, "and it is told");
	world_end(&world);
}

int
main(void)
{
	verbs();
	changes();
	refusals();
	nothing();
	return tap_done();
}
