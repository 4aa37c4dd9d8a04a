/*
 * slurmerr: what Slurm says went wrong, in a document of its JSON.
 */
#ifndef SLURMERR_H
#define SLURMERR_H

#include "jsondoc.h"

/*
 * Whether the document at hand tells of no error: 0.  -1: it does, or its list
 * of them cannot be read, and a fault in the walk's list says so.
 */
int	slurmerr_none(struct jsondoc *);

#endif
