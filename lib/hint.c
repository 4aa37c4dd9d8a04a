#include "hint.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"
#include "vec.h"

enum {
	GPU_BIT = 1U << RES_GPU,
	REST_BITS = 1U << RES_CPU | 1U << RES_MEM
};

static bool
has_gpus(const struct hint *h)
{
	return h->set.model.n > 0;
}

enum hint_resource
hint_resource(const struct hint *h)
{
	if (h->ask.resource != HINT_AUTO)
		return h->ask.resource;
	return has_gpus(h) ? HINT_GPU : HINT_CPU;
}

static void
group_init(const struct hint *h, struct hint_group *g, bool cpu)
{
	size_t max = (size_t)h->ask.instances;

	memset(g, 0, sizeof(*g));
	g->top.order = cpu || h->apart ? rank_by_cpu(h->ask.primary) :
	    rank_by(h->ask.primary);
	g->top.max = max;
	g->gpu.order = rank_by_gpu();
	g->gpu.max = max;
}

/* The bits of the shape that limit how often it fits. */
static unsigned
limits(const struct shape *ask, unsigned known)
{
	unsigned mask = 0;
	int r;

	for (r = 0; r < RES_N; r++)
		if ((known & 1U << r) != 0 && ask->of[r] > 0)
			mask |= 1U << r;
	return mask;
}

void
hint_init(struct hint *h, const struct hint_ask *ask)
{
	memset(h, 0, sizeof(*h));
	h->ask = *ask;
	h->set.pool = ask->pool;
	h->set.selector = ask->selector;
	h->apart = ask->resource == HINT_VGPU && ask->local_first;
	group_init(h, &h->cpu, true);
	h->need = NODESET_READY | NODESET_POOL | NODESET_LABELS;
	if (ask->resource == HINT_VGPU && !ask->local_first)
		h->need |= NODESET_VGPU;
	if (!ask->want)
		return;
	h->mask = limits(&ask->shape, ~0U);
	h->cpu_mask = h->mask & REST_BITS;
	if (!h->apart)
		return;
	h->gpu_mask = h->mask & GPU_BIT;
	h->mask &= REST_BITS;
}

/*
 * The group in whose ranking an item counts, or NULL.  Groups are made when
 * a model is first seen.
 */
static inline const struct hint_group *
group_of(const struct hint *h, const struct nodeset_item *it, bool cpu)
{
	if ((it->bits & h->need) != h->need)
		return NULL;
	if (cpu)
		return (it->bits & NODESET_LATER) != 0 ? NULL :
		    &h->cpu;
	if (it->model == NODESET_NO_MODEL || !h->group[it->model].wanted)
		return NULL;
	return &h->group[it->model];
}

static void
add_groups(struct hint *h)
{
	struct hint_group *g;

	while (h->groups < h->set.model.n) {
		h->group = VEC_MORE(h->group, h->groups, h->group_cap);
		g = &h->group[h->groups];
		group_init(h, g, false);
		g->wanted = h->ask.model.n == 0 ||
		    text_eq(h->set.model.name[h->groups], h->ask.model);
		h->groups++;
	}
}

/*
 * Offers a node to its rankings; with a shape only if it holds one.  False:
 * it cannot hold what will be answered, as it falls at the first key, which is
 * to have less of it than the least of the leads.
 */
static inline bool
offer(const struct hint *h, struct hint_group *g, const struct shape *free,
    size_t item, struct slice name)
{
	/* What no record tells of limits nothing. */
	unsigned mask = (g == &h->cpu ? h->cpu_mask : h->mask) & h->set.seen;
	bool able = h->ask.want;

	g->nodes++;
	if (mask == 0 || res_fits(free, &h->ask.shape, mask) > 0)
		able |= rank_offer(&g->top, free, item, name);
	mask = h->gpu_mask & h->set.seen;
	if (h->apart && g != &h->cpu && (mask == 0 ||
	    res_fits(free, &h->ask.shape, mask) > 0))
		able |= rank_offer(&g->gpu, free, item, name);
	return able;
}

/* Offers n items from the one on to the groups in which they count. */
static void
offer_items(struct hint *h, size_t from, size_t n, const struct slice *name)
{
	bool cpu = hint_resource(h) == HINT_CPU;
	struct nodeset_item *it;
	size_t i;

	for (i = 0; i < n; i++) {
		it = nodeset_at(&h->set, from + i);
		if (group_of(h, it, cpu) != NULL && offer(h, cpu ? &h->cpu :
		    &h->group[it->model], &it->free, from + i, name[i]))
			it->bits |= NODESET_ABLE;
	}
}

void
hint_add(struct hint *h, const struct node_batch *b, struct diag_list *faults)
{
	size_t from = h->set.n, i;

	nodeset_add(&h->set, b, faults);
	if (h->set.n - from != b->n)
		return;		/* faults: there will be no answer */
	add_groups(h);
	if (!h->ask.want) {
		offer_items(h, from, b->n, b->name);
		return;
	}
	/* Which amounts limit a shape is known when all nodes are there. */
	h->name = vec_room(h->name, &h->name_cap, h->set.n,
	    sizeof(*h->name));
	for (i = 0; i < b->n; i++)
		h->name[from + i] = text_slice(mem_arena_copy(&h->text,
		    b->name[i].p, b->name[i].n), b->name[i].n);
}

/* The least of each resource over the leads, and which amounts are known. */
static void
read_shape(const struct hint *h, struct hint_row *row, bool cpu)
{
	const struct rank_top *top = &row->group->top, *gpu = top;
	size_t i;
	int r;

	row->known = cpu ? h->set.seen & REST_BITS : h->set.seen;
	if (h->ask.want) {
		row->shape = h->ask.shape;
		return;
	}
	if (!cpu && h->apart)
		gpu = &row->group->gpu;
	row->shape = top->lead[0].free;
	row->shape.of[RES_GPU] = gpu->lead[0].free.of[RES_GPU];
	for (i = 0; i < top->n; i++)
		for (r = 0; r < RES_N; r++)
			row->shape.of[r] = num_min(row->shape.of[r],
			    (r == RES_GPU ? gpu : top)->lead[i].free.of[r]);
}

/*
 * Sets the row's masks: which resources limit it, on which nodes.  A hint
 * without GPUs, or of nothing at all, is no offer and keeps both at 0.
 */
static void
set_masks(const struct hint *h, struct hint_row *row)
{
	enum hint_resource resource = hint_resource(h);
	unsigned mask = limits(&row->shape, row->known);

	if (!h->ask.want && resource != HINT_CPU &&
	    (row->known & GPU_BIT) != 0 && (mask & GPU_BIT) == 0)
		return;
	if (h->apart) {
		row->gpu_mask = mask & GPU_BIT;
		mask &= REST_BITS;
	}
	row->mask = mask;
}

/* Sums what the able nodes hold into the rows: gpu and the rest apart. */
static void
count_fits(const struct hint *h, struct hint_row *rows, size_t n,
    const size_t *row_of)
{
	int64_t *gpu = mem_zero(n, sizeof(*gpu));
	const struct nodeset_item *it;
	struct hint_row *row;
	size_t i, at;

	for (i = 0; i < h->set.n && n > 0; i++) {
		it = nodeset_at(&h->set, i);
		if ((it->bits & NODESET_ABLE) == 0 ||
		    group_of(h, it, row_of == NULL) == NULL)
			continue;
		at = row_of == NULL ? 0 : row_of[it->model];
		row = &rows[at];
		if (row->gpu_mask != 0)
			gpu[at] = num_add_sat(gpu[at], res_fits(&it->free,
			    &row->shape, row->gpu_mask));
		if (row->mask != 0)
			row->fits = num_add_sat(row->fits, res_fits(
			    &it->free, &row->shape, row->mask));
	}
	for (i = 0; i < n; i++)
		if (rows[i].gpu_mask != 0)
			rows[i].fits = rows[i].mask == 0 ? gpu[i] :
			    num_min(gpu[i], rows[i].fits);
	free(gpu);
}

static int
row_cmp(const void *a, const void *b)
{
	return text_cmp(((const struct hint_row *)a)->model,
	    ((const struct hint_row *)b)->model);
}

/* The models' rows, in order, and for each model the row's number. */
static size_t
model_rows(const struct hint *h, struct hint_row *rows, size_t *row_of)
{
	size_t i, n = 0;

	for (i = 0; i < h->groups; i++) {
		if (h->group[i].nodes == 0)
			continue;
		memset(&rows[n], 0, sizeof(rows[n]));
		rows[n].model = h->set.model.name[i];
		rows[n++].group = &h->group[i];
	}
	qsort(rows, n, sizeof(*rows), row_cmp);
	for (i = 0; i < n; i++)
		row_of[rows[i].group - h->group] = i;
	return n;
}

size_t
hint_answer(struct hint *h, struct hint_row **rows)
{
	bool cpu = hint_resource(h) == HINT_CPU;
	struct hint_row *row = mem_zero(h->groups + 1, sizeof(*row));
	size_t *row_of = mem_zero(h->groups + 1, sizeof(*row_of));
	size_t i, n = 0;

	if (h->ask.want)
		offer_items(h, 0, h->set.n, h->name);
	if (cpu) {
		n = h->cpu.nodes > 0;
		row[0].group = &h->cpu;
		rank_sort(&h->cpu.top);
	} else
		n = model_rows(h, row, row_of);
	for (i = 0; i < h->groups; i++) {
		rank_sort(&h->group[i].top);
		rank_sort(&h->group[i].gpu);
	}
	for (i = 0; i < n; i++) {
		read_shape(h, &row[i], cpu);
		set_masks(h, &row[i]);
	}
	count_fits(h, row, n, cpu ? NULL : row_of);
	free(row_of);
	*rows = row;
	return n;
}

size_t
hint_shapes(const struct hint *h, const struct hint_row *row,
    struct shape **out)
{
	struct shape *s = mem_array(row->group->nodes, sizeof(*s));
	const struct nodeset_item *it;
	size_t i, n = 0;

	for (i = 0; i < h->set.n; i++) {
		it = nodeset_at(&h->set, i);
		if (group_of(h, it, row->group == &h->cpu) == row->group)
			s[n++] = it->free;
	}
	*out = s;
	return n;
}

static int
ranked_cmp(const void *va, const void *vb)
{
	const struct hint_ranked *a = va, *b = vb;
	int k, c;

	if (a->row != b->row)
		return (a->row > b->row) - (a->row < b->row);
	for (k = 0; k < RES_N; k++)
		if ((c = num_cmp(b->key[k], a->key[k])) != 0)
			return c;
	return (a->item > b->item) - (a->item < b->item);
}

size_t
hint_rankings(const struct hint *h, const struct hint_row *rows, size_t n,
    bool by_gpu, struct hint_ranked **out)
{
	struct hint_ranked *r = mem_zero(h->set.n, sizeof(*r));
	size_t *row_of = mem_zero(h->groups + 1, sizeof(*row_of));
	const struct rank_order *o;
	const struct nodeset_item *it;
	bool cpu = hint_resource(h) == HINT_CPU;
	size_t i, m = 0;
	int k;

	for (i = 0; i < n && !cpu; i++)
		row_of[rows[i].group - h->group] = i;
	for (i = 0; i < h->set.n && n > 0; i++) {
		it = nodeset_at(&h->set, i);
		if (group_of(h, it, cpu) == NULL)
			continue;
		r[m].item = i;
		if (!cpu)
			r[m].row = row_of[it->model];
		o = by_gpu ? &rows[r[m].row].group->gpu.order :
		    &rows[r[m].row].group->top.order;
		for (k = 0; k < o->n; k++)
			r[m].key[k] = it->free.of[o->key[k]];
		m++;
	}
	qsort(r, m, sizeof(*r), ranked_cmp);
	free(row_of);
	*out = r;
	return m;
}

static void
group_free(struct hint_group *g)
{
	rank_free(&g->top);
	rank_free(&g->gpu);
}

void
hint_free(struct hint *h)
{
	size_t i;

	for (i = 0; i < h->groups; i++)
		group_free(&h->group[i]);
	free(h->group);
	group_free(&h->cpu);
	free(h->name);
	mem_arena_free(&h->text);
	nodeset_free(&h->set);
	memset(h, 0, sizeof(*h));
}
