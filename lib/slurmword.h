/*
 * slurmword: the words with which Slurm's programs say states and times.
 *
 * Times have no zone: Slurm prints them in that of the machine.  They are
 * taken for UTC here, so what is printed with TZ=UTC, or as epoch seconds
 * with SLURM_TIME_FORMAT=%s, is exact.
 */
#ifndef SLURMWORD_H
#define SLURMWORD_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

/* What a state's name says of a job; bits, for jobs have several names. */
enum {
	SLURMWORD_WAITS = 1,
	SLURMWORD_RUNS = 2,	/* or still holds what it ran on */
	SLURMWORD_SUCCEEDED = 4,
	SLURMWORD_FAILED = 8,
	SLURMWORD_STOPPED = 16,
	SLURMWORD_REQUEUED = 32	/* this run has ended, the job waits */
};

/* The bits of a state's name, of `CANCELLED by 0` too; 0: no such state. */
unsigned	slurmword_state(struct slice);

/* Whether it stands for nothing: empty, (null), N/A, None, Unknown ... */
bool	slurmword_none(struct slice);

/* Seconds: 1, 0 when there is no time, or no limit, -1 when it is neither. */
int	slurmword_time(struct slice, int64_t *out_s);
int	slurmword_duration(struct slice, int64_t *out_s);

#endif
