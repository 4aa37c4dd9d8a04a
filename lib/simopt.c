#include "simopt.h"

#include <string.h>


enum {
	QUOTA = OPT_LONG, PER_POOL, SPREAD, BACKOFF, MAX_COOLDOWN, LIMIT,
	TIMESTAMP, CONTRACTS, RESERVE, TICK, PREEMPTIVE, RESTART, LAS,
	FORECAST, FROZEN, EVERY, PROGRESS, PER_JOB
};

static const struct opt_spec spec[] = {
	{ 'N', "nodes", "FILE", "node records; needed" },
	{ 'Q', "queues", "FILE", "queue records" },
	{ 'P', "policy", "NAME", "priority, created, fairshare, deserved, "
	    "gpus, sjf, srtf, srsf, hps, none, las or las2d" },
	{ 'd', "discipline", "NAME",
	    "besteffort, fifo, easy or conservative" },
	{ 'e', "admission", "RULE",
	    "quota, or placement: only what nodes hold now" },
	{ QUOTA, "quota", "AMOUNTS", "a queue's: gpu=8,cpu=64,mem=512G" },
	{ PER_POOL, "per-pool", NULL, "fifo: a job blocks its own class" },
	{ SPREAD, "spread", NULL, "place where most is free" },
	{ PREEMPTIVE, "preemptive", NULL,
	    "GPUs are dealt anew at each instant" },
	{ RESTART, "restart-cost", "DURATION",
	    "what a job loses when it goes on after a stop" },
	{ LAS, "las-queues", "LIMITS", "of las and las2d; 3250,7200" },
	{ 't', "timeout", "DURATION", "how long a job may be inqueue; 0: off" },
	{ 'C', "cooldown", "DURATION", "before it is admitted again; 1m" },
	{ BACKOFF, "backoff", "FACTOR",
	    "each cooldown so many times the last" },
	{ MAX_COOLDOWN, "max-cooldown", "DURATION", "but no longer" },
	{ LIMIT, "limit", "N", "the N-th timeout holds the job" },
	{ TIMESTAMP, "timestamp", "WHICH",
	    "creation, or eviction: behind its peers" },
	FILTER_BUDGET_SPECS,
	FILTER_LANE_SPECS,
	{ CONTRACTS, "contracts", NULL, "jobs are stopped as in qpreempt" },
	{ RESERVE, "reserve", "GPUS", "gangs of so many reserve nodes" },
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

static bool
queue_option(struct simopt *q, int letter)
{
	static const char *const rules[] = { "quota", "placement" };
	struct queue *other = &q->f->queues.other;
	const char *arg = q->f->opt.arg;

	switch (letter) {
	case 'P':
		read_policy(q, arg);
		return true;
	case 'd':
		other->discipline = (enum queue_discipline)opt_word(
		    "discipline", arg, queue_disciplines(),
		    QUEUE_DISCIPLINES);
		return true;
	case 'e':
		q->sim.step.placement = opt_word("admission", arg, rules,
		    2) == 1;
		return true;
	case QUOTA:
		filter_quota(other, arg);
		return true;
	case PER_POOL:
		q->sim.step.per_pool = true;
		return true;
	case SPREAD:
		q->sim.step.spread = true;
		return true;
	}
	return false;
}

static bool
requeue_option(struct simopt *q, int letter)
{
	static const char *const stamps[] = { "creation", "eviction" };
	struct requeue_options *o = &q->sim.requeue;
	struct queue *other = &q->f->queues.other;
	const char *arg = q->f->opt.arg;

	switch (letter) {
	case 't':
		other->timeout_s = opt_amount("timeout", arg, KIND_DURATION);
		if (!queue_timeout_ok(other->timeout_s))
			opt_usage("--timeout: under a minute");
		return true;
	case 'C':
		other->cooldown_s = opt_amount("cooldown", arg,
		    KIND_DURATION);
		return true;
	case BACKOFF:
		o->backoff_m = opt_amount("backoff", arg, KIND_COUNT);
		if (o->backoff_m < 1000 || o->backoff_m > 1000000)
			opt_usage("--backoff: from 1 to 1000");
		return true;
	case MAX_COOLDOWN:
		o->max_cooldown_s = opt_amount("max-cooldown", arg,
		    KIND_DURATION);
		return true;
	case LIMIT:
		o->limit = opt_amount("limit", arg, KIND_INT);
		return true;
	case TIMESTAMP:
		o->eviction = opt_word("timestamp", arg, stamps, 2) == 1;
		return true;
	}
	return false;
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
time_option(struct simopt *q, int letter)
{
	const char *arg = q->f->opt.arg;
	struct sim_options *o = &q->sim;

	switch (letter) {
	case 'N':
		q->f->nodes = q->f->opt.arg;
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
	case RESERVE:
		o->reserve_m = opt_amount("reserve", arg, KIND_COUNT);
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
		.requeue = { .backoff_m = 1000,
		    .max_cooldown_s = INT64_MAX },
		.service = { .limit_s = { 3250, 7200 }, .limits = 2 } } };
	f->queues.other.cooldown_s = QUEUE_COOLDOWN_S;
	opt_init(&f->opt, &program);
	while ((letter = opt_next(&f->opt, argc, argv)) != -1)
		if (!filter_budget_option(f, letter) &&
		    !queue_option(q, letter) && !requeue_option(q, letter))
			time_option(q, letter);
	check_options(q);
}
