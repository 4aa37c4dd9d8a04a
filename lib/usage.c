#include "usage.h"

#include <stdlib.h>
#include <string.h>

#include "hourly.h"
#include "jobrow.h"
#include "mem.h"
#include "num.h"
#include "table.h"
#include "vec.h"

/*
 * A run that touches the window, or a job that waits: one that never started
 * yet has started_s = ended_s.  Ids are told apart by 64 bits of hash.
 */
struct usage_run {
	uint64_t job;		/* hash of its id */
	int64_t created_s;	/* of the job */
	int64_t started_s;
	int64_t ended_s;	/* now, while it runs */
	int64_t gpus_m;
	union {
		int64_t protected_s;	/* until when, if it runs */
		int64_t queued_s;	/* if the job waits */
	};
	uint32_t leaf;
	bool runs;
	bool waits;		/* the job waits now */
	bool ended;		/* its end was given */
	bool operand;
};

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

/* When a run began; one that runs and does not say since it does. */
static int64_t
started_s(const struct jobs *jobs, size_t i)
{
	return job_number(jobs, i, (jobs->job[i].has &
	    JOB_BIT(JOB_STARTED)) != 0 ? JOB_STARTED : JOB_SINCE);
}

int64_t
usage_protected_s(const struct usage_options *o, const struct jobs *jobs,
    size_t i)
{
	return num_add_sat(started_s(jobs, i), num_min(job_number(jobs, i,
	    JOB_MIN_RUNTIME), o->cap_s));
}

/*
 * Tells of a charged job whose group no budget has.  b is the batch that it
 * stands in, or NULL when the jobs have a table.
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

/* Where a run's number is, or is to be. */
static uint32_t *
slot_of(struct usage *u, const struct usage_run *r)
{
	size_t at = text_hash_mix(r->job, (uint64_t)r->started_s) &
	    (u->slots - 1);
	const struct usage_run *had;

	for (; u->slot[at] != 0; at = (at + 1) & (u->slots - 1)) {
		had = &u->run[u->slot[at] - 1];
		if (had->job == r->job && had->started_s == r->started_s)
			break;
	}
	return &u->slot[at];
}

static void
grow(struct usage *u)
{
	size_t i;

	if (u->n + 1 <= u->slots / 2)
		return;
	u->slots = u->slots == 0 ? 1024 : 2 * u->slots;
	free(u->slot);
	u->slot = mem_zero(u->slots, sizeof(*u->slot));
	for (i = 0; i < u->n; i++)
		*slot_of(u, &u->run[i]) = (uint32_t)i + 1;
}

/* Keeps a run; of two of the same the one that ended, then an operand's. */
static void
keep(struct usage *u, const struct usage_run *r)
{
	uint32_t *slot;
	struct usage_run *had;

	grow(u);
	slot = slot_of(u, r);
	if (*slot == 0) {
		u->run = VEC_MORE(u->run, u->n, u->cap);
		u->run[u->n++] = *r;
		*slot = (uint32_t)u->n;
		return;
	}
	had = &u->run[*slot - 1];
	if (r->ended > had->ended ||
	    (r->ended == had->ended && r->operand > had->operand))
		*had = *r;
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
	r->started_s = r->runs || r->ended ? started_s(jobs, i) : now_s;
	r->ended_s = r->ended ? num_min(now_s, job_number(jobs, i,
	    JOB_ENDED)) : now_s;
	if (r->waits)
		r->queued_s = j->queued_s;
	else
		r->protected_s = usage_protected_s(&u->o, jobs, i);
	r->created_s = (j->has & JOB_BIT(JOB_CREATED)) != 0 ? j->created_s :
	    r->started_s;
	return r->waits || r->runs ||
	    (r->ended && r->ended_s > now_s - u->o.window_s);
}

static void
take(struct usage *u, const struct jobs *jobs, size_t i,
    const struct reader_batch *b)
{
	struct usage_run r = { .operand = u->operand };
	int64_t leaf;

	if (job_number(jobs, i, JOB_MIN_RUNTIME) == 0)
		return;
	if ((leaf = usage_leaf(u, jobs, i)) == BUDGET_NONE) {
		if (!u->o.unknown_free)
			unknown(u, jobs, i, b);
		return;
	}
	if (!set_times(u, jobs, i, &r))
		return;
	r.job = text_hash(b != NULL ? job_text(jobs, i, JOB_JOB) :
	    job_id(jobs, i));
	r.leaf = (uint32_t)leaf;
	r.gpus_m = job_gpus_m(&jobs->job[i]);
	keep(u, &r);
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
		up->owed = num_add_sat(up->owed, g->owed);
		up->delivered = num_add_sat(up->delivered, g->delivered);
		up->queued_s = num_min(up->queued_s, g->queued_s);
	}
}

/* A leaf's figures but for what was owed. */
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
	for (r = u->run; r < u->run + u->n; r++) {
		g = &u->group[r->leaf];
		s = r->ended_s - num_max(r->started_s, from_s);
		if (s > 0)
			g->used = num_add_sat(g->used,
			    num_mul_sat(s, r->gpus_m));
		if (r->waits)
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

void
usage_sum(struct usage *u)
{
	count_runs(u);
	sum_up(u);
}

/* By leaf, then by job, then by start. */
static int
run_cmp(const void *a, const void *b)
{
	const struct usage_run *x = *(const struct usage_run *const *)a;
	const struct usage_run *y = *(const struct usage_run *const *)b;

	if (x->leaf != y->leaf)
		return x->leaf < y->leaf ? -1 : 1;
	if (x->job != y->job)
		return x->job < y->job ? -1 : 1;
	return num_cmp(x->started_s, y->started_s);
}

/*
 * Spreads what the n runs of a leaf used, and what their jobs asked for: a job
 * waited between two of its runs, and before the first.
 */
static void
spread_leaf(struct hourly *h, const struct usage_run *const *run, size_t n)
{
	const struct usage_run *r;
	int64_t from_s = 0;
	size_t i;

	hourly_clear(h);
	for (i = 0; i < n; i++) {
		r = run[i];
		if (i == 0 || r->job != run[i - 1]->job)
			from_s = r->created_s;
		hourly_use(h, r->started_s, r->ended_s, r->gpus_m);
		hourly_ask(h, from_s, r->waits ? h->until_s : r->ended_s,
		    r->gpus_m);
		from_s = num_max(from_s, r->ended_s);
	}
}

void
usage_owe(struct usage *u, int64_t capacity_m)
{
	const struct usage_run **run = mem_array(u->n, sizeof(*run));
	struct usage_group *g;
	struct hourly h;
	size_t i, end;

	hourly_init(&h, u->o.now_s - u->o.window_s, u->o.now_s);
	count_runs(u);
	for (i = 0; i < u->n; i++)
		run[i] = &u->run[i];
	qsort(run, u->n, sizeof(*run), run_cmp);
	for (i = 0; i < u->n; i = end) {
		for (end = i + 1; end < u->n && run[end]->leaf ==
		    run[i]->leaf;)
			end++;
		spread_leaf(&h, run + i, end - i);
		g = &u->group[run[i]->leaf];
		hourly_owe(&h, &u->budgets->group[run[i]->leaf], capacity_m,
		    &g->owed, &g->delivered);
	}
	sum_up(u);
	free(run);
	hourly_free(&h);
}

void
usage_free(struct usage *u)
{
	free(u->group);
	free(u->run);
	free(u->slot);
	job_free(&u->jobs);
	memset(u, 0, sizeof(*u));
}
