/*
 * wave: what is kept of a queue and its nodes from one pass to the next.
 *
 * Passes stand on it: twophase, and easy.  Jobs are known by the shape of what
 * they ask for, and by their place in the order of all, which does not change.
 * Nothing can fail.
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
#include "place.h"
#include "room.h"
#include "sim.h"
#include "state.h"

/* What jobs of one queue ask alike. */
struct wave_shape {
	uint32_t like;		/* one of them */
	bool never;		/* it can never be held */
	bool is_short;		/* it was, in that resource by that test */
	enum room_test test;
	enum res res;
	size_t failed;		/* the pass in which nodes could not hold it */
};

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
	struct intern key;	/* of shapes */
	struct wave_shape *shape;	/* by key */
	size_t shape_cap;
	size_t pass;		/* how many there were */
	struct arrival arrival;
	struct due_heap ends;	/* of runs: jobs */
	struct buf nodes;	/* of the job that starts */
	bool shared;		/* budgets rule */
	struct window window;
	struct share share;
	bool *committed;	/* by job: it was charged */
	bool moved;		/* what leaves stand at did, since asked */
};

/* Begins, before the first instant; borrows all.  O(n log n). */
void	wave_init(struct wave *, struct jobs *, struct cluster *,
	    const struct queues *, const struct sim_options *,
	    struct sim_result *);

/* The number of the shape that job i is of: known from then on. */
uint32_t	wave_shape(struct wave *, size_t i);

/* Places one of a shape; what nodes cannot hold once, they cannot this pass. */
bool	wave_place(struct wave *, struct wave_shape *);

/* Changes the state of job i: what it is charged counts at once. */
void	wave_change(struct wave *, size_t i, enum state_change,
	    const struct state_with *);

/* Job i, which was placed just now, runs. */
void	wave_start(struct wave *, size_t i);

/* Job i runs, from then on. */
void	wave_runs(struct wave *, size_t i, int64_t from_s);

/* Runs that end by now. */
void	wave_end_runs(struct wave *);

void	wave_free(struct wave *);

#endif
