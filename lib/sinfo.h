/*
 * sinfo: nodes in the JSON of Slurm: `sinfo --json` of 22.05 and
 * `scontrol show node --json` or slurmrestd since 23.02, whose numbers are
 * objects and whose states are arrays.
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
 * Goes to the list of nodes of the next document: 1, 0 when there is none.
 * -1: the text is no such document, and a fault in the walk's list says so.
 */
int	sinfo_next(struct jsondoc *);

/*
 * Reads one node; its texts live as long as the record and the buffer, which
 * is emptied first.  -1: a value is no number or out of range, and the diag
 * says which column.
 */
int	sinfo_read(const struct cJSON *, struct slurmhost *, struct buf *,
	    struct diag *);

#endif
