/* Tests of queue: records, what stands in for them, and their faults. */
#include "shown.h"
#include "tap.h"
#include "world.h"

static struct world world;

static void
fault(const char *text, const char *want)
{
	world_begin(&world, false);
	world_queues(&world, text);
	tap_is_str(shown_fault(&world.faults, 0), want, "%s", want);
	tap_is_i64((int64_t)world.faults.n, 1, "it is the only one");
	world_end(&world);
}

static void
faults(void)
{
	fault("queue\tgpu\n-\t1\n", "queues:2: queue: is absent");
	fault("queue\tgpu\na\t1\na\t2\n",
	    "queues:3: queue: \"a\" is there twice");
	fault("queue\tdiscipline\na\tlifo\n",
	    "queues:2: discipline: \"lifo\" is not a discipline");
	fault("queue\tgpu\na\tx\n", "queues:2: gpu: \"x\" is not a count");
	fault("queue\ttimeout\na\t59s\n",
	    "queues:2: timeout: \"59s\" is under a minute");
	fault("queue\ttimeout\na\t1\n",
	    "queues:2: timeout: \"1\" is under a minute");
	fault("queue\tcooldown\na\tx\n",
	    "queues:2: cooldown: \"x\" is not a duration");
	fault("name\tgpu\na\t1\n",
	    "queues:1: queue: no such column; there are name, gpu");
}

static void
values(void)
{
	const struct queue *q;

	world_begin(&world, false);
	world.queues.other.discipline = QUEUE_FIFO;
	world.queues.other.timeout_s = 300;
	world.queues.other.quota.of[RES_CPU] = 7000;
	world.queues.other.limited = 1U << RES_CPU;
	world_queues(&world, "queue\tdiscipline\tgpu\tcpu\tmem\ttimeout\t"
	    "cooldown\n"
	    "a\tbesteffort\t0\t64\t1G\t1m\t0\n"
	    "b\t-\t-\t-\t-\t0\t1h\n"
	    "c\tconservative\t0.5\t-\t-\t-\t-\n");
	tap_is_i64((int64_t)world.faults.n, 0, "no faults");
	q = queue_get(&world.queues, text_of("a"));
	tap_ok(q->discipline == QUEUE_BESTEFFORT && q->timeout_s == 60 &&
	    q->cooldown_s == 0, "what is given");
	tap_ok(q->limited == 7 && q->quota.of[RES_GPU] == 0 &&
	    q->quota.of[RES_CPU] == 64000 && q->quota.of[RES_MEM] == 1 << 30,
	    "its quota; none of a resource is one too");
	q = queue_get(&world.queues, text_of("b"));
	tap_ok(q->discipline == QUEUE_FIFO && q->timeout_s == 0 &&
	    q->cooldown_s == 3600, "absent fields take the options");
	tap_ok(q->limited == 1U << RES_CPU && q->quota.of[RES_CPU] == 7000,
	    "and so does the quota");
	q = queue_get(&world.queues, text_of("c"));
	tap_ok(q->discipline == QUEUE_CONSERVATIVE && q->timeout_s == 300 &&
	    q->cooldown_s == QUEUE_COOLDOWN_S && q->limited == 3 &&
	    q->quota.of[RES_GPU] == 500, "one by one");
	tap_ok(queue_get(&world.queues, text_of("d")) ==
	    &world.queues.other && queue_get(&world.queues, text_of("")) ==
	    &world.queues.other, "other queues are the options alone");
	world_end(&world);
}

static void
timeouts(void)
{
	tap_ok(queue_timeout_ok(0), "0 is off");
	tap_ok(!queue_timeout_ok(1) && !queue_timeout_ok(59),
	    "under a minute is none");
	tap_ok(queue_timeout_ok(60) && queue_timeout_ok(INT64_MAX),
	    "from a minute on it is one");
}

int
main(void)
{
	tap_is_str(queue_disciplines()[QUEUE_FIFO], "fifo", "a name");
	faults();
	values();
	timeouts();
	return tap_done();
}
