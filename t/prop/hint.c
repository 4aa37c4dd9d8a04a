/*
 * Properties of the hint: random clusters, asked at random, give what the
 * slow model in hintmodel.h gives.
 *
 *	hint [seed [count]]
 */
#include "hint.h"

#include <stdlib.h>

#include "../unit/feed.h"
#include "hintdraw.h"
#include "hintmodel.h"
#include "hintrow.h"
#include "random.h"

static void
fill_ask(struct hint_ask *ask, const struct question *q)
{
	int a;

	memset(ask, 0, sizeof(*ask));
	ask->resource = (enum hint_resource)q->way;
	ask->primary = (enum res)q->primary;
	ask->local_first = q->local_first;
	ask->instances = q->instances;
	ask->model = text_of(q->model);
	ask->pool = text_of(q->pool);
	ask->selector = text_of(q->selector);
	ask->want = q->want;
	for (a = 0; a < AMOUNTS; a++)
		ask->shape.of[a] = q->shape[a];
}

/* Gives the library the records, as operands of any forms and sizes. */
static uint64_t
feed(struct feed *f, const struct cluster *c)
{
	struct buf b = { 0 };
	int i = 0, n;

	f->pieces = random_once(3) ? 0 : random_any();
	do {
		n = random_once(2) ? c->n - i : random_below(c->n - i + 1);
		put_operand(&b, c, i, i + n);
		feed_operand(f, "nodes", b.p, b.n);
		i += n;
	} while (i < c->n);
	buf_free(&b);
	return f->faults.n;
}

/* Says what differs. */
static bool
differ(const char *model, const char *what, int64_t got, int64_t want)
{
	printf("#   \"%s\": %s is %" PRId64 ", not %" PRId64 "\n", model,
	    what, got, want);
	return false;
}

static bool
same_shape(const struct hint_row *row, const struct answer *a,
    const char *model)
{
	int k;

	for (k = 0; k < AMOUNTS; k++) {
		if (((row->known & 1U << k) != 0) != (a->shape[k] >= 0))
			return differ(model, "known", row->known >> k & 1,
			    a->shape[k] >= 0);
		if (a->shape[k] >= 0 && row->shape.of[k] != a->shape[k])
			return differ(model, res_name((enum res)k),
			    row->shape.of[k], a->shape[k]);
	}
	return row->fits == a->fits ? true :
	    differ(model, "fits", row->fits, a->fits);
}

static bool
same_nodes(const struct hint_row *row, const struct cluster *c,
    const struct answer *a, const char *model)
{
	struct hintrow w = { .distributed = true, .instances =
	    c->ask.instances, .apart = c->way == WAY_VGPU &&
	    c->ask.local_first };
	struct fields f = { 0 };
	struct slice nodes;
	bool same;

	if (c->ask.want)
		hintrow_want(&f, &w, row);
	else
		hintrow_hint(&f, &w, row);
	nodes = cell_raw(&fields_cells(&f)[c->ask.want ? 3 : 8]);
	same = text_is(nodes, a->nodes);
	if (!same)
		printf("#   \"%s\": nodes are %.*s, not %s\n", model,
		    (int)nodes.n, nodes.p, a->nodes);
	fields_free(&f);
	return same;
}

/* Takes the ranking of the row off the front of r. */
static bool
same_order(const struct hint_ranked **r, size_t *left, size_t row,
    const int *order, int n)
{
	int i;

	for (i = 0; i < n; i++, (*r)++, (*left)--)
		if (*left == 0 || (*r)->row != row ||
		    (*r)->item != (size_t)order[i])
			return differ("", "node ranked at", *left == 0 ? -1 :
			    (int64_t)(*r)->item, order[i]);
	return true;
}

/* Compares every row, then both rankings as a whole. */
static bool
compare(const struct cluster *c, struct hint *h,
    const struct hint_row *rows, size_t n)
{
	/* In order of their bytes. */
	static const char *const names[] = { "", "A100", "T4", "gpu" };
	static struct answer answer[4];
	struct hint_ranked *all[2];
	const struct hint_ranked *r[2];
	size_t left[2], row = 0;
	bool same = true, apart = c->ask.local_first;
	int i, k, sides = apart ? 2 : 1;

	for (k = 0; k < 2; k++)
		r[k] = all[k] = NULL, left[k] = 0;
	for (k = 0; k < sides; k++) {
		left[k] = hint_rankings(h, rows, n, k > 0, &all[k]);
		r[k] = all[k];
	}
	for (i = 0; same && i < 4; i++) {
		if ((i == 0) != (c->way == WAY_CPU) ||
		    !model_answer(c, names[i], &answer[i]))
			continue;
		same = row < n ? text_is(rows[row].model, names[i]) &&
		    same_shape(&rows[row], &answer[i], names[i]) &&
		    same_nodes(&rows[row], c, &answer[i], names[i]) :
		    differ(names[i], "rows", (int64_t)n, (int64_t)row + 1);
		for (k = 0; same && k < sides; k++)
			same = same_order(&r[k], &left[k], row, k == 1 ?
			    answer[i].gpu_order : answer[i].order,
			    answer[i].n);
		row++;
	}
	if (same && (row != n || left[0] > 0 || left[1] > 0))
		same = differ("", "rows", (int64_t)n, (int64_t)row);
	free(all[0]);
	free(all[1]);
	return same;
}

static void
show(const struct cluster *c)
{
	const struct question *q = &c->ask;
	const struct record *r;
	int i;

	printf("#   way %d primary %d first %d instances %" PRId64
	    " model \"%s\" pool \"%s\" selector \"%s\"", (int)q->way,
	    q->primary, q->local_first, q->instances, q->model, q->pool,
	    q->selector);
	if (q->want)
		printf(" want %" PRId64 " %" PRId64 " %" PRId64,
		    q->shape[GPU], q->shape[CPU], q->shape[MEM]);
	printf("\n#   name model pool labels ready vgpu, free, total\n");
	for (i = 0; i < c->n; i++) {
		r = &c->record[i];
		printf("#   %s \"%s\" \"%s\" \"%s\" %d %d, %" PRId64 " %"
		    PRId64 " %" PRId64 ", %" PRId64 " %" PRId64 " %" PRId64
		    "\n", r->name, r->model, r->pool, r->labels, r->ready,
		    r->vgpu, r->free[GPU], r->free[CPU], r->free[MEM],
		    r->total[GPU], r->total[CPU], r->total[MEM]);
	}
}

static bool
agrees(void)
{
	static struct cluster c;
	static struct feed f;
	struct hint_ask ask;
	struct hint_row *rows = NULL;
	size_t n;
	bool same;

	draw_nodes(&c);
	draw_question(&c.ask);
	model_see(&c);
	fill_ask(&ask, &c.ask);
	feed_begin(&f, &ask);
	same = feed(&f, &c) == 0 || differ(f.faults.shown[0].what, "faults",
	    (int64_t)f.faults.n, 0);
	if (same) {
		n = hint_answer(&f.hint, &rows);
		same = ((int)hint_resource(&f.hint) == (int)c.way ||
		    differ("", "resource", (int)hint_resource(&f.hint),
		    (int)c.way)) && compare(&c, &f.hint, rows, n);
	}
	if (!same)
		show(&c);
	free(rows);
	feed_end(&f);
	return same;
}

int
main(int argc, char **argv)
{
	random_hold("the hint agrees with a slow model", agrees, argc, argv,
	    20000);
	return tap_done();
}
