/*
 * sharerow: what a group was promised and what it had, as a row, or as
 * metrics.
 */
#ifndef SHAREROW_H
#define SHAREROW_H

#include <stddef.h>

#include "buf.h"
#include "fields.h"
#include "format.h"
#include "kind.h"
#include "share.h"
#include "usage.h"

/* The columns of a row, in order. */
const struct kind_set	*sharerow_columns(void);

/*
 * Fills in the row of a group, owed_sum done.  allocated, used and owed are
 * GPU-seconds; the others are fractions to six digits, `-` for 0/0 and `inf`
 * for x/0.
 */
void	sharerow_fill(struct fields *, const struct share *, size_t group);

/* Appends every group's row as gauges, sluice_share_... */
void	sharerow_prom(struct buf *, const struct share *);

/* The groups in the order of the tree, each behind the one above it. */
size_t	sharerow_next(const struct budgets *, size_t group);

#endif
