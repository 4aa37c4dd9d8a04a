/*
 * booking: reservations for the largest gangs, made, honoured and dropped.
 *
 * The rules R: a gang of so many GPUs that has waited for an hour and cannot
 * be placed keeps the nodes on which contracts end first; nobody is stopped
 * early for it.  When nothing on them is protected any more, all on them are
 * stopped and it starts.  Where groups that have had their due hold no more
 * than their claim there it is dropped: else the promise of all would pay for
 * that of one.
 */
#ifndef BOOKING_H
#define BOOKING_H

#include <stddef.h>
#include <stdint.h>

#include "stage.h"

enum { BOOKING_WAIT_S = 3600, BOOKING_MOST = 2, BOOKING_NODES = 64 };

/*
 * Goes through the reservations there are, before all else.  Those that must
 * not stand are dropped; of those that are due the gang is placed, and `stop`
 * is called to stop for it whom stage.stop[] names then.  O(jobs).
 */
void	booking_honour(struct stage *, void (*stop)(void *, size_t j),
	    void *arg);

/*
 * Reserves nodes for waiting jobs of at least gpus_m, in order, behind all
 * else.  O(jobs), and O(hosts log hosts) for each such job.
 */
void	booking_make(struct stage *, int64_t gpus_m);

#endif
