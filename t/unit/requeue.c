/* Tests of requeue: cooldowns, and who goes back. */
#include "requeue.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

static struct world world;

static void
cooldowns(void)
{
	static const struct {
		int64_t cooldown, k, factor_m, max, want;
	} t[] = {
		{ 60, 1, 1000, INT64_MAX, 60 },
		{ 60, 9, 1000, INT64_MAX, 60 },
		{ 60, INT64_MAX, 1000, INT64_MAX, 60 },
		{ 60, 1, 2000, INT64_MAX, 60 },
		{ 60, 2, 2000, INT64_MAX, 120 },
		{ 60, 4, 2000, INT64_MAX, 480 },
		{ 60, 4, 2000, 480, 480 },
		{ 60, 4, 2000, 479, 479 },
		{ 60, 1, 2000, 59, 59 },
		{ 60, 5, 1000, 30, 30 },
		{ 60, 3, 1500, INT64_MAX, 135 },
		{ 1, 2, 1500, INT64_MAX, 1 },
		{ 1, 3, 1500, INT64_MAX, 2 },
		{ 1, 4, 1500, INT64_MAX, 3 },
		{ 0, 7, 2000, INT64_MAX, 0 },
		{ 0, 7, 2000, 0, 0 },
		{ 60, 7, 2000, 0, 0 },
		{ 1, 63, 2000, INT64_MAX, INT64_C(1) << 62 },
		{ 1, 64, 2000, INT64_MAX, INT64_MAX },
		{ 1, INT64_MAX, 2000, INT64_MAX, INT64_MAX },
		{ 1, INT64_MAX, 1001, INT64_MAX, INT64_MAX },
		{ 1, INT64_MAX, 1000000, 86400, 86400 },
		{ INT64_MAX, 2, 1000000, INT64_MAX, INT64_MAX }
	};
	struct requeue_options o = { 0 };
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		o.backoff_m = t[i].factor_m;
		o.max_cooldown_s = t[i].max;
		tap_is_i64(requeue_cooldown_s(t[i].cooldown, t[i].k, &o),
		    t[i].want, "cooldown %" PRId64 " the %" PRId64 ". time, "
		    "x %" PRId64 "/1000", t[i].cooldown, t[i].k,
		    t[i].factor_m);
	}
}

#define HEADER "job\tqueue\tstate\tcreated\tsince\trequeues\tqueued\t" \
    "not_before\treason\n"

/* Sends back one job, in the queue `q` of timeout 120 s and cooldown 30 s. */
static void
one(const char *job, int64_t now_s, int64_t limit, bool eviction,
    const char *want, const char *name)
{
	struct requeue_options o = { .now_s = now_s, .backoff_m = 2000,
		.max_cooldown_s = INT64_MAX, .limit = limit,
		.eviction = eviction };
	struct buf b = { 0 };
	size_t n;

	world_begin(&world, false);
	world.queues.other.timeout_s = 60;
	world_queues(&world, "queue\ttimeout\tcooldown\nq\t120\t30\n"
	    "off\t0\t1\n");
	world_jobs(&world, HEADER);
	world_jobs(&world, job);
	n = requeue_all(&world.jobs, &world.queues, &o);
	world_write(&world, JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
	    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_REQUEUES) |
	    JOB_BIT(JOB_QUEUED) | JOB_BIT(JOB_REASON), &b);
	tap_is_str(shown_buf(&b) + (b.n > strlen(HEADER) ? strlen(HEADER) :
	    0), want, "%s", name);
	tap_is_i64((int64_t)n, strstr(want, "timeout") != NULL, "counted");
	buf_free(&b);
	world_end(&world);
}

static void
who(void)
{
	one(HEADER "a\t-\tinqueue\t10\t40\t-\t-\t-\tx\n", 99, 0, false,
	    "a\t-\tinqueue\t10\t40\t-\t-\t-\tx\n", "a second early");
	one(HEADER "a\t-\tinqueue\t10\t40\t-\t-\t-\tx\n", 100, 0, false,
	    "a\t-\tpending\t10\t100\t1\t-\t160\ttimeout\n", "in time");
	one(HEADER "a\t-\tinqueue\t10\t-\t-\t-\t-\t-\n", 70, 0, false,
	    "a\t-\tpending\t10\t70\t1\t-\t130\ttimeout\n",
	    "since is created where it is absent");
	one(HEADER "a\t-\tinqueue\t-\t-\t-\t-\t-\t-\n", 7000, 0, false,
	    "a\t-\tinqueue\t-\t-\t-\t-\t-\t-\n", "it is not known since "
	    "when");
	one(HEADER "a\tq\tinqueue\t10\t40\t2\t-\t-\t-\n", 160, 0, false,
	    "a\tq\tpending\t10\t160\t3\t-\t280\ttimeout\n",
	    "its queue's own, the third time");
	one(HEADER "a\toff\tinqueue\t10\t40\t2\t-\t-\t-\n", 16000, 0, false,
	    "a\toff\tinqueue\t10\t40\t2\t-\t-\t-\n", "off");
	one(HEADER "a\t-\tinqueue\t10\t40\t-\t12\t-\t-\n", 100, 0, true,
	    "a\t-\tpending\t10\t100\t1\t100\t160\ttimeout\n",
	    "eviction order: behind its peers");
	one(HEADER "a\t-\tinqueue\t10\t40\t1\t-\t-\t-\n", 100, 3, false,
	    "a\t-\tpending\t10\t100\t2\t-\t220\ttimeout\n", "one to go");
	one(HEADER "a\t-\tinqueue\t10\t40\t2\t-\t-\t-\n", 100, 3, true,
	    "a\t-\theld\t10\t100\t3\t100\t340\ttimeout\n", "the limit");
	one(HEADER "a\t-\tinqueue\t10\t40\t8\t-\t-\t-\n", 100, 3, false,
	    "a\t-\theld\t10\t100\t9\t-\t15460\ttimeout\n", "past it");
	one(HEADER "a\t-\tinqueue\t2026-11-30T10:00:00+08:00\t-\t-\t-\t-\t"
	    "-\n", 1796004060, 0, false,
	    "a\t-\tpending\t2026-11-30T10:00:00+08:00\t"
	    "2026-11-30T10:01:00+08:00\t1\t-\t2026-11-30T10:02:00+08:00\t"
	    "timeout\n", "times in the record's own style");
	one(HEADER "a\t-\tinqueue\t10\t40\t9223372036854775807\t-\t-\t-\n",
	    100, 0, false, "a\t-\tpending\t10\t100\t9223372036854775807\t-\t"
	    "9223372036854775807\ttimeout\n", "saturated");
}

static void
others(void)
{
	static const char *const state[] = { "pending", "running", "held",
	    "succeeded", "failed", "stopped" };
	char line[128];
	size_t i;

	for (i = 0; i < sizeof(state) / sizeof(state[0]); i++) {
		snprintf(line, sizeof(line), HEADER
		    "a\t-\t%s\t10\t40\t-\t-\t-\t-\n", state[i]);
		one(line, 99999, 1, true, line + strlen(HEADER), state[i]);
	}
}

int
main(void)
{
	cooldowns();
	who();
	others();
	return tap_done();
}
