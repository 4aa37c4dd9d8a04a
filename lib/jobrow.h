/*
 * jobrow: records become jobs.
 *
 * What is wrong with a record goes into the list of the jobs' faults, and
 * reading goes on; with a fault in it nothing of the jobs is to be used.
 */
#ifndef JOBROW_H
#define JOBROW_H

#include "header.h"
#include "job.h"
#include "reader.h"

/*
 * What a reader's sink calls; arg is the struct jobs.  Faults: no id or one
 * that is there twice, what is no amount, time, state or priority, instances
 * of 0.
 */
void	jobrow_learn(void *arg, struct header *);
void	jobrow_batch(void *arg, const struct reader_batch *);

#endif
