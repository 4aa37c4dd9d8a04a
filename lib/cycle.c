#include "cycle.h"

#include "text.h"

bool
cycle_look(struct cycle *c, int64_t now_s, bool *noted)
{
	const bool same = c->most > 0 && text_eq(text_slice(c->was.p,
	    c->was.n), text_slice(c->is.p, c->is.n));
	struct buf b;

	*noted = !same && ++c->steps >= c->most;
	if (same)
		c->period_s = now_s - c->was_s;
	if (*noted) {
		b = c->was;
		c->was = c->is;
		c->is = b;
		c->was_s = now_s;
		c->steps = 0;
		c->most = c->most == 0 ? 1 : 2 * c->most;
	}
	c->is.n = 0;
	return same;
}

void
cycle_free(struct cycle *c)
{
	buf_free(&c->was);
	buf_free(&c->is);
}
