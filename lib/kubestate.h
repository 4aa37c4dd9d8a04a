/*
 * kubestate: what kube-state-metrics 2 says of nodes and of the pods on them.
 *
 * Free is what is allocatable less what the pods ask for that are bound to
 * the node and have not ended (kubepods.h); the total is the capacity.  A
 * node is ready unless it is cordoned, its condition Ready is not true, or it
 * has a taint of the system itself.
 * One scrape is gathered and then told to the census, where the pods of
 * nodes that another text tells of count, too.
 */
#ifndef KUBESTATE_H
#define KUBESTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "census.h"
#include "diag.h"
#include "foreign.h"
#include "intern.h"
#include "kubepods.h"
#include "mem.h"
#include "promtext.h"
#include "text.h"

/* How much a node has of one resource; in a list. */
struct kubestate_amount {
	size_t next;		/* place + 1; 0: the last */
	struct slice resource;
	int64_t capacity, allocatable;	/* -1: not known */
};

struct kubestate_node {
	struct slice name;
	size_t amount;		/* list */
	struct slice labels;	/* as a record has them; may be empty */
	struct slice product;	/* what its cards are; empty: not known */
	struct slice pool;	/* list; may be empty */
	struct slice taint;	/* the system's own, a word; or empty */
	bool cordoned, not_ready;
};

/* Starts as {0}. */
struct kubestate {
	struct intern names;	/* of nodes, as numbers */
	struct kubestate_node *node;
	struct kubestate_amount *amount;
	size_t nodes, node_cap, amounts, amount_cap;
	struct mem_arena text;
	struct kubepods pods;
};

/* The number of a metric that is read; -1: it is none. */
int	kubestate_metric(struct slice name);

/* Takes the walk's last sample, of that metric; -1: the diag says why not. */
int	kubestate_add(struct kubestate *, int metric, struct promtext *,
	    struct diag *);

/* Tells the census; a node that it knew of already is told of anew. */
void	kubestate_tell(const struct kubestate *, struct census *,
	    const struct foreign *);

void	kubestate_free(struct kubestate *);

#endif
