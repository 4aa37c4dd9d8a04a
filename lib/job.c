#include "job.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "vec.h"

static const struct kind_column job_column[JOB_COLUMNS] = {
	[JOB_JOB] = { "job", KIND_TEXT },
	[JOB_QUEUE] = { "queue", KIND_TEXT },
	[JOB_GROUP] = { "group", KIND_TEXT },
	[JOB_KIND] = { "kind", KIND_TEXT },
	[JOB_PRIORITY] = { "priority", KIND_SIGNED },
	[JOB_CREATED] = { "created", KIND_TIME },
	[JOB_STATE] = { "state", KIND_TEXT },
	[JOB_SINCE] = { "since", KIND_TIME },
	[JOB_NOT_BEFORE] = { "not_before", KIND_TIME },
	[JOB_REQUEUES] = { "requeues", KIND_INT },
	[JOB_PREEMPTIONS] = { "preemptions", KIND_INT },
	[JOB_QUEUED] = { "queued", KIND_TIME },
	[JOB_TOP] = { "top", KIND_SIGNED },
	[JOB_INSTANCES] = { "instances", KIND_INT },
	[JOB_GPU] = { "gpu", KIND_COUNT },
	[JOB_CPU] = { "cpu", KIND_COUNT },
	[JOB_MEM] = { "mem", KIND_MEM },
	[JOB_GPU_MODEL] = { "gpu_model", KIND_TEXT },
	[JOB_POOL] = { "pool", KIND_TEXT },
	[JOB_SELECTOR] = { "selector", KIND_TEXT },
	[JOB_SAME] = { "same", KIND_TEXT },
	[JOB_NODES] = { "nodes", KIND_TEXT },
	[JOB_MIN_RUNTIME] = { "min_runtime", KIND_DURATION },
	[JOB_RESUMABLE] = { "resumable", KIND_TEXT },
	[JOB_TIME_LIMIT] = { "time_limit", KIND_DURATION },
	[JOB_RUNTIME] = { "runtime", KIND_DURATION },
	[JOB_STARTED] = { "started", KIND_TIME },
	[JOB_ENDED] = { "ended", KIND_TIME },
	[JOB_ATTAINED] = { "attained", KIND_DURATION },
	[JOB_RESERVED] = { "reserved", KIND_TEXT },
	[JOB_REASON] = { "reason", KIND_TEXT }
};

/* Where a number stands in a struct job; 0: in a column of its own. */
static const size_t number_at[JOB_COLUMNS] = {
	[JOB_CREATED] = offsetof(struct job, created_s),
	[JOB_INSTANCES] = offsetof(struct job, instances),
	[JOB_GPU] = offsetof(struct job, ask.of[RES_GPU]),
	[JOB_CPU] = offsetof(struct job, ask.of[RES_CPU]),
	[JOB_MEM] = offsetof(struct job, ask.of[RES_MEM])
};

static const char *const state_name[JOB_STATES] = {
	[JOB_PENDING] = "pending", [JOB_INQUEUE] = "inqueue",
	[JOB_RUNNING] = "running", [JOB_HELD] = "held",
	[JOB_SUCCEEDED] = "succeeded", [JOB_FAILED] = "failed",
	[JOB_STOPPED] = "stopped"
};

static const struct kind_set job_set = { job_column, JOB_COLUMNS };

const struct kind_set *
job_columns(void)
{
	return &job_set;
}

const char *
job_state_name(enum job_state s)
{
	return state_name[s];
}

void
job_init(struct jobs *s, bool need_created, struct diag_list *faults)
{
	memset(s, 0, sizeof(*s));
	s->need_created = need_created;
	s->faults = faults;
	intern_add(&s->same, text_slice(NULL, 0));
}

/* Makes the columns as long as the jobs may be, which were fewer or more. */
static void
fit_columns(struct jobs *s, size_t had)
{
	int col;

	for (col = 0; col < JOB_COLUMNS; col++) {
		column_resize(&s->number[col], had, s->cap);
		if (s->text_of[col] == NULL)
			continue;
		s->text_of[col] = mem_resize(s->text_of[col], s->cap,
		    sizeof(**s->text_of));
		if (s->cap > had)
			memset(s->text_of[col] + had, 0, (s->cap - had) *
			    sizeof(**s->text_of));
	}
}

void
job_expect(struct jobs *s, size_t n, size_t left)
{
	const size_t had = s->cap;

	s->job = vec_expect(s->job, &s->cap, s->n + n, left,
	    sizeof(*s->job));
	if (s->cap > had)
		fit_columns(s, had);
}

void
job_settle(struct jobs *s)
{
	const size_t had = s->cap;

	intern_settle(&s->id);
	if (s->n == 0)
		return;
	s->cap = s->n;
	s->job = mem_resize(s->job, s->cap, sizeof(*s->job));
	fit_columns(s, had);
}

void
job_clear(struct jobs *s)
{
	int col;

	for (col = 0; col < JOB_COLUMNS; col++) {
		column_clear(&s->number[col], s->n);
		if (s->text_of[col] != NULL)
			memset(s->text_of[col], 0, s->n *
			    sizeof(**s->text_of));
	}
	s->n = 0;
	mem_arena_free(&s->text);
}

int
job_priority(struct slice v, int64_t *out)
{
	static const char *const word[] = { "low", "medium", "high" };
	int i;

	if (quant_signed(v, out) == QUANT_OK)
		return 0;
	for (i = 0; i < 3; i++)
		if (text_is(v, word[i])) {
			*out = 100 * (i + 1);
			return 0;
		}
	return -1;
}

int64_t
job_number(const struct jobs *s, size_t i, enum job_column col)
{
	const struct job *j = &s->job[i];

	if (number_at[col] != 0)
		return *(const int64_t *)(const void *)
		    ((const char *)j + number_at[col]);
	if ((j->has & JOB_BIT(col)) == 0) {
		if (col == JOB_SINCE || col == JOB_QUEUED)
			return j->created_s;
		if (col == JOB_PRIORITY)
			return JOB_MEDIUM;
	}
	return column_get(&s->number[col], i);
}

void
job_set_number(struct jobs *s, size_t i, enum job_column col, int64_t v)
{
	if (number_at[col] != 0) {
		*(int64_t *)(void *)((char *)&s->job[i] + number_at[col]) = v;
		return;
	}
	column_set(&s->number[col], i, v, s->cap);
	s->beside |= JOB_BIT(col);
}

/* Whether few jobs have the same text there, so that it is kept as a number. */
static bool
is_name(const struct jobs *s, enum job_column col)
{
	return !s->runs && (col == JOB_GROUP || col == JOB_KIND);
}

struct slice
job_text(const struct jobs *s, size_t i, enum job_column col)
{
	int64_t name;

	if (s->text_of[col] != NULL)
		return s->text_of[col][i];
	if (!is_name(s, col))
		return text_slice(NULL, 0);
	name = column_get(&s->number[col], i);
	return name > 0 ? s->name.name[name - 1] : text_slice(NULL, 0);
}

void
job_set_text(struct jobs *s, size_t i, enum job_column col, struct slice v)
{
	s->beside |= JOB_BIT(col);
	if (is_name(s, col)) {
		column_set(&s->number[col], i, v.n == 0 ? 0 :
		    (int64_t)intern_add(&s->name, v) + 1, s->cap);
		return;
	}
	if (s->text_of[col] == NULL)
		s->text_of[col] = mem_zero(s->cap, sizeof(**s->text_of));
	s->text_of[col][i] = v;
}

void
job_copy_columns(struct jobs *s, size_t to, const struct jobs *others,
    size_t from)
{
	uint32_t left;
	int col;

	s->beside |= others->beside;
	for (left = s->beside; left != 0; left &= left - 1) {
		col = __builtin_ctz(left);
		column_set(&s->number[col], to, column_get(
		    &others->number[col], from), s->cap);
		if (others->text_of[col] != NULL)
			job_set_text(s, to, (enum job_column)col,
			    others->text_of[col][from]);
		else if (s->text_of[col] != NULL)
			s->text_of[col][to] = text_slice(NULL, 0);
	}
}

bool
job_unmanaged(const struct jobs *s, size_t i)
{
	static const char *const word[] = {
		"unmanaged", "features", "gpu-types", "het-job",
		"dependency", "begins", "refused"
	};
	struct slice rest = job_text(s, i, JOB_REASON), first;
	size_t k;

	text_cut(&rest, ' ', &first);
	for (k = 0; k < sizeof(word) / sizeof(word[0]); k++)
		if (text_is(first, word[k]))
			return true;
	return false;
}

int64_t
job_gpus_m(const struct job *j)
{
	return num_mul_sat(j->instances, j->ask.of[RES_GPU]);
}

void
job_free(struct jobs *s)
{
	int col;

	for (col = 0; col < JOB_COLUMNS; col++) {
		column_free(&s->number[col]);
		free(s->text_of[col]);
	}
	free(s->job);
	intern_free(&s->id);
	intern_free(&s->queue);
	intern_free(&s->same);
	intern_free(&s->name);
	intern_free(&s->class_key);
	free(s->class);
	table_free(&s->table);
	mem_arena_free(&s->text);
	buf_free(&s->scratch);
}
