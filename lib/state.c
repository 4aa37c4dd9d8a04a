#include "state.h"

#include <stdlib.h>

#include "num.h"
#include "row.h"
#include "when.h"

#define FROM(state) (1U << (state))

static const struct state_row rows[STATE_CHANGES] = {
	[STATE_ENQUEUE] = { "enqueue", FROM(JOB_PENDING), JOB_INQUEUE,
	    STATE_SETS_SINCE | STATE_CLEARS_NOT_BEFORE },
	[STATE_DISPLACE] = { "displace", FROM(JOB_INQUEUE), JOB_PENDING,
	    STATE_SETS_SINCE },
	[STATE_START] = { "start", FROM(JOB_PENDING) | FROM(JOB_INQUEUE),
	    JOB_RUNNING, STATE_SETS_SINCE | STATE_SETS_STARTED |
	    STATE_SETS_NODES | STATE_CLEARS_ENDED | STATE_CLEARS_NOT_BEFORE |
	    STATE_CLEARS_REASON | STATE_CLEARS_RESERVED },
	[STATE_TIMEOUT] = { "timeout", FROM(JOB_INQUEUE), JOB_PENDING,
	    STATE_SETS_SINCE | STATE_SETS_NOT_BEFORE | STATE_COUNTS_REQUEUE |
	    STATE_SETS_REASON },
	[STATE_GIVE_UP] = { "give up", FROM(JOB_INQUEUE), JOB_HELD,
	    STATE_SETS_SINCE | STATE_SETS_NOT_BEFORE | STATE_COUNTS_REQUEUE |
	    STATE_SETS_REASON },
	[STATE_PREEMPT] = { "preempt", FROM(JOB_RUNNING), JOB_PENDING,
	    STATE_SETS_SINCE | STATE_ENDS_RUN | STATE_COUNTS_PREEMPTION |
	    STATE_SETS_REASON },
	[STATE_HOLD] = { "hold", FROM(JOB_PENDING) | FROM(JOB_INQUEUE),
	    JOB_HELD, STATE_SETS_SINCE },
	[STATE_RELEASE] = { "release", FROM(JOB_HELD), JOB_PENDING,
	    STATE_SETS_SINCE | STATE_CLEARS_REQUEUES |
	    STATE_CLEARS_NOT_BEFORE },
	[STATE_FINISH] = { "finish", FROM(JOB_RUNNING), JOB_SUCCEEDED,
	    STATE_SETS_SINCE | STATE_ENDS_RUN },
	[STATE_STOP] = { "stop", FROM(JOB_PENDING) | FROM(JOB_INQUEUE) |
	    FROM(JOB_RUNNING) | FROM(JOB_HELD), JOB_STOPPED,
	    STATE_SETS_SINCE | STATE_ENDS_RUN },
	[STATE_RESERVE] = { "reserve", FROM(JOB_PENDING) | FROM(JOB_INQUEUE),
	    JOB_PENDING, STATE_SETS_RESERVED | STATE_KEEPS_STATE }
};

const struct state_row *
state_row(enum state_change c)
{
	return &rows[c];
}

bool
state_allows(const struct job *j, enum state_change c)
{
	return (rows[c].from & 1U << j->state) != 0;
}

void
state_set(struct jobs *s, size_t i, enum job_column col, int64_t v)
{
	job_set_number(s, i, col, v);
	s->job[i].has |= JOB_BIT(col);
	s->job[i].dirty |= JOB_BIT(col);
}

void
state_clear(struct jobs *s, size_t i, enum job_column col)
{
	struct job *j = &s->job[i];

	if ((j->has & JOB_BIT(col)) == 0)
		return;
	if (job_columns()->column[col].kind != KIND_TEXT)
		job_set_number(s, i, col, 0);
	else if (s->text_of[col] != NULL)
		s->text_of[col][i] = text_slice(NULL, 0);
	j->has &= ~JOB_BIT(col);
	j->dirty |= JOB_BIT(col);
}

void
state_reason_kept(struct jobs *s, size_t i, struct slice reason)
{
	if (text_eq(job_text(s, i, JOB_REASON), reason))
		return;
	job_set_text(s, i, JOB_REASON, reason);
	s->job[i].dirty |= JOB_BIT(JOB_REASON);
}

void
state_reason(struct jobs *s, size_t i, struct slice reason)
{
	if (!text_eq(job_text(s, i, JOB_REASON), reason))
		state_reason_kept(s, i, text_slice(mem_arena_copy(&s->text,
		    reason.p, reason.n), reason.n));
}

/* What a change clears. */
static void
clear(struct jobs *s, size_t i, unsigned sets)
{
	if ((sets & STATE_CLEARS_NOT_BEFORE) != 0)
		state_clear(s, i, JOB_NOT_BEFORE);
	if ((sets & STATE_CLEARS_ENDED) != 0)
		state_clear(s, i, JOB_ENDED);
	if ((sets & STATE_CLEARS_RESERVED) != 0)
		state_clear(s, i, JOB_RESERVED);
	if ((sets & STATE_CLEARS_REASON) != 0)
		state_reason(s, i, text_slice(NULL, 0));
	if ((sets & STATE_CLEARS_REQUEUES) != 0 &&
	    job_number(s, i, JOB_REQUEUES) != 0)
		state_set(s, i, JOB_REQUEUES, 0);
}

static void
end_run(struct jobs *s, size_t i, int64_t now_s)
{
	int64_t run = now_s - job_number(s, i, JOB_STARTED);

	state_set(s, i, JOB_ENDED, now_s);
	if ((s->job[i].has & JOB_BIT(JOB_STARTED)) != 0 && run > 0)
		state_set(s, i, JOB_ATTAINED, num_add_sat(
		    job_number(s, i, JOB_ATTAINED), run));
}

/* An empty value is a reservation that was dropped. */
static void
set_reserved(struct jobs *s, size_t i, struct slice v)
{
	state_clear(s, i, JOB_RESERVED);
	if (v.n == 0)
		return;
	job_set_text(s, i, JOB_RESERVED,
	    text_slice(mem_arena_copy(&s->text, v.p, v.n), v.n));
	s->job[i].has |= JOB_BIT(JOB_RESERVED);
	s->job[i].dirty |= JOB_BIT(JOB_RESERVED);
}

int
state_apply(struct jobs *s, size_t i, enum state_change c,
    const struct state_with *with)
{
	struct job *j = &s->job[i];
	unsigned sets = rows[c].sets;
	enum job_state to = rows[c].to;

	if (!state_allows(j, c))
		return -1;
	if (c == STATE_PREEMPT && !j->resumable)
		to = JOB_STOPPED;
	if ((sets & STATE_ENDS_RUN) != 0 && j->state == JOB_RUNNING)
		end_run(s, i, with->now_s);
	if ((sets & STATE_SETS_SINCE) != 0)
		state_set(s, i, JOB_SINCE, with->now_s);
	if ((sets & STATE_SETS_STARTED) != 0)
		state_set(s, i, JOB_STARTED, with->now_s);
	if ((sets & STATE_SETS_NOT_BEFORE) != 0)
		state_set(s, i, JOB_NOT_BEFORE, with->not_before_s);
	if ((sets & STATE_COUNTS_REQUEUE) != 0)
		state_set(s, i, JOB_REQUEUES, num_add_sat(
		    job_number(s, i, JOB_REQUEUES), 1));
	if ((sets & STATE_COUNTS_PREEMPTION) != 0)
		state_set(s, i, JOB_PREEMPTIONS, num_add_sat(
		    job_number(s, i, JOB_PREEMPTIONS), 1));
	clear(s, i, sets);
	if ((sets & STATE_SETS_REASON) != 0)
		state_reason(s, i, with->reason);
	if ((sets & STATE_SETS_RESERVED) != 0)
		set_reserved(s, i, with->reserved);
	if ((sets & STATE_SETS_NODES) != 0) {
		job_set_text(s, i, JOB_NODES, with->kept ? with->nodes :
		    text_slice(mem_arena_copy(&s->text, with->nodes.p,
		    with->nodes.n), with->nodes.n));
		j->dirty |= JOB_BIT(JOB_NODES);
	}
	if ((sets & STATE_KEEPS_STATE) == 0) {
		j->state = (uint8_t)to;
		j->dirty |= JOB_BIT(JOB_STATE);
	}
	return 0;
}

/* The style of a record's times, from its `created`. */
static struct when_style
style_of(struct jobs *s, size_t i, int created, struct cell *cell)
{
	struct when_style st = { false, false, 0 };
	int64_t t;

	if (created == -1 || !s->dated)
		return st;
	table_get(&s->table, i, cell);
	when_time(row_text(&cell[created], &s->text), &t, &st);
	return st;
}

void
state_put_time(struct jobs *s, size_t i, struct buf *b, int64_t t)
{
	struct cell *cell = mem_zero(s->table.columns + 1, sizeof(*cell));
	struct when_style st = style_of(s, i, table_find(&s->table,
	    text_of("created")), cell);

	when_put_time(b, t, &st);
	free(cell);
}

/* Puts a column as it is now into the table; absent is empty. */
static void
store(struct jobs *s, size_t i, enum job_column col, size_t out,
    const struct when_style *st)
{
	const enum kind kind = job_columns()->column[col].kind;
	struct slice text = job_text(s, i, col);

	if (col == JOB_STATE)
		text = text_of(job_state_name(
		    (enum job_state)s->job[i].state));
	if (text.n > 0 || kind == KIND_TEXT) {
		/* It is kept with the jobs, and shared by many. */
		table_set_kept(&s->table, i, out, text);
		return;
	}
	s->scratch.n = 0;
	if ((s->job[i].has & JOB_BIT(col)) == 0)
		;
	else if (kind == KIND_TIME)
		when_put_time(&s->scratch, job_number(s, i, col), st);
	else
		kind_put(&s->scratch, kind, job_number(s, i, col));
	table_set(&s->table, i, out, text_slice(s->scratch.p,
	    s->scratch.n));
}

/*
 * Adds a column to the table, if it is not there.  A text's values then need
 * not be set one by one: the jobs' are lent, and its bit is returned.
 */
static uint32_t
add_column(struct jobs *s, enum job_column col, size_t *out)
{
	const char *name = job_columns()->column[col].name;
	bool is_new = table_find(&s->table, text_of(name)) == -1;

	*out = table_add(&s->table, name);
	if (!is_new || s->text_of[col] == NULL)
		return 0;
	table_lend(&s->table, *out, s->text_of[col]);
	return JOB_BIT(col);
}

void
state_store_begin(struct jobs *s, uint32_t own, struct state_sink *k)
{
	int col;

	k->own = own;
	k->lent = 0;
	k->created = table_find(&s->table, text_of("created"));
	for (col = 0; col < JOB_COLUMNS; col++)
		if ((own & JOB_BIT(col)) != 0)
			k->lent |= add_column(s, (enum job_column)col,
			    &k->out[col]);
	k->cell = mem_zero(s->table.columns + 1, sizeof(*k->cell));
}

void
state_store_one(struct jobs *s, const struct state_sink *k, size_t i)
{
	const uint32_t times = JOB_BIT(JOB_SINCE) | JOB_BIT(JOB_NOT_BEFORE) |
	    JOB_BIT(JOB_QUEUED) | JOB_BIT(JOB_STARTED) | JOB_BIT(JOB_ENDED);
	uint32_t set = s->job[i].dirty & k->own & ~k->lent;
	struct when_style st = { false, false, 0 };
	int col;

	s->job[i].dirty &= ~k->own;
	if ((set & times) != 0)
		st = style_of(s, i, k->created, k->cell);
	for (; set != 0; set &= set - 1) {
		col = __builtin_ctz(set);
		store(s, i, (enum job_column)col, k->out[col], &st);
	}
}

void
state_store_end(struct state_sink *k)
{
	free(k->cell);
}

void
state_store(struct jobs *s, uint32_t own)
{
	struct state_sink k;
	size_t i;

	state_store_begin(s, own, &k);
	for (i = 0; i < s->n; i++)
		state_store_one(s, &k, i);
	state_store_end(&k);
}
