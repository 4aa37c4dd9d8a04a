/*
 * k8spod: what a pod asks of the node that it is on.
 *
 * As the scheduler counts: the sum of the containers and of the sidecars
 * (init containers that are restarted always), or what the most demanding
 * init container needs beside the sidecars that were started before it,
 * whichever is more, for each resource; what the pod as a whole is given
 * stands in place of that; the overhead of its runtime is added.  A container
 * that is being made smaller counts with what it still holds.
 */
#ifndef K8SPOD_H
#define K8SPOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "jsondoc.h"
#include "text.h"

/* Kinds of cards in one pod: as many as there are profiles of a MIG card. */
enum { K8SPOD_CARDS = 16 };

/* What an amount is of: thousandths, bytes, thousandths of whole cards. */
enum k8spod_unit { K8SPOD_CPU, K8SPOD_MEM, K8SPOD_CARD };

struct k8spod_card {
	struct slice resource;	/* nvidia.com/gpu; of the spec */
	int64_t gpu_m;		/* thousandths, at least 0 */
};

struct k8spod {
	int64_t cpu_m;		/* thousandths, at least 0 */
	int64_t mem_b;		/* bytes, at least 0 */
	struct k8spod_card card[K8SPOD_CARDS];
	size_t cards;
};

/*
 * Whether a resource is cards: VENDOR/gpu, MIG slices, and what is shared out
 * of either.
 */
bool	k8spod_is_card(struct slice resource);

/* Whether such cards are no cards of their own: shares of one in turns. */
bool	k8spod_is_shared(struct slice resource);

/*
 * Reads a quantity: a string, or a whole number.  -1, with the column and
 * what is wrong in the diag, and *out unchanged.
 */
int	k8spod_amount(const struct cJSON *, enum k8spod_unit, bool up,
	    int64_t *out, struct diag *);

/*
 * What a pod's spec asks for; a template has no status.  With limits, a limit
 * stands in for a request that is missing, as the server does when it makes a
 * pod of a template; a pod that it made has all its requests, and where one of
 * cards is missing yet its limit is what it holds.  -1, with the column and
 * what is wrong in the diag.  O(its containers).
 */
int	k8spod_read(const struct cJSON *spec, const struct cJSON *status,
	    bool limits, struct k8spod *, struct diag *);

#endif
