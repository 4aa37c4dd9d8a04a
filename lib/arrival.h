/*
 * arrival: who comes to a queue, and when.  Nothing can fail.
 */
#ifndef ARRIVAL_H
#define ARRIVAL_H

#include <stddef.h>
#include <stdint.h>

#include "job.h"

/* Starts with arrival_init. */
struct arrival {
	const struct jobs *jobs;	/* borrowed */
	uint32_t *who;		/* jobs, by created, then by number; owned */
	size_t n, at;		/* how many, and how many came */
};

/*
 * Begins with the jobs that wait and are created by then; the jobs outlive it.
 * O(n log n).
 */
void	arrival_init(struct arrival *, const struct jobs *, int64_t until_s);

/* When the next one comes; INT64_MAX: nobody does. */
int64_t	arrival_next_s(const struct arrival *);

/* Takes the next one, who is there: its number. */
size_t	arrival_take(struct arrival *);

void	arrival_free(struct arrival *);

#endif
