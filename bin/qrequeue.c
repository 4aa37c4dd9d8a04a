/*
 * qrequeue: what is stuck goes back.
 */
#include <stdlib.h>

#include "filter.h"
#include "io.h"
#include "queueopt.h"
#include "requeue.h"

static const struct opt_spec spec[] = {
	{ 'Q', "queues", "FILE", "queue records" },
	QUEUEOPT_REQUEUE_SPECS
};

static const struct opt_program program = {
	"-t TIMEOUT [FILE...]",
	"Reads job records; sends back those whose time is out.",
	spec, sizeof(spec) / sizeof(spec[0]), false, false
};

int
main(int argc, char **argv)
{
	struct filter *f = filter_new();
	struct requeue_options o = { .now_s = 0 };
	uint32_t own = JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
	    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_REQUEUES) |
	    JOB_BIT(JOB_REASON);
	int letter, status;
	bool timeout = false;
	size_t n;

	queueopt_requeue_init(f, &o);
	opt_init(&f->opt, &program);
	while ((letter = opt_next(&f->opt, argc, argv)) != -1) {
		timeout |= letter == 't' || letter == 'Q';
		if (!queueopt_requeue(f, &o, letter) && letter == 'Q')
			f->queue_file = f->opt.arg;
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
