/*
 * slurmsaid: what Slurm says of one job, whichever of its programs said it.
 *
 * Text is borrowed from there; (null), N/A and their like are empty here.
 * The struct alone.
 */
#ifndef SLURMSAID_H
#define SLURMSAID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

/* Numbers that were not said are -1, times 0, unless it says otherwise. */
struct slurmsaid {
	uint64_t line;		/* on which it begins */
	int64_t job;		/* its own number */
	int64_t array;		/* its array's number; 0: it is in none */
	int64_t task;		/* its number in the array; -1: all of tasks */
	struct slice tasks;	/* `0-9%2` */
	int64_t het;		/* number of its heterogeneous job; 0: none */
	struct slice user, account, qos, partition;
	unsigned states;	/* bits of slurmword.h */
	struct slice state;	/* as it stands; for messages */
	struct slice reason;	/* why it waits */
	struct slice dependency;
	struct slice memo;	/* its AdminComment, from where it is safe */
	int64_t priority;	/* 0: it is held */
	int64_t nice;		/* 0 when nothing is said */
	int64_t time_limit_s;
	int64_t submitted_s, eligible_s, started_s, ended_s;
	bool requeue, batch;	/* it can be run again; it is a script */

	/* What it asks. */
	int64_t nodes, most_nodes;	/* most_nodes 0: no bound */
	int64_t tasks_n, tasks_per_node;	/* 0: nothing is said */
	int64_t cpus, cpus_per_node;
	int64_t mem_per_node_b, mem_per_cpu_b;	/* 0: all there is */
	struct slice per_node, per_task, per_job, per_socket;	/* gres */
	struct slice cpus_per_gres, mem_per_gres;	/* mem in MiB */
	struct slice features, excluded;
	bool exclusive;		/* it takes whole nodes */
	struct slice asked;	/* tres of the request */

	/* What it has, if it runs or ran. */
	struct slice given;	/* tres */
	struct slice hosts;	/* list of hosts */
	struct slice *gres;	/* what it has on each, in order; owned */
	size_t gres_n, gres_cap;
};

#endif
