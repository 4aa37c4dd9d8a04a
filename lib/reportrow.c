#include "reportrow.h"

#include "num.h"
#include "prom.h"
#include "ratio.h"

enum {
	ROW_BY, ROW_VALUE, ROW_JOBS, ROW_RUNS,
	ROW_WAIT_N, ROW_WAIT_MEAN, ROW_WAIT_P50, ROW_WAIT_P90, ROW_WAIT_P99,
	ROW_WAIT_MAX,
	ROW_JCT_N, ROW_JCT_MEAN, ROW_JCT_P50, ROW_JCT_P90, ROW_JCT_P99,
	ROW_JCT_MAX,
	ROW_REQUEUES, ROW_PREEMPTIONS, ROW_GPU_SECONDS, ROW_UNALLOCATED,
	ROW_COLUMNS
};

static const struct kind_column row_column[ROW_COLUMNS] = {
	[ROW_BY] = { "by", KIND_TEXT },
	[ROW_VALUE] = { "value", KIND_TEXT },
	[ROW_JOBS] = { "jobs", KIND_INT },
	[ROW_RUNS] = { "runs", KIND_INT },
	[ROW_WAIT_N] = { "wait_n", KIND_INT },
	[ROW_WAIT_MEAN] = { "wait_mean", KIND_INT },
	[ROW_WAIT_P50] = { "wait_p50", KIND_INT },
	[ROW_WAIT_P90] = { "wait_p90", KIND_INT },
	[ROW_WAIT_P99] = { "wait_p99", KIND_INT },
	[ROW_WAIT_MAX] = { "wait_max", KIND_INT },
	[ROW_JCT_N] = { "jct_n", KIND_INT },
	[ROW_JCT_MEAN] = { "jct_mean", KIND_INT },
	[ROW_JCT_P50] = { "jct_p50", KIND_INT },
	[ROW_JCT_P90] = { "jct_p90", KIND_INT },
	[ROW_JCT_P99] = { "jct_p99", KIND_INT },
	[ROW_JCT_MAX] = { "jct_max", KIND_INT },
	[ROW_REQUEUES] = { "requeues", KIND_INT },
	[ROW_PREEMPTIONS] = { "preemptions", KIND_INT },
	[ROW_GPU_SECONDS] = { "gpu_seconds", KIND_COUNT },
	[ROW_UNALLOCATED] = { "unallocated", KIND_TEXT }
};

/* What each is as a metric; by and value are the labels. */
static const struct {
	const char *name, *help;
} metric[ROW_COLUMNS] = {
	[ROW_JOBS] = { "sluice_report_jobs", "Jobs." },
	[ROW_RUNS] = { "sluice_report_runs", "Runs of jobs." },
	[ROW_WAIT_N] = { "sluice_report_wait_jobs",
	    "Jobs whose wait is known." },
	[ROW_WAIT_MEAN] = { "sluice_report_wait_mean_seconds",
	    "From creation to first start, mean." },
	[ROW_WAIT_P50] = { "sluice_report_wait_p50_seconds",
	    "From creation to first start, half of the jobs." },
	[ROW_WAIT_P90] = { "sluice_report_wait_p90_seconds",
	    "From creation to first start, 90 % of the jobs." },
	[ROW_WAIT_P99] = { "sluice_report_wait_p99_seconds",
	    "From creation to first start, 99 % of the jobs." },
	[ROW_WAIT_MAX] = { "sluice_report_wait_max_seconds",
	    "From creation to first start, longest." },
	[ROW_JCT_N] = { "sluice_report_completion_jobs",
	    "Jobs that completed." },
	[ROW_JCT_MEAN] = { "sluice_report_completion_mean_seconds",
	    "From creation to completion, mean." },
	[ROW_JCT_P50] = { "sluice_report_completion_p50_seconds",
	    "From creation to completion, half of the jobs." },
	[ROW_JCT_P90] = { "sluice_report_completion_p90_seconds",
	    "From creation to completion, 90 % of the jobs." },
	[ROW_JCT_P99] = { "sluice_report_completion_p99_seconds",
	    "From creation to completion, 99 % of the jobs." },
	[ROW_JCT_MAX] = { "sluice_report_completion_max_seconds",
	    "From creation to completion, longest." },
	[ROW_REQUEUES] = { "sluice_report_requeues",
	    "Times that jobs were sent back by a timeout." },
	[ROW_PREEMPTIONS] = { "sluice_report_preemptions",
	    "Times that jobs were stopped for others." },
	[ROW_GPU_SECONDS] = { "sluice_report_gpu_seconds",
	    "GPU time of runs." },
	[ROW_UNALLOCATED] = { "sluice_report_unallocated",
	    "Part of the GPU time that no budget was charged." }
};

enum sum_figure {
	SUM_AVAILABILITY, SUM_OCCUPANCY, SUM_DELIVERED, SUM_LOOSE, SUM_WORST,
	SUM_JAIN, SUM_UTILISATION, SUM_UNALLOCATED, SUM_MAKESPAN, SUM_GPUS,
	SUM_READY, SUM_PEAK, SUM_GPU_SECONDS, SUM_FIGURES
};

static const struct kind_column sum_column[] = {
	{ "figure", KIND_TEXT }, { "value", KIND_TEXT }, { "n", KIND_COUNT }
};

static const struct {
	const char *name, *metric, *help;
} figure[SUM_FIGURES] = {
	[SUM_AVAILABILITY] = { "availability", "sluice_cluster_availability",
	    "Part of the GPUs that is on ready nodes." },
	[SUM_OCCUPANCY] = { "occupancy", "sluice_cluster_occupancy",
	    "Part of the time of ready GPUs that runs held." },
	[SUM_DELIVERED] = { "delivered", "sluice_cluster_delivered",
	    "Part of what groups were owed that they had in its hour." },
	[SUM_LOOSE] = { "delivered_loose", "sluice_cluster_delivered_loose",
	    "Part of what groups were owed that they had at any time." },
	[SUM_WORST] = { "delivered_worst", "sluice_cluster_delivered_worst",
	    "The same of the group that had the least of it." },
	[SUM_JAIN] = { "jain", "sluice_cluster_jain",
	    "Fairness between groups, 1 is equal parts." },
	[SUM_UTILISATION] = { "utilisation", "sluice_cluster_utilisation",
	    "Part of the time held in which GPUs were at work." },
	[SUM_UNALLOCATED] = { "unallocated", "sluice_cluster_unallocated",
	    "Part of the GPU time that no budget was charged." },
	[SUM_MAKESPAN] = { "makespan", "sluice_cluster_makespan_seconds",
	    "From the first creation to the last end." },
	[SUM_GPUS] = { "gpus", "sluice_cluster_gpus", "GPUs there are." },
	[SUM_READY] = { "gpus_ready", "sluice_cluster_ready_gpus",
	    "GPUs on ready nodes." },
	[SUM_PEAK] = { "gpus_peak", "sluice_cluster_peak_gpus",
	    "Most GPUs that runs held at once." },
	[SUM_GPU_SECONDS] = { "gpu_seconds", "sluice_cluster_gpu_seconds",
	    "GPU time of runs." }
};

const struct kind_set *
reportrow_columns(void)
{
	static const struct kind_set set = { row_column, ROW_COLUMNS };

	return &set;
}

const struct kind_set *
reportrow_sum_columns(void)
{
	static const struct kind_set set = { sum_column,
		sizeof(sum_column) / sizeof(sum_column[0]) };

	return &set;
}

size_t
reportrow_sum_rows(void)
{
	return SUM_FIGURES;
}

/* An area as a count; saturating. */
static int64_t
area_m(ratio_wide area)
{
	return area > INT64_MAX ? INT64_MAX : (int64_t)area;
}

/* A fraction; 0/0 is absent. */
static void
fraction(struct fields *f, ratio_wide a, ratio_wide b)
{
	if (b != 0 || a != 0)
		ratio_put(&f->text, a, b);
	fields_end(f);
}

static void
put_quantile(struct fields *f, const struct quantile *q)
{
	const int64_t v[] = { q->mean, q->p50, q->p90, q->p99, q->max };
	size_t i;

	fields_num(f, KIND_INT, q->n);
	for (i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		if (q->n > 0)
			fields_num(f, KIND_INT, v[i]);
		else
			fields_none(f);
}

void
reportrow_fill(struct fields *f, const struct report *r, size_t i)
{
	const struct report_row *row = &r->row[i];

	fields_begin(f);
	fields_text(f, text_of(row->by));
	fields_text(f, row->value);
	fields_num(f, KIND_INT, row->jobs);
	fields_num(f, KIND_INT, row->runs);
	put_quantile(f, &row->wait);
	put_quantile(f, &row->jct);
	fields_num(f, KIND_INT, row->requeues);
	fields_num(f, KIND_INT, row->preemptions);
	fields_num(f, KIND_COUNT, area_m(row->area));
	fraction(f, row->free, row->area);
}

void
reportrow_prom(struct buf *b, const struct report *r)
{
	struct prom_label label[] = { { "by", { NULL, 0 } },
		{ "value", { NULL, 0 } } };
	struct fields f = { 0 };
	struct slice v;
	size_t i;
	int col;

	for (col = ROW_JOBS; col < ROW_COLUMNS; col++) {
		prom_gauge(b, metric[col].name, metric[col].help);
		for (i = 0; i < r->rows; i++) {
			reportrow_fill(&f, r, i);
			v = cell_raw(&fields_cells(&f)[col]);
			label[0].value = text_of(r->row[i].by);
			label[1].value = r->row[i].value;
			if (v.n > 0)
				prom_text(b, metric[col].name, label, 2, v);
		}
	}
	fields_free(&f);
}

/* A number of the cluster's, if it is known. */
static void
known(struct fields *f, int64_t v_m)
{
	if (v_m < 0)
		fields_none(f);
	else
		fields_num(f, KIND_COUNT, v_m);
}

/* A fraction of what budgets say. */
static void
delivered(struct fields *f, const struct delivery *d, enum sum_figure i)
{
	if (d == NULL)
		fields_none(f);
	else if (i == SUM_JAIN)
		fraction(f, d->jain, d->jain_of);
	else if (i == SUM_WORST)
		fraction(f, (ratio_wide)d->worst, (ratio_wide)d->worst_of);
	else
		fraction(f, (ratio_wide)(i == SUM_LOOSE ? d->used :
		    d->delivered), (ratio_wide)d->owed);
}

/* A flat switch. */
static void
sum_value(struct fields *f, const struct reportrow_sum *s, enum sum_figure i)
{
	const struct report *r = s->report;
	const int64_t makespan_s = r->until_s - r->from_s;

	switch (i) {
	case SUM_AVAILABILITY:
		if (s->nodes)
			fraction(f, (ratio_wide)s->ready_m,
			    (ratio_wide)s->gpus_m);
		else
			fields_none(f);
		return;
	case SUM_OCCUPANCY:
		if (s->gpus_m < 0)
			fields_none(f);
		else
			fraction(f, r->row[0].area, (ratio_wide)s->ready_m *
			    (ratio_wide)makespan_s);
		return;
	case SUM_DELIVERED:
	case SUM_LOOSE:
	case SUM_WORST:
	case SUM_JAIN:
		delivered(f, s->delivery, i);
		return;
	case SUM_UTILISATION:
		fraction(f, r->busy_area, r->util_area * RUNLOG_UTIL);
		return;
	case SUM_UNALLOCATED:
		fraction(f, r->row[0].free, r->row[0].area);
		return;
	case SUM_MAKESPAN:
		fields_num(f, KIND_INT, makespan_s);
		return;
	case SUM_GPUS:
		known(f, s->gpus_m);
		return;
	case SUM_READY:
		known(f, s->nodes ? s->ready_m : -1);
		return;
	case SUM_PEAK:
		fields_num(f, KIND_COUNT, s->peak.gpus_m);
		return;
	case SUM_GPU_SECONDS:
		fields_num(f, KIND_COUNT, area_m(r->row[0].area));
		return;
	case SUM_FIGURES:
		return;
	}
}

/* Of how many: GPUs, groups, runs or jobs. */
static int64_t
sum_n(const struct reportrow_sum *s, enum sum_figure i)
{
	switch (i) {
	case SUM_AVAILABILITY:
	case SUM_GPUS:
	case SUM_READY:
		return s->gpus_m;
	case SUM_DELIVERED:
	case SUM_LOOSE:
	case SUM_WORST:
	case SUM_JAIN:
		return s->delivery == NULL ? -1 : s->delivery->groups * 1000;
	case SUM_UTILISATION:
		return s->report->utils * 1000;
	case SUM_MAKESPAN:
		return s->report->row[0].jobs * 1000;
	case SUM_OCCUPANCY:
	case SUM_UNALLOCATED:
	case SUM_PEAK:
	case SUM_GPU_SECONDS:
	case SUM_FIGURES:
		break;
	}
	return s->report->row[0].runs * 1000;
}

void
reportrow_sum_fill(struct fields *f, const struct reportrow_sum *s, size_t i)
{
	fields_begin(f);
	fields_text(f, text_of(figure[i].name));
	sum_value(f, s, (enum sum_figure)i);
	known(f, sum_n(s, (enum sum_figure)i));
}

void
reportrow_sum_prom(struct buf *b, const struct reportrow_sum *s)
{
	struct fields f = { 0 };
	struct slice v;
	size_t i;

	for (i = 0; i < SUM_FIGURES; i++) {
		reportrow_sum_fill(&f, s, i);
		v = cell_raw(&fields_cells(&f)[1]);
		if (v.n == 0 || text_is(v, "inf"))
			continue;
		prom_gauge(b, figure[i].metric, figure[i].help);
		prom_text(b, figure[i].metric, NULL, 0, v);
	}
	fields_free(&f);
}
