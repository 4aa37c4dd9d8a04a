#include "treap.h"

#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "text.h"
#include "vec.h"

/*
 * Items with the same amounts.  They mostly come in their order: those stand
 * in a row, the others in a heap.  Both may still hold slots that left, which
 * are dropped when they come first, or when there is no room for another.
 */
struct treap_node {
	uint32_t left, right;
	uint32_t rank;		/* a hash: the greatest is on top */
	uint32_t items;		/* how many are here */
	uint32_t tree;		/* as of its slots */
	struct shape free;	/* what it is ordered by */
	struct shape most;	/* the greatest amounts here and below */
	uint64_t *row;		/* item, slot; ascending from `head` on */
	size_t head, row_n, row_cap;
	uint64_t *heap;		/* the same; the least first */
	size_t n, cap;
};

static int
shape_cmp(const struct treap *t, const struct shape *a, const struct shape *b)
{
	int r, c;

	for (r = 0; r < RES_N; r++)
		if ((c = num_cmp(a->of[r], b->of[r])) != 0)
			return t->descending ? -c : c;
	return 0;
}

/* Computes what a node tells of itself and those below it. */
static void
pull(struct treap *t, uint32_t at)
{
	static const struct shape none = { { INT64_MIN, INT64_MIN,
	    INT64_MIN } };
	struct treap_node *s = &t->node[at];
	const uint32_t below[2] = { s->left, s->right };
	struct shape most = s->items > 0 ? s->free : none;
	int r, i;

	for (i = 0; i < 2; i++)
		for (r = 0; below[i] != TREAP_NONE && r < RES_N; r++)
			most.of[r] = num_max(most.of[r],
			    t->node[below[i]].most.of[r]);
	s->most = most;
}

/* Computes it anew for a node and all above it. */
static void
/* NOLINTNEXTLINE(misc-no-recursion): as deep as the tree, O(log n) */
refresh(struct treap *t, uint32_t at, uint32_t node)
{
	if (at != node)
		refresh(t, shape_cmp(t, &t->node[at].free,
		    &t->node[node].free) < 0 ? t->node[at].right :
		    t->node[at].left, node);
	pull(t, at);
}

/* Parts a tree into what is before the amounts and what is behind. */
static void
/* NOLINTNEXTLINE(misc-no-recursion): as deep as the tree, O(log n) */
split(struct treap *t, uint32_t at, const struct shape *x, uint32_t *before,
    uint32_t *behind)
{
	struct treap_node *s;

	if (at == TREAP_NONE) {
		*before = *behind = TREAP_NONE;
		return;
	}
	s = &t->node[at];
	if (shape_cmp(t, &s->free, x) < 0) {
		split(t, s->right, x, &s->right, behind);
		*before = at;
	} else {
		split(t, s->left, x, before, &s->left);
		*behind = at;
	}
	pull(t, at);
}

/* Joins two trees, all of a before all of b. */
static uint32_t
/* NOLINTNEXTLINE(misc-no-recursion): as deep as the tree, O(log n) */
join(struct treap *t, uint32_t a, uint32_t b)
{
	if (a == TREAP_NONE || b == TREAP_NONE)
		return a == TREAP_NONE ? b : a;
	if (t->node[a].rank > t->node[b].rank) {
		t->node[a].right = join(t, t->node[a].right, b);
		pull(t, a);
		return a;
	}
	t->node[b].left = join(t, a, t->node[b].left);
	pull(t, b);
	return b;
}

uint32_t
treap_slot(struct treap *t, uint32_t item, uint32_t tree)
{
	struct treap_slot *s;

	t->slot = VEC_MORE(t->slot, t->n, t->cap);
	s = &t->slot[t->n];
	s->item = item;
	s->tree = tree;
	s->next = s->node = TREAP_NONE;
	return (uint32_t)t->n++;
}

static bool
same_shape(const struct shape *a, const struct shape *b)
{
	return a->of[RES_GPU] == b->of[RES_GPU] &&
	    a->of[RES_CPU] == b->of[RES_CPU] &&
	    a->of[RES_MEM] == b->of[RES_MEM];
}

/* The node of these amounts, made if it is not in the tree. */
static uint32_t
search(struct treap *t, uint32_t *root, uint32_t tree,
    const struct shape *free)
{
	struct treap_node *s;
	uint32_t at = *root, before, behind;
	int c;

	while (at != TREAP_NONE) {
		if ((c = shape_cmp(t, &t->node[at].free, free)) == 0)
			return at;
		at = c < 0 ? t->node[at].right : t->node[at].left;
	}
	t->node = VEC_MORE(t->node, t->nodes, t->node_cap);
	at = (uint32_t)t->nodes++;
	s = &t->node[at];
	memset(s, 0, sizeof(*s));
	s->left = s->right = TREAP_NONE;
	s->rank = (uint32_t)text_hash_mix(at, 0);
	s->tree = tree;
	s->free = *free;
	pull(t, at);
	split(t, *root, free, &before, &behind);
	*root = join(t, join(t, before, at), behind);
	return at;
}

/* The same; most items come to a node that another just came to. */
static uint32_t
node_of(struct treap *t, uint32_t *root, uint32_t tree,
    const struct shape *free)
{
	uint64_t hash = text_hash_mix((uint64_t)free->of[RES_GPU] ^
	    (uint64_t)tree << 48, (uint64_t)free->of[RES_CPU] ^
	    (uint64_t)free->of[RES_MEM]);
	uint32_t *at = &t->recent[hash % TREAP_RECENT];

	if (*at >= t->nodes || t->node[*at].tree != tree ||
	    !same_shape(&t->node[*at].free, free))
		*at = search(t, root, tree, free);
	return *at;
}

/* Puts v where i is in the heap, or below. */
static void
sift(struct treap_node *s, size_t i, uint64_t v)
{
	size_t c;

	for (; (c = 2 * i + 1) < s->n; i = c) {
		c += c + 1 < s->n && s->heap[c + 1] < s->heap[c];
		if (s->heap[c] >= v)
			break;
		s->heap[i] = s->heap[c];
	}
	s->heap[i] = v;
}

/* Drops slots from the heap that left, or that are there twice. */
static void
clean(struct treap *t, uint32_t node)
{
	struct treap_node *s = &t->node[node];
	size_t n = 0, i;

	for (i = 0; i < s->n; i++) {
		uint32_t *at = &t->slot[(uint32_t)s->heap[i]].node;

		if (*at != node)
			continue;
		*at = TREAP_NONE;
		s->heap[n++] = s->heap[i];
	}
	s->n = n;
	for (i = 0; i < n; i++)
		t->slot[(uint32_t)s->heap[i]].node = node;
	for (i = n / 2; i-- > 0;)
		sift(s, i, s->heap[i]);
}

static void
push_heap(struct treap *t, uint32_t node, uint64_t v)
{
	struct treap_node *s = &t->node[node];
	size_t i, up;

	/* It grows only while half of what it holds is here. */
	if (s->n == s->cap && s->items < s->n / 2)
		clean(t, node);
	s->heap = VEC_MORE(s->heap, s->n, s->cap);
	for (i = s->n++; i > 0 && s->heap[up = (i - 1) / 2] > v; i = up)
		s->heap[i] = s->heap[up];
	s->heap[i] = v;
}

static void
push(struct treap *t, uint32_t node, uint64_t v)
{
	struct treap_node *s = &t->node[node];

	if (s->head < s->row_n && s->row[s->row_n - 1] >= v) {
		/* It may stand there yet. */
		if (s->row[s->row_n - 1] > v)
			push_heap(t, node, v);
		return;
	}
	/* What was dropped off the front makes room first. */
	if (s->row_n == s->row_cap && s->head > s->row_n / 2) {
		s->row_n -= s->head;
		memmove(s->row, s->row + s->head, s->row_n *
		    sizeof(*s->row));
		s->head = 0;
	}
	s->row = VEC_MORE(s->row, s->row_n, s->row_cap);
	s->row[s->row_n++] = v;
}

/* Drops the top of the heap. */
static void
pop_heap(struct treap_node *s)
{
	uint64_t v = s->heap[--s->n];

	sift(s, 0, v);
}

/* Whether the least stands in the row; there is one. */
static bool
in_row(const struct treap_node *s)
{
	return s->head < s->row_n && (s->n == 0 ||
	    s->row[s->head] < s->heap[0]);
}

void
treap_insert(struct treap *t, uint32_t *root, uint32_t at,
    const struct shape *free)
{
	uint32_t node = node_of(t, root, t->slot[at].tree, free);
	struct treap_node *s = &t->node[node];

	push(t, node, (uint64_t)t->slot[at].item << 32 | at);
	t->slot[at].node = node;
	if (s->items++ == 0)
		refresh(t, *root, node);
}

void
treap_erase(struct treap *t, uint32_t root, uint32_t at)
{
	uint32_t node = t->slot[at].node;
	struct treap_node *s = &t->node[node];

	t->slot[at].node = TREAP_NONE;
	if (--s->items > 0)
		return;
	s->n = s->head = s->row_n = 0;
	refresh(t, root, node);
}

/* Whether the amounts are all there. */
static bool
enough(const struct shape *free, const struct shape *ask)
{
	return free->of[RES_GPU] >= ask->of[RES_GPU] &&
	    free->of[RES_CPU] >= ask->of[RES_CPU] &&
	    free->of[RES_MEM] >= ask->of[RES_MEM];
}

/* The first node that has items, and enough. */
static uint32_t
/* NOLINTNEXTLINE(misc-no-recursion): as deep as the tree, O(log n) */
first(const struct treap *t, uint32_t at, const struct shape *ask)
{
	const struct treap_node *s;
	uint32_t found;

	while (at != TREAP_NONE) {
		s = &t->node[at];
		if (!enough(&s->most, ask))
			return TREAP_NONE;
		if ((found = first(t, s->left, ask)) != TREAP_NONE)
			return found;
		if (s->items > 0 && enough(&s->free, ask))
			return at;
		at = s->right;
	}
	return TREAP_NONE;
}

uint32_t
treap_first(struct treap *t, uint32_t root, const struct shape *ask)
{
	uint32_t node = first(t, root, ask), at;
	struct treap_node *s;

	if (node == TREAP_NONE)
		return TREAP_NONE;
	s = &t->node[node];
	for (;;) {
		at = (uint32_t)(in_row(s) ? s->row[s->head] : s->heap[0]);
		if (t->slot[at].node == node)
			return at;
		if (in_row(s))
			s->head++;
		else
			pop_heap(s);
	}
}

uint32_t
treap_later(const struct treap *t, uint32_t at, size_t n)
{
	const struct treap_node *s = &t->node[t->slot[at].node];

	return s->head + n < s->row_n ? (uint32_t)(s->row[s->head + n] >>
	    32) : TREAP_NONE;
}

void
treap_free(struct treap *t)
{
	size_t i;

	for (i = 0; i < t->nodes; i++) {
		free(t->node[i].row);
		free(t->node[i].heap);
	}
	free(t->node);
	free(t->slot);
	memset(t, 0, sizeof(*t));
}
