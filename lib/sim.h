/*
 * sim: a queue and its nodes over time.
 *
 * Time goes from instant to instant: an arrival, the end of a run, a timeout,
 * the end of a cooldown or of a contract, a limit of attained service, a tick.
 * At each of them runs end, then jobs arrive, then there is one pass of
 * requeue, preempt and step, by the functions that the filters call; or, with
 * preemptive, GPUs are dealt.  Nothing can fail.
 */
#ifndef SIM_H
#define SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arrival.h"
#include "aside.h"
#include "cluster.h"
#include "job.h"
#include "live.h"
#include "order.h"
#include "preempt.h"
#include "queue.h"
#include "requeue.h"
#include "service.h"
#include "step.h"
#include "usage.h"
#include "window.h"

enum { SIM_TICK_S = 60 };

struct sim_options {
	int64_t start_s;	/* the first instant */
	int64_t every_s;	/* passes are so far apart; 0: at instants */
	int64_t tick_s;		/* with contracts, while a job waits */
	int64_t restart_s;	/* what going on after a stop costs */
	bool forecast;		/* runs end by their time limits */
	bool frozen;		/* nothing arrives and nothing ends */
	bool contracts;		/* jobs are stopped for others */
	bool preemptive;	/* GPUs are dealt anew at each instant */
	bool served;		/* in the order of `service` */
	bool timeouts;		/* requeue is to be done */
	bool plain;		/* by the filters' functions alone: for tests */
	struct service service;
	struct step_options step;	/* its now_s and share are set here */
	struct requeue_options requeue;	/* its now_s is */
	struct usage *usage;	/* of what was had before; or NULL */
	int64_t capacity_m;	/* GPUs, for the budgets */
	const struct lane *lane;	/* or NULL */
	int64_t reserve_m;	/* GPUs of gangs that reserve; 0: none */
	/* Tells that a run of job i was stopped: its record says so. */
	void (*stopped)(void *arg, size_t i);
	/* Tells how many jobs are done. */
	void (*progress)(void *arg, size_t done);
	void *arg;
};

struct sim_result {
	int64_t end_s;		/* the last instant */
	size_t instants;
	size_t done;		/* jobs that succeeded */
	size_t stops;		/* runs that were stopped */
	size_t firsts;		/* with a forecast: jobs that have started */
	/* By job, owned, and only with a forecast; else NULL. */
	int64_t *first_s;	/* its first start; -1: none */
	bool *circles;		/* it is in the circle */
	int64_t period_s;	/* of the circle; 0: there is none */
};

/* How long a job's work takes, INT64_MAX when that is not known. */
int64_t	sim_length_s(const struct jobs *, size_t i, bool forecast);

/* What is there at an instant.  Starts with sim_begin. */
struct sim {
	struct jobs *all;	/* the trace */
	struct cluster *cluster;
	const struct queues *queues;
	const struct sim_options *o;
	struct sim_result *result;
	struct live live;	/* jobs that wait or run */
	struct arrival arrival;	/* of the others */
	int64_t now_s;
	struct window window;	/* with budgets */
	struct aside aside;
	bool has_aside;		/* unallocated jobs may stand there */
	bool begun;		/* there was an instant */
	struct share share;	/* with budgets, in a decision */
};

/* Begins before an instant, with a result that has begun; borrows all. */
void	sim_begin(struct sim *, struct jobs *, struct cluster *,
	    const struct queues *, const struct sim_options *,
	    int64_t start_s, struct sim_result *);

/* All that happens at an instant, which is not before the last one. */
void	sim_instant(struct sim *, int64_t now_s);

/* The leaf that a run of live job k is charged to, or BUDGET_NONE. */
int64_t	sim_leaf(const struct sim *, size_t k);

/* Ends: the records of the trace are as they are now. */
void	sim_end(struct sim *);

/* The first instant of passes that is not before t. */
int64_t	sim_grid_s(const struct sim_options *, int64_t now_s, int64_t t);

/* Begins, for so many jobs. */
void	sim_result_init(struct sim_result *, size_t jobs, bool forecast);

/* Job i starts. */
void	sim_result_start(struct sim_result *, size_t i, int64_t now_s);

/* Forgets who is in the circle. */
void	sim_result_no_circle(struct sim_result *, size_t jobs);
void	sim_result_free(struct sim_result *);

#endif
