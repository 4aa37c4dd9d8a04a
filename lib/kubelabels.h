/*
 * kubelabels: the labels of a Kubernetes node, by the names that
 * kube-state-metrics gives them: `label_topology_kubernetes_io_zone`.
 */
#ifndef KUBELABELS_H
#define KUBELABELS_H

#include "buf.h"
#include "promtext.h"
#include "text.h"

/*
 * What the labels call the node's cards: those of the vendor's own discovery,
 * or of a cloud.  Empty: nothing.
 */
struct slice	kubelabels_product(struct promtext *);

/*
 * Appends the last sample's labels as a list NAME=VALUE, without the prefix.
 * A value that could not stand in a list is left out; no label has one.
 */
void	kubelabels_list(const struct promtext *, struct buf *);

/* Appends the pools that the node is in, by the labels of who makes pools. */
void	kubelabels_pool(struct promtext *, struct buf *);

#endif
