/*
 * match: lists and labels, and whether a node is one that is asked for.
 */
#ifndef MATCH_H
#define MATCH_H

#include <stdbool.h>

#include "text.h"

/* Whether a comma-separated list holds the item. */
bool	match_list(struct slice list, struct slice item);

/* Whether it holds any item of another list. */
bool	match_lists(struct slice list, struct slice items);

/*
 * Whether labels, `zone=a,rack=3`, hold each pair of the selector, which has
 * the same form.  An empty selector matches everything.
 */
bool	match_selector(struct slice labels, struct slice selector);

/* The value of a label, or an empty slice with a NULL pointer. */
struct slice	match_label(struct slice labels, struct slice name);

#endif
