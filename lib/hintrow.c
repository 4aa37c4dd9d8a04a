#include "hintrow.h"

#include <stdlib.h>

#include "buf.h"
#include "prom.h"

#define COLUMN(at, name, kind) { { name, sizeof(name) - 1 }, kind, at }

enum { HINT_COLUMNS = 9, WANT_COLUMNS = 4, FRONTIER_COLUMNS = 5 };

static const struct format_column hint_column[HINT_COLUMNS] = {
	COLUMN(0, "gpu_model", KIND_TEXT), COLUMN(1, "mode", KIND_TEXT),
	COLUMN(2, "primary", KIND_TEXT), COLUMN(3, "instances", KIND_INT),
	COLUMN(4, "gpu", KIND_COUNT), COLUMN(5, "cpu", KIND_COUNT),
	COLUMN(6, "mem", KIND_MEM), COLUMN(7, "fits", KIND_INT),
	COLUMN(8, "nodes", KIND_TEXT)
};

static const struct format_column want_column[WANT_COLUMNS] = {
	COLUMN(0, "gpu_model", KIND_TEXT), COLUMN(1, "instances", KIND_INT),
	COLUMN(2, "fits", KIND_INT), COLUMN(3, "nodes", KIND_TEXT)
};

static const struct format_column frontier_column[FRONTIER_COLUMNS] = {
	COLUMN(0, "gpu_model", KIND_TEXT), COLUMN(1, "instances", KIND_INT),
	COLUMN(2, "gpu", KIND_COUNT), COLUMN(3, "cpu", KIND_COUNT),
	COLUMN(4, "mem", KIND_MEM)
};

const struct format_column *
hintrow_hint_columns(size_t *n)
{
	*n = HINT_COLUMNS;
	return hint_column;
}

const struct format_column *
hintrow_want_columns(size_t *n)
{
	*n = WANT_COLUMNS;
	return want_column;
}

const struct format_column *
hintrow_frontier_columns(size_t *n)
{
	*n = FRONTIER_COLUMNS;
	return frontier_column;
}

static void
put_amount(struct fields *f, const struct hint_row *row, enum res r)
{
	if ((row->known & 1U << r) == 0)
		fields_none(f);
	else
		fields_num(f, res_kind(r), row->shape.of[r]);
}

/* The names of a ranking's first nodes, joined by commas. */
static void
put_leads(struct buf *b, const struct rank_top *top)
{
	size_t i;

	for (i = 0; i < top->n; i++) {
		buf_str(b, i > 0 ? "," : "");
		buf_add(b, top->lead[i].name, top->lead[i].name_n);
	}
}

/* node1*2,node4: where the first so many instances would go. */
static void
put_places(struct buf *b, const struct rank_top *top,
    const struct hint_row *row, unsigned mask, int64_t left)
{
	bool any = false;
	int64_t n;
	size_t i;

	for (i = 0; i < top->n && left > 0; i++) {
		n = res_fits(&top->lead[i].free, &row->shape, mask);
		if (n == 0)
			continue;
		if (n > left)
			n = left;
		left -= n;
		buf_str(b, any ? "," : "");
		any = true;
		buf_add(b, top->lead[i].name, top->lead[i].name_n);
		if (n > 1) {
			buf_char(b, '*');
			buf_i64(b, n);
		}
	}
}

static const char *
mode(const struct hintrow *w)
{
	return w->distributed ? "distributed" : "single";
}

size_t
hintrow_find_frontier(const struct hint *h, const struct hint_row *row,
    struct frontier_point **out)
{
	struct shape *shape;
	size_t n = hint_shapes(h, row, &shape);

	n = frontier_find(shape, n, h->ask.instances,
	    hint_resource(h) != HINT_CPU, out);
	free(shape);
	return n;
}

void
hintrow_hint(struct fields *f, const struct hintrow *w,
    const struct hint_row *row)
{
	fields_begin(f);
	fields_text(f, row->model);
	fields_text(f, text_of(mode(w)));
	fields_text(f, text_of(res_name(w->primary)));
	fields_num(f, KIND_INT, w->instances);
	put_amount(f, row, RES_GPU);
	put_amount(f, row, RES_CPU);
	put_amount(f, row, RES_MEM);
	fields_num(f, KIND_INT, row->fits);
	if (w->apart) {
		put_leads(&f->text, &row->group->gpu);
		buf_char(&f->text, '+');
	}
	put_leads(&f->text, &row->group->top);
	fields_end(f);
}

void
hintrow_want(struct fields *f, const struct hintrow *w,
    const struct hint_row *row)
{
	const struct hint_group *g = row->group;

	fields_begin(f);
	fields_text(f, row->model);
	fields_num(f, KIND_INT, w->instances);
	fields_num(f, KIND_INT, row->fits);
	if (row->gpu_mask != 0)
		put_places(&f->text, &g->gpu, row, row->gpu_mask,
		    w->instances);
	if (row->gpu_mask != 0 && row->mask != 0)
		buf_char(&f->text, '+');
	if (row->mask != 0)
		put_places(&f->text, &g->top, row, row->mask, w->instances);
	fields_end(f);
}

void
hintrow_frontier(struct fields *f, const struct hintrow *w,
    const struct hint_row *row, const struct frontier_point *p)
{
	const int64_t amount[RES_N] = {
		[RES_GPU] = p->gpu * 1000,
		[RES_CPU] = p->cpu * 1000,
		[RES_MEM] = p->mem_gib << 30
	};
	int r;

	fields_begin(f);
	fields_text(f, row->model);
	fields_num(f, KIND_INT, w->instances);
	for (r = 0; r < RES_N; r++) {
		if ((row->known & 1U << r) == 0)
			fields_none(f);
		else
			fields_num(f, res_kind((enum res)r), amount[r]);
	}
}

static void
put_model(struct buf *b, const struct hint_row *row)
{
	text_safe(b, row->model);
	buf_str(b, row->model.n > 0 ? ": " : "");
}

void
hintrow_none(struct buf *b, const struct hint *h)
{
	size_t i;

	buf_str(b, "no node qualifies");
	for (i = 0; i < h->set.model.n; i++) {
		buf_str(b, i > 0 ? ", " : "; the models are ");
		text_safe(b, h->set.model.name[i]);
	}
}

void
hintrow_counts(struct buf *b, const struct hintrow *w,
    const struct hint_row *row)
{
	put_model(b, row);
	buf_u64(b, row->group->nodes);
	buf_str(b, " of ");
	buf_u64(b, w->records);
	buf_str(b, " records qualify");
}

void
hintrow_short(struct buf *b, const struct hintrow *w,
    const struct hint_row *row)
{
	int r = (row->known & 1U << w->primary) != 0 ? (int)w->primary : 0;

	if (row->fits >= w->instances)
		return;
	while (r < RES_N && (row->known & 1U << r) == 0)
		r++;
	if (r == RES_N)
		r = 0;		/* nothing is known: tell of none */
	put_model(b, row);
	buf_str(b, "hint is ");
	kind_put(b, res_kind((enum res)r), row->shape.of[r]);
	buf_char(b, ' ');
	buf_str(b, res_name((enum res)r));
	buf_str(b, " but only ");
	buf_i64(b, row->fits);
	buf_str(b, " of ");
	buf_i64(b, w->instances);
	buf_str(b, " instances fit");
}

/* One gauge of all rows: an amount, or fits for RES_N. */
static void
put_gauge(struct buf *b, const struct hintrow *w, const char *name,
    const char *help, const struct hint_row *rows, size_t n, int what)
{
	struct buf instances = { 0 };
	struct prom_label label[] = {
		{ "gpu_model", { NULL, 0 } },
		{ "mode", text_of(mode(w)) },
		{ "primary", text_of(res_name(w->primary)) },
		{ "instances", { NULL, 0 } }
	};
	size_t i;

	buf_i64(&instances, w->instances);
	label[3].value = text_slice(instances.p, instances.n);
	prom_gauge(b, name, help);
	for (i = 0; i < n; i++) {
		label[0].value = rows[i].model;
		if (what == RES_N)
			prom_sample(b, name, label, 4, KIND_INT,
			    rows[i].fits);
		else if ((rows[i].known & 1U << what) != 0)
			prom_sample(b, name, label, 4,
			    res_kind((enum res)what), rows[i].shape.of[what]);
	}
	buf_free(&instances);
}

void
hintrow_prom(struct buf *b, const struct hintrow *w, bool want,
    const struct hint_row *rows, size_t n)
{
	if (want) {
		put_gauge(b, w, "sluice_want_fits",
		    "Instances of the wanted shape that fit now.", rows, n,
		    RES_N);
		return;
	}
	put_gauge(b, w, "sluice_hint_gpus",
	    "GPUs an instance can ask for without waiting.", rows, n,
	    RES_GPU);
	put_gauge(b, w, "sluice_hint_cpus",
	    "CPUs an instance can ask for without waiting.", rows, n,
	    RES_CPU);
	put_gauge(b, w, "sluice_hint_memory_bytes",
	    "Memory an instance can ask for without waiting.", rows, n,
	    RES_MEM);
	put_gauge(b, w, "sluice_hint_fits",
	    "Instances of the hint that fit at once.", rows, n, RES_N);
}
