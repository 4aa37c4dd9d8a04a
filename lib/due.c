#include "due.h"

#include "vec.h"

void
due_push(struct due_heap *h, int64_t at_s, uint32_t item)
{
	size_t i, up;

	h->at = VEC_MORE(h->at, h->n, h->cap);
	for (i = h->n++; i > 0 && h->at[up = (i - 1) / 2].at_s > at_s; i = up)
		h->at[i] = h->at[up];
	h->at[i] = (struct due){ at_s, item };
}

struct due
due_pop(struct due_heap *h)
{
	struct due first = h->at[0], v = h->at[--h->n];
	size_t i, c;

	for (i = 0; (c = 2 * i + 1) < h->n; i = c) {
		c += c + 1 < h->n && h->at[c + 1].at_s < h->at[c].at_s;
		if (h->at[c].at_s >= v.at_s)
			break;
		h->at[i] = h->at[c];
	}
	h->at[i] = v;
	return first;
}
