/*
 * qapply: the commands that make a cluster follow a decision.
 */
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "io.h"
#include "job.h"
#include "jobrow.h"
#include "mem.h"
#include "opt.h"
#include "reader.h"
#include "tok8s.h"
#include "toslurm.h"

enum { TO = OPT_LONG, WAS, MAX };

static const struct opt_spec spec[] = {
	{ TO, "to", "CLUSTER", "slurm or k8s" },
	{ WAS, "was", "FILE", "the job records before the decision" },
	{ MAX, "max", "N", "more changes than this are a mistake; 1000" }
};

static const struct opt_program program = {
	"--to slurm|k8s --was OLD [NEW]",
	"Reads job records; prints the commands that turn OLD into NEW.",
	spec, sizeof(spec) / sizeof(spec[0]), false, true
};

struct qapply {
	struct opt opt;
	const struct apply_target *target;
	char *was;
	int64_t max;
	struct jobs old, new;
	struct apply plan;
	struct diag_list faults;
};

static void
take_option(struct qapply *q, int letter)
{
	static const char *const clusters[] = { "slurm", "k8s" };
	char *arg = q->opt.arg;

	switch (letter) {
	case TO:
		q->target = opt_word("to", arg, clusters, 2) == 0 ?
		    toslurm_target() : tok8s_target();
		break;
	case WAS:
		q->was = arg;
		break;
	case MAX:
		q->max = opt_amount("max", arg, KIND_INT);
		break;
	}
}

static void
check_options(const struct qapply *q)
{
	if (q->target == NULL)
		opt_usage("--to is needed: slurm or k8s");
	if (q->was == NULL)
		opt_usage("--was is needed: the records before the decision");
	if (q->opt.files > 1)
		opt_usage("one file of new records, or none");
	if (strcmp(q->was, "-") == 0 && (q->opt.files == 0 ||
	    strcmp(q->opt.file[0], "-") == 0))
		opt_usage("standard input is named twice");
}

static struct reader *
read_jobs(struct qapply *q, struct jobs *jobs, char *const *file, int n)
{
	const struct reader_sink sink = { jobrow_learn, jobrow_batch, jobs };
	struct reader *r = reader_new(&sink, &q->faults);

	job_init(jobs, false, &q->faults);
	io_read(r, file, n, &q->faults);
	return r;
}

/* Prints the commands; the status. */
static int
print(struct qapply *q)
{
	struct buf out;
	size_t i;

	io_stdout(&out);
	for (i = 0; i < q->plan.n && !q->opt.quiet; i++)
		q->target->put(&out, &q->plan.change[i]);
	if (io_close(&out) == -1)
		return IO_WRONG;
	if (q->opt.verbose)
		io_say("%zu changes", q->plan.n);
	return q->plan.n > 0 ? IO_DONE : IO_NO;
}

int
main(int argc, char **argv)
{
	struct qapply *q = mem_zero(1, sizeof(*q));
	struct reader *old, *new;
	int letter, status = IO_WRONG;

	q->max = 1000;
	opt_init(&q->opt, &program);
	while ((letter = opt_next(&q->opt, argc, argv)) != -1)
		take_option(q, letter);
	check_options(q);
	old = read_jobs(q, &q->old, &q->was, 1);
	new = read_jobs(q, &q->new, q->opt.file, q->opt.files);
	if (q->faults.n == 0)
		apply_plan(&q->plan, &q->old, &q->new, q->target, &q->faults);
	if (io_faults(&q->faults) == 0) {
		if (q->plan.n > (uint64_t)q->max)
			io_say("%zu changes, and --max allows %lld",
			    q->plan.n, (long long)q->max);
		else
			status = print(q);
	}
	apply_free(&q->plan);
	job_free(&q->old);
	job_free(&q->new);
	reader_free(old);
	reader_free(new);
	opt_free(&q->opt);
	free(q);
	return status;
}
