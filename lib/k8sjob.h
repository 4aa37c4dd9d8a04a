/*
 * k8sjob: the Jobs of Kubernetes: `kubectl get jobs -A -o json`.
 */
#ifndef K8SJOB_H
#define K8SJOB_H

#include <stdbool.h>

#include "foreign.h"
#include "text.h"

/* Whether the text begins like one. */
bool	k8sjob_tells(struct slice text);

/* Adds records to a struct intake; as foreign.h says. */
int	k8sjob_read(void *intake, const struct foreign *);

#endif
