/*
 * tok8s: a queue's changes as commands of Kubernetes.
 *
 * A Job that must not run is suspended; its memo is a set of annotations
 * sluice/NAME.  One patch says both, so a line is done as a whole or not at
 * all, and may be run twice.
 */
#ifndef TOK8S_H
#define TOK8S_H

#include "apply.h"

const struct apply_target	*tok8s_target(void);

#endif
