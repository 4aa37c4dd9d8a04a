/*
 * kuberes: resources of Kubernetes by the names that kube-state-metrics
 * gives them: `nvidia_com_mig_3g_20gb` for nvidia.com/mig-3g.20gb.
 */
#ifndef KUBERES_H
#define KUBERES_H

#include "text.h"

struct buf;

enum kuberes { KUBERES_CPU, KUBERES_MEM, KUBERES_CARD, KUBERES_OTHER };

/* What a resource is. */
enum kuberes	kuberes_kind(struct slice resource);

/* Decimal places of its amounts: thousandths, or bytes. */
int	kuberes_places(enum kuberes);

/*
 * Appends the resource's name in Kubernetes, as far as it can be told: all
 * that is neither letter nor digit has become _.
 */
void	kuberes_name(struct buf *, struct slice resource);

/*
 * Appends the model of a kind of cards on a node whose cards the labels call
 * product: a profile of MIG is a model of its own, and so are shares of a card
 * that its users take in turns.  With an empty product it is the name.
 */
void	kuberes_model(struct buf *, struct slice resource,
	    struct slice product);

#endif
