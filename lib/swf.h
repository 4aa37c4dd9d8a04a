/*
 * swf: traces of the Parallel Workloads Archive, in their Standard Workload
 * Format 2.2.
 *
 * A job is 18 numbers on a line, of which -1 is unknown; lines that begin
 * with a semicolon say something of the whole.  A job of such a trace runs on
 * so many processors: a gang of that many instances with one core each.
 */
#ifndef SWF_H
#define SWF_H

#include <stdbool.h>

#include "foreign.h"
#include "text.h"

/* Whether the text begins like one. */
bool	swf_tells(struct slice text);

/*
 * Adds a pending job for each that ran, with its runtime, to a struct intake;
 * as foreign.h says.
 */
int	swf_read(void *intake, const struct foreign *);

#endif
