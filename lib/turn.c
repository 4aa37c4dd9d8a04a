#include "turn.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

static void
add_line(struct turn *t, size_t begin, size_t end, uint32_t leaf, bool lane)
{
	t->line = VEC_MORE(t->line, t->lines, t->cap);
	t->line[t->lines++] = (struct turn_line){ begin, begin, end, leaf,
		lane };
}

/* The first line is of those in front, and of all without budgets. */
void
turn_init(struct turn *t, const struct share *share, const size_t *order,
    size_t n, size_t front)
{
	size_t i, begin;

	memset(t, 0, sizeof(*t));
	t->share = share;
	if (share == NULL)
		front = n;
	add_line(t, 0, front, BUDGET_ROOT, false);
	for (begin = i = front; i < n; i++)
		if (i + 1 == n ||
		    share->leaf[order[i]] != share->leaf[order[i + 1]] ||
		    share_lane(share, order[i]) !=
		    share_lane(share, order[i + 1])) {
			add_line(t, begin, i + 1, share->leaf[order[i]],
			    share_lane(share, order[i]));
			begin = i + 1;
		}
}

void
turn_begin(struct turn *t)
{
	size_t i;

	for (i = 0; i < t->lines; i++)
		t->line[i].at = t->line[i].begin;
	t->last = 0;
	t->moved = false;
}

/* Whether line a goes before line b: debug jobs first, unallocated last. */
static bool
before(const struct turn *t, const struct turn_line *a,
    const struct turn_line *b)
{
	if (a->lane != b->lane)
		return a->lane;
	if (a->leaf == BUDGET_ROOT || b->leaf == BUDGET_ROOT)
		return a->leaf != BUDGET_ROOT;
	return share_cmp(t->share, a->leaf, b->leaf) < 0;
}

/* The line that is to go on, or lines. */
static size_t
choose(const struct turn *t)
{
	size_t i, best = t->lines;

	for (i = 1; i < t->lines; i++)
		if (t->line[i].at < t->line[i].end && (best == t->lines ||
		    before(t, &t->line[i], &t->line[best])))
			best = i;
	return best;
}

size_t
turn_choose(struct turn *t)
{
	t->moved = false;
	if ((t->last = choose(t)) == t->lines) {
		t->last = 0;
		return TURN_END;
	}
	return t->line[t->last].at++;
}

void
turn_free(struct turn *t)
{
	free(t->line);
	memset(t, 0, sizeof(*t));
}
