/*
 * rank: nodes in the order in which a hint reads them.
 *
 * An order is a few resources, compared descending one after the other; ties
 * keep input order, so every order is total.  Source: the idle-resource hint
 * of a GPU platform, "primary resource limit".
 */
#ifndef RANK_H
#define RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "res.h"
#include "text.h"

struct rank_order {
	enum res key[RES_N];
	int n;
};

/* A node that leads its ranking. */
struct rank_lead {
	struct shape free;
	size_t item;		/* its number in input order */
	char *name;		/* owned by the top */
	size_t name_n, name_cap;
};

/*
 * The first `max` nodes of a ranking, kept while nodes stream by: O(log max)
 * a node at worst, and one comparison for most.
 */
struct rank_top {
	struct rank_order order;
	size_t max;
	struct rank_lead *lead;	/* the last of them at [0], until sorted */
	size_t n, cap;
};

/* The order by the primary resource, then the others as gpu, cpu, mem. */
struct rank_order	rank_by(enum res primary);

/* The same without gpu; primary gpu counts as cpu. */
struct rank_order	rank_by_cpu(enum res primary);

/* By gpu alone. */
struct rank_order	rank_by_gpu(void);

/* Negative when node a with number i comes before b with number j. */
int	rank_cmp(const struct rank_order *, const struct shape *a, size_t i,
	    const struct shape *b, size_t j);

/* Takes a node in, in place of the last if there is no room for it. */
void	rank_take(struct rank_top *, const struct shape *free, size_t item,
	    struct slice name);

/*
 * Offers a node; its name is copied if it is among the first.  False: so many
 * have more of the first key that it and all with as little are out.
 */
static inline bool
rank_offer(struct rank_top *t, const struct shape *free, size_t item,
    struct slice name)
{
	/* Most nodes fall at the first key. */
	if (t->n == t->max && free->of[t->order.key[0]] <
	    t->lead[0].free.of[t->order.key[0]])
		return false;
	rank_take(t, free, item, name);
	return true;
}

/* Puts the leads in order, the first at [0]; nothing more is offered. */
void	rank_sort(struct rank_top *);

void	rank_free(struct rank_top *);

#endif
