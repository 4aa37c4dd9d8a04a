/*
 * reportrow: a report as rows, or as metrics: how the parts of the jobs fared,
 * or a summary of figures.
 */
#ifndef REPORTROW_H
#define REPORTROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "delivery.h"
#include "fields.h"
#include "kind.h"
#include "report.h"

/* What a summary is of; -1: not known. */
struct reportrow_sum {
	const struct report *report;
	const struct delivery *delivery;	/* NULL: no budgets */
	int64_t gpus_m;		/* of the cluster */
	int64_t ready_m;	/* on nodes that are ready */
	bool nodes;		/* those two are of nodes */
	struct report_peak peak;
};

/* The columns of a row. */
const struct kind_set	*reportrow_columns(void);

/* Fills in the i-th row of the report. */
void	reportrow_fill(struct fields *, const struct report *, size_t i);

/* Appends every row as gauges, sluice_report_... */
void	reportrow_prom(struct buf *, const struct report *);

/* The columns of a summary, and how many figures it has. */
const struct kind_set	*reportrow_sum_columns(void);
size_t	reportrow_sum_rows(void);

/*
 * Fills in the i-th figure, its value and of how many.  Fractions have six
 * digits; what cannot be known is absent.
 */
void	reportrow_sum_fill(struct fields *, const struct reportrow_sum *,
	    size_t i);

/* Appends the figures that are known as gauges, sluice_cluster_... */
void	reportrow_sum_prom(struct buf *, const struct reportrow_sum *);

#endif
