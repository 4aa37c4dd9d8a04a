/*
 * hintrow: the answers of hint and frontier, as records and as metrics.
 */
#ifndef HINTROW_H
#define HINTROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fields.h"
#include "format.h"
#include "frontier.h"
#include "hint.h"

struct buf;

/* How a hint was asked for, as far as its row tells. */
struct hintrow {
	bool distributed;	/* a job of several instances */
	bool apart;		/* GPUs and the rest on different nodes */
	enum res primary;
	int64_t instances;
	size_t records;		/* that were read */
};

/* The columns of each kind of answer; *n is how many. */
const struct format_column	*hintrow_hint_columns(size_t *n);
const struct format_column	*hintrow_want_columns(size_t *n);
const struct format_column	*hintrow_frontier_columns(size_t *n);

/* The frontier of a row's nodes (frontier.h); *out is the caller's. */
size_t	hintrow_find_frontier(const struct hint *, const struct hint_row *,
	    struct frontier_point **out);

/* Fills f with one answer, in the order of those columns. */
void	hintrow_hint(struct fields *f, const struct hintrow *,
	    const struct hint_row *);
void	hintrow_want(struct fields *f, const struct hintrow *,
	    const struct hint_row *);
void	hintrow_frontier(struct fields *f, const struct hintrow *,
	    const struct hint_row *, const struct frontier_point *);

/* Appends that no node qualifies, and which models there are. */
void	hintrow_none(struct buf *, const struct hint *);

/* Appends `T4: 12 of 90 records qualify`. */
void	hintrow_counts(struct buf *, const struct hintrow *,
	    const struct hint_row *);

/* Appends the warning of a hint that does not hold; nothing if it does. */
void	hintrow_short(struct buf *, const struct hintrow *,
	    const struct hint_row *);

/* Appends n answers as Prometheus gauges; want: only whether it fits. */
void	hintrow_prom(struct buf *, const struct hintrow *, bool want,
	    const struct hint_row *, size_t n);

#endif
