#include "jobrow.h"

#include <string.h>

#include "row.h"
#include "vec.h"

/* A record that is being read. */
struct record {
	struct jobs *s;
	struct job *j;
	const struct reader_batch *b;
	const struct kind_column *column;	/* what columns hold */
	size_t i;		/* its number in the batch */
	const char *stood;	/* its line in the batch */
	const char *kept;	/* and as the table has it */
};

void
jobrow_learn(void *arg, struct header *h)
{
	const struct kind_column *column = job_columns()->column;
	struct jobs *s = arg;
	int i;

	s->header = h;
	s->givens = 0;
	for (i = 0; i < JOB_COLUMNS; i++) {
		s->column[i] = header_find(h, text_of(column[i].name));
		if (s->column[i] != -1 && column[i].kind != KIND_TEXT)
			s->given[s->givens++] = (uint8_t)i;
	}
	if (!s->runs)
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
	    reader_line(r->b, r->i), r->column[col].name, "%s%s%s",
	    value.n > 0 ? text_quote(value, shown) : "",
	    value.n > 0 ? " " : "", why);
}

/* A field's value, in memory that stays. */
static struct slice
value(const struct record *r, size_t at)
{
	struct cell c = reader_cell(r->b, r->i, at);

	if (cell_absent(&c))
		return text_slice(NULL, 0);
	c.p = r->kept + (c.p - r->stood);
	return row_value(&c, &r->s->text);
}

/* The value of a column; most are not there. */
static inline struct slice
field(const struct record *r, enum job_column col)
{
	const int at = r->s->column[col];

	return at != -1 ? value(r, (size_t)at) : text_slice(NULL, 0);
}

static int
read_number(const struct record *r, enum job_column col)
{
	const enum kind kind = r->column[col].kind;
	struct slice v = field(r, col);
	enum quant_fault f = QUANT_OK;
	int64_t n;

	if (v.n == 0)
		return 0;
	r->j->has |= JOB_BIT(col);
	/* As when_time tells them apart. */
	if (col == JOB_CREATED)
		r->s->dated |= v.n > 4 && v.p[4] == '-';
	if ((col == JOB_PRIORITY && job_priority(v, &n) == 0) ||
	    (f = kind_read(kind, v, &n)) == QUANT_OK) {
		job_set_number(r->s, (size_t)(r->j - r->s->job), col, n);
		return 0;
	}
	return fault(r, col, v, col == JOB_PRIORITY && f == QUANT_SYNTAX ?
	    "is not high, medium, low or a whole number" :
	    kind_why(kind, f));
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
		if (text_is(v, job_state_name((enum job_state)i))) {
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

static bool
same_class(const struct job_class *a, const struct job_class *b)
{
	return text_eq(a->model, b->model) && text_eq(a->pool, b->pool) &&
	    text_eq(a->selector, b->selector);
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

	/* There are few, and most records name one that was just seen. */
	if (*at >= s->classes || !same_class(&s->class[*at], &c))
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
	read_text(r, JOB_KIND);
	read_text(r, JOB_NODES);
	read_text(r, JOB_REASON);
	read_text(r, JOB_RESERVED);
	if (field(r, JOB_RESERVED).n > 0)
		j->has |= JOB_BIT(JOB_RESERVED);
	j->queue = (uint32_t)intern_add(&s->queue,
	    queue.n > 0 ? queue : text_of("default"));
	j->class = s->runs ? 0 : read_class(r);
	j->same = same.n > 0 ? (uint32_t)intern_add(&s->same, same) : 0;
	if (id.n == 0)
		return s->column[JOB_JOB] == -1 ? lacks(r, "job") :
		    fault(r, JOB_JOB, id, "is absent");
	if (s->runs)
		job_set_text(s, (size_t)(j - s->job), JOB_JOB, id);
	else if (intern_add_kept(&s->id, id) < had)
		return fault(r, JOB_JOB, id, "is there twice");
	return 0;
}

/* What holds where nothing is given. */
static int
complete(const struct record *r)
{
	struct job *j = r->j;

	if ((j->has & JOB_BIT(JOB_INSTANCES)) == 0)
		j->instances = 1;
	if (j->instances < 1)
		return fault(r, JOB_INSTANCES, text_of("0"), "is under 1");
	if (!r->s->need_created || (j->has & JOB_BIT(JOB_CREATED)) != 0)
		return 0;
	return r->s->column[JOB_CREATED] == -1 ? lacks(r, "created") :
	    fault(r, JOB_CREATED, text_slice(NULL, 0), "is absent");
}

/* Makes room for a batch, and fetches where its ids will be looked up. */
static void
expect(struct jobs *s, const struct reader_batch *b)
{
	struct cell c;
	size_t i;

	job_expect(s, b->n, s->runs ? 0 : b->left);
	if (s->runs)
		return;
	table_batch(&s->table, b);
	if (b->left > s->id.cap)
		intern_expect(&s->id, b->left);
	for (i = 0; s->column[JOB_JOB] != -1 && i < b->n; i++) {
		c = reader_cell(b, i, (size_t)s->column[JOB_JOB]);
		intern_ahead(&s->id, cell_raw(&c));
	}
}

void
jobrow_batch(void *arg, const struct reader_batch *b)
{
	struct jobs *s = arg;
	struct record r = { .s = s, .b = b,
		.column = job_columns()->column };
	int k, bad;

	expect(s, b);
	for (r.i = 0; r.i < b->n; r.i++) {
		r.stood = reader_text(b, r.i).p;
		r.kept = s->runs ? r.stood : table_text(&s->table, s->n).p;
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
