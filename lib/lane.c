#include "lane.h"

#include <string.h>

#include "kind.h"
#include "num.h"
#include "quant.h"

enum {
	LANE_GPUS, LANE_INSTANCES, LANE_MIN_RUNTIME, LANE_TIME_LIMIT,
	LANE_PRIORITY, LANE_KIND, LANE_QUEUE, LANE_GROUP, LANE_FIELDS
};

enum { LANE_LE, LANE_GE, LANE_LT, LANE_GT, LANE_EQ, LANE_OPS };

static const struct {
	const char *name;
	enum kind kind;
} field[LANE_FIELDS] = {
	[LANE_GPUS] = { "gpus", KIND_COUNT },
	[LANE_INSTANCES] = { "instances", KIND_INT },
	[LANE_MIN_RUNTIME] = { "min_runtime", KIND_DURATION },
	[LANE_TIME_LIMIT] = { "time_limit", KIND_DURATION },
	[LANE_PRIORITY] = { "priority", KIND_SIGNED },
	[LANE_KIND] = { "kind", KIND_TEXT },
	[LANE_QUEUE] = { "queue", KIND_TEXT },
	[LANE_GROUP] = { "group", KIND_TEXT }
};

/* Two signs before one, so that <= is not taken for <. */
static const char *const op[LANE_OPS] = {
	[LANE_LE] = "<=", [LANE_GE] = ">=", [LANE_LT] = "<", [LANE_GT] = ">",
	[LANE_EQ] = "="
};

/* Where the test's sign stands, and which it is; -1: there is none. */
static int
find_op(struct slice s, size_t *at)
{
	size_t i;
	int o;

	for (i = 0; i < s.n; i++)
		for (o = 0; o < LANE_OPS; o++)
			if (s.n - i >= strlen(op[o]) && memcmp(s.p + i,
			    op[o], strlen(op[o])) == 0) {
				*at = i;
				return o;
			}
	return -1;
}

static struct slice
trim(struct slice s)
{
	while (s.n > 0 && s.p[0] == ' ')
		s = text_slice(s.p + 1, s.n - 1);
	while (s.n > 0 && s.p[s.n - 1] == ' ')
		s.n--;
	return s;
}

static int
read_value(struct lane_test *t, struct slice v, struct diag *d)
{
	char shown[TEXT_QUOTE];
	enum quant_fault f;

	t->text = v;
	if (field[t->field].kind == KIND_TEXT)
		return t->op == LANE_EQ && v.n > 0 ? 0 :
		    diag_set(d, "%s takes = and a name",
		    field[t->field].name);
	if (t->field == LANE_PRIORITY && job_priority(v, &t->number) == 0)
		return 0;
	if ((f = kind_read(field[t->field].kind, v, &t->number)) != QUANT_OK)
		return diag_set(d, "%s: %s %s", field[t->field].name,
		    text_quote(v, shown), kind_why(field[t->field].kind, f));
	return 0;
}

static int
read_test(struct slice s, struct lane_test *t, struct diag *d)
{
	char shown[TEXT_QUOTE];
	struct slice name;
	size_t at = 0;

	if ((t->op = find_op(s, &at)) == -1)
		return diag_set(d, "%s is no test: FIELD<=VALUE",
		    text_quote(s, shown));
	name = trim(text_slice(s.p, at));
	for (t->field = 0; t->field < LANE_FIELDS; t->field++)
		if (text_is(name, field[t->field].name))
			break;
	if (t->field == LANE_FIELDS)
		return diag_set(d, "%s is no field of a rule",
		    text_quote(name, shown));
	at += strlen(op[t->op]);
	return read_value(t, trim(text_slice(s.p + at, s.n - at)), d);
}

int
lane_read(struct slice rule, struct lane *l, struct diag *d)
{
	struct slice part;

	l->n = 0;
	while (text_cut(&rule, ',', &part)) {
		if (l->n == LANE_TESTS)
			return diag_set(d, "more than %d tests", LANE_TESTS);
		if (read_test(trim(part), &l->test[l->n], d) == -1)
			return -1;
		l->n++;
	}
	return 0;
}

static int64_t
number(const struct jobs *jobs, size_t i, int f)
{
	switch (f) {
	case LANE_GPUS:
		return job_gpus_m(&jobs->job[i]);
	case LANE_INSTANCES:
		return jobs->job[i].instances;
	case LANE_MIN_RUNTIME:
		return job_number(jobs, i, JOB_MIN_RUNTIME);
	case LANE_TIME_LIMIT:
		/* One without a limit has the longest. */
		return (jobs->job[i].has & JOB_BIT(JOB_TIME_LIMIT)) != 0 ?
		    job_number(jobs, i, JOB_TIME_LIMIT) : INT64_MAX;
	default:
		return job_number(jobs, i, JOB_PRIORITY);
	}
}

static bool
passes(const struct lane_test *t, const struct jobs *jobs, size_t i)
{
	int c;

	switch (t->field) {
	case LANE_KIND:
		return text_eq(job_text(jobs, i, JOB_KIND), t->text);
	case LANE_GROUP:
		return text_eq(job_text(jobs, i, JOB_GROUP), t->text);
	case LANE_QUEUE:
		return text_eq(jobs->queue.name[jobs->job[i].queue], t->text);
	}
	c = num_cmp(number(jobs, i, t->field), t->number);
	switch (t->op) {
	case LANE_LE:
		return c <= 0;
	case LANE_GE:
		return c >= 0;
	case LANE_LT:
		return c < 0;
	case LANE_GT:
		return c > 0;
	default:
		return c == 0;
	}
}

bool
lane_has(const struct lane *l, const struct jobs *jobs, size_t i)
{
	int t;

	if (l->n == 0 || job_number(jobs, i, JOB_MIN_RUNTIME) == 0)
		return false;
	for (t = 0; t < l->n; t++)
		if (!passes(&l->test[t], jobs, i))
			return false;
	return true;
}
