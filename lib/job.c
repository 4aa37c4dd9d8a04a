#include "job.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "row.h"
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
	[JOB_PRIORITY] = offsetof(struct job, priority),
	[JOB_CREATED] = offsetof(struct job, created_s),
	[JOB_QUEUED] = offsetof(struct job, queued_s),
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

/* Where a number of a job is, also if it is the first of its column. */
static int64_t *
number_of(struct jobs *s, struct job *j, enum job_column col)
{
	if (number_at[col] != 0)
		return (int64_t *)(void *)((char *)j + number_at[col]);
	if (s->number[col] == NULL)
		s->number[col] = mem_zero(s->cap, sizeof(**s->number));
	return &s->number[col][j - s->job];
}

void
job_init(struct jobs *s, bool need_created, struct diag_list *faults)
{
	memset(s, 0, sizeof(*s));
	s->need_created = need_created;
	s->faults = faults;
	intern_add(&s->same, text_slice(NULL, 0));
}

/* A record that is being read. */
struct record {
	struct jobs *s;
	struct job *j;
	const struct reader_batch *b;
	size_t i;		/* its number in the batch */
	ptrdiff_t moved;	/* from where it stands to where it is kept */
};

void
job_learn(void *arg, struct header *h)
{
	struct jobs *s = arg;
	int i;

	s->header = h;
	s->givens = 0;
	for (i = 0; i < JOB_COLUMNS; i++) {
		s->column[i] = header_find(h, text_of(job_column[i].name));
		if (s->column[i] != -1 && job_column[i].kind != KIND_TEXT)
			s->given[s->givens++] = (uint8_t)i;
	}
	table_columns(&s->table, h);
	if (h->form == CELL_JSON)
		return;
	if (s->column[JOB_JOB] == -1)
		header_lacks(h, h->line, "job", s->faults);
	if (s->need_created && s->column[JOB_CREATED] == -1)
		header_lacks(h, h->line, "created", s->faults);
}

/* A required column that is not there: told once where there is a header. */
static int
lacks(const struct record *r, const char *name)
{
	return r->s->header->form != CELL_JSON ? -1 : header_lacks(
	    r->s->header, reader_line(r->b, r->i), name, r->s->faults);
}

static int
fault(const struct record *r, enum job_column col, struct slice value,
    const char *why)
{
	char shown[TEXT_QUOTE];

	return diag_add(r->s->faults, r->b->header->file,
	    reader_line(r->b, r->i), job_column[col].name, "%s%s%s",
	    value.n > 0 ? text_quote(value, shown) : "",
	    value.n > 0 ? " " : "", why);
}

/* A column's value, in memory that stays. */
static inline struct slice
field(const struct record *r, enum job_column col)
{
	struct cell c;

	if (r->s->column[col] == -1)
		return text_slice(NULL, 0);
	c = reader_cell(r->b, r->i, (size_t)r->s->column[col]);
	if (cell_absent(&c))
		return text_slice(NULL, 0);
	c.p += r->moved;
	return row_value(&c, &r->s->text);
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

static int
read_number(const struct record *r, enum job_column col)
{
	struct slice v = field(r, col);
	enum quant_fault f;
	int64_t *out;

	if (v.n == 0)
		return 0;
	r->j->has |= JOB_BIT(col);
	out = number_of(r->s, r->j, col);
	if (col == JOB_PRIORITY && job_priority(v, out) == 0)
		return 0;
	if ((f = kind_read(job_column[col].kind, v, out)) == QUANT_OK)
		return 0;
	return fault(r, col, v, col == JOB_PRIORITY && f == QUANT_SYNTAX ?
	    "is not high, medium, low or a whole number" :
	    kind_why(job_column[col].kind, f));
}

/* A text that few jobs have. */
static void
read_text(const struct record *r, enum job_column col)
{
	struct slice v = field(r, col);

	if (v.n > 0)
		job_set_text(r->s, (size_t)(r->j - r->s->job), col, v);
}

static int
read_state(const struct record *r)
{
	struct slice v = field(r, JOB_STATE);
	int i;

	r->j->state = JOB_PENDING;
	if (v.n == 0)
		return 0;
	r->j->has |= JOB_BIT(JOB_STATE);
	for (i = 0; i < JOB_STATES; i++)
		if (text_is(v, state_name[i])) {
			r->j->state = (uint8_t)i;
			return 0;
		}
	return fault(r, JOB_STATE, v, "is not a state of a job");
}

static int
read_resumable(const struct record *r)
{
	struct slice v = field(r, JOB_RESUMABLE);

	r->j->resumable = v.n == 0 || text_is(v, "yes");
	return r->j->resumable || text_is(v, "no") ? 0 :
	    fault(r, JOB_RESUMABLE, v, "is not yes or no");
}

static uint32_t
class_number(struct jobs *s, const struct job_class *c)
{
	size_t at;

	/* A NUL stands in no value, so it parts them. */
	s->scratch.n = 0;
	buf_add(&s->scratch, c->model.p, c->model.n);
	buf_char(&s->scratch, '\0');
	buf_add(&s->scratch, c->pool.p, c->pool.n);
	buf_char(&s->scratch, '\0');
	buf_add(&s->scratch, c->selector.p, c->selector.n);
	at = intern_add(&s->class_key, text_slice(s->scratch.p,
	    s->scratch.n));
	if (at == s->classes) {
		s->class = VEC_MORE(s->class, s->classes, s->class_cap);
		s->class[s->classes++] = *c;
	}
	return (uint32_t)at;
}

/* The number of what the job names of gpu_model, pool and selector. */
static uint32_t
read_class(const struct record *r)
{
	struct jobs *s = r->s;
	const struct job_class c = { field(r, JOB_GPU_MODEL),
	    field(r, JOB_POOL), field(r, JOB_SELECTOR) };
	uint32_t *at = &s->recent[text_hash(c.model) % JOB_RECENT];
	const struct job_class *k = &s->class[*at];

	/* There are few, and most records name one that was just seen. */
	if (*at >= s->classes || !text_eq(c.model, k->model) ||
	    !text_eq(c.pool, k->pool) || !text_eq(c.selector, k->selector))
		*at = class_number(s, &c);
	return *at;
}

static int
read_texts(const struct record *r)
{
	struct job *j = r->j;
	struct jobs *s = r->s;
	struct slice queue = field(r, JOB_QUEUE), id = field(r, JOB_JOB);
	struct slice same = field(r, JOB_SAME);
	size_t had = s->id.n;

	read_text(r, JOB_GROUP);
	read_text(r, JOB_NODES);
	read_text(r, JOB_REASON);
	if (field(r, JOB_RESERVED).n > 0)
		j->has |= JOB_BIT(JOB_RESERVED);
	j->queue = (uint32_t)intern_add(&s->queue,
	    queue.n > 0 ? queue : text_of("default"));
	j->class = read_class(r);
	j->same = same.n > 0 ? (uint32_t)intern_add(&s->same, same) : 0;
	if (id.n == 0)
		return s->column[JOB_JOB] == -1 ? lacks(r, "job") :
		    fault(r, JOB_JOB, id, "is absent");
	if (intern_add_kept(&s->id, id) < had)
		return fault(r, JOB_JOB, id, "is there twice");
	return 0;
}

/* What holds where nothing is given. */
static int
complete(const struct record *r)
{
	struct job *j = r->j;

	if ((j->has & JOB_BIT(JOB_PRIORITY)) == 0)
		j->priority = 200;
	if ((j->has & JOB_BIT(JOB_INSTANCES)) == 0)
		j->instances = 1;
	if ((j->has & JOB_BIT(JOB_QUEUED)) == 0)
		j->queued_s = j->created_s;
	if (j->instances < 1)
		return fault(r, JOB_INSTANCES, text_of("0"), "is under 1");
	if (!r->s->need_created || (j->has & JOB_BIT(JOB_CREATED)) != 0)
		return 0;
	return r->s->column[JOB_CREATED] == -1 ? lacks(r, "created") :
	    fault(r, JOB_CREATED, text_slice(NULL, 0), "is absent");
}

/* A column for another number of jobs, those that are new without it. */
static void *
lengthen(void *p, size_t had, size_t cap, size_t size)
{
	if (p == NULL)
		return NULL;
	p = mem_resize(p, cap, size);
	memset((char *)p + had * size, 0, (cap - had) * size);
	return p;
}

/* Makes room for n more jobs, and after them for `left` more. */
static void
expect(struct jobs *s, size_t n, size_t left)
{
	size_t had = s->cap;
	int col;

	s->job = vec_expect(s->job, &s->cap, s->n + n, left,
	    sizeof(*s->job));
	for (col = 0; s->cap > had && col < JOB_COLUMNS; col++) {
		s->number[col] = lengthen(s->number[col], had, s->cap,
		    sizeof(**s->number));
		s->text_of[col] = lengthen(s->text_of[col], had, s->cap,
		    sizeof(**s->text_of));
	}
}

void
job_batch(void *arg, const struct reader_batch *b)
{
	struct jobs *s = arg;
	struct record r = { .s = s, .b = b };
	int k, bad;

	table_batch(&s->table, b);
	if (b->left > s->id.cap)
		intern_expect(&s->id, b->left);
	for (r.i = 0; s->column[JOB_JOB] != -1 && r.i < b->n; r.i++) {
		struct cell c = reader_cell(b, r.i,
		    (size_t)s->column[JOB_JOB]);

		intern_ahead(&s->id, cell_raw(&c));
	}
	expect(s, b->n, b->left);
	for (r.i = 0; r.i < b->n; r.i++) {
		r.moved = s->table.row[s->n].p - reader_text(b, r.i).p;
		r.j = &s->job[s->n++];
		memset(r.j, 0, sizeof(*r.j));
		bad = read_texts(&r);
		for (k = 0; k < s->givens; k++)
			bad |= read_number(&r, (enum job_column)s->given[k]);
		bad |= read_state(&r);
		bad |= read_resumable(&r);
		if (!bad)
			complete(&r);
	}
}

int64_t
job_number(const struct jobs *s, size_t i, enum job_column col)
{
	const struct job *j = &s->job[i];

	if (number_at[col] != 0)
		return *(const int64_t *)(const void *)
		    ((const char *)j + number_at[col]);
	if (col == JOB_SINCE && (j->has & JOB_BIT(JOB_SINCE)) == 0)
		return j->created_s;
	return s->number[col] != NULL ? s->number[col][i] : 0;
}

void
job_set_number(struct jobs *s, size_t i, enum job_column col, int64_t v)
{
	*number_of(s, &s->job[i], col) = v;
}

void
job_set_text(struct jobs *s, size_t i, enum job_column col, struct slice v)
{
	if (s->text_of[col] == NULL)
		s->text_of[col] = mem_zero(s->cap, sizeof(**s->text_of));
	s->text_of[col][i] = v;
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
		free(s->number[col]);
		free(s->text_of[col]);
	}
	free(s->job);
	intern_free(&s->id);
	intern_free(&s->queue);
	intern_free(&s->same);
	intern_free(&s->class_key);
	free(s->class);
	table_free(&s->table);
	mem_arena_free(&s->text);
	buf_free(&s->scratch);
}
