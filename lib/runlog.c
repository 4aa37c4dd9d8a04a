#include "runlog.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "hashorder.h"
#include "jobrow.h"
#include "keysort.h"
#include "mem.h"
#include "num.h"
#include "quant.h"
#include "row.h"
#include "vec.h"

static const char util_column[] = "util";

void
runlog_init(struct runlog *l, const struct runlog_options *o,
    struct diag_list *faults)
{
	memset(l, 0, sizeof(*l));
	l->o = *o;
	l->o.cut |= o->window_s > 0;
	l->faults = faults;
	job_init(&l->jobs, false, faults);
	l->jobs.runs = true;
	intern_add(&l->value, text_slice(NULL, 0));
}

void
runlog_learn(void *arg, struct header *h)
{
	struct runlog *l = arg;

	jobrow_learn(&l->jobs, h);
	l->util = header_find(h, text_of(util_column));
}

static bool
has(const struct job *j, enum job_column col)
{
	return (j->has & JOB_BIT(col)) != 0;
}

/* A time of the job, or none. */
static int64_t
time_of(const struct jobs *jobs, size_t i, enum job_column col)
{
	return has(&jobs->job[i], col) ? job_number(jobs, i, col) :
	    RUNLOG_NEVER;
}

/* A priority as it is mostly written. */
static uint32_t
priority_label(struct runlog *l, int64_t priority)
{
	static const char *const word[] = { "low", "medium", "high" };
	struct buf b = { 0 };
	size_t at;

	if (priority % 100 == 0 && priority >= 100 && priority <= 300)
		buf_str(&b, word[priority / 100 - 1]);
	else
		buf_i64(&b, priority);
	at = intern_add(&l->value, text_slice(b.p, b.n));
	buf_free(&b);
	return (uint32_t)at;
}

static uint32_t
label(struct runlog *l, size_t i)
{
	const struct jobs *jobs = &l->jobs;

	switch (l->o.by) {
	case RUNLOG_KIND:
		return (uint32_t)intern_add(&l->value,
		    job_text(jobs, i, JOB_KIND));
	case RUNLOG_GROUP:
		return (uint32_t)intern_add(&l->value,
		    job_text(jobs, i, JOB_GROUP));
	case RUNLOG_QUEUE:
		return (uint32_t)intern_add(&l->value,
		    jobs->queue.name[jobs->job[i].queue]);
	case RUNLOG_PRIORITY:
		return priority_label(l, job_number(jobs, i,
		    JOB_PRIORITY));
	case RUNLOG_ALL:
	case RUNLOG_BYS:
		break;
	}
	return 0;
}

static enum runlog_state
state_of(const struct job *j)
{
	switch ((enum job_state)j->state) {
	case JOB_RUNNING:
		return RUNLOG_RUNS;
	case JOB_SUCCEEDED:
	case JOB_FAILED:
		return RUNLOG_DONE;
	case JOB_STOPPED:
		return RUNLOG_STOPPED;
	case JOB_PENDING:
	case JOB_INQUEUE:
	case JOB_HELD:
	case JOB_STATES:
		break;
	}
	/* What says nothing but its end has ended. */
	return !has(j, JOB_STATE) && has(j, JOB_ENDED) ? RUNLOG_DONE :
	    RUNLOG_WAITS;
}

static void
set_times(const struct jobs *jobs, size_t i, struct runlog_run *r)
{
	r->created_s = time_of(jobs, i, JOB_CREATED);
	r->started_s = time_of(jobs, i, JOB_STARTED);
	r->ended_s = r->state == RUNLOG_RUNS ? RUNLOG_NEVER :
	    time_of(jobs, i, JOB_ENDED);
	if (r->started_s != RUNLOG_NEVER)
		return;
	if (r->state == RUNLOG_RUNS)
		r->started_s = has(&jobs->job[i], JOB_SINCE) ?
		    job_number(jobs, i, JOB_SINCE) : r->created_s;
	else if (r->state == RUNLOG_WAITS)
		r->ended_s = RUNLOG_NEVER;
	else if (r->ended_s == RUNLOG_NEVER)
		r->ended_s = time_of(jobs, i, JOB_SINCE);
}

/* As it was at now; false: it was not there yet. */
static bool
cut(struct runlog_run *r, int64_t now_s)
{
	if (r->created_s > now_s)
		return false;
	if (r->started_s > now_s) {
		r->started_s = r->ended_s = RUNLOG_NEVER;
		r->state = RUNLOG_WAITS;
	} else if (r->ended_s > now_s) {
		r->ended_s = RUNLOG_NEVER;
		r->state = r->started_s == RUNLOG_NEVER ? RUNLOG_WAITS :
		    RUNLOG_RUNS;
	}
	return true;
}

static int
read_util(const struct runlog *l, const struct reader_batch *b, size_t i,
    struct runlog_run *r)
{
	struct mem_arena made = { 0 };
	char shown[TEXT_QUOTE];
	int64_t util_m = RUNLOG_UTIL + 1;
	struct cell c;
	struct slice v;
	int bad;

	r->util_m = RUNLOG_UTIL + 1;
	if (l->util == -1)
		return 0;
	c = reader_cell(b, i, (size_t)l->util);
	if (cell_absent(&c))
		return 0;
	v = row_value(&c, &made);
	bad = quant_count(v, &util_m) != QUANT_OK || util_m > RUNLOG_UTIL;
	if (bad)
		diag_add(l->faults, b->header->file, reader_line(b, i),
		    util_column, "%s is not a number from 0 to 100",
		    text_quote(v, shown));
	else
		r->util_m = (uint32_t)util_m & RUNLOG_MASK;
	mem_arena_free(&made);
	return bad ? -1 : 0;
}

static uint32_t
counter(const struct jobs *jobs, size_t i, enum job_column col)
{
	return (uint32_t)num_min(UINT32_MAX, job_number(jobs, i, col));
}

static void
take(struct runlog *l, const struct reader_batch *b, size_t i)
{
	const struct jobs *jobs = &l->jobs;
	const struct job *j = &jobs->job[i];
	struct runlog_run r = { .state = state_of(j) };

	if (read_util(l, b, i, &r) == -1)
		return;
	set_times(jobs, i, &r);
	if (l->o.cut && !cut(&r, l->o.now_s))
		return;
	r.job = text_hash(job_text(jobs, i, JOB_JOB));
	r.gpus_m = job_gpus_m(j);
	r.label = label(l, i);
	r.requeues = counter(jobs, i, JOB_REQUEUES);
	r.preemptions = counter(jobs, i, JOB_PREEMPTIONS);
	r.charged = job_number(jobs, i, JOB_MIN_RUNTIME) > 0;
	r.lane = l->o.lane != NULL && lane_has(l->o.lane, jobs, i);
	l->run = VEC_MORE(l->run, l->n, l->cap);
	l->run[l->n++] = r;
}

void
runlog_batch(void *arg, const struct reader_batch *b)
{
	struct runlog *l = arg;
	uint64_t had = l->faults->n;
	size_t i;

	/* With a fault nothing will be used, but all of them are told. */
	jobrow_batch(&l->jobs, b);
	for (i = 0; i < l->jobs.n; i++)
		take(l, b, i);
	diag_sort(l->faults, had);
	job_clear(&l->jobs);
}

/*
 * By job, then by start; of one run the record that counts is first.  Equal
 * are only records in which all is equal, so that no order of the input shows.
 */
static int
run_cmp(const void *arg, const struct keysort *a, const struct keysort *b)
{
	const struct runlog *l = arg;
	const struct runlog_run *x = &l->run[a->item], *y = &l->run[b->item];
	int c;

	if (x->job != y->job)
		return x->job < y->job ? -1 : 1;
	if ((c = num_cmp(x->started_s, y->started_s)) != 0 ||
	    (c = num_cmp(y->ended_s, x->ended_s)) != 0 ||
	    (c = num_cmp(x->state, y->state)) != 0 ||
	    (c = num_cmp(y->created_s, x->created_s)) != 0 ||
	    (c = num_cmp(y->gpus_m, x->gpus_m)) != 0 ||
	    (c = num_cmp(x->util_m, y->util_m)) != 0 ||
	    (c = num_cmp(y->charged, x->charged)) != 0 ||
	    (c = num_cmp(y->lane, x->lane)) != 0)
		return c;
	return x->label == y->label ? 0 : text_cmp(
	    l->value.name[x->label], l->value.name[y->label]);
}

static uint64_t
job_of(const void *arg, size_t i)
{
	const struct runlog *l = arg;

	return l->run[i].job;
}

/* Moves every run to its place, along the cycles of the order. */
static void
put_in_order(struct runlog_run *run, uint32_t *order, size_t n)
{
	struct runlog_run first;
	size_t i, at, from;

	for (i = 0; i < n; i++) {
		first = run[i];
		for (at = i; (from = order[at]) != i; at = from) {
			run[at] = run[from];
			order[at] = (uint32_t)at;
		}
		run[at] = first;
		order[at] = (uint32_t)at;
	}
}

/* Adds what another record of the same run says more. */
static void
merge(struct runlog_run *r, const struct runlog_run *other)
{
	if (r->requeues < other->requeues)
		r->requeues = other->requeues;
	if (r->preemptions < other->preemptions)
		r->preemptions = other->preemptions;
	if (r->created_s == RUNLOG_NEVER)
		r->created_s = other->created_s;
	if (r->util_m > RUNLOG_UTIL)
		r->util_m = other->util_m;
}

/* Leaves one record of each run. */
static void
merge_all(struct runlog *l)
{
	struct runlog_run *last = l->run, *r;

	for (r = l->run + 1; r < l->run + l->n; r++)
		if (last->job == r->job && last->started_s == r->started_s)
			merge(last, r);
		else
			*++last = *r;
	l->twice = l->n - (size_t)(last + 1 - l->run);
	l->n -= l->twice;
}

/* Leaves out what was before a window; false: all of the run. */
static bool
narrow(struct runlog_run *r, int64_t from_s)
{
	if (r->created_s < from_s)
		r->created_s = RUNLOG_NEVER;
	if (r->started_s == RUNLOG_NEVER)
		return r->state == RUNLOG_WAITS || r->ended_s >= from_s;
	if (r->started_s < from_s && r->ended_s <= from_s)
		return false;
	r->started_s = num_max(r->started_s, from_s);
	return true;
}

static void
narrow_all(struct runlog *l)
{
	size_t i, n = 0;

	for (i = 0; i < l->n; i++)
		if (narrow(&l->run[i], l->o.now_s - l->o.window_s))
			l->run[n++] = l->run[i];
	l->n = n;
}

void
runlog_end(struct runlog *l)
{
	struct runlog_run *r;
	uint32_t *order;
	size_t i;

	l->horizon_s = l->o.now_s;
	if (l->n == 0)
		return;
	order = hashorder_of(l->n, job_of, run_cmp, l);
	put_in_order(l->run, order, l->n);
	free(order);
	merge_all(l);
	for (i = 0; i < l->n; i++) {
		r = &l->run[i];
		l->horizon_s = num_max(l->horizon_s, num_max(r->created_s,
		    num_max(r->started_s, r->ended_s)));
	}
	for (i = 0; i < l->n; i++) {
		r = &l->run[i];
		if (r->state == RUNLOG_RUNS && r->ended_s == RUNLOG_NEVER)
			r->ended_s = i + 1 < l->n && r[1].job == r->job ?
			    r[1].started_s : l->horizon_s;
	}
	if (l->o.window_s > 0)
		narrow_all(l);
}

size_t
runlog_next(const struct runlog *l, size_t i)
{
	const uint64_t job = l->run[i].job;

	while (++i < l->n && l->run[i].job == job)
		;
	return i;
}

int64_t
runlog_length_s(const struct runlog_run *r)
{
	return r->started_s == RUNLOG_NEVER ? 0 :
	    num_max(0, r->ended_s - r->started_s);
}

void
runlog_free(struct runlog *l)
{
	free(l->run);
	intern_free(&l->value);
	job_free(&l->jobs);
	memset(l, 0, sizeof(*l));
}
