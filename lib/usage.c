#include "usage.h"

#include <stdlib.h>
#include <string.h>

#include "jobrow.h"
#include "keysort.h"
#include "mem.h"
#include "num.h"
#include "table.h"
#include "vec.h"

void
usage_init(struct usage *u, const struct budgets *b,
    const struct usage_options *o, struct diag_list *faults)
{
	memset(u, 0, sizeof(*u));
	u->budgets = b;
	u->o = *o;
	u->faults = faults;
	job_init(&u->jobs, false, faults);
	u->jobs.runs = true;
}

void
usage_learn(void *arg, struct header *h)
{
	struct usage *u = arg;

	jobrow_learn(&u->jobs, h);
}

int64_t
usage_leaf(const struct usage *u, const struct jobs *jobs, size_t i)
{
	int64_t leaf;

	if (job_number(jobs, i, JOB_MIN_RUNTIME) == 0)
		return BUDGET_NONE;
	leaf = budget_leaf(u->budgets, job_text(jobs, i, JOB_GROUP));
	return leaf >= 0 ? leaf : BUDGET_NONE;
}

int64_t
usage_protected_s(const struct usage_options *o, const struct jobs *jobs,
    size_t i)
{
	return num_add_sat(job_started_s(jobs, i), num_min(job_number(jobs, i,
	    JOB_MIN_RUNTIME), o->cap_s));
}

/*
 * Tells of a job whose group no budget has, or that is to be charged to none.
 * b is the batch that it stands in, or NULL when the jobs have a table.
 */
static int
unknown(struct usage *u, const struct jobs *jobs, size_t i,
    const struct reader_batch *b)
{
	const struct slice group = job_text(jobs, i, JOB_GROUP);
	const char *file = b != NULL ? b->header->file :
	    table_file(&jobs->table, i);
	const uint64_t line = b != NULL ? reader_line(b, i) :
	    table_line_number(&jobs->table, i);
	char shown[TEXT_QUOTE];

	if (group.n == 0)
		return diag_add(u->faults, file, line, "group",
		    "is absent, and min_runtime is not 0");
	return diag_add(u->faults, file, line, "group", "%s %s",
	    text_quote(group, shown), budget_leaf(u->budgets, group) ==
	    BUDGET_INNER ? "has groups below it: name one of them" :
	    "is in no budget");
}

/*
 * Whether the job waits now: what -U says is of the past, and so is a run
 * record with an end and without a state.
 */
static bool
waits(const struct usage *u, const struct jobs *jobs, const struct job *j)
{
	return u->operand && job_waits(j) && (!jobs->runs ||
	    (j->has & JOB_BIT(JOB_STATE)) != 0 ||
	    (j->has & JOB_BIT(JOB_ENDED)) == 0);
}

/* Sets when a run was, and what it is to now; false: it was before. */
static bool
set_times(const struct usage *u, const struct jobs *jobs, size_t i,
    struct usage_run *r)
{
	const struct job *j = &jobs->job[i];
	const int64_t now_s = u->o.now_s;

	r->runs = j->state == JOB_RUNNING;
	r->waits = waits(u, jobs, j);
	r->ended = !r->runs && (j->has & JOB_BIT(JOB_STARTED)) != 0 &&
	    (j->has & JOB_BIT(JOB_ENDED)) != 0;
	r->started_s = r->runs || r->ended ? job_started_s(jobs, i) : now_s;
	r->ended_s = r->ended ? num_min(now_s, job_number(jobs, i,
	    JOB_ENDED)) : now_s;
	r->protected_s = usage_protected_s(&u->o, jobs, i);
	/* As it was before this instant's decisions: a second step agrees. */
	r->queued_s = (r->waits && !(r->ended && r->ended_s >= now_s)) ||
	    (r->runs && u->operand && r->started_s >= now_s) ?
	    job_queued_s(jobs, i) : INT64_MAX;
	r->asked_s = (j->has & JOB_BIT(JOB_CREATED)) != 0 ? j->created_s :
	    r->started_s;
	return r->waits || r->runs ||
	    (r->ended && r->ended_s > now_s - u->o.window_s);
}

static void
take(struct usage *u, const struct jobs *jobs, size_t i,
    const struct reader_batch *b)
{
	struct usage_run r = { .operand = u->operand };
	const bool free = job_number(jobs, i, JOB_MIN_RUNTIME) == 0;
	const struct slice group = job_text(jobs, i, JOB_GROUP);
	int64_t leaf;

	if (free && group.n == 0)
		return;
	leaf = budget_leaf(u->budgets, group);
	if (!u->o.unknown_free && (leaf == BUDGET_NONE ||
	    (leaf == BUDGET_INNER && !free)))
		unknown(u, jobs, i, b);
	if (free || leaf < 0)
		return;
	if (!set_times(u, jobs, i, &r) ||
	    (u->runs_only && !r.runs && !r.ended))
		return;
	r.job = text_hash(b != NULL ? job_text(jobs, i, JOB_JOB) :
	    job_id(jobs, i));
	r.leaf = (uint32_t)leaf;
	r.gpus_m = job_gpus_m(&jobs->job[i]);
	u->run = VEC_MORE(u->run, u->n, u->cap);
	u->run[u->n++] = r;
}

void
usage_add(struct usage *u, const struct jobs *jobs, size_t i)
{
	u->operand = true;
	take(u, jobs, i, NULL);
}

void
usage_batch(void *arg, const struct reader_batch *b)
{
	struct usage *u = arg;
	uint64_t had = u->faults->n;
	size_t i;

	jobrow_batch(&u->jobs, b);
	if (had == u->faults->n)
		for (i = 0; i < u->jobs.n; i++)
			take(u, &u->jobs, i, b);
	job_clear(&u->jobs);
}

void
usage_narrow(struct usage *u, int64_t from_s, int64_t until_s)
{
	struct usage_run *r;

	u->o.now_s = until_s;
	u->o.window_s = num_max(1, until_s - from_s);
	for (r = u->run; r < u->run + u->n; r++) {
		r->started_s = num_min(r->started_s, until_s);
		r->ended_s = num_min(r->ended_s, until_s);
	}
}

/* Adds every leaf's figures to all groups above it. */
static void
sum_up(struct usage *u)
{
	struct usage_group *g, *up;
	size_t i;

	/* Parents stand before their children. */
	for (i = u->budgets->n; i-- > 1;) {
		g = &u->group[i];
		up = &u->group[u->budgets->group[i].parent];
		up->used = num_add_sat(up->used, g->used);
		up->committed = num_add_sat(up->committed, g->committed);
		up->running_m = num_add_sat(up->running_m, g->running_m);
		up->queued_s = num_min(up->queued_s, g->queued_s);
	}
}

/* A leaf's figures. */
static void
count_runs(struct usage *u)
{
	int64_t from_s = u->o.now_s - u->o.window_s, s;
	const struct usage_run *r;
	struct usage_group *g;
	size_t i;

	free(u->group);
	u->group = mem_zero(u->budgets->n, sizeof(*u->group));
	for (i = 0; i < u->budgets->n; i++)
		u->group[i].queued_s = INT64_MAX;
	for (i = 0; i < u->n; i++) {
		r = &u->run[i];
		g = &u->group[r->leaf];
		s = r->ended_s - num_max(r->started_s, from_s);
		if (s > 0)
			g->used = num_add_sat(g->used,
			    num_mul_sat(s, r->gpus_m));
		g->queued_s = num_min(g->queued_s, r->queued_s);
		if (!r->runs)
			continue;
		g->running_m = num_add_sat(g->running_m, r->gpus_m);
		s = r->protected_s - num_max(u->o.now_s, r->started_s);
		if (s > 0)
			g->committed = num_add_sat(g->committed,
			    num_mul_sat(s, r->gpus_m));
	}
}

/* By job, then by start; of one run the record that counts is first. */
static int
run_cmp(const void *arg, const struct keysort *a, const struct keysort *b)
{
	const struct usage *u = arg;
	const struct usage_run *x = &u->run[a->item], *y = &u->run[b->item];
	int c;

	if (x->job != y->job)
		return x->job < y->job ? -1 : 1;
	if ((c = num_cmp(x->started_s, y->started_s)) != 0)
		return c;
	if (x->ended != y->ended)
		return x->ended ? -1 : 1;
	if (x->operand != y->operand)
		return x->operand ? -1 : 1;
	return (a->item > b->item) - (a->item < b->item);
}

/*
 * The runs of a job, perhaps of some: a job asked for a run from the end of
 * those before.
 */
static void
chain(struct usage *u, struct keysort *k, size_t n)
{
	struct usage_run *r, *had = NULL;
	int64_t end_s = 0;
	size_t i;

	keysort_merge(k, n, run_cmp, u);
	for (i = 0; i < n; i++) {
		r = &u->run[k[i].item];
		if (had == NULL || had->job != r->job)
			end_s = r->ended_s;
		else if (had->started_s == r->started_s) {
			r->leaf = BUDGET_ROOT;
			continue;
		} else {
			r->asked_s = end_s;
			end_s = num_max(end_s, r->ended_s);
		}
		had = r;
	}
}

/* Finds the runs that belong to one job, and drops those there twice. */
static void
settle(struct usage *u)
{
	struct keysort *k = mem_array(u->n, sizeof(*k));
	size_t i, end, n = 0;

	for (i = 0; i < u->n; i++)
		k[i] = (struct keysort){ u->run[i].job >> 32, i };
	keysort_radix(k, u->n, 32);
	for (i = 0; i < u->n; i = end) {
		end = i + 1;
		while (end < u->n && k[end].key == k[i].key)
			end++;
		if (end - i > 1)
			chain(u, k + i, end - i);
	}
	for (i = 0; i < u->n; i++)
		if (u->run[i].leaf != BUDGET_ROOT)
			u->run[n++] = u->run[i];
	u->n = n;
	free(k);
}

void
usage_sum(struct usage *u)
{
	settle(u);
	count_runs(u);
	sum_up(u);
}

void
usage_free(struct usage *u)
{
	free(u->group);
	free(u->run);
	job_free(&u->jobs);
	memset(u, 0, sizeof(*u));
}
