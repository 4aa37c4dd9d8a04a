/*
 * hostlist: sets of hosts, as Slurm writes them: `gpu01`, `b04-[09-10]`,
 * `nodeA,nodeB[001,003],nodeC`, `r[1-2]n[01-03]`.
 *
 * A number keeps its zeros.  A list is checked as a whole before the first
 * name is taken of it; one that stands for more than HOSTLIST_MOST names, or
 * has more than HOSTLIST_GROUPS brackets in a name, is a fault.
 */
#ifndef HOSTLIST_H
#define HOSTLIST_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "text.h"

struct buf;

enum { HOSTLIST_MOST = 1000000, HOSTLIST_GROUPS = 8 };

/* One pair of brackets, and where in it the walk is. */
struct hostlist_group {
	struct slice before;	/* what stands in front of it */
	struct slice ranges;	/* what is in it */
	struct slice rest;	/* ranges to come */
	int64_t at, last;	/* in the range */
	size_t width;		/* digits, zeros in front */
};

/* A walk over the names. */
struct hostlist {
	struct slice rest;	/* patterns to come */
	struct hostlist_group group[HOSTLIST_GROUPS];
	size_t groups;
	struct slice after;	/* what stands behind the last bracket */
	bool within;		/* the pattern has more names */
};

/*
 * How many names there are, 0 for an empty list; -1 when it is no list, and
 * the diag says why.  O(length).
 */
int64_t	hostlist_count(struct slice, struct diag *);

/* Begins a walk over a list that hostlist_count has counted. */
void	hostlist_begin(struct hostlist *, struct slice);

/* Puts the next name in place of what the buffer holds; false: no more. */
bool	hostlist_next(struct hostlist *, struct buf *name);

#endif
