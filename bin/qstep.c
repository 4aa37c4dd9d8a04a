/*
 * qstep: one step of the queue: who is admitted, who starts, why not.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "backfill.h"
#include "filter.h"
#include "io.h"
#include "order.h"
#include "queueopt.h"
#include "step.h"

static const struct opt_spec spec[] = {
	{ 'N', "nodes", "FILE", "node records; needed" },
	{ 'Q', "queues", "FILE", "queue records" },
	{ 'P', "policy", "NAME", "priority, created, fairshare, deserved, "
	    "gpus, sjf, srtf, srsf, hps or none" },
	QUEUEOPT_STEP_SPECS,
	FILTER_BUDGET_SPECS
};

static const struct opt_program program = {
	"-N NODES [FILE...]",
	"Reads job records; prints them as they are after one step.",
	spec, sizeof(spec) / sizeof(spec[0]), false, false
};

static const uint32_t own = JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_NODES) | JOB_BIT(JOB_STARTED) |
    JOB_BIT(JOB_ENDED) | JOB_BIT(JOB_RESERVED) | JOB_BIT(JOB_REASON);

static void
take_option(struct filter *f, struct step_options *o, int letter)
{
	if (filter_budget_option(f, letter) || queueopt_step(f, o, letter))
		return;
	switch (letter) {
	case 'N':
		f->nodes = f->opt.arg;
		break;
	case 'Q':
		f->queue_file = f->opt.arg;
		break;
	case 'P':
		o->policy = (enum order_policy)opt_word("policy",
		    f->opt.arg, order_names(), ORDER_POLICIES);
		break;
	}
}

static void
say_job(const struct jobs *s, size_t i)
{
	const struct slice id = job_id(s, i);
	const struct slice nodes = job_text(s, i, JOB_NODES);
	const struct slice reason = job_text(s, i, JOB_REASON);
	const bool runs = s->job[i].state == JOB_RUNNING;

	io_say("%.*s: %s%s%.*s%s%.*s", (int)id.n, id.p,
	    job_state_name((enum job_state)s->job[i].state),
	    runs ? " on " : "", runs ? (int)nodes.n : 0,
	    nodes.n > 0 ? nodes.p : "", reason.n > 0 ? ": " : "",
	    (int)reason.n, reason.n > 0 ? reason.p : "");
}

int
main(int argc, char **argv)
{
	struct filter *f = filter_new();
	struct step_options o = { .policy = ORDER_PRIORITY };
	struct step_counts counts;
	int letter, status;
	size_t i;

	opt_init(&f->opt, &program);
	while ((letter = opt_next(&f->opt, argc, argv)) != -1)
		take_option(f, &o, letter);
	if (f->nodes == NULL)
		opt_usage("--nodes is needed");
	filter_check_policy(f, o.policy);
	o.now_s = f->opt.now_s;
	o.cap_s = f->budget.o.cap_s;
	filter_read(f, o.policy != ORDER_NONE);
	o.share = filter_share(f, o.policy);
	if (queueopt_backfilled(f))
		backfill_run(&f->jobs, &f->cluster, &f->queues, &o, &counts);
	else
		step_run(&f->jobs, &f->cluster, &f->queues, &o, &counts);
	for (i = 0; f->opt.verbose && i < f->jobs.n; i++)
		if (f->jobs.job[i].dirty != 0)
			say_job(&f->jobs, i);
	if (f->opt.verbose)
		io_say("%zu admitted, %zu displaced, %zu started",
		    counts.admitted, counts.displaced, counts.started);
	filter_write(f, own);
	status = filter_end(f, IO_DONE);
	free(f);
	return status;
}
