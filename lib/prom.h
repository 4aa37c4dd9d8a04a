/*
 * prom: the Prometheus text exposition format, written.
 *
 * A metric is its HELP and TYPE once, then its samples.  Label values are
 * escaped as the format asks; names are the program's own.
 */
#ifndef PROM_H
#define PROM_H

#include <stdint.h>

#include "kind.h"
#include "text.h"

struct buf;

struct prom_label {
	const char *name;
	struct slice value;
};

/* Begins a gauge. */
void	prom_gauge(struct buf *, const char *name, const char *help);

/* A sample of it, with n labels: counts as decimals, memory in bytes. */
void	prom_sample(struct buf *, const char *name,
	    const struct prom_label *, int n, enum kind, int64_t v);

/* The same of a value that is a decimal already. */
void	prom_text(struct buf *, const char *name,
	    const struct prom_label *, int n, struct slice value);

#endif
