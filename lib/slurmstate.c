#include "slurmstate.h"

#include "slurmword.h"

/* The reason of a job that nobody gave us to manage. */
static const char unmanaged[] = "unmanaged";

static bool
is_other(const struct slurmstate_view *v)
{
	return v->phase == SLURMSTATE_NO_MEMO && !v->adopt;
}

enum slurmstate_phase
slurmstate_phase(struct slice word)
{
	if (text_is(word, "pending"))
		return SLURMSTATE_PENDING;
	if (text_is(word, "inqueue"))
		return SLURMSTATE_INQUEUE;
	if (text_is(word, "held"))
		return SLURMSTATE_HELD;
	return SLURMSTATE_NO_PHASE;
}

static void
hold(struct slurmstate *out, const char *code, struct slice more)
{
	out->state = JOB_HELD;
	out->code = code;
	out->more = more;
}

/* Its owner held it, or it was stopped and held. */
static bool
held_by_user(struct slice reason)
{
	return text_is(reason, "JobHeldUser") ||
	    text_is(reason, "job_requeued_in_held_state") ||
	    text_is(reason, "job requeued in held state");
}

/* A job of priority 0. */
static void
decide_held(const struct slurmsaid *s, enum slurmstate_phase phase,
    struct slurmstate *out)
{
	switch (phase) {
	case SLURMSTATE_PENDING:
		out->state = JOB_PENDING;
		out->as_memo = true;
		return;
	case SLURMSTATE_HELD:
		hold(out, "held", text_slice(NULL, 0));
		out->as_memo = true;
		return;
	case SLURMSTATE_INQUEUE:
		/* Someone took back what was let in. */
		hold(out, "held", s->reason);
		return;
	case SLURMSTATE_NO_MEMO:
	case SLURMSTATE_NO_PHASE:
		if (held_by_user(s->reason))
			out->state = JOB_PENDING;
		else
			hold(out, "held", s->reason);
		return;
	}
}

/* A job that is not held. */
static void
decide_released(enum slurmstate_phase phase, struct slurmstate *out)
{
	out->state = JOB_INQUEUE;
	out->as_memo = phase == SLURMSTATE_INQUEUE;
	if (phase != SLURMSTATE_PENDING && phase != SLURMSTATE_HELD)
		return;
	/* Said, for the memo is to be set right. */
	out->changed = true;
	out->code = "released";
}

static void
decide_waiting(const struct slurmsaid *s, const struct slurmstate_view *v,
    struct slurmstate *out)
{
	bool delayed = v->preempted && v->phase == SLURMSTATE_PENDING;

	if (is_other(v))
		hold(out, unmanaged, s->reason);
	else if (v->bar != NULL)
		hold(out, v->bar, v->bar_more);
	else if (text_is(s->reason, "BadConstraints"))
		hold(out, "refused", s->reason);
	else if (text_is(s->reason, "Dependency") ||
	    text_is(s->reason, "DependencyNeverSatisfied"))
		hold(out, "dependency", s->dependency);
	else if (s->eligible_s > v->now_s && !delayed) {
		hold(out, "begins", text_slice(NULL, 0));
		out->begins_s = s->eligible_s;
	} else if (s->priority == 0)
		decide_held(s, v->phase, out);
	else
		decide_released(v->phase, out);
}

void
slurmstate_of(const struct slurmsaid *s, const struct slurmstate_view *v,
    struct slurmstate *out)
{
	static const struct slurmstate none = { .state = JOB_FAILED };
	const unsigned waits = SLURMWORD_WAITS | SLURMWORD_REQUEUED;

	*out = none;
	if ((s->states & SLURMWORD_RUNS) != 0) {
		out->state = JOB_RUNNING;
		if (is_other(v))
			out->code = unmanaged;
	} else if ((s->states & waits) != 0)
		decide_waiting(s, v, out);
	else if ((s->states & SLURMWORD_STOPPED) != 0)
		out->state = JOB_STOPPED;
	else if ((s->states & SLURMWORD_SUCCEEDED) != 0)
		out->state = JOB_SUCCEEDED;
}

void
slurmstate_reason(const struct slurmstate *st, struct buf *out)
{
	if (st->code == NULL)
		return;
	buf_str(out, st->code);
	if (st->begins_s > 0) {
		buf_char(out, ' ');
		buf_i64(out, st->begins_s);
	}
	if (!slurmword_none(st->more)) {
		buf_char(out, ' ');
		buf_add(out, st->more.p, st->more.n);
	}
}
