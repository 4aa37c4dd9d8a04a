/*
 * profile: what will be free, by class sums, from now on.
 *
 * A list of instants; from each to the next the free amounts of all ready
 * nodes and of the nodes of each class of jobs stay as they are.
 */
#ifndef PROFILE_H
#define PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "job.h"
#include "res.h"
#include "room.h"

#define PROFILE_NEVER INT64_MAX

/* Starts as {0}. */
struct profile {
	const struct room *room;
	size_t width;		/* sums of an instant: classes, then all */
	int64_t *at_s;		/* instants, ascending; the first is now */
	struct room_sum *free;	/* n x width */
	size_t n, cap, free_cap;
};

/* Begins with what the room has idle now; borrows it. */
void	profile_init(struct profile *, const struct room *, int64_t now_s);

/*
 * From an instant on, the last so far and not PROFILE_NEVER, there is what a
 * room has idle: that of the same jobs, when more of them have ended.
 */
void	profile_from(struct profile *, const struct room *, int64_t at_s);

/*
 * n instances of the shape on a card are held from one instant until another
 * (PROFILE_NEVER: for good).
 */
void	profile_hold(struct profile *, uint32_t card, const struct shape *,
	    int64_t n, int64_t from_s, int64_t until_s);

/* Holds for a job without nodes: in the sums of its class, and of all. */
void	profile_reserve(struct profile *, const struct job *, int64_t from_s,
	    int64_t until_s);

/*
 * The earliest instant from which a job fits into the sums for length_s
 * seconds (PROFILE_NEVER: for good), or PROFILE_NEVER.  O(instants).
 */
int64_t	profile_slot(const struct profile *, const struct job *,
	    int64_t length_s);

/* Whether a job fits into the sums of the first instant. */
bool	profile_now(const struct profile *, const struct job *);

void	profile_free(struct profile *);

#endif
