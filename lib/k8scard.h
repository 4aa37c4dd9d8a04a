/*
 * k8scard: what the labels of a node call its cards.
 */
#ifndef K8SCARD_H
#define K8SCARD_H

#include "buf.h"
#include "k8sobj.h"
#include "text.h"

/* The label RESOURCE + ending of a node; empty: there is none. */
struct slice	k8scard_label(const struct k8sobj *, struct slice resource,
		    const char *ending);

/*
 * What the labels call the whole cards of a resource: those of its vendor's
 * own discovery, or of a cloud, which knows of one vendor's cards alone.
 * Empty: nothing.
 */
struct slice	k8scard_product(const struct k8sobj *, struct slice resource);

/*
 * Appends the model of a resource: the product; of MIG slices the product and
 * the profile, as discovery names them where it does; what is shared out in
 * turns ends in -SHARED.  Without a product it is the resource's own name.
 */
void	k8scard_model(const struct k8sobj *, struct slice resource,
	    struct buf *out);

#endif
