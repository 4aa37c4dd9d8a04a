#include "queueopt.h"

#include "backfill.h"
#include "io.h"

void
queueopt_requeue_init(struct filter *f, struct requeue_options *o)
{
	f->queues.other.cooldown_s = QUEUE_COOLDOWN_S;
	o->backoff_m = 1000;
	o->max_cooldown_s = INT64_MAX;
}

bool
queueopt_step(struct filter *f, struct step_options *o, int letter)
{
	static const char *const rules[] = { "quota", "placement" };
	struct queue *other = &f->queues.other;
	const char *arg = f->opt.arg;

	switch (letter) {
	case 'd':
		other->discipline = (enum queue_discipline)opt_word(
		    "discipline", arg, queue_disciplines(),
		    QUEUE_DISCIPLINES);
		return true;
	case 'e':
		o->placement = opt_word("admission", arg, rules, 2) == 1;
		return true;
	case QUEUEOPT_QUOTA:
		filter_quota(other, arg);
		return true;
	case QUEUEOPT_PER_POOL:
		o->per_pool = true;
		return true;
	case QUEUEOPT_SPREAD:
		o->spread = true;
		return true;
	}
	return false;
}

bool
queueopt_requeue(struct filter *f, struct requeue_options *o, int letter)
{
	static const char *const stamps[] = { "creation", "eviction" };
	struct queue *other = &f->queues.other;
	const char *arg = f->opt.arg;

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
	case QUEUEOPT_BACKOFF:
		o->backoff_m = opt_amount("backoff", arg, KIND_COUNT);
		if (o->backoff_m < 1000 || o->backoff_m > 1000000)
			opt_usage("--backoff: from 1 to 1000");
		return true;
	case QUEUEOPT_MAX_COOLDOWN:
		o->max_cooldown_s = opt_amount("max-cooldown", arg,
		    KIND_DURATION);
		return true;
	case QUEUEOPT_LIMIT:
		o->limit = opt_amount("limit", arg, KIND_INT);
		return true;
	case QUEUEOPT_TIMESTAMP:
		o->eviction = opt_word("timestamp", arg, stamps, 2) == 1;
		return true;
	}
	return false;
}

bool
queueopt_backfilled(const struct filter *f)
{
	size_t i, n = 0;

	for (i = 0; i < f->jobs.queue.n; i++)
		n += backfill_is(queue_get(&f->queues,
		    f->jobs.queue.name[i])->discipline);
	if (n > 0 && n < f->jobs.queue.n)
		io_die("easy and conservative hold for all queues or none");
	return n > 0;
}
