/*
 * k8snode: what Kubernetes says of its nodes and of the pods on them:
 * `kubectl get nodes,pods -A -o json`.
 *
 * Free is what is allocatable less what the pods ask for that are bound to
 * the node and have neither succeeded nor failed; one that is being deleted
 * counts until it is gone.  The total is the capacity.  Cards of each
 * resource are a model of their own, named by the product that the node's
 * labels tell; shares of a card taken in turns are no cards and have a model
 * that says so.  Every record of cards has the label sluice/resource, by
 * which a job finds the cards that it asks for.
 *
 * A node is ready unless it is cordoned, not ready, or has a taint of the
 * system itself that keeps new pods away.  Other taints are their owner's
 * affair, since pods may tolerate them: they are told as notes, once each.
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
