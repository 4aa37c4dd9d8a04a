#include "usage.h"

#include <stdlib.h>
#include <string.h>

#include "jobrow.h"
#include "mem.h"
#include "num.h"
#include "vec.h"

enum { HOUR_S = 3600 };

/*
 * A run that touches the window, or a job that waits: one that never started
 * yet has started_s = ended_s.
 */
struct usage_run {
	uint64_t job;		/* hash of its id */
	int64_t created_s;	/* of the job */
	int64_t started_s;
	int64_t ended_s;	/* now, while it runs */
	int64_t gpus_m;
	int64_t protected_s;	/* until when, if it runs */
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

int64_t
usage_protected_s(const struct usage_options *o, const struct jobs *jobs,
    size_t i)
{
	return num_add_sat(job_number(jobs, i, JOB_STARTED),
	    num_min(job_number(jobs, i, JOB_MIN_RUNTIME), o->cap_s));
}

/* Tells of a charged job whose group no budget has. */
static void
check_group(struct usage *u, const struct jobs *jobs, size_t i)
{
	struct slice group = job_text(jobs, i, JOB_GROUP), id;
	char shown[TEXT_QUOTE], job[TEXT_QUOTE];
	int64_t leaf = budget_leaf(u->budgets, group);

	if (leaf >= 0 || u->o.unknown_free)
		return;
	id = jobs->runs ? job_text(jobs, i, JOB_JOB) : job_id(jobs, i);
	diag_add(u->faults, NULL, 0, "group", "job %s: %s%s%s",
	    text_quote(id, job), group.n > 0 ? text_quote(group, shown) :
	    "it has none,", " ", leaf == BUDGET_INNER ?
	    "has groups below it: name one of them" : "is in no budget");
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

static void
take(struct usage *u, const struct jobs *jobs, size_t i, struct slice id)
{
	const struct job *j = &jobs->job[i];
	int64_t from_s = u->o.now_s - u->o.window_s;
	struct usage_run r = { .operand = u->operand };
	int64_t leaf;

	if (job_number(jobs, i, JOB_MIN_RUNTIME) == 0)
		return;
	check_group(u, jobs, i);
	if ((leaf = usage_leaf(u, jobs, i)) == BUDGET_NONE)
		return;
	r.job = text_hash(id);
	r.leaf = (uint32_t)leaf;
	r.gpus_m = job_gpus_m(j);
	r.waits = job_waits(j);
	r.runs = j->state == JOB_RUNNING;
	r.ended = (j->has & JOB_BIT(JOB_ENDED)) != 0;
	r.created_s = (j->has & JOB_BIT(JOB_CREATED)) != 0 ? j->created_s :
	    job_number(jobs, i, JOB_STARTED);
	if ((j->has & JOB_BIT(JOB_STARTED)) != 0 && (r.runs || r.ended)) {
		r.started_s = job_number(jobs, i, JOB_STARTED);
		r.ended_s = r.ended ? num_min(u->o.now_s,
		    job_number(jobs, i, JOB_ENDED)) : u->o.now_s;
		r.protected_s = usage_protected_s(&u->o, jobs, i);
	} else if (r.waits)
		r.started_s = r.ended_s = u->o.now_s;
	else
		return;
	if (r.waits || r.runs || r.ended_s > from_s)
		keep(u, &r);
}

void
usage_add(struct usage *u, const struct jobs *jobs, size_t i)
{
	u->operand = true;
	take(u, jobs, i, job_id(jobs, i));
}

void
usage_batch(void *arg, const struct reader_batch *b)
{
	struct usage *u = arg;
	uint64_t had = u->faults->n;
	size_t i;

	jobrow_batch(&u->jobs, b);
	for (i = 0; had == u->faults->n && i < u->jobs.n; i++)
		take(u, &u->jobs, i, job_text(&u->jobs, i, JOB_JOB));
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
	}
}

/* A leaf's figures but for what was owed. */
static void
count_runs(struct usage *u)
{
	int64_t from_s = u->o.now_s - u->o.window_s, s;
	const struct usage_run *r;
	struct usage_group *g;

	free(u->group);
	u->group = mem_zero(u->budgets->n, sizeof(*u->group));
	for (r = u->run; r < u->run + u->n; r++) {
		g = &u->group[r->leaf];
		s = r->ended_s - num_max(r->started_s, from_s);
		if (s > 0)
			g->used = num_add_sat(g->used,
			    num_mul_sat(s, r->gpus_m));
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

/* The hours of the window: those of the clock, the first and last cut. */
struct hours {
	int64_t from_s, until_s;
	int64_t first;		/* number of the first hour */
	size_t n;
};

/* Adds gpus_m for the seconds of each hour that lie in [from, until). */
static void
spread(const struct hours *h, int64_t *area, int64_t from_s, int64_t until_s,
    int64_t gpus_m)
{
	int64_t end_s;
	size_t i;

	from_s = num_max(from_s, h->from_s);
	until_s = num_min(until_s, h->until_s);
	for (; from_s < until_s; from_s = end_s) {
		i = (size_t)(from_s / HOUR_S - h->first);
		end_s = num_min(until_s, (from_s / HOUR_S + 1) * HOUR_S);
		area[i] = num_add_sat(area[i],
		    num_mul_sat(end_s - from_s, gpus_m));
	}
}

static int
by_job(const void *a, const void *b)
{
	const struct usage_run *x = *(const struct usage_run *const *)a;
	const struct usage_run *y = *(const struct usage_run *const *)b;

	if (x->job != y->job)
		return x->job < y->job ? -1 : 1;
	return num_cmp(x->started_s, y->started_s);
}

/*
 * Spreads what jobs asked for.  A job's runs stand together, by their start;
 * between two of them, and before the first, it waited.
 */
static void
spread_asked(const struct usage *u, const struct hours *h, int64_t *asked)
{
	const struct usage_run **sorted = mem_array(u->n, sizeof(*sorted));
	int64_t from_s = 0;
	size_t i;

	for (i = 0; i < u->n; i++)
		sorted[i] = &u->run[i];
	qsort(sorted, u->n, sizeof(*sorted), by_job);
	for (i = 0; i < u->n; i++) {
		if (i == 0 || sorted[i]->job != sorted[i - 1]->job)
			from_s = sorted[i]->created_s;
		spread(h, asked + sorted[i]->leaf * h->n, from_s,
		    sorted[i]->waits || sorted[i]->runs ? u->o.now_s :
		    sorted[i]->ended_s, sorted[i]->gpus_m);
		from_s = sorted[i]->ended_s;
	}
	free(sorted);
}

/* What a leaf was owed in an hour and had of it. */
static void
owe_hour(struct usage_group *g, const struct budget *b, int64_t capacity,
    int64_t asked, int64_t used)
{
	int64_t owed = num_min(budget_part(b, capacity), asked);

	g->owed = num_add_sat(g->owed, owed);
	g->delivered = num_add_sat(g->delivered, num_min(owed, used));
}

void
usage_owe(struct usage *u, int64_t capacity_m)
{
	struct hours h = { .from_s = num_max(0, u->o.now_s - u->o.window_s),
		.until_s = u->o.now_s };
	const struct usage_run *r;
	int64_t *used, *asked, s;
	size_t leaf, i;

	h.first = h.from_s / HOUR_S;
	h.n = (size_t)((h.until_s + HOUR_S - 1) / HOUR_S - h.first + 1);
	used = mem_zero(u->budgets->n * h.n, sizeof(*used));
	asked = mem_zero(u->budgets->n * h.n, sizeof(*asked));
	for (r = u->run; r < u->run + u->n; r++)
		spread(&h, used + r->leaf * h.n, r->started_s, r->ended_s,
		    r->gpus_m);
	spread_asked(u, &h, asked);
	count_runs(u);
	for (leaf = 0; leaf < u->budgets->n; leaf++)
		for (i = 0; i < h.n; i++) {
			s = num_min(h.until_s, (h.first + (int64_t)i + 1) *
			    HOUR_S) - num_max(h.from_s,
			    (h.first + (int64_t)i) * HOUR_S);
			if (s > 0)
				owe_hour(&u->group[leaf],
				    &u->budgets->group[leaf],
				    num_mul_sat(capacity_m, s),
				    asked[leaf * h.n + i],
				    used[leaf * h.n + i]);
		}
	sum_up(u);
	free(used);
	free(asked);
}

bool
usage_span(const struct usage *u, size_t k, struct usage_span *out)
{
	const struct usage_run *r = &u->run[k];

	*out = (struct usage_span){ r->leaf, r->gpus_m, r->started_s,
		r->ended_s };
	return !r->runs && r->ended_s > r->started_s;
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
