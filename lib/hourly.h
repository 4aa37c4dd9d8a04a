/*
 * hourly: what a group used and asked for in each hour of a window, and what
 * it was owed.
 *
 * Hours are those of the clock, UTC; the first and the last are cut by the
 * window.  Areas are in thousandths of a GPU-second; sums of them saturate, in
 * an hour at 2^63.
 */
#ifndef HOURLY_H
#define HOURLY_H

#include <stddef.h>
#include <stdint.h>

#include "budget.h"
#include "ratio.h"

/* One hour: parts of it, and what holds from its start on, or no more. */
struct hourly_sum {
	ratio_wide area;
	ratio_wide more_m, less_m;
};

struct hourly {
	int64_t from_s, until_s;	/* the window; not under 0 */
	int64_t first;			/* number of the first hour */
	size_t n;			/* hours */
	struct hourly_sum *used, *asked;	/* by hour */
};

/* Begins, with areas that are not cleared; from_s is at most until_s. */
void	hourly_init(struct hourly *, int64_t from_s, int64_t until_s);

/* Begins another group.  O(hours). */
void	hourly_clear(struct hourly *);

/*
 * Adds gpus_m from one second up to another, as far as they are in the window:
 * used, or asked for.  O(1).
 */
void	hourly_use(struct hourly *, int64_t from_s, int64_t until_s,
	    int64_t gpus_m);
void	hourly_ask(struct hourly *, int64_t from_s, int64_t until_s,
	    int64_t gpus_m);

/* Adds what another of the same window has.  O(hours). */
void	hourly_add(struct hourly *, const struct hourly *);

/*
 * Sums up what the group was owed, in each hour the least of its part of the
 * capacity and of what it asked for, and what of it was used in that hour.
 * Both are exact: times the norm_of of its budget.  O(hours).
 */
void	hourly_owe(const struct hourly *, const struct budget *,
	    int64_t capacity_m, ratio_wide *owed, ratio_wide *delivered);

void	hourly_free(struct hourly *);

#endif
