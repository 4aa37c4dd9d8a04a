#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "keysort.h"
#include "mem.h"
#include "num.h"

enum { LANES = 2, PARTS = 3 };	/* all, the lane, the label */

static const char *const by_name[RUNLOG_BYS] = {
	[RUNLOG_ALL] = "all", [RUNLOG_KIND] = "kind",
	[RUNLOG_GROUP] = "group", [RUNLOG_QUEUE] = "queue",
	[RUNLOG_PRIORITY] = "priority"
};

/* A job: what its runs make of it. */
struct fate {
	int64_t wait_s, jct_s;	/* or RUNLOG_NEVER */
	uint32_t label;
	bool lane;
	bool open;		/* it waits or runs */
};

/* At work. */
struct maker {
	struct report *report;
	const struct runlog *log;
	size_t *place;		/* by label: its row */
	size_t part[PARTS + 1];	/* where the rows of each begin */
	size_t jobs;
};

const char *const *
report_names(void)
{
	return by_name + RUNLOG_KIND;
}

/* A label and how it is sorted. */
struct named {
	struct slice name;
	int64_t priority;
	size_t label;
};

static int
named_cmp(const void *a, const void *b)
{
	const struct named *x = a, *y = b;

	return x->priority != y->priority ?
	    num_cmp(y->priority, x->priority) : text_cmp(x->name, y->name);
}

static void
begin_row(struct report *r, const char *by, struct slice value)
{
	r->row[r->rows].by = by;
	r->row[r->rows++].value = value;
}

/* The rows of the labels that some job has, once `place` says which. */
static void
label_rows(struct maker *m)
{
	const struct intern *value = &m->log->value;
	struct named *named = mem_zero(value->n, sizeof(*named));
	size_t i, n = 0;

	for (i = 0; i < value->n; i++) {
		if (m->place[i] == 0)
			continue;
		named[n].name = value->name[i];
		named[n].label = i;
		if (m->log->o.by == RUNLOG_PRIORITY)
			job_priority(named[n].name, &named[n].priority);
		n++;
	}
	qsort(named, n, sizeof(*named), named_cmp);
	for (i = 0; i < n; i++) {
		m->place[named[i].label] = m->report->rows;
		begin_row(m->report, by_name[m->log->o.by], named[i].name);
	}
	free(named);
}

/* The rows, of nothing yet; counts the jobs. */
static void
make_rows(struct maker *m)
{
	const struct runlog *l = m->log;
	struct report *r = m->report;
	size_t i, next;

	r->row = mem_zero(1 + LANES + l->value.n, sizeof(*r->row));
	begin_row(r, by_name[RUNLOG_ALL], text_slice(NULL, 0));
	m->part[1] = r->rows;
	if (l->o.lane != NULL) {
		begin_row(r, "lane", text_of("debug"));
		begin_row(r, "lane", text_of("rest"));
	}
	m->part[2] = r->rows;
	m->place = mem_zero(l->value.n, sizeof(*m->place));
	for (i = 0; i < l->n; i = next) {
		next = runlog_next(l, i);
		m->place[l->run[next - 1].label] = 1;
		m->jobs++;
	}
	if (l->o.by != RUNLOG_ALL)
		label_rows(m);
	m->part[3] = r->rows;
}

/* The row of a part that a job is in, if there is such a part. */
static size_t
row_of(const struct maker *m, const struct fate *o, int part)
{
	return part == 0 ? 0 : part == 1 ? m->part[1] + !o->lane :
	    m->place[o->label];
}

static bool
has_part(const struct maker *m, int part)
{
	return m->part[part + 1] > m->part[part];
}

/* Widens the makespan. */
static void
span(struct report *r, int64_t from_s, int64_t until_s)
{
	if (from_s != RUNLOG_NEVER && (r->from_s == RUNLOG_NEVER ||
	    from_s < r->from_s))
		r->from_s = from_s;
	r->until_s = num_max(r->until_s, until_s);
}

/* Adds a run to what the report says of GPUs and time; its area. */
static ratio_wide
add_run(struct report *r, const struct runlog_run *run)
{
	const ratio_wide area = (ratio_wide)runlog_length_s(run) *
	    (ratio_wide)run->gpus_m;

	span(r, run->created_s, run->started_s);
	span(r, run->started_s, run->ended_s);
	if (run->started_s != RUNLOG_NEVER && run->util_m <= RUNLOG_UTIL) {
		r->utils++;
		r->util_area += area;
		r->busy_area += area * run->util_m;
	}
	return area;
}

/* The first time that some run of the job gives for its creation. */
static int64_t
created_of(const struct runlog *l, size_t i, size_t next)
{
	int64_t created_s = RUNLOG_NEVER, s;

	for (; i < next; i++) {
		s = l->run[i].created_s;
		if (s != RUNLOG_NEVER && (created_s == RUNLOG_NEVER ||
		    s < created_s))
			created_s = s;
	}
	return created_s;
}

/* How a job fared, whose runs are those from i on. */
static void
judge(const struct maker *m, size_t i, size_t next, struct fate *o)
{
	const struct runlog *l = m->log;
	const struct runlog_run *first = &l->run[i];
	const struct runlog_run *last = &l->run[next - 1];
	const int64_t created_s = created_of(l, i, next);
	/* What is told of it without a run stands first. */
	bool waits = first->started_s == RUNLOG_NEVER &&
	    first->state == RUNLOG_WAITS;
	int64_t s;

	waits = (waits && (last == first || last->state == RUNLOG_STOPPED)) ||
	    last->state == RUNLOG_WAITS;
	*o = (struct fate){ RUNLOG_NEVER, RUNLOG_NEVER, last->label,
		last->lane, waits || last->state == RUNLOG_RUNS };
	if (created_s == RUNLOG_NEVER)
		return;
	if (first->started_s == RUNLOG_NEVER && last != first)
		first = &l->run[i + 1];
	s = first->started_s != RUNLOG_NEVER ? first->started_s : waits ?
	    l->horizon_s : first->ended_s;
	if (s != RUNLOG_NEVER)
		o->wait_s = num_max(0, s - created_s);
	if (last->started_s != RUNLOG_NEVER && !waits &&
	    last->state != RUNLOG_RUNS && last->ended_s != RUNLOG_NEVER)
		o->jct_s = num_max(0, last->ended_s - created_s);
}

/*
 * Times that a job was sent back, and was stopped for another: what its
 * records say, or as often as its runs show it.
 */
static void
count_stops(const struct runlog *l, size_t i, size_t next,
    struct report_row *sum)
{
	const struct runlog_run *r;
	int64_t stops = 0;

	for (; i < next; i++) {
		r = &l->run[i];
		sum->requeues = num_max(sum->requeues, r->requeues);
		sum->preemptions = num_max(sum->preemptions, r->preemptions);
		stops += i + 1 < next && r->state == RUNLOG_STOPPED &&
		    r->started_s != RUNLOG_NEVER;
	}
	sum->preemptions = num_max(sum->preemptions, stops);
}

static void
add_to(struct report_row *row, const struct report_row *sum)
{
	row->jobs++;
	row->runs += sum->runs;
	row->requeues += sum->requeues;
	row->preemptions += sum->preemptions;
	row->area += sum->area;
	row->free += sum->free;
	row->wait.n += sum->wait.n;
	row->jct.n += sum->jct.n;
}

/* Adds the job whose runs are those from i on to every part that it is in. */
static void
add_job(struct maker *m, size_t i, size_t next)
{
	struct fate o;
	struct report_row sum = { .by = NULL };
	const struct runlog_run *run;
	ratio_wide area;
	int part;

	judge(m, i, next, &o);
	m->report->open |= o.open;
	sum.wait.n = o.wait_s != RUNLOG_NEVER;
	sum.jct.n = o.jct_s != RUNLOG_NEVER;
	count_stops(m->log, i, next, &sum);
	for (; i < next; i++) {
		run = &m->log->run[i];
		area = add_run(m->report, run);
		sum.runs += run->started_s != RUNLOG_NEVER;
		sum.area += area;
		if (!run->charged)
			sum.free += area;
	}
	for (part = 0; part < PARTS; part++)
		if (has_part(m, part))
			add_to(&m->report->row[row_of(m, &o, part)], &sum);
}

/* The same member of every row. */
static struct quantile *
quantile_at(struct report_row *row, bool jct)
{
	return jct ? &row->jct : &row->wait;
}

/*
 * The quantiles of waits, or of completions, in the rows of a part: the values
 * of each row stand together, and its count says how many there are.
 */
static void
quantiles(struct maker *m, int part, bool jct, uint64_t *value,
    uint64_t *spare)
{
	struct report_row *row = m->report->row;
	size_t *at = mem_zero(m->report->rows, sizeof(*at)), i, n, sum = 0;
	struct fate o;
	int64_t s;

	for (i = m->part[part]; i < m->part[part + 1]; i++) {
		at[i] = sum;
		sum += (size_t)quantile_at(&row[i], jct)->n;
	}
	/* To judge again costs less than to keep what was found. */
	for (i = 0; i < m->log->n; i = n) {
		n = runlog_next(m->log, i);
		judge(m, i, n, &o);
		s = jct ? o.jct_s : o.wait_s;
		if (s != RUNLOG_NEVER)
			value[at[row_of(m, &o, part)]++] = (uint64_t)s;
	}
	for (i = m->part[part]; i < m->part[part + 1]; i++) {
		n = (size_t)quantile_at(&row[i], jct)->n;
		quantile_of(value + at[i] - n, n, spare,
		    quantile_at(&row[i], jct));
	}
	free(at);
}

void
report_make(struct report *r, const struct runlog *l)
{
	struct maker m = { .report = r, .log = l };
	uint64_t *value, *spare;
	size_t i, next;
	int part;

	memset(r, 0, sizeof(*r));
	r->from_s = r->until_s = RUNLOG_NEVER;
	make_rows(&m);
	for (i = 0; i < l->n; i = next) {
		next = runlog_next(l, i);
		add_job(&m, i, next);
	}
	if (r->open)
		span(r, RUNLOG_NEVER, l->horizon_s);
	if (l->o.window_s > 0) {
		r->until_s = l->o.now_s;
		r->from_s = num_max(0, r->until_s - l->o.window_s);
	}
	if (r->from_s == RUNLOG_NEVER)
		r->from_s = r->until_s = 0;
	value = mem_array(m.jobs, sizeof(*value));
	spare = mem_array(m.jobs, sizeof(*spare));
	for (part = 0; part < PARTS; part++)
		if (has_part(&m, part)) {
			quantiles(&m, part, false, value, spare);
			quantiles(&m, part, true, value, spare);
		}
	free(spare);
	free(value);
	free(m.place);
}

/* The runs that hold GPUs, by their starts or by their ends. */
static struct keysort *
instants(const struct runlog *l, size_t n, bool ends)
{
	struct keysort *k = mem_array(n, sizeof(*k));
	const struct runlog_run *r;
	size_t i, at = 0;
	int bits = 1;

	for (i = 0; i < l->n; i++) {
		r = &l->run[i];
		if (runlog_length_s(r) > 0)
			k[at++] = (struct keysort){ (uint64_t)(ends ?
			    r->ended_s : r->started_s), i };
	}
	while (bits < 63 && l->horizon_s >> bits != 0)
		bits++;
	keysort_radix(k, n, bits);
	return k;
}

struct report_peak
report_peak(const struct runlog *l)
{
	struct report_peak peak = { 0, 0 };
	struct keysort *start, *end;
	ratio_wide held_m = 0, most_m = 0;
	size_t i, n = 0, e = 0;

	for (i = 0; i < l->n; i++)
		n += runlog_length_s(&l->run[i]) > 0;
	start = instants(l, n, false);
	end = instants(l, n, true);
	for (i = 0; i < n; i++) {
		/* What ends at an instant leaves room for what starts. */
		for (; end[e].key <= start[i].key; e++)
			held_m -= (ratio_wide)l->run[end[e].item].gpus_m;
		held_m += (ratio_wide)l->run[start[i].item].gpus_m;
		if (held_m <= most_m || (i + 1 < n &&
		    start[i + 1].key == start[i].key))
			continue;
		most_m = held_m;
		peak.at_s = (int64_t)start[i].key;
	}
	free(start);
	free(end);
	peak.gpus_m = most_m > INT64_MAX ? INT64_MAX : (int64_t)most_m;
	return peak;
}

void
report_free(struct report *r)
{
	free(r->row);
	memset(r, 0, sizeof(*r));
}
