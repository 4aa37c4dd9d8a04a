#include "queue.h"

#include <stdlib.h>

#include "row.h"
#include "vec.h"

enum {
	QUEUE_QUEUE, QUEUE_DISCIPLINE, QUEUE_GPU, QUEUE_CPU, QUEUE_MEM,
	QUEUE_TIMEOUT, QUEUE_COOLDOWN, QUEUE_COLUMNS
};

static const struct kind_column queue_column[QUEUE_COLUMNS] = {
	[QUEUE_QUEUE] = { "queue", KIND_TEXT },
	[QUEUE_DISCIPLINE] = { "discipline", KIND_TEXT },
	[QUEUE_GPU] = { "gpu", KIND_COUNT },
	[QUEUE_CPU] = { "cpu", KIND_COUNT },
	[QUEUE_MEM] = { "mem", KIND_MEM },
	[QUEUE_TIMEOUT] = { "timeout", KIND_DURATION },
	[QUEUE_COOLDOWN] = { "cooldown", KIND_DURATION }
};

static const char *const discipline_name[QUEUE_DISCIPLINES] = {
	[QUEUE_BESTEFFORT] = "besteffort", [QUEUE_FIFO] = "fifo",
	[QUEUE_EASY] = "easy", [QUEUE_CONSERVATIVE] = "conservative"
};

const char *const *
queue_disciplines(void)
{
	return discipline_name;
}

bool
queue_timeout_ok(int64_t timeout_s)
{
	return timeout_s == 0 || timeout_s >= QUEUE_LEAST_TIMEOUT_S;
}

void
queue_learn(void *arg, struct header *h)
{
	struct queues *s = arg;

	s->header = h;
	if (h->form != CELL_JSON && header_find(h, text_of("queue")) == -1)
		header_lacks(h, h->line, "queue", s->faults);
}

static int
fault(const struct queues *s, const struct reader_batch *b, size_t i, int col,
    struct slice v, const char *why)
{
	char shown[TEXT_QUOTE];

	return diag_add(s->faults, b->header->file, reader_line(b, i),
	    queue_column[col].name, "%s%s%s",
	    v.n > 0 ? text_quote(v, shown) : "", v.n > 0 ? " " : "", why);
}

static int
read_discipline(struct slice v, enum queue_discipline *out)
{
	int i;

	for (i = 0; i < QUEUE_DISCIPLINES; i++)
		if (text_is(v, discipline_name[i])) {
			*out = (enum queue_discipline)i;
			return 0;
		}
	return -1;
}

/* A field that is given and is no name. */
static int
read_field(const struct queues *s, const struct reader_batch *b, size_t i,
    int col, struct slice v, struct queue *q)
{
	enum quant_fault f;
	int64_t n = 0;

	if (col == QUEUE_DISCIPLINE)
		return read_discipline(v, &q->discipline) == 0 ? 0 :
		    fault(s, b, i, col, v, "is not a discipline");
	if ((f = kind_read(queue_column[col].kind, v, &n)) != QUANT_OK)
		return fault(s, b, i, col, v,
		    kind_why(queue_column[col].kind, f));
	if (col == QUEUE_COOLDOWN)
		q->cooldown_s = n;
	else if (col == QUEUE_TIMEOUT && !queue_timeout_ok(n))
		return fault(s, b, i, col, v, "is under a minute");
	else if (col == QUEUE_TIMEOUT)
		q->timeout_s = n;
	else {
		q->quota.of[col - QUEUE_GPU] = n;
		q->limited |= 1U << (col - QUEUE_GPU);
	}
	return 0;
}

static void
read_queue(struct queues *s, const struct reader_batch *b, size_t i)
{
	struct queue q = s->other;
	struct slice v, name = { NULL, 0 };
	struct cell c;
	int col, at;

	for (col = 0; col < QUEUE_COLUMNS; col++) {
		at = header_find(b->header, text_of(queue_column[col].name));
		if (at == -1 || (size_t)at >= b->width)
			continue;
		c = reader_cell(b, i, (size_t)at);
		v = row_text(&c, &s->text);
		if (col == QUEUE_QUEUE)
			name = v;
		else if (v.n > 0)
			read_field(s, b, i, col, v, &q);
	}
	if (name.n == 0 && b->header->form != CELL_JSON &&
	    header_find(b->header, text_of("queue")) == -1)
		return;		/* told of with the header */
	if (name.n == 0)
		fault(s, b, i, QUEUE_QUEUE, name, "is absent");
	else if (intern_add(&s->name, name) < s->n)
		fault(s, b, i, QUEUE_QUEUE, name, "is there twice");
	else {
		s->queue = VEC_MORE(s->queue, s->n, s->cap);
		s->queue[s->n++] = q;
	}
}

void
queue_batch(void *arg, const struct reader_batch *b)
{
	struct queues *s = arg;
	size_t i;

	for (i = 0; i < b->n; i++)
		read_queue(s, b, i);
}

const struct queue *
queue_get(const struct queues *s, struct slice name)
{
	int64_t at = intern_find(&s->name, name);

	return at == INTERN_NONE ? &s->other : &s->queue[at];
}

void
queue_free(struct queues *s)
{
	free(s->queue);
	intern_free(&s->name);
	mem_arena_free(&s->text);
}
