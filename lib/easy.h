/*
 * easy: the pass of easy backfill, with what is kept for the next.
 *
 * It decides what backfill does, in the same order.  Jobs that wait are in
 * lanes by shape, in one backlog; behind the head a lane is asked for its first
 * job, or for the first that ends before the head is to start.  The nodes at
 * that time are found on those of now: runs are taken off them in their order
 * of ending, and put back.  Nothing can fail.
 */
#ifndef EASY_H
#define EASY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backlog.h"
#include "due.h"
#include "lanes.h"
#include "res.h"
#include "wave.h"

/* Jobs of a shape: their places in the backlog. */
struct easy_lane {
	uint32_t from, to;
	uint32_t waiting;	/* how many */
	uint32_t open;		/* its place among those where somebody does */
	size_t no_spare;	/* the walk in which the spare did not do */
};

/* What is taken off a card while only the spare is looked at. */
struct easy_cut {
	uint32_t card;
	struct shape of;
};

struct easy {
	struct wave *wave;	/* borrowed */
	struct backlog backlog;
	uint32_t *job, *at;	/* by place in it; by job */
	struct easy_lane *lane;	/* by shape */
	uint32_t *open;		/* shapes that somebody waits of */
	size_t opens;
	struct lanes_walk walk;	/* over those that may have room */
	struct lanes_walk full;	/* over the others, one of which is the head */
	struct due_heap limits;	/* of runs: jobs, some of which have ended */
	struct due *ended;	/* those taken off the nodes for now */
	size_t ends, end_cap;
	size_t walks;		/* how many there were */
	bool headed;		/* somebody is blocked, and is the head */
	uint32_t head;		/* then: that job */
	bool passed;		/* somebody behind it started in this walk */
	int64_t free_s;		/* t*: when it starts, or INT64_MAX */
	/* What the head's hosts have at t*; cpu and mem by their first card. */
	struct shape *later;	/* by card */
	bool *held;		/* by host: it is one of them */
	uint32_t *host;		/* they */
	size_t hosts, host_cap;
	struct easy_cut *cut;
	size_t cuts, cut_cap;
	struct room_sum spare;	/* what is idle with the cuts, at most */
};

/* Begins with the jobs that are to arrive; O(n log n). */
void	easy_init(struct easy *, struct wave *);

/* The next job arrives, and waits. */
void	easy_enter(struct easy *);

/* Job i runs: it is taken to end by its time limit. */
void	easy_runs(struct easy *, size_t i);

/*
 * One pass at now_s.  O((shapes that wait + starts + runs that end before the
 * head is to start) log jobs), as many looks for room on nodes, and the head's
 * hosts for each shape that there is enough to spare for.
 */
void	easy_pass(struct easy *);

void	easy_free(struct easy *);

#endif
