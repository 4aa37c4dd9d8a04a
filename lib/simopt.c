#include "simopt.h"

#include <string.h>

#include "queueopt.h"

enum {
	CONTRACTS = OPT_LONG, TICK, PREEMPTIVE, RESTART, LAS,
	FORECAST, FROZEN, EVERY, PROGRESS, PER_JOB
};

static const struct opt_spec spec[] = {
	{ 'N', "nodes", "FILE", "node records; needed" },
	{ 'Q', "queues", "FILE", "queue records" },
	{ 'P', "policy", "NAME", "priority, created, fairshare, deserved, "
	    "gpus, sjf, srtf, srsf, hps, none, las or las2d" },
	QUEUEOPT_STEP_SPECS,
	{ PREEMPTIVE, "preemptive", NULL,
	    "GPUs are dealt anew at each instant" },
	{ RESTART, "restart-cost", "DURATION",
	    "what a job loses when it goes on after a stop" },
	{ LAS, "las-queues", "LIMITS", "of las and las2d; 3250,7200" },
	QUEUEOPT_REQUEUE_SPECS,
	FILTER_BUDGET_SPECS,
	{ CONTRACTS, "contracts", NULL, "jobs are stopped as in qpreempt" },
	{ TICK, "tick", "DURATION", "with --contracts, while jobs wait; 1m" },
	{ FORECAST, "forecast", NULL, "when each job that waits will start" },
	{ FROZEN, "frozen", NULL, "as if nothing arrived or ended" },
	{ EVERY, "every", "DURATION", "passes are so far apart" },
	{ PER_JOB, "per-job", NULL, "one record a job, none of runs" },
	{ PROGRESS, "progress", NULL, "say how far it is, on a terminal" }
};

static const struct opt_program program = {
	"-N NODES [TRACE...]",
	"Reads job records; prints their runs, and the jobs as they end.",
	spec, sizeof(spec) / sizeof(spec[0]), false, false
};

/* The limits of classes: durations, each greater than the last. */
static void
read_limits(struct service *s, const char *arg)
{
	struct slice rest = text_of(arg), one;
	char shown[TEXT_QUOTE];
	int64_t v = 0, last = 0;

	for (s->limits = 0; text_cut(&rest, ',', &one); last = v) {
		if (s->limits == SERVICE_LIMITS ||
		    kind_read(KIND_DURATION, one, &v) != QUANT_OK ||
		    v <= last)
			opt_usage("--las-queues: %s is not a list of up to "
			    "%d durations, ascending", text_quote(text_of(arg),
			    shown), SERVICE_LIMITS);
		s->limit_s[s->limits++] = v;
	}
}

static void
read_policy(struct simopt *q, const char *arg)
{
	const char *names[ORDER_POLICIES + 2];
	int p;

	memcpy(names, order_names(), ORDER_POLICIES * sizeof(*names));
	names[ORDER_POLICIES] = "las";
	names[ORDER_POLICIES + 1] = "las2d";
	p = opt_word("policy", arg, names, ORDER_POLICIES + 2);
	q->policy_given = true;
	q->sim.served = p >= ORDER_POLICIES;
	q->sim.service.by_gpus = p == ORDER_POLICIES + 1;
	q->sim.step.policy = q->sim.served ? ORDER_CREATED :
	    (enum order_policy)p;
}

static int64_t
least_second(const char *name, const char *arg)
{
	int64_t s = opt_amount(name, arg, KIND_DURATION);

	if (s == 0)
		opt_usage("--%s: at least a second", name);
	return s;
}

static void
own_option(struct simopt *q, int letter)
{
	const char *arg = q->f->opt.arg;
	struct sim_options *o = &q->sim;

	switch (letter) {
	case 'N':
		q->f->nodes = q->f->opt.arg;
		break;
	case 'P':
		read_policy(q, arg);
		break;
	case 'Q':
		q->f->queue_file = q->f->opt.arg;
		break;
	case PREEMPTIVE:
		o->preemptive = true;
		break;
	case RESTART:
		o->restart_s = opt_amount("restart-cost", arg,
		    KIND_DURATION);
		break;
	case LAS:
		q->las_given = true;
		read_limits(&o->service, arg);
		break;
	case CONTRACTS:
		o->contracts = true;
		break;
	case TICK:
		o->tick_s = least_second("tick", arg);
		break;
	case FORECAST:
		o->forecast = true;
		break;
	case FROZEN:
		o->frozen = true;
		break;
	case EVERY:
		o->every_s = least_second("every", arg);
		break;
	case PER_JOB:
		q->per_job = true;
		break;
	case PROGRESS:
		q->progress = true;
		break;
	}
}

/* What does not go together. */
static void
check_options(struct simopt *q)
{
	struct sim_options *o = &q->sim;
	bool ranked;

	o->reserve_m = q->f->budget.reserve_m;
	if (q->f->nodes == NULL)
		opt_usage("--nodes is needed");
	if (o->contracts && !q->policy_given)
		o->step.policy = ORDER_DESERVED;
	ranked = order_ranked(o->step.policy);
	if (o->contracts && q->f->budget.file == NULL)
		opt_usage("--contracts needs --budgets");
	if (o->contracts && !ranked)
		opt_usage("--contracts needs --policy deserved or fairshare");
	if (o->contracts && o->preemptive)
		opt_usage("--contracts and --preemptive are two ways");
	if (o->preemptive && (ranked || q->f->queues.other.discipline !=
	    QUEUE_BESTEFFORT))
		opt_usage("--preemptive needs a policy without budgets, and "
		    "no discipline");
	if (o->served && !o->preemptive)
		opt_usage("--policy las and las2d need --preemptive");
	if (q->las_given && !o->served)
		opt_usage("--las-queues needs --policy las or las2d");
	if (o->reserve_m > 0 && !o->contracts)
		opt_usage("--reserve needs --contracts");
	if (o->tick_s > 0 && !o->contracts)
		opt_usage("--tick needs --contracts");
	if (o->tick_s == 0)
		o->tick_s = SIM_TICK_S;
	if (o->restart_s > 0 && !o->contracts && !o->preemptive)
		opt_usage("--restart-cost needs --preemptive or --contracts");
	if (o->frozen && !o->forecast)
		opt_usage("--frozen needs --forecast");
	if (q->f->budget.runs != NULL && !q->f->opt.now_given &&
	    !o->forecast)
		opt_usage("--usage needs --now, or --forecast");
	filter_check_policy(q->f, o->step.policy);
}

void
simopt_read(struct simopt *q, struct filter *f, int argc, char **argv)
{
	int letter;

	*q = (struct simopt){ .f = f, .sim = {
		.step = { .policy = ORDER_PRIORITY },
		.service = { .limit_s = { 3250, 7200 }, .limits = 2 } } };
	queueopt_requeue_init(f, &q->sim.requeue);
	opt_init(&f->opt, &program);
	while ((letter = opt_next(&f->opt, argc, argv)) != -1)
		if (!filter_budget_option(f, letter) &&
		    !queueopt_step(f, &q->sim.step, letter) &&
		    !queueopt_requeue(f, &q->sim.requeue, letter))
			own_option(q, letter);
	check_options(q);
}
