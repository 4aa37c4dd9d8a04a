/*
 * qjobs: job and run records of what Slurm, Kubernetes and archives print.
 */
#include <stdlib.h>

#include "adapter.h"
#include "intake.h"
#include "io.h"
#include "k8sjob.h"
#include "mem.h"
#include "sacct.h"
#include "slurmjob.h"
#include "swf.h"

/* Told apart by how they begin, in this order. */
static const struct adapter_format formats[] = {
	{ "slurm", slurmjob_tells, slurmjob_read },
	{ "sacct", sacct_tells, sacct_read },
	{ "k8s", k8sjob_tells, k8sjob_read },
	{ "swf", swf_tells, swf_read }
};

enum { ADOPT = OPT_LONG, GROUP, PRIORITY };

static const struct opt_spec spec[] = {
	{ 'f', "from", "FORMAT", "what the input is; told by its content" },
	{ 'k', "keep-going", NULL, "leave out records that cannot be read" },
	{ ADOPT, "adopt", NULL, "manage jobs that nobody manages yet" },
	{ GROUP, "group", "WHAT", "account (the default) or account/user" },
	{ PRIORITY, "priority", "WHAT", "qos (the default) or nice" }
};

static const struct opt_program program = {
	"[FILE...]",
	"Reads what Slurm, Kubernetes or archives print; writes job records.",
	spec, sizeof(spec) / sizeof(spec[0]), false, false
};

static void
take_option(struct adapter *a, struct intake *in, int letter)
{
	static const char *const groups[] = { "account", "account/user" };
	static const char *const priorities[] = { "qos", "nice" };
	const char *arg = a->opt.arg;

	switch (letter) {
	case 'f':
		a->from = arg;
		break;
	case 'k':
		a->keep_going = true;
		break;
	case ADOPT:
		in->adopt = true;
		break;
	case GROUP:
		in->group = opt_word("group", arg, groups, 2);
		break;
	case PRIORITY:
		in->priority = opt_word("priority", arg, priorities, 2);
		break;
	}
}

int
main(int argc, char **argv)
{
	struct adapter *a = mem_zero(1, sizeof(*a));
	struct intake in;
	int letter, status;

	intake_init(&in, 0);
	opt_init(&a->opt, &program);
	while ((letter = opt_next(&a->opt, argc, argv)) != -1)
		take_option(a, &in, letter);
	in.now_s = a->opt.now_s;
	a->format = formats;
	a->formats = sizeof(formats) / sizeof(formats[0]);
	adapter_read(a, &in);
	status = adapter_write(a, &in.sheet);
	intake_free(&in);
	free(a);
	return status;
}
