/*
 * k8sobj: the objects in what Kubernetes prints.
 *
 * A text is one or more documents, each an object or a list of objects of
 * one kind or of several, whose items may leave their kind to the list.
 * Objects of other kinds than these are passed over.
 */
#ifndef K8SOBJ_H
#define K8SOBJ_H

#include <stdbool.h>

#include "foreign.h"
#include "jsondoc.h"
#include "text.h"

enum k8sobj_kind { K8SOBJ_NODE, K8SOBJ_POD, K8SOBJ_JOB, K8SOBJ_OTHER };

/* One object, for as long as the call takes that it is given to. */
struct k8sobj {
	enum k8sobj_kind kind;
	struct slice name;		/* never empty */
	struct slice space;		/* namespace; empty: it has none */
	struct slice uid;		/* empty: none is given */
	const struct cJSON *value;
	struct jsondoc *doc;		/* for its line */
	const struct foreign *in;
};

/* Whether the text begins like one of Kubernetes. */
bool	k8sobj_tells(struct slice text);

/*
 * Hands each node, pod and job to take.  -1 when the text as a whole could
 * not be read; an object without a name is a fault and left out.
 */
int	k8sobj_read(const struct foreign *, void *arg,
	    void (*take)(void *arg, const struct k8sobj *));

/*
 * Adds a fault, or a note, on the object's line, with its name behind.  An
 * empty column is none.
 */
void	k8sobj_fault(const struct k8sobj *, const char *column,
	    const char *what);
void	k8sobj_note(const struct k8sobj *, const char *column,
	    const char *what);

/* The value of a label, or of an annotation; empty: there is none. */
struct slice	k8sobj_label(const struct k8sobj *, const char *key);
struct slice	k8sobj_annotation(const struct k8sobj *, const char *key);

/*
 * The status (True, False, Unknown) of a condition, and the time of its last
 * change as it stands; both empty: there is no such condition.
 */
struct slice	k8sobj_condition(const struct k8sobj *, const char *type,
		    struct slice *changed);

#endif
