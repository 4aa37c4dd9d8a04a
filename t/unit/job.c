/* Tests of job: what records mean, and their faults. */
#include "job.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

static struct world world;

static void
fault(const char *text, const char *want)
{
	world_begin(&world, true);
	world_jobs(&world, text);
	tap_is_str(shown_fault(&world.faults, 0), want, "%s", want);
	tap_is_i64((int64_t)world.faults.n, 1, "it is the only one");
	world_end(&world);
}

static void
faults(void)
{
	char text[160], want[160];
	static const char *const counts[] = { "requeues", "preemptions" };
	static const char *const times[] = { "since", "not_before", "queued",
	    "started", "ended" };
	static const char *const durations[] = { "min_runtime", "time_limit",
	    "runtime", "attained" };
	size_t i;

	fault("job\tcreated\n-\t1\n", "jobs:2: job: is absent");
	fault("job\tcreated\na\t1\nb\t1\na\t1\n",
	    "jobs:4: job: \"a\" is there twice");
	fault("job\tcreated\na\t-\n", "jobs:2: created: is absent");
	fault("job\tcreated\tstate\na\t1\tdone\n",
	    "jobs:2: state: \"done\" is not a state of a job");
	fault("job\tcreated\tstate\na\t1\tRUNNING\n",
	    "jobs:2: state: \"RUNNING\" is not a state of a job");
	fault("job\tcreated\tpriority\na\t1\turgent\n", "jobs:2: priority: "
	    "\"urgent\" is not high, medium, low or a whole number");
	fault("job\tcreated\tresumable\na\t1\tmaybe\n",
	    "jobs:2: resumable: \"maybe\" is not yes or no");
	fault("job\tcreated\tinstances\na\t1\t0\n",
	    "jobs:2: instances: \"0\" is under 1");
	fault("job\tcreated\tgpu\na\t1\teight\n",
	    "jobs:2: gpu: \"eight\" is not a count");
	for (i = 0; i < 2; i++) {
		snprintf(text, sizeof(text), "job\tcreated\t%s\na\t1\t-1\n",
		    counts[i]);
		world_begin(&world, true);
		world_jobs(&world, text);
		snprintf(want, sizeof(want), "jobs:2: %s: \"-1\"", counts[i]);
		tap_ok(strncmp(shown_fault(&world.faults, 0), want,
		    strlen(want)) == 0, "%s is not under 0", counts[i]);
		world_end(&world);
	}
	for (i = 0; i < 5; i++) {
		snprintf(text, sizeof(text), "job\tcreated\t%s\na\t1\tx\n",
		    times[i]);
		snprintf(want, sizeof(want), "jobs:2: %s: \"x\" is not a "
		    "time", times[i]);
		fault(text, want);
	}
	for (i = 0; i < 4; i++) {
		snprintf(text, sizeof(text), "job\tcreated\t%s\na\t1\tx\n",
		    durations[i]);
		snprintf(want, sizeof(want), "jobs:2: %s: \"x\" is not a "
		    "duration", durations[i]);
		fault(text, want);
	}
}

static void
lacks(void)
{
	fault("jobs\tcreated\na\t1\nb\t1\n", "jobs:1: job: no such "
	    "column; there are jobs, created");
	world_begin(&world, false);
	world_jobs(&world, "job\na\n");
	tap_is_i64((int64_t)world.faults.n, 0, "created may be absent where "
	    "nothing is ordered");
	world_end(&world);
	world_begin(&world, true);
	world_jobs(&world, "job\na\n");
	tap_ok(strncmp(shown_fault(&world.faults, 0), "jobs:1: ", 8) == 0,
	    "and not where something is");
	world_end(&world);
	world_begin(&world, true);
	world_jobs(&world, "{\"job\":\"a\"}\n");
	tap_is_i64((int64_t)world.faults.n, 1, "nor in JSON");
	world_end(&world);
}

static void
defaults(void)
{
	const struct job *j;

	world_begin(&world, true);
	world_jobs(&world, "job\tcreated\na\t77\n");
	j = &world.jobs.job[0];
	tap_ok(j->state == JOB_PENDING && j->resumable && j->instances == 1,
	    "pending, resumable, one");
	tap_is_i64(job_number(&world.jobs, 0, JOB_PRIORITY), 200, "medium");
	tap_is_i64(job_queued_s(&world.jobs, 0), 77, "queued is created");
	tap_is_i64(job_number(&world.jobs, 0, JOB_SINCE), 77,
	    "since is created");
	tap_is_i64(job_gpus_m(j), 0, "no GPUs");
	tap_is_i64(j->has, JOB_BIT(JOB_CREATED), "and no more is given");
	tap_is_str(shown_slice(world.jobs.queue.name[j->queue]), "default",
	    "its queue");
	tap_is_i64(j->same, 0, "no label");
	tap_ok(job_waits(j), "it waits");
	world_end(&world);
}

static void
values(void)
{
	const struct job *j;

	world_begin(&world, true);
	world_jobs(&world, "job\tcreated\tqueue\tstate\tpriority\tsince\t"
	    "queued\ttop\tinstances\tgpu\tcpu\tmem\tgpu_model\tpool\t"
	    "selector\tsame\tresumable\ttime_limit\n"
	    "a\t2026-11-30T10:00:00+08:00\tq\tinqueue\thigh\t5\t6\t-7\t3\t"
	    "0.5\t500m\t1G\tTesla T4\tp\tz=a\track\tno\t1-00:00:00\n"
	    "b\t1\tq\trunning\t-5\t-\t-\t-\t9223372036854775807\t2\t-\t-\t"
	    "Tesla T4\tp\tz=a\track\t-\t-\n"
	    "c\t1\tdefault\theld\tlow\t-\t-\t-\t-\t-\t-\t-\tTesla T4\t-\t"
	    "p\t-\tyes\t-\n");
	tap_is_i64((int64_t)world.faults.n, 0, "no faults");
	j = world.jobs.job;
	tap_is_i64(j->created_s, 1796004000, "a time with an offset");
	tap_ok(j->state == JOB_INQUEUE && !j->resumable, "its words");
	tap_ok(job_number(&world.jobs, 0, JOB_PRIORITY) == 300 &&
	    job_number(&world.jobs, 1, JOB_PRIORITY) == -5 &&
	    job_number(&world.jobs, 2, JOB_PRIORITY) == 100, "priorities");
	tap_ok(job_number(&world.jobs, 0, JOB_SINCE) == 5 &&
	    job_number(&world.jobs, 0, JOB_QUEUED) == 6 &&
	    job_number(&world.jobs, 0, JOB_TOP) == -7, "its numbers");
	tap_is_i64(job_number(&world.jobs, 1, JOB_SINCE), 1,
	    "the other's since is created");
	tap_is_i64(job_gpus_m(j), 1500, "three times a half");
	tap_is_i64(job_gpus_m(&j[1]), INT64_MAX, "all there can be");
	tap_ok(j->ask.of[RES_CPU] == 500 && j->ask.of[RES_MEM] == 1 << 30,
	    "its amounts");
	tap_is_i64(job_number(&world.jobs, 0, JOB_TIME_LIMIT), 86400,
	    "Slurm's duration");
	tap_ok(j->class == j[1].class && j->class != j[2].class,
	    "classes are what is named");
	tap_ok(j->queue == j[1].queue && j->queue != j[2].queue, "queues");
	tap_ok(j->same != 0 && j->same == j[1].same && j[2].same == 0,
	    "labels");
	tap_ok(!job_waits(&j[1]) && !job_waits(&j[2]), "two do not wait");
	world_end(&world);
}

/* Ids are told apart across operands; records stand in input order. */
static void
operands(void)
{
	world_begin(&world, true);
	world_jobs(&world, "job\tcreated\na\t1\n");
	world_jobs(&world, "created job\n2 \"b c\"\n");
	world_jobs(&world, "{\"created\":3,\"job\":\"c\"}\n");
	tap_is_i64((int64_t)world.faults.n, 0, "three forms");
	tap_ok(world.jobs.n == 3 && world_job(&world, "b c") ==
	    &world.jobs.job[1] && world.jobs.job[2].created_s == 3,
	    "in order");
	world_jobs(&world, "created job\n2 a\n");
	tap_is_str(shown_fault(&world.faults, 0),
	    "jobs:2: job: \"a\" is there twice", "in another operand");
	world_end(&world);
}

/* Columns that come late, and jobs that come after them. */
static void
columns(void)
{
	struct jobs *s = &world.jobs;
	char text[4096] = "job\tcreated\n";
	size_t n = strlen(text), i;

	world_begin(&world, true);
	world_jobs(&world, "job\tcreated\na\t1\n");
	tap_ok(job_text(s, 0, JOB_NODES).n == 0 &&
	    job_number(s, 0, JOB_STARTED) == 0, "none is there");
	world_jobs(&world, "job\tcreated\tnodes\tstarted\tgroup\n"
	    "b\t1\tn1\t5\tx/y\n");
	for (i = 0; i < 200; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n,
		    "j%zu\t1\n", i);
	world_jobs(&world, text);
	tap_is_i64((int64_t)s->n, 202, "two and two hundred");
	tap_is_str(shown_slice(job_text(s, 1, JOB_NODES)), "n1", "nodes");
	tap_is_str(shown_slice(job_text(s, 1, JOB_GROUP)), "x/y", "group");
	tap_is_i64(job_number(s, 1, JOB_STARTED), 5, "started");
	for (i = 2; i < s->n; i++)
		if (job_text(s, i, JOB_NODES).n != 0 ||
		    job_number(s, i, JOB_STARTED) != 0)
			break;
	tap_is_i64((int64_t)i, 202, "the others have none");
	job_set_number(s, 201, JOB_ENDED, 9);
	job_set_text(s, 201, JOB_REASON, text_of("why"));
	tap_ok(job_number(s, 201, JOB_ENDED) == 9 &&
	    job_number(s, 200, JOB_ENDED) == 0 &&
	    text_is(job_text(s, 201, JOB_REASON), "why") &&
	    job_text(s, 200, JOB_REASON).n == 0, "one is set");
	tap_is_str(shown_slice(job_id(s, 201)), "j199", "its id");
	job_settle(s);
	tap_ok(s->cap == s->n && text_is(job_id(s, 201), "j199") &&
	    text_is(job_text(s, 1, JOB_GROUP), "x/y") &&
	    text_is(job_text(s, 201, JOB_REASON), "why") &&
	    job_number(s, 201, JOB_ENDED) == 9, "settled they are the same");
	job_set_number(s, 201, JOB_STARTED, 8);
	tap_is_i64(job_number(s, 201, JOB_STARTED), 8, "and may change");
	world_end(&world);
}

int
main(void)
{
	faults();
	lacks();
	defaults();
	values();
	operands();
	columns();
	return tap_done();
}
