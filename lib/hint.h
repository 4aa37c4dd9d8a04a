/*
 * hint: which shape can be asked for now without waiting.
 *
 * Source: the idle-resource hint of a commercial GPU platform, with the
 * proof (`fits`) that its text lacks.  Nodes stream in; for each a few
 * numbers are kept (nodeset.h), and names only of those that lead a ranking.
 * A pure function of the records and what is asked.
 */
#ifndef HINT_H
#define HINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "node.h"
#include "nodeset.h"
#include "rank.h"
#include "reader.h"
#include "res.h"
#include "text.h"

enum hint_resource {
	HINT_AUTO,	/* gpu when any node has GPUs, else cpu */
	HINT_CPU,
	HINT_GPU,
	HINT_VGPU
};

/* What is asked.  The slices are borrowed for the life of the hint. */
struct hint_ask {
	enum hint_resource resource;
	enum res primary;	/* first key of the ranking */
	bool local_first;	/* vgpu: GPUs may be on other nodes */
	int64_t instances;	/* at least 1 */
	struct slice model;	/* empty: every model */
	struct slice pool;	/* empty: any */
	struct slice selector;	/* empty: any */
	bool want;		/* ask whether `shape` fits, not what does */
	struct shape shape;	/* one instance; with want */
};

/* The nodes of one model, or all of them for cpu. */
struct hint_group {
	struct rank_top top;	/* the ranking; order 2 under local-first */
	struct rank_top gpu;	/* order 1 under local-first */
	size_t nodes;		/* how many qualify */
	bool wanted;		/* its model is one that is asked for */
};

/* What is answered for one model. */
struct hint_row {
	struct slice model;	/* empty: cpu */
	struct shape shape;	/* of one instance */
	unsigned known;		/* bits 1 << res: the amount is known */
	unsigned mask;		/* bits that limit it on nodes of the top */
	unsigned gpu_mask;	/* the same on the gpu top; 0: not apart */
	int64_t fits;		/* instances of it that fit at once */
	const struct hint_group *group;
};

struct hint {
	struct hint_ask ask;
	struct nodeset set;
	struct hint_group *group;	/* by model */
	size_t groups, group_cap;
	struct hint_group cpu;
	struct slice *name;	/* with want: every node's */
	size_t name_cap;
	struct mem_arena text;	/* what they are made of */
	bool apart;		/* local-first: GPUs are ranked apart */
	unsigned need;		/* NODESET bits that a node must have */
	unsigned gpu_mask;	/* with want: limits on the gpu top ... */
	unsigned mask, cpu_mask;	/* ... the top, and cpu's top */
};

/* Begins; ask is copied. */
void	hint_init(struct hint *, const struct hint_ask *);

/* Adds a batch of nodes; duplicates are faults. */
void	hint_add(struct hint *, const struct node_batch *,
	    struct diag_list *);

/* What is asked for, now that all nodes are there: never HINT_AUTO. */
enum hint_resource	hint_resource(const struct hint *);

/*
 * Answers: a row for each model that has qualifying nodes, in order of the
 * names' bytes, or the one row of cpu.  *rows is owned by the caller and
 * borrows from the hint.  O(nodes).  Call it once.
 */
size_t	hint_answer(struct hint *, struct hint_row **rows);

/* What is free on each node of a row; *out is owned by the caller. */
size_t	hint_shapes(const struct hint *, const struct hint_row *,
	    struct shape **out);

/* A node's place in the ranking of a row. */
struct hint_ranked {
	size_t row;		/* the row that it counts in */
	size_t item;		/* its number in input order */
	int64_t key[RES_N];	/* what it is ranked by, descending */
};

/*
 * The whole rankings of n rows, one behind the other in the rows' order, each
 * from its first node to its last; by_gpu: under local-first order 1, not 2.
 * *out is owned by the caller.  O(nodes log nodes).
 */
size_t	hint_rankings(const struct hint *, const struct hint_row *, size_t n,
	    bool by_gpu, struct hint_ranked **out);

void	hint_free(struct hint *);

#endif
