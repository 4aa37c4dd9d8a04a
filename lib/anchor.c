#include "anchor.h"

#include <string.h>

/* Whether run k, moved by so many fields, fits. */
static bool
run_fits(const struct anchor *a, size_t k, size_t by)
{
	size_t i = k == 0 ? 0 : a->free_text[k - 1] + 1;
	size_t end = k == a->frees ? a->columns : a->free_text[k];

	for (; i < end; i++)
		if (!a->fits(a->arg, i, a->field[i + by]))
			return false;
	return true;
}

/*
 * Marks the moves of each run that the runs in front of it allow, from the
 * first run on, which is not moved.
 */
static void
forwards(const struct anchor *a, size_t more,
    bool can[][ANCHOR_MORE + 1])
{
	size_t k, by;
	bool before;

	can[0][0] = run_fits(a, 0, 0);
	for (k = 1; k <= a->frees; k++) {
		before = false;
		for (by = 0; by <= more; by++) {
			before |= can[k - 1][by];
			can[k][by] = before && run_fits(a, k, by);
		}
	}
}

/* Leaves those that the runs behind allow too: the last is moved by all. */
static void
backwards(const struct anchor *a, size_t more,
    bool can[][ANCHOR_MORE + 1])
{
	size_t k, by;
	bool behind;

	memset(can[a->frees], 0, more);
	for (k = a->frees; k-- > 0;) {
		behind = false;
		for (by = more + 1; by-- > 0;) {
			behind |= can[k + 1][by];
			can[k][by] &= behind;
		}
	}
}

void
anchor_find(const struct anchor *a, size_t by[ANCHOR_FREE + 1])
{
	bool can[ANCHOR_FREE + 1][ANCHOR_MORE + 1] = { { false } };
	size_t k, i, more = a->fields - a->columns;

	for (k = 0; k <= a->frees; k++)
		by[k] = ANCHOR_UNKNOWN;
	by[0] = 0;
	by[a->frees] = more;
	if (more > ANCHOR_MORE)
		return;
	forwards(a, more, can);
	backwards(a, more, can);
	for (k = 1; k < a->frees; k++) {
		for (i = 0; i <= more; i++) {
			if (!can[k][i])
				continue;
			if (by[k] != ANCHOR_UNKNOWN)
				break;
			by[k] = i;
		}
		/* A second one that can. */
		if (i <= more)
			by[k] = ANCHOR_UNKNOWN;
	}
}
