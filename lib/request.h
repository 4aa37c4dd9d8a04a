/*
 * request: what waiting jobs ask for, each kind once.
 *
 * Jobs of one queue that ask the same (instances, amounts, class, label) share
 * a shape: it is tested and tried on nodes once a step, and its reason is put
 * into words once.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bound.h"
#include "intern.h"
#include "job.h"
#include "order.h"
#include "place.h"
#include "reserve.h"
#include "share.h"
#include "turn.h"
#include "why.h"

struct request_shape {
	const struct job *like;	/* the first of its jobs: asks what all do */
	uint32_t queue, class;	/* of its jobs */
	bool fifo;		/* the queue's discipline */
	unsigned avoid;		/* bits of reservations to keep off */
	bool booked;		/* nodes are reserved for it */
	enum bound_test never;	/* BOUND_OK, or why it never fits */
	bool failed;		/* the nodes could not hold it in this step */
	bool no_spare;		/* nor what a reservation leaves */
	int64_t fits;		/* how many instances they could, then */
	struct slice quota, nodes, bound;	/* reasons made; n 0: not yet */
};

enum { REQUEST_RECENT = 256 };

/* Starts as {0}. */
struct request {
	struct jobs *jobs;
	uint32_t *of;		/* by job: its shape's number */
	uint8_t *state;		/* by job: the same, but near together */
	struct request_shape *shape;
	size_t n, cap;
	struct intern key;
	const struct job *recent[REQUEST_RECENT];	/* by what they ask */
	size_t by;		/* whom the last text names */
	const char *word;	/* how it begins */
	struct slice text;	/* it */
};

/* What reasons are made of. */
struct request_why {
	struct why *why;
	const struct bound *bound;
	const struct reserve *reserve;
	struct place *place;
	int64_t now_s;
};

/*
 * Whether a job may be admitted or placed now: inqueue, or pending with its
 * cooldown over and not stopped at this very instant.
 */
bool	request_eligible(const struct jobs *, size_t i, int64_t now_s);

/*
 * Marks, by job, those for whom others were stopped at this instant; NULL:
 * there are none.  Owned by the caller.
 */
bool	*request_stopped_for(const struct jobs *, int64_t now_s);

/*
 * The eligible jobs in order; those marked in `first`, or with NULL those for
 * whom others were stopped at this instant, come before all others.  share is
 * for the policies of budgets, else NULL.  Returns how many; *out is owned by
 * the caller, and so is *turn, which goes over them.
 */
size_t	request_order(const struct jobs *, enum order_policy,
	    const struct share *, int64_t now_s, const bool *first,
	    size_t **out, struct turn *);

/*
 * Gathers the shapes of waiting jobs, and which of them never fit, with the
 * reservations that stand.
 */
void	request_init(struct request *, struct jobs *, const struct bound *,
	    const struct reserve *);

static inline struct request_shape *
request_of(struct request *r, size_t i)
{
	return &r->shape[r->of[i]];
}

/* Whether an earlier step displaced the job, and it is still pending. */
bool	request_was_displaced(const struct jobs *, size_t i);

/*
 * Counts anew how many instances nodes hold, until a reason tells it: since
 * they were tried, more may have been taken.
 */
void	request_recount(struct request_shape *, struct place *);

/* Sets the job's reason. */
void	request_tell_not_yet(struct request *, const struct request_why *,
	    size_t i);
void	request_tell_never(struct request *, const struct request_why *,
	    size_t i);
void	request_tell_quota(struct request *, const struct request_why *,
	    size_t i);
/* The nodes do not hold it; or only reserved ones do. */
void	request_tell_nodes(struct request *, const struct request_why *,
	    size_t i);

/* The word, then who: `behind A`. */
void	request_tell_by(struct request *, size_t i, const char *word,
	    size_t by);

/* `reserved`, until when, and for whom. */
void	request_tell_reserved(struct request *, size_t i, int64_t until_s,
	    size_t by);

void	request_free(struct request *);

#endif
