#include "lanes.h"

#include <stdlib.h>

#include "vec.h"

void
lanes_push(struct lanes_heap *h, uint32_t v)
{
	size_t i, up;

	h->item = VEC_MORE(h->item, h->n, h->cap);
	for (i = h->n++; i > 0 && h->item[up = (i - 1) / 2] > v; i = up)
		h->item[i] = h->item[up];
	h->item[i] = v;
}

uint32_t
lanes_pop(struct lanes_heap *h)
{
	uint32_t first = h->item[0], v = h->item[--h->n];
	size_t i, c;

	for (i = 0; (c = 2 * i + 1) < h->n; i = c) {
		c += c + 1 < h->n && h->item[c + 1] < h->item[c];
		if (h->item[c] >= v)
			break;
		h->item[i] = h->item[c];
	}
	h->item[i] = v;
	return first;
}

void
lanes_line(struct lanes_lane *l, uint32_t v)
{
	l->line = VEC_MORE(l->line, l->n, l->cap);
	l->line[l->n++] = v;
}

bool
lanes_some(const struct lanes_lane *l)
{
	return l->at < l->n || l->heap.n > 0;
}

static bool
in_line(const struct lanes_lane *l)
{
	return l->at < l->n && (l->heap.n == 0 ||
	    l->line[l->at] < l->heap.item[0]);
}

uint32_t
lanes_first(const struct lanes_lane *l)
{
	return in_line(l) ? l->line[l->at] : l->heap.item[0];
}

void
lanes_take(struct lanes_lane *l)
{
	if (in_line(l))
		l->at++;
	else
		lanes_pop(&l->heap);
}

bool
lanes_break(struct lanes_lane *l, uint32_t *v)
{
	if (l->at == l->n) {
		l->at = l->n = 0;
		return false;
	}
	*v = l->line[l->at++];
	lanes_push(&l->heap, *v);
	return true;
}

void
lanes_free(struct lanes_lane *l)
{
	free(l->heap.item);
	free(l->line);
}

void
lanes_enter(struct lanes_walk *w, uint32_t lane, uint32_t head)
{
	size_t i, up;

	w->at = VEC_MORE(w->at, w->n, w->cap);
	for (i = w->n++; i > 0 && w->at[up = (i - 1) / 2].head > head; i = up)
		w->at[i] = w->at[up];
	w->at[i] = (struct lanes_head){ head, lane };
}

uint32_t
lanes_leave(struct lanes_walk *w)
{
	struct lanes_head v = w->at[--w->n];
	uint32_t lane = w->at[0].lane;
	size_t i, c;

	for (i = 0; (c = 2 * i + 1) < w->n; i = c) {
		c += c + 1 < w->n && w->at[c + 1].head < w->at[c].head;
		if (w->at[c].head >= v.head)
			break;
		w->at[i] = w->at[c];
	}
	w->at[i] = v;
	return lane;
}
