/*
 * promhost: whose a sample is, by its labels.
 *
 * A Prometheus server that scrapes an exporter adds labels of its own; where
 * the exporter has one of that name, its own becomes exported_NAME.
 */
#ifndef PROMHOST_H
#define PROMHOST_H

#include "promtext.h"
#include "text.h"

/* The exporter's own label: exported_NAME, else NAME; empty: there is none. */
struct slice	promhost_label(struct promtext *, const char *name);

/*
 * The host that the last sample was measured on: the label node, else
 * instance without its port, else Hostname or hostname.  Empty: none says.
 */
struct slice	promhost_name(struct promtext *);

#endif
