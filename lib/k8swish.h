/*
 * k8swish: where a pod's spec says that it may run.
 */
#ifndef K8SWISH_H
#define K8SWISH_H

#include "buf.h"
#include "jsondoc.h"
#include "text.h"

/*
 * Appends to selector the labels that a node must have, NAME=VALUE each, and
 * sluice/resource for the cards that are asked for (empty: none).  *model,
 * empty at first, becomes the label by which gpunodes names those cards, if
 * one is asked for.  Returns why it cannot all be said so, a constant, or
 * NULL.
 */
const char	*k8swish_read(const struct cJSON *spec, struct slice resource,
		    struct buf *selector, struct slice *model);

#endif
