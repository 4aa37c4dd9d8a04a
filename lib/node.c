#include "node.h"

#include <string.h>

#include "quant.h"
#include "row.h"

static const struct kind_column node_column[NODE_COLUMNS] = {
	[NODE_NODE] = { "node", KIND_TEXT },
	[NODE_GPU_MODEL] = { "gpu_model", KIND_TEXT },
	[NODE_GPU] = { "gpu", KIND_COUNT },
	[NODE_CPU] = { "cpu", KIND_COUNT },
	[NODE_MEM] = { "mem", KIND_MEM },
	[NODE_GPU_TOTAL] = { "gpu_total", KIND_COUNT },
	[NODE_CPU_TOTAL] = { "cpu_total", KIND_COUNT },
	[NODE_MEM_TOTAL] = { "mem_total", KIND_MEM },
	[NODE_STATE] = { "state", KIND_TEXT },
	[NODE_VGPU] = { "vgpu", KIND_TEXT },
	[NODE_POOL] = { "pool", KIND_TEXT },
	[NODE_LABELS] = { "labels", KIND_TEXT }
};

static const struct kind_set node_set = { node_column, NODE_COLUMNS };

const struct kind_set *
node_columns(void)
{
	return &node_set;
}

void
node_learn(struct node_batch *n, const struct header *h,
    struct diag_list *faults)
{
	const struct header *lacked = n->lacked;
	struct mem_arena arena = n->arena;
	int i;

	/* Columns that are not there are never written again. */
	memset(n, 0, sizeof(*n));
	memset(n->ready, true, sizeof(n->ready));
	n->arena = arena;
	n->lacked = lacked;
	for (i = 0; i < NODE_COLUMNS; i++)
		n->column[i] = header_find(h, text_of(node_column[i].name));
	if (h->form == CELL_JSON || n->column[NODE_NODE] != -1)
		return;
	header_lacks(h, h->line, "node", faults);
	n->lacked = h;
}

/* The records from i to end, and where their faults go. */
struct span {
	struct node_batch *out;
	size_t i, end;
	struct diag_list *faults;	/* NULL: only tell that some are */
};

/* Column `at` of record i; empty when it is absent. */
static inline struct slice
field(const struct span *s, size_t i, int at)
{
	struct cell c = reader_cell(s->out->from, i, (size_t)at);

	return row_value(&c, &s->out->arena);
}

static int
fault(const struct span *s, size_t i, enum node_column col,
    struct slice value, const char *why)
{
	const struct reader_batch *b = s->out->from;
	char shown[TEXT_QUOTE];

	if (s->faults == NULL)
		return -1;
	return diag_add(s->faults, b->header->file, reader_line(b, i),
	    node_column[col].name, "%s %s", text_quote(value, shown), why);
}

/* There is no column `node`; said once an operand. */
static int
lacks_names(const struct span *s)
{
	const struct header *h = s->out->from->header;
	struct header so_far = *h;

	if (s->faults == NULL || s->out->lacked == h)
		return -1;
	s->out->lacked = h;
	/* JSON may have grown it behind these records. */
	so_far.n = s->out->from->width;
	return header_lacks(&so_far, reader_line(s->out->from, s->i), "node",
	    s->faults);
}

static int
read_names(const struct span *s, int at)
{
	const struct reader_batch *b = s->out->from;
	struct slice name;
	size_t i;
	int ret = 0;

	for (i = s->i; i < s->end; i++) {
		s->out->name[i] = name = field(s, i, at);
		if (name.n == 0)
			ret = diag_add(s->faults, b->header->file,
			    reader_line(b, i), "node", "is absent");
		else if (text_any(name, ',', '*'))
			ret = fault(s, i, NODE_NODE, name,
			    "cannot stand in a list of nodes");
	}
	return ret;
}

/*
 * The amount that the last n bytes of a word are, if it is of the common
 * kind: a few digits, for memory with G, M, Gi or Mi behind.  False: read it
 * properly.
 */
static inline bool
read_short(uint64_t word, size_t n, bool mem, int64_t *out)
{
	int shift = 0;

	if (mem) {
		if (word >> 56 == 'i' && n > 1) {
			word <<= 8;
			n--;
		}
		if (word >> 56 != 'G' && word >> 56 != 'M')
			return false;
		shift = word >> 56 == 'G' ? 30 : 20;
		word <<= 8;
		n--;
	}
	if (n - 1 > 6 || !quant_word(word, n, out))
		return false;
	*out = mem ? *out << shift : *out * 1000;
	return true;
}

/* A column of amounts, and where they go. */
struct amounts {
	enum node_column col;
	enum res r;
	int64_t *out;
	uint8_t *given;		/* gets the bit of r where one is given */
};

/* Any amount; -1: it is a fault. */
static int
read_amount(const struct span *s, const struct amounts *a, size_t i)
{
	struct slice value = field(s, i, s->out->column[a->col]);
	enum quant_fault f;

	a->out[i] = 0;
	if (value.n == 0)
		return 0;
	a->given[i] |= (uint8_t)(1U << a->r);
	f = a->r == RES_MEM ? quant_mem(value, &a->out[i]) :
	    quant_count(value, &a->out[i]);
	return f == QUANT_OK ? 0 :
	    fault(s, i, a->col, value, kind_why(node_column[a->col].kind, f));
}

/*
 * A column of amounts of plain lines.  Is made twice, so that the loops know
 * whether it is memory.
 */
static inline int
read_plain(const struct span *s, const struct amounts *a, bool mem)
{
	const struct reader_batch *b = s->out->from;
	const size_t width = b->width, n = s->end;
	const char *base = b->base;
	const uint8_t bit = (uint8_t)(1U << a->r);
	const uint32_t *end = b->end + s->i * width +
	    (size_t)s->out->column[a->col];
	int64_t *out = a->out;
	uint8_t *given = a->given;
	size_t i;
	int ret = 0;

	/* Behind fewer than eight bytes no word can be read. */
	for (i = s->i; i < n && *end < 8; i++, end += width)
		ret |= read_amount(s, a, i);
	for (; i < n; i++, end += width) {
		if (read_short(text_word(base + *end - 8), *end - end[-1] - 1,
		    mem, &out[i]))
			given[i] |= bit;
		else
			ret |= read_amount(s, a, i);
	}
	return ret;
}

static int
read_amounts(const struct span *s, const struct amounts *a)
{
	size_t i;
	int ret = 0;

	if (s->out->from->end != NULL)
		return a->r == RES_MEM ? read_plain(s, a, true) :
		    read_plain(s, a, false);
	for (i = s->i; i < s->end; i++)
		ret |= read_amount(s, a, i);
	return ret;
}

static int
read_vgpu(const struct span *s, int at)
{
	struct slice value;
	size_t i;
	int ret = 0;

	for (i = s->i; i < s->end; i++) {
		value = field(s, i, at);
		s->out->vgpu[i] = text_is(value, "yes");
		if (value.n > 0 && !s->out->vgpu[i] && !text_is(value, "no"))
			ret = fault(s, i, NODE_VGPU, value,
			    "is not yes or no");
	}
	return ret;
}

static void
read_states(const struct span *s, int at)
{
	struct slice value;
	size_t i;

	for (i = s->i; i < s->end; i++) {
		value = field(s, i, at);
		s->out->ready[i] = value.n == 0 || text_is(value, "ready");
	}
}

static void
read_texts(const struct span *s, int at, struct slice *out)
{
	size_t i;

	for (i = s->i; i < s->end; i++)
		out[i] = field(s, i, at);
}

/* One column; -1 when it has faults. */
static int
read_column(const struct span *s, enum node_column col)
{
	struct node_batch *n = s->out;
	struct amounts a = { .col = col };
	int at = n->column[col];

	if (at == -1)
		return 0;
	switch (col) {
	case NODE_NODE:
		return read_names(s, at);
	case NODE_GPU:
	case NODE_CPU:
	case NODE_MEM:
		a.r = (enum res)(col - NODE_GPU);
		a.out = n->free[a.r];
		a.given = n->given;
		return read_amounts(s, &a);
	case NODE_GPU_TOTAL:
	case NODE_CPU_TOTAL:
	case NODE_MEM_TOTAL:
		a.r = (enum res)(col - NODE_GPU_TOTAL);
		a.out = n->total[a.r];
		a.given = n->bounded;
		return read_amounts(s, &a);
	case NODE_STATE:
		read_states(s, at);
		break;
	case NODE_VGPU:
		return read_vgpu(s, at);
	case NODE_GPU_MODEL:
		read_texts(s, at, n->model);
		break;
	case NODE_POOL:
		read_texts(s, at, n->pool);
		break;
	case NODE_LABELS:
	case NODE_COLUMNS:
		read_texts(s, at, n->labels);
		break;
	}
	return 0;
}

static int
read_span(const struct span *s)
{
	int col, ret = 0;

	if (s->out->column[NODE_NODE] == -1)
		return lacks_names(s);

	for (col = 0; col < NODE_COLUMNS; col++)
		ret |= read_column(s, (enum node_column)col);
	return ret;
}

/* What follows from the columns together. */
static void
complete(struct node_batch *n)
{
	const int64_t *gpu = n->free[RES_GPU], *gpus = n->total[RES_GPU];
	size_t i;
	int r;

	for (r = 0; r < RES_N; r++) {
		if (n->column[NODE_GPU_TOTAL + r] == -1)
			continue;
		for (i = 0; i < n->n; i++)
			if ((n->given[i] & 1U << r) == 0)
				n->free[r][i] = n->total[r][i];
	}
	for (i = 0; i < n->n; i++) {
		if (n->model[i].n > 0 && n->column[NODE_GPU_MODEL] != -1)
			continue;
		n->model[i] = gpu[i] > 0 || gpus[i] > 0 ? text_of("gpu") :
		    text_slice(NULL, 0);
	}
}

void
node_read(struct node_batch *n, const struct reader_batch *b,
    struct diag_list *faults)
{
	struct span s = { n, 0, b->n, NULL };
	size_t i;

	n->from = b;
	n->n = b->n;
	n->faults = false;
	memset(n->given, 0, sizeof(n->given));
	memset(n->bounded, 0, sizeof(n->bounded));
	mem_arena_free(&n->arena);
	if (read_span(&s) != 0) {
		/* Again, record by record: faults stand in order of lines. */
		n->faults = true;
		s.faults = faults;
		for (i = 0; i < b->n; i++) {
			s.i = i;
			s.end = i + 1;
			n->bad[i] = read_span(&s) != 0;
		}
	}
	complete(n);
}

void
node_free(struct node_batch *n)
{
	mem_arena_free(&n->arena);
}
