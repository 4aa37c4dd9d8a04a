#include "apply.h"

#include <stdlib.h>
#include <string.h>

#include "intern.h"
#include "kind.h"
#include "row.h"
#include "table.h"
#include "vec.h"

/*
 * What takes a job from one state (down) to another (across).  A cluster
 * places what it may start, so running is admitted; and what has ended stays.
 */
static const uint8_t verbs[JOB_STATES][JOB_STATES] = {
	[JOB_PENDING] = { APPLY_NOTE, APPLY_ADMIT, APPLY_ADMIT, APPLY_HOLD,
	    APPLY_NEVER, APPLY_NEVER, APPLY_STOP },
	[JOB_INQUEUE] = { APPLY_HOLD, APPLY_NOTE, APPLY_NOTE, APPLY_HOLD,
	    APPLY_NEVER, APPLY_NEVER, APPLY_STOP },
	[JOB_RUNNING] = { APPLY_PREEMPT, APPLY_NEVER, APPLY_NOTE,
	    APPLY_PREEMPT, APPLY_NEVER, APPLY_NEVER, APPLY_STOP },
	[JOB_HELD] = { APPLY_HOLD, APPLY_ADMIT, APPLY_ADMIT, APPLY_NOTE,
	    APPLY_NEVER, APPLY_NEVER, APPLY_STOP },
	[JOB_SUCCEEDED] = { APPLY_NEVER, APPLY_NEVER, APPLY_NEVER,
	    APPLY_NEVER, APPLY_NOTHING, APPLY_NEVER, APPLY_NEVER },
	[JOB_FAILED] = { APPLY_NEVER, APPLY_NEVER, APPLY_NEVER, APPLY_NEVER,
	    APPLY_NEVER, APPLY_NOTHING, APPLY_NEVER },
	[JOB_STOPPED] = { APPLY_NEVER, APPLY_NEVER, APPLY_NEVER, APPLY_NEVER,
	    APPLY_NEVER, APPLY_NEVER, APPLY_NOTHING }
};

/* The states that a memo's phase can say: the cluster knows what runs. */
static enum job_state
phase(enum job_state s)
{
	return s == JOB_RUNNING ? JOB_INQUEUE : s;
}

/* A column's value with its number, if it is one, written in one way. */
static struct slice
value_of(struct apply *a, const struct jobs *jobs, const struct cell *cell,
    enum job_column column)
{
	const struct kind_column *kc = &job_columns()->column[column];
	int at = table_find(&jobs->table, text_of(kc->name));
	struct slice s;
	int64_t v;

	if (at == -1)
		return text_slice(NULL, 0);
	s = row_value(&cell[at], &a->text);
	if (kc->kind == KIND_TEXT || kind_read(kc->kind, s, &v) != QUANT_OK)
		return text_slice(mem_arena_copy(&a->text, s.p, s.n), s.n);
	a->scratch.n = 0;
	buf_i64(&a->scratch, v);
	return text_slice(mem_arena_copy(&a->text, a->scratch.p,
	    a->scratch.n), a->scratch.n);
}

/* The memo of a record, as memo_fields(). */
static struct slice *
memo_of(struct apply *a, struct jobs *jobs, size_t row)
{
	size_t n, i;
	const struct memo_field *field = memo_fields(&n);
	struct slice *memo = mem_array(n, sizeof(*memo));

	a->cell = mem_resize(a->cell, jobs->table.columns + 1,
	    sizeof(*a->cell));
	table_get(&jobs->table, row, a->cell);
	for (i = 0; i < n; i++)
		memo[i] = field[i].column == JOB_STATE ?
		    text_of(job_state_name(phase(jobs->job[row].state))) :
		    value_of(a, jobs, a->cell, field[i].column);
	return memo;
}

/* Where a field stands in a memo. */
static size_t
place_of(enum job_column column)
{
	size_t n, i;
	const struct memo_field *field = memo_fields(&n);

	for (i = 0; field[i].column != column; i++)
		;
	return i;
}

static bool
same_memo(const struct slice *a, const struct slice *b)
{
	size_t n, i;

	memo_fields(&n);
	for (i = 0; i < n; i++)
		if (!text_eq(a[i], b[i]))
			return false;
	return true;
}

/* Where a record's fault is: `file` and `line` of diag_add. */
#define PLACE(jobs, i) \
	table_file(&(jobs)->table, (i)), \
	table_line_number(&(jobs)->table, (i))

/* Somebody let it in behind our back: its memo says so only once written. */
static bool
was_released(const struct jobs *was, size_t from)
{
	return text_is(job_text(was, from, JOB_REASON), "released");
}

/* Adds what a job needs, if it needs anything. */
static void
add_change(struct apply *a, struct jobs *was, size_t from, struct jobs *next,
    size_t to, enum apply_verb verb)
{
	struct slice *old = memo_of(a, was, from);
	struct slice *memo = memo_of(a, next, to);
	size_t since = place_of(JOB_SINCE);
	struct apply_change *c;

	/* For the cluster, one that was let in and would run is the same. */
	if (was->job[from].state == JOB_INQUEUE &&
	    next->job[to].state == JOB_RUNNING)
		memo[since] = old[since];
	if (verb == APPLY_NOTE && same_memo(old, memo) &&
	    !was_released(was, from)) {
		free(memo);
	} else {
		a->change = VEC_MORE(a->change, a->n, a->cap);
		c = &a->change[a->n++];
		c->verb = verb;
		c->id = job_id(next, to);
		c->memo = memo;
		c->preempted = memo[place_of(JOB_PREEMPTIONS)].n > 0 &&
		    !text_is(memo[place_of(JOB_PREEMPTIONS)], "0");
	}
	free(old);
}

static int
compare(struct apply *a, struct jobs *was, struct jobs *next, size_t to,
    const struct apply_target *target, struct diag_list *faults)
{
	const struct job *j = &next->job[to];
	struct slice id = job_id(next, to);
	int64_t from = intern_find(&was->id, id);
	char quoted[TEXT_QUOTE], reason[TEXT_QUOTE];
	enum apply_verb verb;
	size_t n;

	if (from == INTERN_NONE)
		return diag_add(faults, PLACE(next, to), "job",
		    "a job that the old records lack");
	verb = verbs[was->job[from].state][j->state];
	if (verb == APPLY_NEVER)
		return diag_add(faults, PLACE(next, to), "state",
		    "no command makes a %s job %s",
		    job_state_name(was->job[from].state),
		    job_state_name(j->state));
	if (verb == APPLY_NOTHING)
		return 0;
	if (!target->id_ok(id))
		return diag_add(faults, PLACE(next, to), "job", "%s is not %s",
		    text_quote(id, quoted), target->ids);
	n = a->n;
	add_change(a, was, (size_t)from, next, to, verb);
	if (a->n > n && job_unmanaged(was, (size_t)from))
		return diag_add(faults, PLACE(next, to), "state",
		    "job %s is not ours to change: it was %s",
		    text_quote(id, quoted), text_quote(job_text(was,
		    (size_t)from, JOB_REASON), reason));
	return 0;
}

/* When a verb's turn is; see apply.h. */
static int
turn_of(enum apply_verb verb)
{
	switch (verb) {
	case APPLY_NOTHING:
	case APPLY_NEVER:
	case APPLY_NOTE:
	case APPLY_HOLD:
		return 0;
	case APPLY_PREEMPT:
	case APPLY_STOP:
		return 1;
	case APPLY_ADMIT:
		return 2;
	}
	return 0;
}

/* Within one turn they stay as they came. */
static void
in_turns(struct apply *a)
{
	struct apply_change *sorted = mem_array(a->n + 1, sizeof(*sorted));
	size_t i, n = 0;
	int turn;

	for (turn = 0; turn <= 2; turn++)
		for (i = 0; i < a->n; i++)
			if (turn_of(a->change[i].verb) == turn)
				sorted[n++] = a->change[i];
	free(a->change);
	a->change = sorted;
}

int
apply_plan(struct apply *a, struct jobs *was, struct jobs *next,
    const struct apply_target *target, struct diag_list *faults)
{
	uint64_t had = faults->n;
	size_t i;

	for (i = 0; i < was->n; i++)
		if (intern_find(&next->id, job_id(was, i)) == INTERN_NONE)
			diag_add(faults, PLACE(was, i), "job",
			    "a job that the new records lack");
	for (i = 0; i < next->n; i++)
		compare(a, was, next, i, target, faults);
	if (faults->n > had)
		return -1;
	in_turns(a);
	return 0;
}

void
apply_free(struct apply *a)
{
	size_t i;

	for (i = 0; i < a->n; i++)
		free(a->change[i].memo);
	free(a->change);
	free(a->cell);
	mem_arena_free(&a->text);
	buf_free(&a->scratch);
	memset(a, 0, sizeof(*a));
}
