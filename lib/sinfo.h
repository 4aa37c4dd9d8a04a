/*
 * sinfo: nodes in the JSON of Slurm: `sinfo --json` of 22.05 and
 * `scontrol show node --json` or slurmrestd since 23.02, whose numbers are
 * objects and whose states are arrays.  Since 23.11 sinfo --json puts nodes
 * that are alike into groups, with sums; a group of one node is that node.
 */
#ifndef SINFO_H
#define SINFO_H

#include <stdbool.h>

#include "buf.h"
#include "diag.h"
#include "jsondoc.h"
#include "slurmhost.h"
#include "text.h"

/* Whether the text begins like JSON of Slurm. */
bool	sinfo_tells(struct slice text);

/*
 * Goes to the list of nodes, or of groups, of the next document: 1, 0 when
 * there is none.  -1: the text is no such document, or it tells of an error,
 * and a fault in the walk's list says so.
 */
int	sinfo_next(struct jsondoc *, bool *groups);

/*
 * Whether a group is of one node, whose name it has: 1; 0: it is of none; -1:
 * its sums do not tell of single nodes.
 */
int	sinfo_group(const struct cJSON *);

/*
 * Reads one node, or a group of one; its texts live as long as the record and
 * the buffer, which is emptied first.  -1: a value is no number or out of
 * range, and the diag says which column.
 */
int	sinfo_read(const struct cJSON *, bool group, struct slurmhost *,
	    struct buf *, struct diag *);

#endif
