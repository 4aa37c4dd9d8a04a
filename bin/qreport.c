/*
 * qreport: what became of jobs and of the GPUs, in figures.
 */
#include <stdlib.h>

#include "delivery.h"
#include "fields.h"
#include "filter.h"
#include "io.h"
#include "mem.h"
#include "owed.h"
#include "quant.h"
#include "report.h"
#include "reportrow.h"
#include "runlog.h"
#include "when.h"

enum { BY = OPT_LONG, SUMMARY };

static const struct opt_spec spec[] = {
	{ 'N', "nodes", "FILE", "node records: the GPUs there are" },
	{ 'B', "budgets", "FILE", "budget records: what groups were owed" },
	{ BY, "by", "COLUMN", "kind, group, queue or priority" },
	{ SUMMARY, "summary", NULL, "the layers of use, fairness, makespan" },
	{ FILTER_LANE, "debug-lane", "RULE",
	    "jobs that are told apart: gpus<=8,min_runtime<=15m" },
	{ FILTER_WINDOW, "window", "DURATION", "how far back; default: all" },
	{ FILTER_CAPACITY, "capacity", "GPUS",
	    "of the cluster; default: those of the nodes" },
	{ FILTER_UNKNOWN, "unknown-groups", "WHAT",
	    "unallocated: jobs of no budget are free ones" }
};

static const struct opt_program program = {
	"[FILE...]",
	"Reads run and job records; prints how jobs and GPUs fared.",
	spec, sizeof(spec) / sizeof(spec[0]), true, false
};

struct qreport {
	struct filter *filter;
	struct runlog_options o;
	bool summary;
	struct runlog log;
	struct report report;
	struct reportrow_sum sum;
};

static void
columns(void *arg, struct header *h)
{
	struct qreport *q = arg;

	runlog_learn(&q->log, h);
	if (q->filter->budget.file != NULL)
		usage_learn(&q->filter->budget.usage, h);
}

/* The budgets read what has no faults of its own. */
static void
batch(void *arg, const struct reader_batch *b)
{
	struct qreport *q = arg;
	uint64_t had = q->filter->faults.n;

	runlog_batch(&q->log, b);
	if (q->filter->budget.file != NULL && q->filter->faults.n == had)
		usage_batch(&q->filter->budget.usage, b);
}

static void
options(struct qreport *q, int argc, char **argv)
{
	struct filter *f = q->filter;
	int letter;

	opt_init(&f->opt, &program);
	f->budget.o.window_s = 0;
	while ((letter = opt_next(&f->opt, argc, argv)) != -1)
		if (letter == 'N')
			f->nodes = f->opt.arg;
		else if (letter == BY)
			q->o.by = (enum runlog_by)(RUNLOG_KIND + opt_word("by",
			    f->opt.arg, report_names(), RUNLOG_BYS -
			    RUNLOG_KIND));
		else if (letter == SUMMARY)
			q->summary = true;
		else
			filter_budget_option(f, letter);
	if (f->budget.file != NULL && f->nodes == NULL && !f->capacity_given)
		opt_usage("--budgets needs --capacity, or --nodes");
	if (q->summary && (q->o.by != RUNLOG_ALL || f->budget.lane.n > 0))
		opt_usage("--summary is of all jobs: no --by, no --debug-lane");
	q->o.now_s = f->opt.now_s;
	q->o.window_s = f->budget.o.window_s;
	q->o.cut = f->opt.now_given || q->o.window_s > 0;
	q->o.lane = f->budget.lane.n > 0 ? &f->budget.lane : NULL;
	/* How long the makespan is nobody knows before all is read. */
	f->budget.o.now_s = q->o.cut ? q->o.now_s : INT64_MAX / 2;
	f->budget.o.window_s = INT64_MAX / 2;
}

/* Dies when runs hold more GPUs at once than there are. */
static void
check_peak(const struct qreport *q)
{
	const struct report_peak *peak = &q->sum.peak;
	const struct when_style style = { .rfc3339 = q->log.jobs.dated,
		.zulu = true };
	struct buf b = { 0 };

	if (q->sum.gpus_m < 0 || peak->gpus_m <= q->sum.gpus_m)
		return;
	buf_str(&b, "at ");
	when_put_time(&b, peak->at_s, &style);
	buf_str(&b, " runs hold ");
	quant_put_count(&b, peak->gpus_m);
	buf_str(&b, " gpu, but there are ");
	quant_put_count(&b, q->sum.gpus_m);
	io_die("%.*s", (int)b.n, b.p);
}

static void
read_all(struct qreport *q, struct delivery *d)
{
	struct filter *f = q->filter;
	const struct reader_sink sink = { columns, batch, q };

	runlog_init(&q->log, &q->o, &f->faults);
	filter_records(f, &sink);
	runlog_end(&q->log);
	report_make(&q->report, &q->log);
	q->sum = (struct reportrow_sum){ .report = &q->report,
		.gpus_m = f->budget.capacity_m, .ready_m = f->budget.ready_m,
		.nodes = f->nodes != NULL && !f->capacity_given };
	if (q->summary || q->sum.gpus_m >= 0)
		q->sum.peak = report_peak(&q->log);
	check_peak(q);
	if (f->budget.file == NULL)
		return;
	if ((uint64_t)q->report.until_s - (uint64_t)q->report.from_s >
	    USAGE_LONGEST_S)
		io_die("--budgets: from the first to the last there are more "
		    "than 100 years");
	usage_narrow(&f->budget.usage, q->report.from_s, q->report.until_s);
	owed_sum(&f->budget.usage, f->budget.capacity_m);
	*d = delivery_of(&f->budget.usage);
	q->sum.delivery = d;
}

static void
put_rows(struct qreport *q)
{
	struct filter *f = q->filter;
	const struct kind_set *set = q->summary ? reportrow_sum_columns() :
	    reportrow_columns();
	struct format_column *there = mem_array(set->n, sizeof(*there));
	size_t i, n, rows = q->summary ? reportrow_sum_rows() :
	    q->report.rows;
	struct format_column *c;
	struct fields row = { 0 };
	struct format format;

	for (i = 0; i < set->n; i++)
		there[i] = (struct format_column){
			text_of(set->column[i].name), set->column[i].kind, i
		};
	c = opt_columns(&f->opt, there, set->n, set, &n);
	format_begin(&format, f->opt.format, &f->out, c, n,
	    !f->opt.no_header);
	for (i = 0; i < rows; i++) {
		if (q->summary)
			reportrow_sum_fill(&row, &q->sum, i);
		else
			reportrow_fill(&row, &q->report, i);
		format_row(&format, fields_cells(&row));
	}
	format_end(&format);
	fields_free(&row);
	free(c);
	free(there);
}

int
main(int argc, char **argv)
{
	struct qreport q = { .filter = filter_new() };
	struct delivery d;
	int status;

	options(&q, argc, argv);
	read_all(&q, &d);
	if (q.filter->opt.verbose)
		io_say("%lld runs of %lld jobs, %zu records told twice",
		    (long long)q.report.row[0].runs,
		    (long long)q.report.row[0].jobs, q.log.twice);
	if (!q.filter->opt.quiet && q.filter->opt.format != FORMAT_PROM)
		put_rows(&q);
	else if (!q.filter->opt.quiet && q.summary)
		reportrow_sum_prom(&q.filter->out, &q.sum);
	else if (!q.filter->opt.quiet)
		reportrow_prom(&q.filter->out, &q.report);
	report_free(&q.report);
	runlog_free(&q.log);
	status = filter_end(q.filter, IO_DONE);
	free(q.filter);
	return status;
}
