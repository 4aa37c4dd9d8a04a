/*
 * qorder: who is next.
 */
#include <stdlib.h>

#include "filter.h"
#include "io.h"
#include "mem.h"
#include "order.h"

enum { AHEAD = 16 };	/* records that are fetched before their turn */

static const struct opt_spec spec[] = {
	{ 'P', "policy", "NAME", "priority, created, fairshare, deserved, "
	    "gpus, sjf, srtf, srsf, hps or none" },
	{ 'a', "all", NULL, "print also those that do not wait, last" },
	{ 'N', "nodes", "FILE", "node records: their GPUs are the capacity" },
	FILTER_BUDGET_SPECS
};

static const struct opt_program program = {
	"[FILE...]", "Reads job records; prints those that wait, in order.",
	spec, sizeof(spec) / sizeof(spec[0]), false, false
};

int
main(int argc, char **argv)
{
	struct filter *f = filter_new();
	enum order_policy policy = ORDER_PRIORITY;
	struct share *share;
	uint32_t *rank;
	size_t *order, i, n = 0;
	bool all = false;
	int letter, status;

	opt_init(&f->opt, &program);
	while ((letter = opt_next(&f->opt, argc, argv)) != -1) {
		if (filter_budget_option(f, letter))
			;
		else if (letter == 'a')
			all = true;
		else if (letter == 'N')
			f->nodes = f->opt.arg;
		else
			policy = (enum order_policy)opt_word("policy",
			    f->opt.arg, order_names(), ORDER_POLICIES);
	}
	filter_check_policy(f, policy);
	filter_read(f, policy != ORDER_NONE);
	share = filter_share(f, policy);
	rank = share != NULL ? share_ranks(share, f->jobs.n) : NULL;
	order = mem_array(f->jobs.n, sizeof(*order));
	for (i = 0; i < f->jobs.n; i++)
		if (job_waits(&f->jobs.job[i]))
			order[n++] = i;
	order_sort(&f->jobs, policy, rank, f->opt.now_s, order, n);
	if (!f->opt.quiet) {
		filter_begin(f, "rank");
		for (i = 0; i < n; i++) {
			if (i + 2 * AHEAD < n)
				table_ahead(&f->jobs.table,
				    order[i + AHEAD], order[i + 2 * AHEAD]);
			filter_row(f, order[i], i + 1);
		}
		for (i = 0; all && i < f->jobs.n; i++)
			if (!job_waits(&f->jobs.job[i]))
				filter_row(f, i, 0);
	}
	status = filter_end(f, IO_DONE);
	free(order);
	free(rank);
	free(f);
	return status;
}
