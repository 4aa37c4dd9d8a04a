/*
 * Properties of a course: random traces on random small clusters.
 *
 *	flow comes to the same as the functions of the filters, to the byte
 *	no node ever holds more than it has, and each job runs once and whole
 *
 *	sim [seed [count]]
 */
#include "course.h"

#include "flow.h"
#include "num.h"

#include "../unit/shown.h"
#include "../unit/world.h"
#include "random.h"
#include "usage.h"

enum { JOBS = 40, NODES = 5, START = 1000 };

static struct buf nodes, queues, jobs;
static struct world world;
static struct budgets budgets;
static struct usage usage;
static int64_t total[NODES];
static struct sim_options drawn;

static void
put(struct buf *b, const char *before, int64_t v)
{
	buf_str(b, before);
	buf_i64(b, v);
}

/* A node, or one of the models of cards on it. */
static void
put_node(int i, const char *model, const char *state, int pool, int rack,
    int cpus)
{
	const int gpus = 1 + random_below(8);

	total[i] += gpus;
	put(&nodes, "n", i);
	buf_str(&nodes, model);
	put(&nodes, "\tp", pool);
	put(&nodes, "\track=", rack);
	put(&nodes, "\t", gpus);
	put(&nodes, "\t", cpus);
	buf_str(&nodes, state);
}

static void
draw_nodes(void)
{
	int n = 1 + random_below(NODES), i;

	nodes.n = 0;
	memset(total, 0, sizeof(total));
	buf_str(&nodes,
	    "node\tgpu_model\tpool\tlabels\tgpu_total\tcpu_total\tstate\n");
	for (i = 0; i < n; i++) {
		const char *state = random_once(4) ? "\tdrain\n" : "\t-\n";
		int pool = random_below(2), rack = random_below(2);
		int cpus = 4 + random_below(8);

		put_node(i, "\tA", state, pool, rack, cpus);
		if (random_once(3))
			put_node(i, "\tB", state, pool, rack, cpus);
	}
	buf_char(&nodes, '\0');
}

static void
draw_queues(bool ranked)
{
	const bool easy = !ranked && random_once(3);
	const bool stuck = !ranked && random_once(2);
	int i;

	queues.n = 0;
	buf_str(&queues, "queue\tdiscipline\ttimeout\tcooldown\tgpu\n");
	for (i = 0; i < 3; i++) {
		put(&queues, "q", i);
		buf_str(&queues, easy ? "\teasy" : ranked ||
		    random_once(2) ? "\tbesteffort" : "\tfifo");
		put(&queues, "\t", stuck && random_once(2) ?
		    60 + random_below(40) : 0);
		put(&queues, "\t", random_below(60));
		buf_char(&queues, '\t');
		if (random_once(3))
			buf_i64(&queues, 1 + random_below(12));
		else
			buf_char(&queues, '-');
		buf_char(&queues, '\n');
	}
	buf_char(&queues, '\0');
}

/* Most end by their limit, or on it; some run over it, or have none. */
static void
put_times(int64_t runtime_s)
{
	put(&jobs, "\t", runtime_s);
	if (random_once(6))
		buf_str(&jobs, "\t-");
	else
		put(&jobs, "\t", num_max(0, runtime_s +
		    (random_once(2) ? 0 : random_below(60) - 15)));
	buf_char(&jobs, '\n');
}

/* `queued`, and what a job does at first: most wait, some run, or are held. */
static void
put_state(int64_t created_s, int64_t from_s)
{
	if (random_once(9))
		put(&jobs, "\t", created_s + random_below(30));
	else
		buf_str(&jobs, "\t-");
	if (random_once(12)) {
		buf_str(&jobs, "\theld\t-\t-\t-");
	} else if (from_s > 0 && random_once(5)) {
		put(&jobs, "\trunning\t", from_s - random_below(60));
		if (random_once(3))
			buf_str(&jobs, "\t-");
		else
			put(&jobs, "\t", from_s - random_below(2) *
			    random_below(60));
		put(&jobs, "\tn", random_below(NODES));
		put(&jobs, "*", 1 + random_below(2));
	} else
		buf_str(&jobs, "\tpending\t-\t-\t-");
}

static void
draw_jobs(void)
{
	static const char *const group[] = { "a/x", "a/y", "b" };
	int n = 1 + random_below(JOBS), i;
	const int64_t from_s = random_once(2) ? 0 : START;
	int64_t t = from_s;

	jobs.n = 0;
	drawn.start_s = from_s;
	buf_str(&jobs, "job\tqueue\tgroup\tpriority\tcreated\tinstances\tgpu"
	    "\tcpu\tgpu_model\tpool\tsame\tmin_runtime\tqueued\tstate"
	    "\tsince\tstarted\tnodes\truntime\ttime_limit\n");
	for (i = 0; i < n; i++) {
		t += random_below(12);
		put(&jobs, "j", random_below(9));
		put(&jobs, "-", i);
		put(&jobs, "\tq", random_below(3));
		buf_char(&jobs, '\t');
		buf_str(&jobs, group[random_below(3)]);
		put(&jobs, "\t", random_below(3));
		put(&jobs, "\t", t);
		put(&jobs, "\t", 1 + random_below(3));
		put(&jobs, "\t", random_below(6));
		put(&jobs, "\t", random_below(4));
		buf_str(&jobs, random_once(3) ? "\tB" : "\t-");
		buf_str(&jobs, random_once(2) ? "\t-" : random_once(2) ?
		    "\tp0" : "\tp1");
		buf_str(&jobs, random_once(5) ? "\track" : "\t-");
		put(&jobs, "\t", random_once(3) ? 0 : random_below(90));
		put_state(t, from_s);
		put_times(random_once(9) ? 0 :
		    random_below(random_once(4) ? 400 : 60));
	}
	buf_char(&jobs, '\0');
}

static void
draw(void)
{
	static const enum order_policy policy[] = { ORDER_PRIORITY,
	    ORDER_CREATED, ORDER_GPUS, ORDER_SRSF, ORDER_NONE,
	    ORDER_FAIRSHARE, ORDER_DESERVED };

	drawn = (struct sim_options){ .tick_s = SIM_TICK_S,
		.requeue = { .backoff_m = 1000 * (1 + random_below(2)),
		    .max_cooldown_s = INT64_MAX,
		    .limit = random_once(3) ? 1 + random_below(4) : 0 },
		.step = { .policy = policy[random_below(7)],
		    .placement = random_once(2), .spread = random_once(3) },
		.forecast = random_once(5),
		.every_s = random_once(3) ? 1 + random_below(30) : 0,
		.timeouts = true, .capacity_m = 20000 };
	draw_nodes();
	draw_queues(order_ranked(drawn.step.policy));
	draw_jobs();
}

static void
begin_usage(struct sim_options *o)
{
	static const char text[] =
	    "group\tshare\na/x\t1\na/y\t2\nb\t2\n";
	const struct reader_sink sink = { budget_learn, budget_batch,
		&budgets };
	const struct usage_options u = { .now_s = drawn.start_s,
		.window_s = 100, .cap_s = 50 };
	struct reader *r;
	size_t i;

	memset(&budgets, 0, sizeof(budgets));
	budgets.faults = &world.faults;
	r = reader_new(&sink, &world.faults);
	world_read(r, "budgets", text, sizeof(text) - 1);
	budget_end(&budgets);
	usage_init(&usage, &budgets, &u, &world.faults);
	for (i = 0; i < world.jobs.n; i++)
		usage_add(&usage, &world.jobs, i);
	reader_free(r);
	o->usage = &usage;
	o->step.cap_s = u.cap_s;
}

/* Whether a job was placed here: those that ran at first are as they like. */
static bool
was_placed(const struct jobs *s, size_t i)
{
	return s->job[i].state == JOB_SUCCEEDED &&
	    job_number(s, i, JOB_STARTED) > drawn.start_s;
}

/* What a node holds at the start of job i, of all that were placed by then. */
static int64_t
held(const struct jobs *s, size_t i, int node)
{
	int64_t at_s = job_number(s, i, JOB_STARTED), sum = 0, n;
	struct slice rest, name, host;
	char id[16];
	size_t k;

	snprintf(id, sizeof(id), "n%d", node);
	for (k = 0; k < s->n; k++) {
		if (!was_placed(s, k) ||
		    job_number(s, k, JOB_STARTED) > at_s ||
		    job_number(s, k, JOB_ENDED) <= at_s)
			continue;
		rest = job_text(s, k, JOB_NODES);
		while (cluster_next(&rest, &name, &n) == 1)
			if (text_cut(&name, ':', &host) && text_is(host, id))
				sum += n * s->job[k].ask.of[RES_GPU] / 1000;
	}
	return sum;
}

/* Every job runs once for as long as it takes, and no node is overfull. */
static bool
conserves(const struct jobs *s)
{
	size_t i;
	int node;

	for (i = 0; i < s->n; i++) {
		if (s->job[i].state == JOB_RUNNING)
			return false;
		if (!was_placed(s, i))
			continue;
		if (job_number(s, i, JOB_ENDED) - job_number(s, i,
		    JOB_STARTED) != job_number(s, i, JOB_RUNTIME) ||
		    job_number(s, i, JOB_STARTED) < s->job[i].created_s)
			return false;
		for (node = 0; node < NODES; node++)
			if (job_number(s, i, JOB_RUNTIME) > 0 &&
			    held(s, i, node) > total[node])
				return false;
	}
	return true;
}

/* The drawn trace to its end, written to b; whether all is conserved. */
static bool
run(bool plain, struct buf *b)
{
	const uint32_t own = JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
	    JOB_BIT(JOB_NODES) | JOB_BIT(JOB_STARTED) | JOB_BIT(JOB_ENDED) |
	    JOB_BIT(JOB_ATTAINED) | JOB_BIT(JOB_NOT_BEFORE) |
	    JOB_BIT(JOB_REQUEUES) | JOB_BIT(JOB_REASON);
	struct sim_options o = drawn;
	struct sim_result r;
	size_t i;
	bool ok;

	world_begin(&world, true);
	world_queues(&world, queues.p);
	world_nodes(&world, nodes.p);
	world_jobs(&world, jobs.p);
	world_at(&world, o.start_s);
	o.plain = plain;
	if (order_ranked(o.step.policy))
		begin_usage(&o);
	ok = world.faults.n == 0 && (plain || flow_can(&world.jobs,
	    &world.queues, &o));
	course_run(&world.jobs, &world.cluster, &world.queues, &o, &r);
	ok = ok && (o.forecast || conserves(&world.jobs));
	b->n = 0;
	for (i = 0; o.forecast && i < world.jobs.n; i++) {
		put(b, r.circles[i] ? "round " : "first ", r.first_s[i]);
		buf_char(b, '\n');
	}
	put(b, "end ", r.end_s);
	put(b, ", instants ", (int64_t)r.instants);
	put(b, ", done ", (int64_t)r.done);
	put(b, ", period ", r.period_s);
	buf_char(b, '\n');
	sim_result_free(&r);
	world_write(&world, own, b);
	buf_char(b, '\0');
	if (o.usage != NULL) {
		usage_free(&usage);
		budget_free(&budgets);
	}
	world_end(&world);
	return ok;
}

static bool
flows_alike(void)
{
	static struct buf plain, flow;
	bool ok;

	draw();
	ok = run(true, &plain) && run(false, &flow);
	if (ok && strcmp(plain.p, flow.p) == 0)
		return true;
	printf("# policy %d placement %d every %d\n", (int)drawn.step.policy,
	    drawn.step.placement, (int)drawn.every_s);
	printf("%s%s%s--\n%s", nodes.p, queues.p, plain.p, flow.p);
	return false;
}

int
main(int argc, char **argv)
{
	random_hold("flow is as the filters are", flows_alike, argc, argv,
	    3000);
	return tap_done();
}
