/*
 * twophase: the pass of the two-phase queue, with what is kept for the next.
 *
 * Jobs that wait are in lanes: one for each shape of request, or for each fifo
 * queue; with budgets, which no fifo queue goes with, for each shape in each
 * leaf.  A lane whose head was short of something that is short still is not
 * touched.  Those who are let in and find no nodes go back when their time is
 * out, and wait for the end of their cooldown.  Otherwise a pass does what
 * requeue and step do, in the same order.  Nothing can fail.
 */
#ifndef TWOPHASE_H
#define TWOPHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "due.h"
#include "intern.h"
#include "lanes.h"
#include "leaves.h"
#include "wave.h"

/* Jobs that wait and are let in alike: of a shape, or of a fifo queue. */
struct twophase_lane {
	struct lanes_lane wait;	/* by place in the order of all */
	uint32_t leaf;
	uint32_t shape;		/* of all of them, if it is not fifo */
	uint32_t last;		/* place + 1 of who came in last in this pass */
	bool fifo;
	bool open;		/* it is among those that are looked at */
};

struct twophase {
	struct wave *wave;	/* borrowed */
	struct twophase_lane *lane;
	size_t lanes, lane_cap;
	uint32_t *open;		/* lanes in which somebody waits, or did */
	size_t opens, open_cap;
	uint32_t *fifo_lane;	/* by queue: its number + 1; 0: none yet */
	struct intern lane_key;	/* of a shape in a leaf */
	uint32_t *shape_lane;	/* the others', by lane_key */
	size_t shape_lanes, shape_lane_cap;
	struct leaves leaves;
	bool *blocked;		/* by queue, in a walk */
	struct twophase_displaced {
		uint32_t job, by;
	} *displaced;		/* in this pass */
	size_t displaceds, displaced_cap;
	struct due_heap stuck;	/* when the time of those let in is out */
	struct due_heap cooling;	/* when cooldowns end */
};

/* Begins. */
void	twophase_init(struct twophase *, struct wave *);

/* The next job arrives, and waits. */
void	twophase_enter(struct twophase *);

/* One pass at now_s. */
void	twophase_pass(struct twophase *);

/* When a time is out or a cooldown ends; INT64_MAX: none does.  Amortized. */
int64_t	twophase_next_s(struct twophase *);

/* Writes down who was displaced in the last pass, and by whom. */
void	twophase_tell(const struct twophase *);

void	twophase_free(struct twophase *);

#endif
