/*
 * swf: traces in the Standard Workload Format: the Parallel Workloads Archive.
 */
#ifndef SWF_H
#define SWF_H

#include <stdbool.h>

#include "foreign.h"
#include "text.h"

/* Whether the text begins like one. */
bool	swf_tells(struct slice text);

/* Adds records to a struct intake; as foreign.h says. */
int	swf_read(void *intake, const struct foreign *);

#endif
