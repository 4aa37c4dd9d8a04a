/*
 * booking: reservations for the largest gangs, made, honoured and dropped.
 *
 * The rules R: a gang of so many GPUs that has waited for an hour and cannot
 * be placed keeps the nodes on which contracts end first; nobody is stopped
 * early for it.  When nothing on them is protected any more, those on them are
 * stopped as far as it needs that, and it starts.  Where a job of another group
 * that has no more than its claim has come to run there, it is dropped: else
 * the promise of all would pay for that of one.  Nothing can fail.
 */
#ifndef BOOKING_H
#define BOOKING_H

#include <stddef.h>
#include <stdint.h>

#include "stage.h"

enum { BOOKING_WAIT_S = 3600, BOOKING_MOST = 2, BOOKING_NODES = 64 };

/*
 * Goes through the reservations there are, before all else.  Those that must
 * not stand are dropped, and those whose gang even all stops on their nodes
 * would not place; of those that are due the gang is placed, and `stop` is
 * called to stop for it whom stage.stop[] names then.  O(jobs), and what
 * stage_clear costs for each that is due.
 */
void	booking_honour(struct stage *, void (*stop)(void *, size_t j),
	    void *arg);

/*
 * Reserves nodes for waiting jobs of at least gpus_m, in order, behind all
 * else: of hosts that are ready, not reserved, and hold nobody of another group
 * that has no more than its claim, those where the last protection ends first,
 * then those with the fewest allocated GPUs, then as they stand.  At most
 * BOOKING_MOST stand, on BOOKING_NODES in all or one of any size.  O(jobs), and
 * O(hosts log hosts) for each such job.
 */
void	booking_make(struct stage *, int64_t gpus_m);

#endif
