/*
 * Fuzz target of reports: run and job records, and what is told of them.
 *
 * The first byte says how; the rest are the records.  What must hold, whenever
 * they are read without faults:
 *
 *	the parts add up to the whole, and quantiles are in order
 *	what runs held is at most their peak all through the makespan
 *	the same records twice are the same runs
 *	every row can be written down
 */
#include <stdio.h>

#include "../unit/tally.h"
#include "reportrow.h"

enum { NOW_S = 1000 };

int	LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
broken(const char *what)
{
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

static void
check_quantile(const struct quantile *q, const struct report_row *row)
{
	if (q->n < 0 || q->n > row->jobs)
		broken("more times than jobs");
	if (q->p50 < 0 || q->p50 > q->p90 || q->p90 > q->p99 ||
	    q->p99 > q->max || q->mean > q->max)
		broken("quantiles that are not in order");
}

static void
check_rows(const struct report *r, enum runlog_by by, bool lane)
{
	struct report_row sum = { .by = NULL };
	const struct report_row *row;
	size_t i, first = lane ? 3 : 1;

	for (i = 0; i < r->rows; i++) {
		row = &r->row[i];
		check_quantile(&row->wait, row);
		check_quantile(&row->jct, row);
		if (row->free > row->area)
			broken("more was free than there was");
		if (i < first)
			continue;
		sum.jobs += row->jobs;
		sum.runs += row->runs;
		sum.area += row->area;
		sum.wait.n += row->wait.n;
		sum.jct.n += row->jct.n;
	}
	row = &r->row[0];
	if (by != RUNLOG_ALL && (sum.jobs != row->jobs ||
	    sum.runs != row->runs || sum.area != row->area ||
	    sum.wait.n != row->wait.n || sum.jct.n != row->jct.n))
		broken("parts that are not the whole");
	if (lane && (r->row[1].jobs + r->row[2].jobs != row->jobs ||
	    r->row[1].area + r->row[2].area != row->area))
		broken("a lane and a rest that are not the whole");
}

static void
check_peak(const struct tally *t)
{
	const struct report *r = &t->report;
	const struct report_peak peak = report_peak(&t->log);

	if (r->from_s > r->until_s)
		broken("a makespan under 0");
	if (peak.gpus_m < INT64_MAX && r->row[0].area >
	    (ratio_wide)peak.gpus_m * (ratio_wide)(r->until_s - r->from_s))
		broken("more was held than the most all the time");
}

static void
write_all(const struct tally *t)
{
	const struct reportrow_sum sum = { .report = &t->report,
		.gpus_m = 8000, .ready_m = 4000, .nodes = true,
		.peak = report_peak(&t->log) };
	struct fields f = { 0 };
	struct buf out = { 0 };
	size_t i;

	for (i = 0; i < t->report.rows; i++) {
		reportrow_fill(&f, &t->report, i);
		if (f.n != reportrow_columns()->n)
			broken("a row of another width");
	}
	for (i = 0; i < reportrow_sum_rows(); i++) {
		reportrow_sum_fill(&f, &sum, i);
		if (f.n != reportrow_sum_columns()->n)
			broken("a figure of another width");
	}
	reportrow_prom(&out, &t->report);
	reportrow_sum_prom(&out, &sum);
	fields_free(&f);
	buf_free(&out);
}

/* What is told twice is there once. */
static void
check_twice(const struct tally *a, const char *p, size_t n)
{
	static struct tally b;

	tally_begin(&b, &a->log.o);
	tally_read(&b, p, n);
	tally_read(&b, p, n);
	runlog_end(&b.log);
	report_make(&b.report, &b.log);
	if (b.log.n != a->log.n || b.report.rows != a->report.rows ||
	    b.report.row[0].area != a->report.row[0].area ||
	    b.report.row[0].wait.mean != a->report.row[0].wait.mean ||
	    b.report.row[0].jct.mean != a->report.row[0].jct.mean ||
	    b.report.row[0].preemptions != a->report.row[0].preemptions)
		broken("another report of the same, told twice");
	tally_end(&b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct tally t;
	struct lane lane;
	struct diag d;
	struct runlog_options o = { .now_s = NOW_S };

	if (size < 1 || lane_read(text_of("gpus<=8"), &lane, &d) == -1)
		return 0;
	o.by = (enum runlog_by)((data[0] & 7) % RUNLOG_BYS);
	o.cut = (data[0] & 8) != 0;
	o.lane = (data[0] & 16) != 0 ? &lane : NULL;
	o.window_s = (data[0] & 32) != 0 ? 500 : 0;
	tally_begin(&t, &o);
	tally_read(&t, (const char *)data + 1, size - 1);
	if (t.faults.n == 0) {
		runlog_end(&t.log);
		report_make(&t.report, &t.log);
		check_rows(&t.report, o.by, o.lane != NULL);
		check_peak(&t);
		write_all(&t);
		check_twice(&t, (const char *)data + 1, size - 1);
	}
	tally_end(&t);
	return 0;
}
