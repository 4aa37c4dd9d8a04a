#include "lanes.h"

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
