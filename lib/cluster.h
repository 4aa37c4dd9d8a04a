/*
 * cluster: nodes that are kept, and what is free on them at an instant.
 *
 * A host has cpu and memory; a card is one model of GPU on it, with its own
 * count.  Most hosts have one card, mixed nodes several; a host without GPUs
 * has one card of no model.  An instance takes GPUs of one card, and cpu and
 * memory of its host.
 */
#ifndef CLUSTER_H
#define CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "intern.h"
#include "job.h"
#include "mem.h"
#include "node.h"
#include "res.h"
#include "text.h"

#define CLUSTER_END UINT32_MAX

struct cluster_card {
	struct slice model;	/* empty: no GPUs */
	int64_t gpu_m;		/* free; under 0: jobs hold too much */
	int64_t gpu_total_m;
	uint32_t host;
	uint32_t next;		/* the host's next card, or CLUSTER_END */
	uint32_t kind;		/* number of its model, pool and labels */
	uint8_t given, bounded;	/* bits of RES_GPU: as in node.h */
};

struct cluster_host {
	struct slice name;
	int64_t free[RES_N];	/* the same of cpu and mem */
	int64_t total[RES_N];
	uint32_t card;		/* its first */
	uint8_t given, bounded;	/* bits 1 << res */
	bool ready;
};

/* What a card is asked for by, besides amounts. */
struct cluster_kind {
	struct slice model, pool, labels;
};

/* Starts as {0}. */
struct cluster {
	struct cluster_host *host;
	size_t hosts, host_cap;
	struct cluster_card *card;	/* in input order */
	size_t cards, card_cap;
	struct cluster_kind *kind;
	size_t kinds, kind_cap;
	struct intern name;		/* the hosts' */
	struct intern kind_key;
	struct buf scratch;
	unsigned seen;		/* bits 1 << res: some record has an amount */
};

/* Adds a batch of nodes but for the bad ones; duplicates are faults. */
void	cluster_add(struct cluster *, const struct node_batch *,
	    struct diag_list *);

/*
 * Takes what jobs hold off what is free at now, and gives back what the
 * snapshot still counts as held: see node records in sluice-record(5).  Faults:
 * `nodes` that is no list of nodes; nodes that are not there are passed over.
 */
void	cluster_jobs(struct cluster *, const struct jobs *, int64_t now_s,
	    struct diag_list *);

/*
 * The first count instances and their node off the front of a list of nodes,
 * `n1*2,n4`: 1; 0 at its end; -1 when it is none.
 */
int	cluster_next(struct slice *list, struct slice *name, int64_t *count);

/* The card of that model on the host of that name, or CLUSTER_END. */
uint32_t	cluster_find(const struct cluster *, struct slice name,
		    struct slice model);

/* The card that an entry of `nodes` means for a class, or CLUSTER_END. */
uint32_t	cluster_entry(const struct cluster *, struct slice entry,
		    const struct job_class *);

/*
 * What an instance can take on a card: its GPUs, its host's cpu and mem;
 * nothing of what jobs hold more of than there is.
 */
struct shape	cluster_free(const struct cluster *, uint32_t card);

/* Whether jobs hold more on a card, or its host, than it has. */
bool	cluster_over(const struct cluster *, uint32_t card);

/* Takes n instances of the shape off a card, or gives them back (n < 0). */
void	cluster_take(struct cluster *, uint32_t card, const struct shape *,
	    int64_t n);

/* Gives back all that job i holds. */
void	cluster_release(struct cluster *, const struct jobs *, size_t i);

/* Whether the kind is what a class of jobs names. */
bool	cluster_matches(const struct cluster_kind *,
	    const struct job_class *);

/* A copy with free amounts of its own; all else is shared. */
void	cluster_copy(struct cluster *, const struct cluster *from);
void	cluster_free_copy(struct cluster *);

void	cluster_free_all(struct cluster *);

#endif
