/*
 * qrequeue: what is stuck goes back.
 */
#include <stdlib.h>

#include "filter.h"
#include "io.h"
#include "mem.h"
#include "requeue.h"

enum { BACKOFF = OPT_LONG, MAX_COOLDOWN, LIMIT, TIMESTAMP };

static const struct opt_spec spec[] = {
	{ 't', "timeout", "DURATION", "how long a job may be inqueue; 0: off" },
	{ 'C', "cooldown", "DURATION", "before it is admitted again; 1m" },
	{ 'Q', "queues", "FILE", "queue records" },
	{ BACKOFF, "backoff", "FACTOR",
	    "each cooldown so many times the last" },
	{ MAX_COOLDOWN, "max-cooldown", "DURATION", "but no longer" },
	{ LIMIT, "limit", "N", "the N-th timeout holds the job" },
	{ TIMESTAMP, "timestamp", "WHICH",
	    "creation, or eviction: behind its peers" }
};

static const struct opt_program program = {
	"-t TIMEOUT [FILE...]",
	"Reads job records; sends back those whose time is out.",
	spec, sizeof(spec) / sizeof(spec[0]), false, false
};

static void
take_option(struct filter *f, struct requeue_options *o, int letter)
{
	static const char *const stamps[] = { "creation", "eviction" };
	const char *arg = f->opt.arg;

	switch (letter) {
	case 't':
		f->queues.other.timeout_s = opt_amount("timeout", arg,
		    KIND_DURATION);
		if (!queue_timeout_ok(f->queues.other.timeout_s))
			opt_usage("--timeout: under a minute");
		break;
	case 'C':
		f->queues.other.cooldown_s = opt_amount("cooldown", arg,
		    KIND_DURATION);
		break;
	case 'Q':
		f->queue_file = f->opt.arg;
		break;
	case BACKOFF:
		o->backoff_m = opt_amount("backoff", arg, KIND_COUNT);
		if (o->backoff_m < 1000 || o->backoff_m > 1000000)
			opt_usage("--backoff: from 1 to 1000");
		break;
	case MAX_COOLDOWN:
		o->max_cooldown_s = opt_amount("max-cooldown", arg,
		    KIND_DURATION);
		break;
	case LIMIT:
		o->limit = opt_amount("limit", arg, KIND_INT);
		break;
	case TIMESTAMP:
		o->eviction = opt_word("timestamp", arg, stamps, 2) == 1;
		break;
	}
}

int
main(int argc, char **argv)
{
	struct filter *f = filter_new();
	struct requeue_options o = { .backoff_m = 1000,
		.max_cooldown_s = INT64_MAX };
	uint32_t own = JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
	    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_REQUEUES) |
	    JOB_BIT(JOB_REASON);
	int letter, status;
	bool timeout = false;
	size_t n;

	f->queues.other.cooldown_s = QUEUE_COOLDOWN_S;
	opt_init(&f->opt, &program);
	while ((letter = opt_next(&f->opt, argc, argv)) != -1) {
		timeout |= letter == 't' || letter == 'Q';
		take_option(f, &o, letter);
	}
	if (!timeout)
		opt_usage("--timeout is needed, or --queues");
	o.now_s = f->opt.now_s;
	filter_read(f, false);
	n = requeue_all(&f->jobs, &f->queues, &o);
	if (f->opt.verbose)
		io_say("%zu sent back", n);
	if (o.eviction)
		own |= JOB_BIT(JOB_QUEUED);
	filter_write(f, own);
	status = filter_end(f, IO_DONE);
	free(f);
	return status;
}
