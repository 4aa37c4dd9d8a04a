/*
 * slurmnode: what Slurm says of its nodes:
 * `scontrol [-d] [-o] show node` as text, `sinfo --json` of either generation.
 */
#ifndef SLURMNODE_H
#define SLURMNODE_H

#include <stdbool.h>

#include "foreign.h"
#include "text.h"

/* Whether the text begins like one of them. */
bool	slurmnode_tells(struct slice text);

/* Adds what the text says to a struct census; as foreign.h says. */
int	slurmnode_read(void *census, const struct foreign *);

#endif
