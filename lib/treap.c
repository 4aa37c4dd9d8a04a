#include "treap.h"

#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "text.h"
#include "vec.h"

static int
slot_cmp(const struct treap *t, const struct treap_slot *a,
    const struct treap_slot *b)
{
	int r, c;

	for (r = 0; r < RES_N; r++)
		if ((c = num_cmp(a->free.of[r], b->free.of[r])) != 0)
			return t->descending ? -c : c;
	return (a->item > b->item) - (a->item < b->item);
}

/* Computes what a slot tells of the slots below it. */
static void
pull(struct treap *t, uint32_t at)
{
	struct treap_slot *s = &t->slot[at];
	const uint32_t below[2] = { s->left, s->right };
	int r, i;

	s->most = s->free;
	for (i = 0; i < 2; i++)
		for (r = 0; below[i] != TREAP_NONE && r < RES_N; r++)
			s->most.of[r] = num_max(s->most.of[r],
			    t->slot[below[i]].most.of[r]);
}

/*
 * Parts a tree into what is before x and what is behind; x itself, if it is
 * there, goes behind, or before when `with`.
 */
static void
/* NOLINTNEXTLINE(misc-no-recursion): as deep as the tree, O(log n) */
split(struct treap *t, uint32_t at, const struct treap_slot *x, bool with,
    uint32_t *before, uint32_t *behind)
{
	struct treap_slot *s;
	int c;

	if (at == TREAP_NONE) {
		*before = *behind = TREAP_NONE;
		return;
	}
	s = &t->slot[at];
	c = slot_cmp(t, s, x);
	if (c < 0 || (c == 0 && with)) {
		split(t, s->right, x, with, &s->right, behind);
		*before = at;
	} else {
		split(t, s->left, x, with, before, &s->left);
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
	if (t->slot[a].rank > t->slot[b].rank) {
		t->slot[a].right = join(t, t->slot[a].right, b);
		pull(t, a);
		return a;
	}
	t->slot[b].left = join(t, a, t->slot[b].left);
	pull(t, b);
	return b;
}

uint32_t
treap_slot(struct treap *t, uint32_t item, uint32_t tree)
{
	struct treap_slot *s;

	t->slot = VEC_MORE(t->slot, t->n, t->cap);
	s = &t->slot[t->n];
	memset(s, 0, sizeof(*s));
	s->item = item;
	s->tree = tree;
	s->rank = (uint32_t)text_hash_mix(item, tree);
	s->left = s->right = s->next = TREAP_NONE;
	return (uint32_t)t->n++;
}

void
treap_insert(struct treap *t, uint32_t *root, uint32_t at,
    const struct shape *free)
{
	struct treap_slot *s = &t->slot[at];
	uint32_t before, behind;

	s->free = *free;
	s->left = s->right = TREAP_NONE;
	pull(t, at);
	split(t, *root, s, false, &before, &behind);
	*root = join(t, join(t, before, at), behind);
}

void
treap_erase(struct treap *t, uint32_t *root, uint32_t at)
{
	const struct treap_slot key = t->slot[at];
	uint32_t before, self, behind;

	split(t, *root, &key, false, &before, &behind);
	split(t, behind, &key, true, &self, &behind);
	*root = join(t, before, behind);
}

/* Whether the amounts are all there. */
static bool
enough(const struct shape *free, const struct shape *ask)
{
	return free->of[RES_GPU] >= ask->of[RES_GPU] &&
	    free->of[RES_CPU] >= ask->of[RES_CPU] &&
	    free->of[RES_MEM] >= ask->of[RES_MEM];
}

uint32_t
/* NOLINTNEXTLINE(misc-no-recursion): as deep as the tree, O(log n) */
treap_first(const struct treap *t, uint32_t at, const struct shape *ask)
{
	const struct treap_slot *s;
	uint32_t found;

	while (at != TREAP_NONE) {
		s = &t->slot[at];
		if (!enough(&s->most, ask))
			return TREAP_NONE;
		if ((found = treap_first(t, s->left, ask)) != TREAP_NONE)
			return found;
		if (enough(&s->free, ask))
			return at;
		at = s->right;
	}
	return TREAP_NONE;
}

void
treap_free(struct treap *t)
{
	free(t->slot);
	t->slot = NULL;
	t->n = t->cap = 0;
}
