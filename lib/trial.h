/*
 * trial: how many instances of one job nodes would hold, as running jobs are
 * taken off them and put back.
 *
 * Nothing is placed: amounts are copied, and only the hosts that change are
 * counted again.  As all instances of a gang are alike, it can be placed when
 * as many fit, all of them on hosts that share a label's value if it asks for
 * that: what place_gang finds is there just when trial_holds says so.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "job.h"
#include "place.h"
#include "ratio.h"
#include "res.h"
#include "victim.h"

/* Starts as {0}; used for one job after the other. */
struct trial {
	const struct place *place;
	const struct job *job;
	unsigned mask;		/* bits 1 << res: what bounds it */
	int64_t *gpu_m;		/* by card: free */
	struct shape *free;	/* by host: of cpu and mem */
	uint32_t *value;	/* by card: of the label; or it is not used */
	ratio_wide *sum;	/* by value: instances that fit */
	size_t values, cap;
};

/*
 * Begins with what is free now, for a job that keeps off hosts with any of the
 * bits `avoid`.  O(cards).
 */
void	trial_begin(struct trial *, const struct place *, const struct job *,
	    unsigned avoid);

/* Whether any of n cards is on a host that the job may use. */
bool	trial_helps(const struct trial *, const struct victim_hold *,
	    size_t n);

/*
 * Gives back what the shape holds on n cards (sign 1), or takes it (-1).  O(n).
 */
void	trial_move(struct trial *, const struct victim_hold *, size_t n,
	    const struct shape *, int sign);

/* Whether all instances fit. */
bool	trial_holds(const struct trial *);

void	trial_free(struct trial *);

#endif
