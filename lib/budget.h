/*
 * budget: budget records, and the tree of groups that they make.
 *
 * A group is a path, nlp/olmo/ana; its share is a weight among its siblings.
 * A parent without a record is implied: it weighs what its children do.  Jobs
 * are charged to leaves.
 */
#ifndef BUDGET_H
#define BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "header.h"
#include "intern.h"
#include "mem.h"
#include "reader.h"
#include "text.h"

enum {
	BUDGET_ROOT = 0,
	BUDGET_NONE = -1,	/* in no budget */
	BUDGET_INNER = -2,	/* it has groups below it */
	BUDGET_DEPTH = 32	/* most names of a path */
};

struct budget {
	struct slice path;	/* the root's is empty */
	struct slice name;	/* its last name */
	uint32_t parent;	/* the root's is itself */
	uint32_t depth;		/* names of the path */
	uint32_t child;		/* first below, by name; 0: it is a leaf */
	uint32_t next;		/* next beside it, by name; 0: none */
	bool given;		/* by a record */
	uint64_t line;		/* of it, or of one below it */
	int64_t share_m;	/* weight, in thousandths */
	int64_t siblings_m;	/* sum over it and those beside it */
	/*
	 * norm_share, the product down the path, in lowest terms; 0 where a
	 * weight of the path is, and nowhere else.
	 */
	int64_t norm;
	int64_t norm_of;
};

/* Starts as {0}. */
struct budgets {
	struct budget *group;	/* parents before children; [0] is the root */
	size_t n, cap;
	struct intern path;
	const char *file;	/* that was read last; borrowed */
	struct mem_arena text;
	struct diag_list *faults;
};

/*
 * What a reader's sink calls; arg is the struct budgets.  Faults: no group,
 * one that is there twice or is no path, what is no share.
 */
void	budget_learn(void *arg, struct header *);
void	budget_batch(void *arg, const struct reader_batch *);

/*
 * Makes the tree, once all is read.  Fault: the weights beside each other are
 * in all more than a count can be.  O(n log n).
 */
void	budget_end(struct budgets *);

/*
 * The leaf that a group's jobs are charged to: its own, or the one above it;
 * else BUDGET_NONE or BUDGET_INNER.
 */
int64_t	budget_leaf(const struct budgets *, struct slice group);

/* norm_share x amount, rounded down. */
int64_t	budget_part(const struct budget *, int64_t amount);

void	budget_free(struct budgets *);

#endif
