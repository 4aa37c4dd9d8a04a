/*
 * room: what is idle, and what admitted jobs claim of it.
 *
 * The enqueue test of the two-phase queue.  Amounts are kept for all nodes and
 * for the nodes that each class of jobs may use; the claims of a class count
 * at most what its nodes have idle, so that claims on cards that are gone do
 * not hold up others.  Source: the queue of a GPU platform, whose text has
 * the comparison the wrong way round (DEVIATIONS).
 */
#ifndef ROOM_H
#define ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cluster.h"
#include "job.h"
#include "queue.h"
#include "res.h"

/* Sums over nodes and gangs, which may be more than an amount can be. */
__extension__ typedef __int128 room_wide;

struct room_sum {
	room_wide of[RES_N];
};

struct room_class {
	struct room_sum idle;	/* of its ready nodes */
	struct room_sum claim;	/* of its inqueue jobs */
	bool named;		/* it names something */
	bool any;		/* some node matches, ready or not */
};

/* What a queue runs, and what its inqueue jobs claim. */
struct room_queue {
	struct room_sum run, claim;
};

struct room {
	const struct jobs *jobs;
	struct cluster *cluster;
	const struct queues *queues;
	struct room_sum idle;		/* of all ready nodes */
	struct room_sum claim;		/* of all classes, each capped */
	struct room_class *class;	/* by number of jobs->class */
	struct room_queue *queue;	/* by number of jobs->queue */
	const struct queue **rule;	/* the same */
	uint8_t *match;		/* class x kind: 1 if it may be used */
};

/* Which test of a request is short, first of all. */
enum room_test {
	ROOM_FITS,
	ROOM_ALL,	/* all ready nodes */
	ROOM_QUOTA,	/* the queue's quota */
	ROOM_CLASS	/* the class's nodes */
};

/* The figures of a test for one resource, each at most INT64_MAX. */
struct room_figures {
	int64_t needs, idle, inqueue;
};

/*
 * Begins with the cluster as cluster_jobs left it; no claims yet.  Borrows all
 * three.
 */
void	room_init(struct room *, const struct jobs *, struct cluster *,
	    const struct queues *);

/* Tests a request of a job that does not claim. */
enum room_test	room_test(const struct room *, const struct job *);

/* Whether the test is short in a resource, and its figures. */
bool	room_short(const struct room *, const struct job *, enum room_test,
	    enum res, struct room_figures *);

/*
 * Whether a job's nodes have as much idle as it asks for in all: it need not
 * be where a gang can use it.
 */
bool	room_enough(const struct room *, const struct job *);

/* What is idle of a resource for a class, at most INT64_MAX. */
int64_t	room_idle(const struct room *, uint32_t class, enum res);

/* Whether the queue's quota is short. */
bool	room_over_quota(const struct room *, const struct job *);

/* Adds a job's claim (sign 1), or takes it back (-1). */
void	room_claim(struct room *, const struct job *, int sign);

/* Its queue's quota keeps room for a job (sign 1), or no longer (-1). */
void	room_promise(struct room *, const struct job *, int sign);

/* A job of the queue started (sign 1): its quota pays for it. */
void	room_run(struct room *, const struct job *, int sign);

/* n instances were taken from a card (before cluster_take), or given back. */
void	room_take(struct room *, uint32_t card, const struct shape *,
	    int64_t n);

static inline bool
room_matches(const struct room *r, uint32_t class, uint32_t kind)
{
	return r->match[class * r->cluster->kinds + kind] != 0;
}

void	room_free(struct room *);

#endif
