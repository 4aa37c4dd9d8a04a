/*
 * sharebook: what was drawn, read by the library as the filters do.
 */
#ifndef SHAREBOOK_H
#define SHAREBOOK_H

#include "../unit/ledger.h"
#include "sharemodel.h"

enum { CAPACITY = 12 };	/* GPUs */

static const struct usage_options options = { NOW, WINDOW, CAP, false };

static struct drawn drawn;
static struct ledger book;
static struct buf tree, jobs;
static int place[JOBS];

static void
draw(void)
{
	int i;

	draw_all(&drawn);
	for (i = 0; i < JOBS; i++)
		place[i] = i;
}

static void
open_ledger(const char *text, bool deserved)
{
	const char rule[] = "min_runtime<=40";
	struct diag d;

	ledger_begin(&book, put_groups(&tree, &drawn), &options);
	ledger_jobs(&book, text);
	if (drawn.lane)
		lane_read(text_of(rule), &book.lane, &d);
	ledger_sum(&book, CAPACITY, deserved);
}

/* Says what differs, and what was drawn. */
static bool
differ(const char *what, int64_t got, int64_t want)
{
	char *p, *end;
	int i;

	printf("#   %s: got %" PRId64 ", want %" PRId64 "\n", what, got,
	    want);
	for (i = 0; i < 2; i++)
		for (p = i == 0 ? tree.p : jobs.p; (end = strchr(p, '\n')) !=
		    NULL; p = end + 1)
			printf("#   %.*s\n", (int)(end - p), p);
	return false;
}

#endif
