/*
 * anchor: where the columns of a row are when its separator may also stand in
 * some of the values, unescaped.
 *
 * Between two columns of free text the others keep their places to each
 * other, so a row with `more` fields than its header moves such a run of
 * columns by 0 to `more` fields, and none less than the run before it.  Of
 * all ways to share the fields out, those count in which every column fits
 * what it can hold.  The true one is always among them, so a place that they
 * agree on is right, and one that they do not agree on is unknown: nothing is
 * guessed, whatever a name plays at.
 */
#ifndef ANCHOR_H
#define ANCHOR_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

enum {
	ANCHOR_FREE = 32,	/* columns of free text, at most */
	ANCHOR_MORE = 64	/* fields; with more only the ends are known */
};

/* A row.  What a column can hold, its owner says. */
struct anchor {
	const struct slice *field;
	size_t fields;
	size_t columns;
	const size_t *free_text;	/* those columns, ascending */
	size_t frees;		/* 1 to ANCHOR_FREE */
	bool (*fits)(const void *arg, size_t column, struct slice);
	const void *arg;
};

#define ANCHOR_UNKNOWN ((size_t)-1)

/*
 * Sets by[k], for each of the frees + 1 runs of columns that the columns of
 * free text part, to how many fields it is moved, or ANCHOR_UNKNOWN.  fields
 * is at least columns.  O(columns x (fields - columns + 1)) calls of fits.
 */
void	anchor_find(const struct anchor *, size_t by[ANCHOR_FREE + 1]);

#endif
