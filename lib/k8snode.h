/*
 * k8snode: what Kubernetes says of its nodes and of the pods on them:
 * `kubectl get nodes,pods -A -o json`.
 */
#ifndef K8SNODE_H
#define K8SNODE_H

#include <stdbool.h>

#include "foreign.h"
#include "text.h"

/* Whether the text begins like one of them. */
bool	k8snode_tells(struct slice text);

/* Adds what the text says to a struct census; as foreign.h says. */
int	k8snode_read(void *census, const struct foreign *);

#endif
