/*
 * stage: a queue and its nodes at an instant, on which stops are tried out.
 *
 * Jobs can be taken off their nodes and put back, and gangs placed, while the
 * records stay as they are.  What is decided is then done to the records, by
 * those who use it.
 */
#ifndef STAGE_H
#define STAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bound.h"
#include "cluster.h"
#include "job.h"
#include "order.h"
#include "place.h"
#include "queue.h"
#include "request.h"
#include "reserve.h"
#include "room.h"
#include "share.h"
#include "state.h"
#include "turn.h"

struct stage {
	struct jobs *jobs;
	struct cluster *cluster;
	struct share *share;
	int64_t now_s;
	struct room room;
	struct place place;
	struct bound bound;
	struct reserve reserve;
	struct request request;
	size_t *order;		/* jobs that wait and are eligible */
	struct turn turn;	/* over them */
	size_t *run;		/* jobs that run and may be stopped */
	size_t runs;
	size_t *stop;		/* those that are to be, for one job */
	size_t stops, stop_cap;
};

/* Begins; the cluster is as cluster_jobs left it. */
void	stage_init(struct stage *, struct jobs *, struct cluster *,
	    const struct queues *, enum order_policy, struct share *);

/* Takes a running job off its nodes, or puts it back. */
void	stage_take(struct stage *, size_t i);
void	stage_put(struct stage *, size_t i);

/* Places waiting job j's gang; false, and nothing is changed: it cannot be. */
bool	stage_place(struct stage *, size_t j);

/* The same, only to know. */
bool	stage_holds(struct stage *, size_t j);

/*
 * The next card of job i's nodes whose host is ready, walked by *rest; false
 * at the end.
 */
bool	stage_card(const struct stage *, size_t i, struct slice *rest,
	    uint32_t *card);

/*
 * Seeks running jobs whose stop makes job j placeable, and which may be stopped
 * for it; stop[] has them, and none of them can be spared.  They are off their
 * nodes then, and j is placed.  False: there are none, and nothing is changed.
 * O(r log r) for r running jobs, and a placement for each that is taken.
 */
bool	stage_seek(struct stage *, size_t j);

/* Stops job i in its record; the reason is the word and the name. */
void	stage_stop(struct stage *, size_t i, const char *word, struct slice);

void	stage_free(struct stage *);

#endif
