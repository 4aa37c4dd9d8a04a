/*
 * Fuzz target of budgets: their tree, run records, and jobs put in order and
 * stepped by what groups had.
 *
 * The first byte says how; then come budget records, run records as of -U, and
 * job records, parted by bytes 0x1e.  What must hold, whenever they are read
 * without faults:
 *
 *	no part is greater than the whole, and parents have what children have
 *	no group was delivered more than it was owed, or more than it used
 *	the order of leaves is one, and all can be written down
 *	a second step of what the first one wrote changes nothing
 */
#include <stdio.h>

#include "../unit/ledger.h"
#include "sharerow.h"
#include "step.h"

enum { NOW_S = 10000, FEW = 12 };

int	LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static const char nodes[] = "node\tgpu\tgpu_total\nn1\t4\t8\nn2\t-\t4\n";

static void
broken(const char *what)
{
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

/* The part up to the next separator, taken off the rest. */
static char *
part(const char **p, const char *end)
{
	const char *from = *p, *at = memchr(from, 0x1e, (size_t)(end - from));
	size_t n = (size_t)((at != NULL ? at : end) - from);
	char *copy = mem_zero(n + 1, 1);

	/* The helper takes strings. */
	memcpy(copy, from, n);
	*p = at != NULL ? at + 1 : end;
	return copy;
}

static void
check_groups(const struct ledger *l)
{
	const struct usage_group *g, *up;
	const struct budget *b;
	size_t i;

	for (i = 0; i < l->budgets.n; i++) {
		b = &l->budgets.group[i];
		g = &l->usage.group[i];
		up = &l->usage.group[b->parent];
		if (b->norm < 0 || b->norm_of < 1 || b->norm > b->norm_of)
			broken("a part that is none");
		if (g->used > up->used || g->committed > up->committed ||
		    g->queued_s < up->queued_s)
			broken("a group has more than the one above it");
		if (g->delivered > g->owed ||
		    owed_m(b, g->delivered) > g->used)
			broken("more was delivered than there was");
	}
}

static void
check_order(const struct share *s)
{
	struct buf out = { 0 };
	size_t leaf[FEW], n = 0, a, b, c;
	int ab;

	for (a = 1; a < s->budgets->n && n < FEW; a++)
		if (s->budgets->group[a].child == 0)
			leaf[n++] = a;
	for (a = 0; a < n; a++)
		for (b = 0; b < n; b++) {
			ab = share_cmp(s, leaf[a], leaf[b]);
			if ((ab == 0) != (a == b) || (ab < 0) !=
			    (share_cmp(s, leaf[b], leaf[a]) > 0))
				broken("an order that is none");
			out.n = 0;
			share_explain(s, leaf[a], leaf[b], &out);
			for (c = 0; ab < 0 && c < n; c++)
				if (share_cmp(s, leaf[b], leaf[c]) < 0 &&
				    share_cmp(s, leaf[a], leaf[c]) >= 0)
					broken("a cycle");
		}
	sharerow_prom(&out, s);
	buf_free(&out);
}

/* Reads all, takes a step, and writes the jobs; false: there are faults. */
static bool
take(unsigned how, const char *budgets, const char *runs, const char *jobs,
    struct buf *out)
{
	static struct ledger l;
	const struct usage_options u = { NOW_S, (how & 1) != 0 ? 5000 : 86400,
	    (how & 2) != 0 ? 600 : 28800, (how & 4) != 0 };
	struct step_options o = { .now_s = NOW_S, .share = &l.share,
		.policy = (how & 8) != 0 ? ORDER_DESERVED : ORDER_FAIRSHARE,
		.placement = (how & 16) != 0 };
	struct step_counts did;
	bool ok = false;

	ledger_begin(&l, budgets, &u);
	l.world.queues.other.discipline = (how & 32) != 0 ? QUEUE_FIFO :
	    QUEUE_BESTEFFORT;
	if (*runs != '\0')
		ledger_runs(&l, false, runs);
	ledger_jobs(&l, jobs);
	world_nodes(&l.world, nodes);
	if (l.world.faults.n == 0)
		world_at(&l.world, NOW_S);
	if (l.world.faults.n == 0) {
		ok = true;
		ledger_sum(&l, 12, o.policy == ORDER_DESERVED);
		check_groups(&l);
		check_order(&l.share);
		step_run(&l.world.jobs, &l.world.cluster, &l.world.queues, &o,
		    &did);
		world_write(&l.world, JOB_BIT(JOB_STATE) |
		    JOB_BIT(JOB_SINCE) | JOB_BIT(JOB_NOT_BEFORE) |
		    JOB_BIT(JOB_NODES) | JOB_BIT(JOB_STARTED) |
		    JOB_BIT(JOB_ENDED) | JOB_BIT(JOB_RESERVED) |
		    JOB_BIT(JOB_REASON), out);
		buf_char(out, '\0');
	}
	ledger_end(&l);
	return ok;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf out = { 0 }, again = { 0 };
	const char *p = (const char *)data + 1, *end = (const char *)data +
	    size;
	char *budgets, *runs, *jobs;

	if (size < 1)
		return 0;
	budgets = part(&p, end);
	runs = part(&p, end);
	jobs = part(&p, end);
	/* TSV cannot begin with what says that it is something else. */
	if (take(data[0], budgets, runs, jobs, &out) && strncmp(out.p, "job",
	    3) == 0) {
		if (!take(data[0], budgets, runs, out.p, &again))
			broken("what was written is not read");
		if (*runs == '\0' && strcmp(out.p, again.p) != 0)
			broken("a second step changes something");
	}
	free(budgets);
	free(runs);
	free(jobs);
	buf_free(&out);
	buf_free(&again);
	return 0;
}
