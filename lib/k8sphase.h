/*
 * k8sphase: which state a Job of Kubernetes is in for us.
 *
 * A Job that we manage and that is not let in is suspended, with the phase
 * pending in its annotations; letting it in sets both at once.  So what it is
 * follows from both, and where they differ someone else had a hand in it.
 *
 * Kubernetes places pod by pod, and a gang of which some pods have a node and
 * others wait is the deadlock that a timeout is for: it is inqueue until it
 * was whole once.  A pod that ended shows that it was.
 */
#ifndef K8SPHASE_H
#define K8SPHASE_H

#include <stdbool.h>
#include <stdint.h>

#include "job.h"

/* What is known of a Job. */
struct k8sphase {
	bool suspended;
	bool complete, failed;	/* its conditions */
	bool noted;		/* it has a phase of ours ... */
	enum job_state phase;	/* ... and this is it */
	bool ours;		/* noted, or to be adopted */
	const char *bar;	/* why it cannot be a record, or NULL */
	int64_t active;		/* its pods that have not ended */
	int64_t ready;		/* those of them that are; -1: not told */
	int64_t bound;		/* those that have a node; -1: not told */
	int64_t ended;		/* pods that succeeded or failed */
};

/* What follows. */
struct k8sphase_state {
	enum job_state state;
	bool as_noted;		/* it is the phase: since when is noted too */
	const char *reason;	/* a constant, or the bar; NULL: none */
};

struct k8sphase_state	k8sphase_of(const struct k8sphase *);

#endif
