#include "cycle.h"

#include <string.h>

bool
cycle_look(struct cycle *c, int64_t now_s, bool *noted)
{
	struct buf b;

	*noted = false;
	if (c->most > 0 && c->was.n == c->is.n &&
	    memcmp(c->was.p, c->is.p, c->is.n) == 0) {
		c->period_s = now_s - c->was_s;
		return true;
	}
	if (++c->steps >= c->most) {
		b = c->was;
		c->was = c->is;
		c->is = b;
		c->was_s = now_s;
		c->steps = 0;
		c->most = c->most == 0 ? 1 : 2 * c->most;
		*noted = true;
	}
	c->is.n = 0;
	return false;
}

void
cycle_free(struct cycle *c)
{
	buf_free(&c->was);
	buf_free(&c->is);
}
