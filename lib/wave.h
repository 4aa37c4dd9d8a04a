/*
 * wave: what one pass decides, with what is kept for the next.
 *
 * Jobs that wait are in lanes: one for each shape of request, or for each fifo
 * queue; with budgets, which no fifo queue goes with, for each shape in each
 * leaf.  A lane whose head was short of something that is short still is not
 * touched.  Otherwise a pass does what step does, in the same order.  Nothing
 * can fail.
 */
#ifndef WAVE_H
#define WAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arrival.h"
#include "bound.h"
#include "buf.h"
#include "due.h"
#include "intern.h"
#include "lanes.h"
#include "place.h"
#include "room.h"
#include "sim.h"

/* What jobs of one queue ask alike. */
struct wave_shape {
	uint32_t like;		/* one of them */
	bool never;		/* it can never be held */
	bool is_short;		/* it was, in that resource by that test */
	enum room_test test;
	enum res res;
	size_t failed;		/* the pass in which nodes could not hold it */
};

/* Jobs that wait and are let in alike: of a shape, or of a fifo queue. */
struct wave_lane {
	struct lanes_lane wait;	/* by place in the order of all */
	uint32_t leaf;
	uint32_t shape;		/* of all of them, if it is not fifo */
	bool fifo;
};

/* What waits of a leaf; all of it is one without budgets. */
struct wave_leaf {
	struct lanes_walk walk;
	uint32_t *in;		/* admitted: places in the order, ascending */
	size_t ins, in_cap;
	size_t at;		/* of them, in a walk */
	struct lanes_heap since;	/* who waits, by rank in by_queued */
};

/* What is kept from instant to instant. */
struct wave {
	struct jobs *jobs;
	struct cluster *cluster;
	const struct queues *queues;
	const struct sim_options *o;
	struct sim_result *result;
	int64_t now_s;
	struct room room;
	struct place place;
	struct bound bound;
	uint32_t *job, *place_of;	/* by place in the order; by job */
	uint32_t *shape_of;	/* by job */
	bool *committed;	/* by job, with budgets: it was charged */
	struct intern key, lane_key;	/* of shapes; of a shape in a leaf */
	struct wave_shape *shape;	/* by key */
	size_t shape_cap;
	struct wave_lane *lane;
	size_t lanes, lane_cap;
	uint32_t *fifo_lane;	/* by queue: its number + 1; 0: none yet */
	uint32_t *shape_lane;	/* the others', by lane_key */
	size_t shape_lanes, shape_lane_cap;
	struct wave_leaf *leaf;	/* by budget */
	size_t leaves;
	size_t last;		/* whose turn it was; leaves: nobody's */
	bool moved;		/* what leaves stand at did, since then */
	size_t pass;		/* how many there were */
	struct arrival arrival;
	struct due_heap ends;	/* of runs: jobs */
	struct window window;
	struct share share;
	bool shared;		/* budgets rule */
	/* Jobs by `queued`, and their ranks; NULL: as they arrive. */
	uint32_t *by_queued, *queued_rank;
	bool *blocked;		/* by queue, in a walk */
	struct buf nodes;	/* of the job that starts */
};

/* The next job arrives, and waits. */
void	wave_enter(struct wave *);

/* Job i runs from then on. */
void	wave_runs(struct wave *, size_t i, int64_t from_s);

/* One pass at now_s. */
void	wave_pass(struct wave *);

/* The number of the shape that job i is of: known from then on. */
uint32_t	wave_shape(struct wave *, size_t i);

/* Places one of a shape; what nodes cannot hold once, they cannot this pass. */
bool	wave_place(struct wave *, struct wave_shape *);

/* Job i, which was placed just now, runs. */
void	wave_start(struct wave *, size_t i);

#endif
