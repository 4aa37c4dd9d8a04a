/*
 * slurmjson: one job of `squeue --json`, of 22.05 (plain numbers, a state's
 * name) and of 23.11 and later ({set, infinite, number}, lists of names).
 */
#ifndef SLURMJSON_H
#define SLURMJSON_H

#include "diag.h"
#include "jsondoc.h"
#include "slurmsaid.h"

/*
 * Reads a job; text in *out lives as long as the record, and the array gres
 * is kept from job to job.  -1: column and what of the diag say which member
 * cannot be read.  O(members).
 */
int	slurmjson_read(const struct cJSON *job, struct slurmsaid *out,
	    struct diag *);

#endif
