/*
 * promnode: what exporters say of nodes, in the Prometheus text format:
 * node_exporter, dcgm-exporter, kube-state-metrics.
 *
 * A text may hold several scrapes, one after the other: a new one begins
 * where a series comes again.  What a later one says of a host stands.
 * Metrics of other exporters are passed over.
 */
#ifndef PROMNODE_H
#define PROMNODE_H

#include <stdbool.h>

#include "foreign.h"
#include "text.h"

/* Whether the text begins like one of them. */
bool	promnode_tells(struct slice text);

/* Adds what the text says to a struct census; as foreign.h says. */
int	promnode_read(void *census, const struct foreign *);

#endif
