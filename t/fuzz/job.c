/*
 * Fuzz target of the way of a job: reader, order, requeue, step, and out.
 *
 * The first byte says how the step is taken; the rest are job records.  What
 * must hold, whenever they are read without faults:
 *
 *	every order is of the same jobs, and a second sort changes nothing
 *	no record is lost, and none changes that does not wait
 *	no node is taken more than it has
 *	what is written is read back without faults, in the same states
 *	a second step of that changes nothing
 */
#include <stdio.h>

#include "../unit/world.h"
#include "order.h"
#include "requeue.h"
#include "step.h"

enum { NOW_S = 1000, MANY = 1000 };

int	LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static const char nodes[] =
    "node\tgpu_model\tpool\tlabels\tstate\tgpu\tgpu_total\tcpu_total\n"
    "n1\tT4\tp\track=1\t-\t8\t8\t64\n"
    "n2\tT4\tq\track=1\t-\t-\t4\t32\n"
    "n3\tA100\tp,q\track=2\t-\t4\t8\t-\n"
    "n3\tT4\t-\t-\t-\t-\t2\t-\n"
    "n4\tA100\tp\track=2\tdrain\t8\t8\t64\n";

static const char queues[] =
    "queue\tdiscipline\tgpu\ttimeout\tcooldown\n"
    "f\tfifo\t-\t60\t60\nb\tbesteffort\t6\t120\t1m\n"
    "g\tfifo\t16\t-\t-\n";

static void
broken(const char *what)
{
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

static void
read_all(struct world *w, unsigned how, const char *p, size_t n)
{
	world_begin(w, (how & 7) != 7);
	w->queues.other.discipline = (how & 8) != 0 ? QUEUE_FIFO :
	    QUEUE_BESTEFFORT;
	w->queues.other.timeout_s = 60;
	world_queues(w, queues);
	world_nodes(w, nodes);
	world_read(w->reader[2], "-", p, n);
	if (w->faults.n == 0)
		world_at(w, NOW_S);
}

static void
check_order(const struct jobs *s, enum order_policy p)
{
	size_t *a = mem_array(s->n + 1, sizeof(*a)), i;
	size_t *b = mem_zero(s->n + 1, sizeof(*b));

	for (i = 0; i < s->n; i++)
		a[i] = i;
	order_sort(s, p, NULL, NOW_S, a, s->n);
	for (i = 0; i < s->n; i++)
		if (a[i] >= s->n || b[a[i]]++ > 0)
			broken("an order that is none");
	memcpy(b, a, s->n * sizeof(*a));
	order_sort(s, p, NULL, NOW_S, a, s->n);
	if (memcmp(a, b, s->n * sizeof(*a)) != 0)
		broken("another order of what was in order");
	free(a);
	free(b);
}

/* Spreading takes instances one by one: huge gangs would take for ever. */
static bool
may_spread(const struct jobs *s)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (s->job[i].instances > MANY)
			return false;
	return true;
}

static void
step(struct world *w, unsigned how)
{
	struct step_options o = { .now_s = NOW_S,
		.policy = (how & 7) == 7 ? ORDER_NONE :
		    (enum order_policy)(how & 7),
		.placement = (how & 16) != 0, .per_pool = (how & 32) != 0,
		.spread = (how & 64) != 0 && may_spread(&w->jobs) };
	struct step_counts counts;
	struct shape free;
	uint32_t i;
	int r;

	step_run(&w->jobs, &w->cluster, &w->queues, &o, &counts);
	for (i = 0; i < w->cluster.cards; i++)
		for (r = 0; r < RES_N; r++) {
			free = cluster_free(&w->cluster, i);
			if (free.of[r] < 0)
				broken("a node is taken more than it has");
		}
}

static void
requeue(struct world *w, unsigned how)
{
	const struct requeue_options o = { .now_s = NOW_S,
		.backoff_m = (how & 16) != 0 ? 1500 : 1000,
		.max_cooldown_s = INT64_MAX, .limit = how >> 5 & 3,
		.eviction = (how & 64) != 0 };

	requeue_all(&w->jobs, &w->queues, &o);
}

/* Jobs that do not wait stay as they are. */
static void
check_others(const struct jobs *s, const uint8_t *was)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (was[i] != JOB_PENDING && was[i] != JOB_INQUEUE &&
		    (s->job[i].state != was[i] || s->job[i].dirty != 0))
			broken("a job that does not wait was changed");
}

static void
write_all(struct world *w, struct buf *out)
{
	world_write(w, JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
	    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_NODES) |
	    JOB_BIT(JOB_STARTED) | JOB_BIT(JOB_ENDED) |
	    JOB_BIT(JOB_REQUEUES) | JOB_BIT(JOB_QUEUED) |
	    JOB_BIT(JOB_RESERVED) | JOB_BIT(JOB_REASON), out);
}

static void
same_jobs(const struct world *a, const struct world *b)
{
	size_t i;

	if (b->faults.n > 0)
		broken("what was written is not read");
	if (a->jobs.n != b->jobs.n)
		broken("another number of jobs");
	for (i = 0; i < a->jobs.n; i++) {
		if (!text_eq(job_id(&a->jobs, i), job_id(&b->jobs, i)) ||
		    a->jobs.job[i].state != b->jobs.job[i].state)
			broken("another state");
		if (!text_eq(job_text(&a->jobs, i, JOB_NODES),
		    job_text(&b->jobs, i, JOB_NODES)) ||
		    !text_eq(job_text(&a->jobs, i, JOB_REASON),
		    job_text(&b->jobs, i, JOB_REASON)))
			broken("other nodes, or another reason");
		if (job_number(&a->jobs, i, JOB_SINCE) !=
		    job_number(&b->jobs, i, JOB_SINCE) ||
		    job_number(&a->jobs, i, JOB_REQUEUES) !=
		    job_number(&b->jobs, i, JOB_REQUEUES))
			broken("another number");
	}
}

/*
 * TSV cannot begin with what says that it is something else, and of JSON
 * without records no column is known.
 */
static bool
tsv_can(const struct table *t)
{
	const struct slice s = t->column[0].name;

	return t->rows > 0 && s.n > 0 && s.p[0] != '{' && s.p[0] != '#' &&
	    (s.n < 3 || memcmp(s.p, "\xef\xbb\xbf", 3) != 0);
}

/* A step of jobs, and another of what it wrote. */
static void
twice(struct world *a, unsigned how)
{
	static struct world b;
	struct buf out = { 0 }, again = { 0 };

	step(a, how);
	write_all(a, &out);
	if (tsv_can(&a->jobs.table)) {
		read_all(&b, how, out.p, out.n);
		same_jobs(a, &b);
		step(&b, how);
		same_jobs(a, &b);
		write_all(&b, &again);
		if (out.n != again.n || memcmp(out.p, again.p, out.n) != 0)
			broken("a second step changes something");
		world_end(&b);
	}
	buf_free(&out);
	buf_free(&again);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct world w;
	uint8_t *was;
	size_t i;
	int p;

	if (size < 1)
		return 0;
	read_all(&w, data[0], (const char *)data + 1, size - 1);
	if (w.faults.n == 0) {
		was = mem_zero(w.jobs.n + 1, 1);
		for (i = 0; i < w.jobs.n; i++)
			was[i] = w.jobs.job[i].state;
		for (p = 0; p < ORDER_POLICIES; p++)
			check_order(&w.jobs, (enum order_policy)p);
		if ((data[0] & 128) != 0)
			requeue(&w, data[0]);
		check_others(&w.jobs, was);
		twice(&w, data[0]);
		free(was);
	}
	world_end(&w);
	return 0;
}
