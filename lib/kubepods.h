/*
 * kubepods: what pods ask of their nodes, by what kube-state-metrics says.
 *
 * A pod asks, of each resource, for the sum of its containers and sidecars,
 * or for its largest init container beside all its sidecars, whichever is
 * more, and for its overhead.  (The scheduler counts only the sidecars that
 * start before that init container, which no metric tells.)  A container
 * without a request for a resource asks for its limit.
 */
#ifndef KUBEPODS_H
#define KUBEPODS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "intern.h"
#include "promtext.h"
#include "text.h"

/* What a container asks for of one resource, in a list. */
struct kubepods_ask {
	size_t next;		/* place + 1; 0: the last */
	size_t resource;	/* number */
	int64_t request, limit;	/* thousandths or bytes; -1: not known */
};

struct kubepods_container {
	size_t next;		/* of the pod: place + 1; 0: the last */
	size_t ask;		/* list */
	char kind;		/* enum kubepods_kind */
	bool sidecar;		/* an init container that goes on running */
};

struct kubepods_pod {
	struct slice node, exported_node;	/* labels; may be empty */
	size_t container;	/* list */
	bool ended;		/* succeeded or failed */
};

/* Starts as {0}. */
struct kubepods {
	struct intern pods, containers, resources;	/* as numbers */
	struct kubepods_pod *pod;
	struct kubepods_container *container;
	struct kubepods_ask *ask;
	size_t pod_n, container_n, ask_n;
	size_t pod_cap, container_cap, ask_cap;
	bool phases;		/* it is told which pods have ended */
	bool exported;		/* label node is the exporter's own */
};

enum kubepods_kind {
	KUBEPODS_MAIN = 'm',
	KUBEPODS_INIT = 'i',		/* ends before those begin */
	KUBEPODS_OVERHEAD = 'o'		/* none, but what a pod costs */
};

/*
 * Takes the walk's last sample as a request or a limit; of other resources
 * than cpu, memory and cards nothing is kept.  -1: the diag says why not.
 */
int	kubepods_take(struct kubepods *, struct promtext *,
	    enum kubepods_kind, struct slice resource, bool limit,
	    struct diag *);

/* The same as a pod's phase, and as an init container's restart policy. */
int	kubepods_phase(struct kubepods *, struct promtext *, struct diag *);
int	kubepods_init(struct kubepods *, struct promtext *, struct diag *);

/*
 * Tells what each pod that is bound and has not ended asks of its node, once
 * for each resource, in order of first sight.  O(what was taken).
 */
void	kubepods_each(const struct kubepods *, void (*use)(void *arg,
	    struct slice node, struct slice resource, int64_t amount),
	    void *arg);

void	kubepods_free(struct kubepods *);

#endif
