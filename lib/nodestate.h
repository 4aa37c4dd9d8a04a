/*
 * nodestate: the words of a node's state in Slurm, and whether anything can
 * start there.
 *
 * Words are parted by +, in any case, each with perhaps one of the letters
 * behind it that sinfo writes: `MIXED+DRAIN`, `idle*`, `DOWN*+DRAIN`.
 */
#ifndef NODESTATE_H
#define NODESTATE_H

#include <stdbool.h>

#include "text.h"

struct buf;

/*
 * Whether anything can start on a node of that state; appends to *why, in
 * lower case, the words that stand against it.  A word that is not known
 * does.  With powered_down a node that would be started is as good as up.
 */
bool	nodestate_ready(struct slice state, bool powered_down,
	    struct buf *why);

#endif
