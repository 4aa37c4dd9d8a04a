/*
 * bound: what the cluster could ever hold, were it empty.
 *
 * By the totals, where they are given, whatever a node's state; without a
 * total there is no bound.  Hosts alike are counted together, so a test is
 * over the kinds of hosts that there are, not over hosts.
 */
#ifndef BOUND_H
#define BOUND_H

#include <stddef.h>
#include <stdint.h>

#include "cluster.h"
#include "job.h"
#include "room.h"

struct buf;

enum bound_test {
	BOUND_OK,
	BOUND_NO_NODE,	/* no node matches */
	BOUND_NO_LABEL,	/* none of those has the label */
	BOUND_INSTANCE,	/* no matching node could hold one */
	BOUND_GANG,	/* together they could not hold all */
	BOUND_QUOTA	/* the queue's quota could not */
};

/* Starts as {0}. */
struct bound {
	const struct room *room;
	struct bound_host *host;	/* kinds of hosts */
	size_t n, cap;
	struct intern key;
};

/* Begins; borrows the room. */
void	bound_init(struct bound *, const struct room *);

/* Tests a job; O(kinds of hosts). */
enum bound_test	bound_test(const struct bound *, const struct job *);

/* Appends the reason of a test that is not BOUND_OK, its code first. */
void	bound_why(const struct bound *, const struct job *, enum bound_test,
	    struct buf *);

void	bound_free(struct bound *);

#endif
