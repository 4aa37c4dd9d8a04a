/*
 * nodeexp: what node_exporter says of hosts: their CPUs and memory.
 *
 *	cpu	CPUs less the load of the last minute, never under 0
 *	mem	MemAvailable
 *
 * One scrape is gathered and then told to the census, as measured.  Of an
 * amount for which a series is missing nothing is told, its total included:
 * a total alone would mean that all of it is free.
 */
#ifndef NODEEXP_H
#define NODEEXP_H

#include <stddef.h>
#include <stdint.h>

#include "census.h"
#include "diag.h"
#include "foreign.h"
#include "intern.h"
#include "promtext.h"
#include "text.h"

/* A host; what is not known is -1. */
struct nodeexp_host {
	struct slice name;	/* empty: no label says */
	struct slice uname;	/* its own name for itself; may be empty */
	struct slice last_cpu;	/* counted last */
	uint64_t line;		/* of its first sample */
	int64_t cpus;
	int64_t load_m;		/* thousandths */
	int64_t mem_total_b;
	int64_t mem_b;		/* available */
};

/* Starts as {0}. */
struct nodeexp {
	struct intern names;	/* of hosts, as numbers */
	struct intern cpus;	/* a host's number and a CPU's name */
	struct nodeexp_host *host;
	size_t hosts, cap;
};

/* The number of a metric that is read; -1: it is none. */
int	nodeexp_metric(struct slice name);

/* Takes the walk's last sample, of that metric; -1: the diag says why not. */
int	nodeexp_add(struct nodeexp *, int metric, struct promtext *,
	    struct diag *);

/*
 * The name that the host without labels has for itself: that of all samples
 * of a scrape that no label names.  Empty: it is not known.
 */
struct slice	nodeexp_nameless(const struct nodeexp *);

/* Tells the census; hosts without a name are faults. */
void	nodeexp_tell(const struct nodeexp *, struct census *,
	    const struct foreign *);

void	nodeexp_free(struct nodeexp *);

#endif
