#include "tasklist.h"

#include <stddef.h>

#include "num.h"
#include "quant.h"

/* Takes the next range off the list: 1, 0 at its end, -1. */
static int
take_range(struct tasklist *t)
{
	struct slice range, last, step;

	if (!text_cut(&t->rest, ',', &range))
		return 0;
	step = range;
	text_cut(&step, ':', &range);
	last = range;
	text_cut(&last, '-', &range);
	t->step = 1;
	if (quant_int(range, &t->next) != QUANT_OK)
		return -1;
	t->last = t->next;
	if (last.p != NULL && (quant_int(last, &t->last) != QUANT_OK ||
	    t->last < t->next))
		return -1;
	if (step.p != NULL && (quant_int(step, &t->step) != QUANT_OK ||
	    t->step < 1))
		return -1;
	return 1;
}

static bool
is_cut(struct slice s)
{
	return s.n >= 3 && memcmp(s.p + s.n - 3, "...", 3) == 0;
}

/* Reads all of it once, so that the walk cannot fail. */
static int
count(struct tasklist *t)
{
	int r;

	t->tasks = 0;
	while ((r = take_range(t)) == 1)
		t->tasks = num_add_sat(num_add_sat(t->tasks, 1),
		    (t->last - t->next) / t->step);
	return r;
}

int
tasklist_begin(struct tasklist *t, struct slice s, struct diag *why)
{
	char shown[TEXT_QUOTE];
	struct slice ranges, limit, whole = s;

	if (s.n > 1 && s.p[0] == '[' && s.p[s.n - 1] == ']')
		s = text_slice(s.p + 1, s.n - 2);
	if (is_cut(s))
		return diag_set(why, "%s is cut short: set "
		    "SLURM_BITSTR_LEN=0 for squeue and scontrol",
		    text_quote(whole, shown));
	limit = s;
	t->at_once = 0;
	if (!text_cut(&limit, '%', &ranges) || ranges.n == 0 ||
	    (limit.p != NULL && quant_int(limit, &t->at_once) != QUANT_OK))
		return diag_set(why, "%s is no list of tasks",
		    text_quote(whole, shown));
	t->rest = ranges;
	if (count(t) == -1)
		return diag_set(why, "%s is no list of tasks",
		    text_quote(whole, shown));
	if (t->tasks > TASKLIST_MAX)
		return diag_set(why, "%s are too many tasks",
		    text_quote(whole, shown));
	t->rest = ranges;
	take_range(t);
	return 0;
}

bool
tasklist_next(struct tasklist *t, int64_t *task)
{
	if (t->next > t->last && take_range(t) != 1)
		return false;
	*task = t->next;
	/* A step past the last ends the range, however long it is. */
	if (num_add(t->next, t->step, &t->next) == -1)
		t->last = t->next - 1;
	return true;
}
