/*
 * Properties of the order of groups, and of a step by the policies of budgets,
 * against the slow model of sharemodel.h.
 *
 *	share [seed [count]]
 */
#include "share.h"

#include "../unit/shown.h"
#include "order.h"
#include "sharebook.h"
#include "step.h"

enum { TOTAL = 16 };	/* GPUs of the node */

static struct buf nodes, out, again;

static void
permute(void)
{
	int i, k, swap;

	for (i = drawn.jobs; i > 1; i--) {
		k = random_below(i);
		swap = place[k];
		place[k] = place[i - 1];
		place[i - 1] = swap;
	}
}

/* Antisymmetric, equal only to itself, and what the model says. */
static bool
pairs(bool deserved)
{
	int a, b, c, d;

	for (a = 0; a < drawn.groups; a++)
		for (b = 0; b < drawn.groups; b++) {
			if (!drawn.group[a].leaf || !drawn.group[b].leaf)
				continue;
			c = sign(share_cmp(&book.share, ledger_at(&book,
			    drawn.group[a].path), ledger_at(&book,
			    drawn.group[b].path)));
			d = sign(share_cmp(&book.share, ledger_at(&book,
			    drawn.group[b].path), ledger_at(&book,
			    drawn.group[a].path)));
			if (c != -d || (c == 0) != (a == b))
				return differ("two ways", c, d);
			d = sign(model_cmp(&drawn, &drawn, deserved,
			    CAPACITY, drawn.group[a].path,
			    drawn.group[b].path));
			if (c != d)
				return differ("order", c, d);
		}
	return true;
}

static bool
before(size_t a, size_t b)
{
	return share_cmp(&book.share, a, b) < 0;
}

static bool
transitive(void)
{
	size_t leaf[GROUPS];
	int n = 0, a, b, c;

	for (a = 0; a < drawn.groups; a++)
		if (drawn.group[a].leaf)
			leaf[n++] = ledger_at(&book, drawn.group[a].path);
	for (a = 0; a < n; a++)
		for (b = 0; b < n; b++)
			for (c = 0; c < n; c++)
				if (before(leaf[a], leaf[b]) &&
				    before(leaf[b], leaf[c]) &&
				    !before(leaf[a], leaf[c]))
					return differ("a cycle", a, c);
	return true;
}

static bool
is_total(void)
{
	const bool deserved = random_once(2);
	bool ok;

	draw();
	open_ledger(put_jobs(&jobs, &drawn, place), deserved);
	ok = book.world.faults.n == 0 && pairs(deserved) && transitive();
	ledger_end(&book);
	return ok;
}

/* The ids of waiting jobs in order, as qorder has them. */
static void
put_order(struct buf *b, bool deserved)
{
	const struct jobs *s = &book.world.jobs;
	uint32_t *rank = share_ranks(&book.share, s->n);
	size_t index[JOBS], n = 0, i;

	for (i = 0; i < s->n; i++)
		if (job_waits(&s->job[i]))
			index[n++] = i;
	order_sort(s, deserved ? ORDER_DESERVED : ORDER_FAIRSHARE, rank, NOW,
	    index, n);
	b->n = 0;
	for (i = 0; i < n; i++) {
		buf_add(b, job_id(s, index[i]).p, job_id(s, index[i]).n);
		buf_char(b, ' ');
	}
	put_end(b);
	free(rank);
}

/* With and without a debug lane, waiting jobs are in the model's order. */
static bool
ordered(void)
{
	const bool deserved = random_once(2);
	bool seen[JOBS] = { false };
	int i, best;

	draw();
	open_ledger(put_jobs(&jobs, &drawn, place), deserved);
	put_order(&out, deserved);
	ledger_end(&book);
	again.n = 0;
	do {
		for (best = -1, i = 0; i < drawn.jobs; i++)
			if (drawn.job[i].state == PENDING && !seen[i] &&
			    (best == -1 || model_before(&drawn, &drawn,
			    deserved, CAPACITY, &drawn.job[i],
			    &drawn.job[best])))
				best = i;
		if (best != -1) {
			seen[best] = true;
			buf_str(&again, drawn.job[best].id);
			buf_char(&again, ' ');
		}
	} while (best != -1);
	put_end(&again);
	return strcmp(out.p, again.p) == 0 ||
	    (printf("#   is %s, not %s\n", out.p, again.p),
	    differ("in order", 0, 0));
}

static bool
permutes(void)
{
	const bool deserved = random_once(2);

	draw();
	open_ledger(put_jobs(&jobs, &drawn, place), deserved);
	put_order(&out, deserved);
	ledger_end(&book);
	permute();
	open_ledger(put_jobs(&jobs, &drawn, place), deserved);
	put_order(&again, deserved);
	ledger_end(&book);
	return strcmp(out.p, again.p) == 0 || differ("another order", 0, 0);
}

/* Draws until what runs fits on the node; what is idle there. */
static int64_t
draw_queue(void)
{
	int64_t idle;
	int i;

	do {
		draw();
		idle = TOTAL;
		for (i = 0; i < drawn.jobs; i++)
			if (drawn.job[i].state == RUNNING)
				idle -= drawn.job[i].gpu;
		/* What was stopped at this instant would still hold it. */
		for (i = 0; i < drawn.jobs; i++)
			if (drawn.job[i].ended >= NOW)
				drawn.job[i].ended = NOW - 1;
	} while (idle < 0);
	return idle;
}

static void
step(bool deserved, bool fifo, bool placement)
{
	struct step_options o = { .now_s = NOW, .placement = placement,
		.policy = deserved ? ORDER_DESERVED : ORDER_FAIRSHARE,
		.share = &book.share };
	struct step_counts did;

	book.world.queues.other.discipline = fifo ? QUEUE_FIFO :
	    QUEUE_BESTEFFORT;
	world_nodes(&book.world, nodes.p);
	world_at(&book.world, NOW);
	step_run(&book.world.jobs, &book.world.cluster, &book.world.queues,
	    &o, &did);
}

/* The best leaf is picked anew after every start. */
static bool
steps(void)
{
	const bool deserved = random_once(2), fifo = random_once(4);
	const int64_t idle = draw_queue();
	bool ok;
	int i;

	nodes.n = 0;
	buf_str(&nodes, "node gpu_total\nn1 16\n");
	put_end(&nodes);
	open_ledger(put_jobs(&jobs, &drawn, place), deserved);
	step(deserved, fifo, random_once(2));
	ok = book.world.faults.n == 0 || differ("faults", 1, 0);
	model_step(&drawn, deserved, fifo, CAPACITY, idle);
	for (i = 0; ok && i < drawn.jobs; i++)
		if ((book.world.jobs.job[i].state == JOB_RUNNING) !=
		    (drawn.job[i].state == RUNNING))
			ok = differ(drawn.job[i].id,
			    book.world.jobs.job[i].state, drawn.job[i].state);
	ledger_end(&book);
	return ok;
}

/* On several nodes, with gangs: a second step decides nothing new. */
static bool
settles(void)
{
	const bool deserved = random_once(2), fifo = random_once(2);
	const bool placement = random_once(3);
	bool ok = true;
	int i;

	draw_queue();
	for (i = 0; i < drawn.jobs; i++)
		drawn.job[i].gpu *= 1 + random_below(3);
	nodes.n = 0;
	buf_str(&nodes, "node gpu\nn1 5\nn2 4\nn3 4\n");
	put_end(&nodes);
	put_jobs(&jobs, &drawn, place);
	out.n = 0;
	buf_str(&out, jobs.p);
	put_end(&out);
	for (i = 0; i < 2; i++) {
		open_ledger(out.p, deserved);
		step(deserved, fifo, placement);
		again.n = 0;
		world_write(&book.world, JOB_BIT(JOB_STATE) |
		    JOB_BIT(JOB_SINCE) | JOB_BIT(JOB_NODES) |
		    JOB_BIT(JOB_STARTED) | JOB_BIT(JOB_REASON), &again);
		put_end(&again);
		ledger_end(&book);
		if (i == 1)
			ok = strcmp(out.p, again.p) == 0 ||
			    differ(again.p, 1, 0);
		out.n = 0;
		buf_str(&out, again.p);
		put_end(&out);
	}
	return ok;
}

/*
 * x is before y by the ratios of a/p and a/q; a and b are equal, and were
 * priorities to decide between them, y were before z, and z before x.
 */
static void
no_cycle(void)
{
	static const char *const line[] = {
	    "x\ta/p\tlow\t3\t1\tpending\t1\t-\t-\n",
	    "y\ta/q\thigh\t2\t1\tpending\t1\t-\t-\n",
	    "z\tb\tmedium\t1\t1\tpending\t1\t-\t-\n" };
	static const int order[][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
	    { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
	int i, k;

	for (i = 0; i < 6; i++) {
		jobs.n = 0;
		buf_str(&jobs, "job\tgroup\tpriority\tcreated\tmin_runtime\t"
		    "state\tgpu\tstarted\tended\n"
		    "q\ta/q\tlow\t1\t1\tfailed\t1\t3600\t3610\n"
		    "r\tb\tlow\t1\t1\tfailed\t1\t3600\t3610\n");
		for (k = 0; k < 3; k++)
			buf_str(&jobs, line[order[i][k]]);
		ledger_begin(&book, "group share\na/p 1\na/q 1\na 1\nb 1\n",
		    &options);
		ledger_jobs(&book, put_end(&jobs));
		ledger_sum(&book, CAPACITY, false);
		put_order(&out, false);
		tap_is_str(out.p, "z x y ", "no cycle: order %d of the input",
		    i);
		ledger_end(&book);
	}
}

int
main(int argc, char **argv)
{
	no_cycle();
	random_hold("the order of leaves is total, and the model's", is_total,
	    argc, argv, 2000);
	random_hold("jobs are in the model's order", ordered, argc, argv,
	    4000);
	random_hold("the order of records decides nothing", permutes, argc,
	    argv, 4000);
	random_hold("a step picks the best leaf anew", steps, argc, argv,
	    3000);
	random_hold("a second step decides nothing new", settles, argc, argv,
	    8000);
	buf_free(&tree);
	buf_free(&jobs);
	buf_free(&nodes);
	buf_free(&out);
	buf_free(&again);
	return tap_done();
}
