#include "operate.h"

#include <stdlib.h>

#include "mem.h"
#include "num.h"
#include "quant.h"
#include "state.h"

static const char *const verb_name[OPERATE_VERBS] = {
	[OPERATE_FRONT] = "front", [OPERATE_PRIORITY] = "priority",
	[OPERATE_HOLD] = "hold", [OPERATE_RELEASE] = "release",
	[OPERATE_STOP] = "stop"
};

int
operate_read(struct slice s, struct operate *o, struct diag *d)
{
	char shown[TEXT_QUOTE];
	struct slice verb, value = s;
	int64_t n;
	int i;

	text_cut(&value, '=', &verb);
	for (i = 0; i < OPERATE_VERBS; i++)
		if (text_is(verb, verb_name[i]) &&
		    (value.p != NULL) == (i == OPERATE_PRIORITY))
			break;
	if (i == OPERATE_VERBS)
		return diag_set(d, "%s is not front, priority=P, hold, "
		    "release or stop", text_quote(s, shown));
	o->verb = (enum operate_verb)i;
	o->priority = value;
	if (i == OPERATE_PRIORITY && job_priority(value, &n) == -1)
		return diag_set(d, "priority: %s is not high, medium, low or "
		    "a whole number", text_quote(value, shown));
	return 0;
}

uint32_t
operate_columns(const struct operate *o)
{
	switch (o->verb) {
	case OPERATE_FRONT:
		return JOB_BIT(JOB_TOP);
	case OPERATE_PRIORITY:
		return JOB_BIT(JOB_PRIORITY);
	case OPERATE_HOLD:
		return JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE);
	case OPERATE_RELEASE:
		return JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
		    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_REQUEUES);
	case OPERATE_STOP:
	case OPERATE_VERBS:
		break;
	}
	return JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) | JOB_BIT(JOB_ENDED) |
	    JOB_BIT(JOB_ATTAINED);
}

static bool
allowed(const struct job *j, enum operate_verb v)
{
	switch (v) {
	case OPERATE_FRONT:
	case OPERATE_PRIORITY:
		return job_waits(j) || j->state == JOB_HELD;
	case OPERATE_HOLD:
		return state_allows(j, STATE_HOLD);
	case OPERATE_RELEASE:
		return state_allows(j, STATE_RELEASE);
	case OPERATE_STOP:
		return state_allows(j, STATE_STOP);
	case OPERATE_VERBS:
		break;
	}
	return false;
}

/* The jobs' numbers; -1 with faults. */
static int
find_all(const struct jobs *s, enum operate_verb v, const struct slice *id,
    size_t n, size_t *out, struct diag_list *faults)
{
	bool *seen = mem_zero(s->n, sizeof(*seen));
	char shown[TEXT_QUOTE];
	int64_t at;
	size_t i;
	int ret = 0;

	for (i = 0; i < n; i++) {
		text_quote(id[i], shown);
		if ((at = intern_find(&s->id, id[i])) == INTERN_NONE) {
			ret = diag_add(faults, NULL, 0, NULL,
			    "there is no job %s", shown);
			continue;
		}
		if (seen[at])
			ret = diag_add(faults, NULL, 0, NULL,
			    "job %s is named twice", shown);
		else if (!allowed(&s->job[at], v))
			ret = diag_add(faults, table_file(&s->table,
			    (size_t)at), table_line_number(&s->table,
			    (size_t)at), "state",
			    "job %s is %s: no %s", shown, job_state_name(
			    (enum job_state)s->job[at].state), verb_name[v]);
		seen[at] = true;
		out[i] = (size_t)at;
	}
	free(seen);
	return ret;
}

/* Before the least that there is, so that the first given comes first. */
static int
to_front(struct jobs *s, const size_t *job, size_t n,
    struct diag_list *faults)
{
	int64_t least = 0;
	size_t i;

	for (i = 0; i < s->n; i++)
		if ((s->job[i].has & JOB_BIT(JOB_TOP)) != 0)
			least = num_min(least, job_number(s, i, JOB_TOP));
	/* The least of all is no number that records may hold. */
	if (num_add(least, -(int64_t)n, &least) == -1 || least == INT64_MIN)
		return diag_add(faults, NULL, 0, "top",
		    "there is no number left below the least");
	for (i = 0; i < n; i++)
		state_set(s, job[i], JOB_TOP, least + (int64_t)i);
	return 0;
}

int
operate_do(struct jobs *s, const struct operate *o, const struct slice *id,
    size_t n, int64_t now_s, struct diag_list *faults)
{
	static const enum state_change change[OPERATE_VERBS] = {
		[OPERATE_HOLD] = STATE_HOLD,
		[OPERATE_RELEASE] = STATE_RELEASE,
		[OPERATE_STOP] = STATE_STOP
	};
	const struct state_with with = { .now_s = now_s };
	size_t *job = mem_array(n, sizeof(*job)), i;
	int64_t priority = 0;
	int ret = find_all(s, o->verb, id, n, job, faults);

	if (ret == 0 && o->verb == OPERATE_FRONT)
		ret = to_front(s, job, n, faults);
	else if (ret == 0 && o->verb == OPERATE_PRIORITY) {
		job_priority(o->priority, &priority);
		for (i = 0; i < n; i++) {
			state_set(s, job[i], JOB_PRIORITY, priority);
			job_set_text(s, job[i], JOB_PRIORITY, o->priority);
		}
	} else if (ret == 0)
		for (i = 0; i < n; i++)
			state_apply(s, job[i], change[o->verb], &with);
	free(job);
	return ret;
}
