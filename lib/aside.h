/*
 * aside: unallocated jobs that wait, and cannot start now.
 *
 * With budgets they come after all others and stop nobody, and most of what
 * waits may be of this kind.  Of each shape only the first few can start in a
 * pass, as many as what is idle holds; decisions need not see the others.
 */
#ifndef ASIDE_H
#define ASIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cluster.h"
#include "intern.h"
#include "job.h"
#include "live.h"
#include "order.h"
#include "queue.h"

/* Starts as {0}. */
struct aside {
	uint32_t *job, *place;	/* by place in the order of all; by job */
	struct intern key;
	struct aside_shape *shape;
	size_t cap;
	size_t waiting;		/* how many are here */
	int64_t ended_s;	/* the last end of a run of theirs */
};

/* Begins, for the jobs of a trace: the order of two of them is fixed. */
void	aside_init(struct aside *, const struct jobs *, enum order_policy);

/* Whether a job can stand here: unallocated, pending, and for GPUs. */
bool	aside_may(const struct jobs *, size_t i);

/* Puts job i of the trace here. */
void	aside_put(struct aside *, const struct jobs *, size_t i);

/* Whether they can: under besteffort, without timeouts. */
bool	aside_can(const struct jobs *, const struct queues *,
	    const struct cluster *);

/* GPUs that are idle on ready nodes, in thousandths. */
int64_t	aside_idle_m(const struct cluster *);

/* Whether some job, here or there, asks for no more than that or is inqueue. */
bool	aside_some(const struct aside *, const struct live *,
	    int64_t idle_m);

/*
 * Those that so many GPUs might hold come to be live.  O(shapes), and O(log
 * jobs) for each that comes.
 */
void	aside_take(struct aside *, struct live *, int64_t idle_m);

/* Live jobs that may stand here come back. */
void	aside_return(struct aside *, struct live *);

void	aside_free(struct aside *);

#endif
