/*
 * k8sgang: the pods of each Job that have a node, and which.
 */
#ifndef K8SGANG_H
#define K8SGANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "intern.h"
#include "k8sobj.h"
#include "text.h"

/* The pods of one Job that have a node and have not ended. */
struct k8sgang_job {
	int64_t bound;		/* how many */
	int64_t started_s;	/* since when the first of them; -1: not told */
	size_t first, last;	/* in k8sgang.node */
};

/* The pods of a Job that are on one node. */
struct k8sgang_node {
	struct slice name;	/* borrowed */
	int64_t pods;
	size_t next;		/* of the Job; 0: the last one */
};

/* Starts as {0}. */
struct k8sgang {
	bool told;		/* some pod was there */
	struct intern uid;	/* of Jobs */
	struct k8sgang_job *job;	/* by number of the uid */
	size_t jobs, job_cap;
	struct intern place;	/* a Job and a node */
	struct k8sgang_node *node;	/* by number of the place, from 1 */
	size_t nodes, node_cap;
	struct buf scratch;
};

/* Counts a pod; its text lives as long as the gangs.  O(1). */
void	k8sgang_pod(struct k8sgang *, const struct k8sobj *);

/* What a Job has; NULL: no pod of it has a node. */
const struct k8sgang_job	*k8sgang_find(const struct k8sgang *,
				    struct slice uid);

/* Appends where they are, `node1*2,node4`, in order of first sight. */
void	k8sgang_nodes(const struct k8sgang *, const struct k8sgang_job *,
	    struct buf *);

void	k8sgang_free(struct k8sgang *);

#endif
