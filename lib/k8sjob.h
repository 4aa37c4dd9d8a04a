/*
 * k8sjob: the Jobs of Kubernetes: `kubectl get jobs,pods -A -o json`.
 *
 * An id is NAMESPACE/NAME, the group is the namespace.  What a Job asks for
 * is what one pod of its template does, limits standing in for requests, and
 * as many instances as run at once: parallelism, or completions if fewer.
 * What sluice keeps of it are the annotations sluice/NAME (memo.h), and its
 * owner may say with sluice/queue, sluice/kind, sluice/same and
 * sluice/resumable what Kubernetes has no word for.  An annotation that
 * cannot be read is a note and passed over: anyone may have written it.
 *
 * Pods in the same text tell which Jobs run, since when and where; without
 * them a Job runs when all its pods are ready.
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
