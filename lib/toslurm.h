/*
 * toslurm: a queue's changes as commands of Slurm.
 *
 * The memo of a job is its AdminComment, and a job that must not start has
 * the priority 0.  Each line is for sh(1) and may be run twice without harm;
 * what a run that dies behind any of them leaves, the next run mends.
 */
#ifndef TOSLURM_H
#define TOSLURM_H

#include "apply.h"

const struct apply_target	*toslurm_target(void);

#endif
