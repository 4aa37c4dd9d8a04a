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
#include "trial.h"
#include "turn.h"
#include "victim.h"

/* What of a job that was placed is on one card. */
struct stage_start {
	size_t job;
	struct place_run run;
};

/* The victims of a leaf, or the unallocated ones; and what it may stop. */
struct stage_leaf {
	int64_t sum_m, most_m;	/* GPUs: of those that run on, of the largest */
	bool known, may;	/* in this search: they may be stopped */
	size_t tried;		/* moves, when this was found: */
	int64_t kept_m;		/* for a job that commits this or more, */
	int64_t reach_m;	/* the most that stops for it give back */
};

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
	size_t waits;
	struct turn turn;	/* over them */
	enum order_policy policy;
	bool *first;		/* by job: others are stopped for it */
	bool *gone;		/* by job: it is stopped */
	bool *placed;		/* by job: it can start now */
	size_t moves;		/* grows with what is decided */
	struct stage_start *start;	/* of those that are placed */
	size_t starts, start_cap;
	struct victims victims;	/* once they are needed */
	bool all;		/* protected jobs are among them */
	bool gathered, stale;	/* they were; leaves moved since */
	struct stage_leaf *leaf;	/* by budget, once they are gathered */
	struct trial trial;
	struct victim *stop;	/* those to be stopped, for one job */
	size_t stops, stop_cap;
};

/* Begins; the cluster is as cluster_jobs left it. */
void	stage_init(struct stage *, struct jobs *, struct cluster *,
	    const struct queues *, enum order_policy, struct share *);

/* A reservation was dropped: its nodes are open to those who kept off. */
void	stage_forget(struct stage *);

/*
 * The k-th victim, in order, that is not stopped; *k moves on to it.  NULL:
 * there is none from there on.  Valid until stage_admit.
 */
const struct victim	*stage_victim(struct stage *, size_t *k);

/* Places waiting job j's gang; false, and nothing is changed: it cannot be. */
bool	stage_place(struct stage *, size_t j);

/* Job j was placed just now: its group is charged with it. */
void	stage_admit(struct stage *, size_t j);

/* Gives back all that was placed; victims stay where they are. */
void	stage_undo(struct stage *);

/* Puts the jobs that wait in order anew, those of first[] before others. */
void	stage_order(struct stage *);

/*
 * Seeks running jobs whose stop makes job j placeable, and which may be stopped
 * for it; stop[] has them, and none of them can be spared.  They are off their
 * nodes then, and j is placed.  False: there are none, and nothing is changed.
 * O(cards + v log v) for v victims, and for the hosts that those taken hold.
 */
bool	stage_seek(struct stage *, size_t j);

/* The same with whoever is on hosts that have any of the bits in reserve. */
bool	stage_clear(struct stage *, size_t j, unsigned bits);

/* Takes a victim off its nodes (sign -1), or lets it run after all. */
void	stage_move(struct stage *, const struct victim *, int sign);

/* Whether job j could be placed were this victim alone stopped. */
bool	stage_would(struct stage *, size_t j, const struct victim *);

/*
 * Stops job i in its record; the reason is the word, which ends in a blank, and
 * the name.
 */
void	stage_stop(struct stage *, size_t i, const char *word, struct slice);

void	stage_free(struct stage *);

#endif
