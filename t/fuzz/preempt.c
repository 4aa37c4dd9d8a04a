/*
 * Fuzz target of preemption: job records, against fixed nodes and budgets.
 *
 * The first byte says how the pass is taken; the rest are job records.  What
 * must hold, whenever they are read without faults:
 *
 *	only jobs that run and are not protected are stopped
 *	of the others nothing changes but what is reserved
 *	what is written is read back without faults, and stepped
 */
#include <stdio.h>

#include "../unit/world.h"
#include "preempt.h"
#include "reserve.h"
#include "share.h"
#include "step.h"
#include "usage.h"
#include "victim.h"

enum { NOW_S = 100000 };

int	LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static const char nodes[] =
    "node\tgpu_model\tpool\tlabels\tstate\tgpu\tgpu_total\tcpu_total\n"
    "n1\tT4\tp\track=1\t-\t8\t8\t64\n"
    "n2\tT4\tq\track=1\t-\t-\t4\t32\n"
    "n3\tA100\tp,q\track=2\t-\t4\t8\t-\n"
    "n3\tT4\t-\t-\t-\t-\t2\t-\n"
    "n4\tA100\tp\track=2\tdrain\t8\t8\t64\n";

static const char groups[] = "group\tshare\na\t1\nb/x\t2\nb/y\t0\nc\t0.5\n";

static const char rule[] = "gpus<=2,min_runtime<=1h";

static struct budgets budgets;
static struct usage usage;
static struct share share;

static void
broken(const char *what)
{
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

static void
read_budgets(struct world *w)
{
	const struct reader_sink sink = { budget_learn, budget_batch,
		&budgets };
	struct reader *r = reader_new(&sink, &w->faults);

	memset(&budgets, 0, sizeof(budgets));
	budgets.faults = &w->faults;
	world_read(r, "budgets", groups, sizeof(groups) - 1);
	budget_end(&budgets);
	reader_free(r);
}

/* Reads all; false with faults. */
static bool
open_world(struct world *w, unsigned how, const char *p, size_t n)
{
	const struct usage_options o = { .now_s = NOW_S,
		.window_s = (how & 4) != 0 ? 3600 : USAGE_WINDOW_S,
		.cap_s = USAGE_CAP_S, .unknown_free = (how & 8) != 0 };
	struct lane lane = { 0 };
	struct diag d;
	size_t i;

	world_begin(w, true);
	read_budgets(w);
	usage_init(&usage, &budgets, &o, &w->faults);
	world_nodes(w, nodes);
	world_read(w->reader[2], "-", p, n);
	for (i = 0; w->faults.n == 0 && i < w->jobs.n; i++)
		usage_add(&usage, &w->jobs, i);
	if (w->faults.n == 0)
		world_at(w, NOW_S);
	reserve_check(&w->jobs, &w->faults);
	if (w->faults.n > 0)
		return false;
	usage_sum(&usage);
	if ((how & 2) != 0)
		lane_read(text_of(rule), &lane, &d);
	share_init(&share, &usage, &w->jobs, 22000, (how & 1) != 0, &lane);
	return true;
}

static void
close_world(struct world *w)
{
	if (share.leaf != NULL)
		share_free(&share);
	usage_free(&usage);
	budget_free(&budgets);
	world_end(w);
}

static enum order_policy
policy(unsigned how)
{
	return (how & 1) != 0 ? ORDER_DESERVED : ORDER_FAIRSHARE;
}

static void
preempt(struct world *w, unsigned how)
{
	const struct preempt_options o = { .now_s = NOW_S,
		.policy = policy(how), .share = &share,
		.drain = (how & 16) != 0,
		.reserve_m = (how & 32) != 0 ? 8000 : 0 };
	struct preempt_counts counts;
	uint8_t *was = mem_zero(w->jobs.n + 1, 1);
	size_t i, n = 0;

	for (i = 0; i < w->jobs.n; i++)
		was[i] = (uint8_t)(w->jobs.job[i].state |
		    victim_is(&share, &w->jobs, i) << 7);
	preempt_run(&w->jobs, &w->cluster, &w->queues, &o, &counts);
	for (i = 0; i < w->jobs.n; i++) {
		if (w->jobs.job[i].state == (was[i] & 127)) {
			if ((w->jobs.job[i].dirty &
			    ~JOB_BIT(JOB_RESERVED)) != 0)
				broken("a job that goes on was changed");
			continue;
		}
		n++;
		if ((was[i] & 128) == 0)
			broken("one that is protected is stopped");
	}
	if (n != counts.stopped + counts.drained)
		broken("they are counted otherwise");
	free(was);
}

static void
step(struct world *w, unsigned how)
{
	const struct step_options o = { .now_s = NOW_S,
		.policy = policy(how), .share = &share,
		.placement = (how & 64) != 0, .cap_s = USAGE_CAP_S };
	struct step_counts counts;

	step_run(&w->jobs, &w->cluster, &w->queues, &o, &counts);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct world a, b;
	struct buf out = { 0 };

	if (size < 1)
		return 0;
	if (!open_world(&a, data[0], (const char *)data + 1, size - 1) ||
	    a.jobs.n == 0 || a.jobs.table.column[0].name.n != 3) {
		close_world(&a);
		return 0;
	}
	preempt(&a, data[0]);
	world_write(&a, JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
	    JOB_BIT(JOB_PREEMPTIONS) | JOB_BIT(JOB_STARTED) |
	    JOB_BIT(JOB_ENDED) | JOB_BIT(JOB_ATTAINED) |
	    JOB_BIT(JOB_RESERVED) | JOB_BIT(JOB_REASON), &out);
	close_world(&a);
	if (!open_world(&b, data[0], out.p, out.n))
		broken("what was written is not read");
	step(&b, data[0]);
	close_world(&b);
	buf_free(&out);
	return 0;
}
