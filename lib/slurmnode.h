/*
 * slurmnode: what Slurm says of its nodes:
 * `scontrol [-d] [-o] show node` as text, and the JSON that sinfo.h reads.
 *
 * Free is what jobs can have less what they hold, and nothing on a node where
 * nothing can start, whose state says why.  Totals are what jobs can have of
 * an empty node.  The partitions are its pool; a feature F is the label
 * F=yes.
 */
#ifndef SLURMNODE_H
#define SLURMNODE_H

#include <stdbool.h>

#include "foreign.h"
#include "text.h"

/* Whether the text begins like one of them, or like a table of sinfo. */
bool	slurmnode_tells(struct slice text);

/*
 * Adds what the text says to a struct census; as foreign.h says.  A node that
 * is there already is a fault, and so is a table of sinfo.
 */
int	slurmnode_read(void *census, const struct foreign *);

#endif
