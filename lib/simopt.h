/*
 * simopt: the options of qsim.
 */
#ifndef SIMOPT_H
#define SIMOPT_H

#include <stdbool.h>

#include "filter.h"
#include "sim.h"

struct simopt {
	struct filter *f;	/* borrowed */
	struct sim_options sim;
	bool policy_given, las_given;
	bool per_job;		/* no records of runs that were stopped */
	bool progress;
};

/* Reads them all; ends the program on a usage error. */
void	simopt_read(struct simopt *, struct filter *, int argc, char **argv);

#endif
