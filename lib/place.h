/*
 * place: gangs on nodes.
 *
 * Placement packs: instance by instance, among the cards that can take it,
 * the one that is left with the fewest free GPUs, then least cpu, least mem,
 * then input order; spread is the reverse.  As all instances of a gang are
 * alike, taking them one by one finds a placement whenever there is one.
 *
 * Cards are looked up by their free amounts in search trees, one for each set
 * of nodes that some class of jobs may use, made when it is first needed: a
 * node is found in O(log cards), and none is scanned.
 */
#ifndef PLACE_H
#define PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cluster.h"
#include "job.h"
#include "res.h"
#include "room.h"
#include "treap.h"

struct buf;

/* So many instances on one card. */
struct place_run {
	uint32_t card;
	int64_t n;
};

/* A set of cards, ordered by what is free on them. */
struct place_view {
	uint32_t root;		/* of its tree */
	struct room_sum sum;	/* free on all its cards; hosts once a card */
};

struct place {
	struct cluster *cluster;
	struct room *room;
	struct treap trees;	/* descending to spread */
	uint32_t *member;	/* by card: its newest slot, or TREAP_NONE */
	const uint8_t *reserved;	/* by host: bits; NULL: none are */
	struct place_view *view;
	size_t views, view_cap;
	struct place_group *group;	/* by class and label */
	size_t groups, group_cap;
	struct place_run *run;	/* the placement made last */
	size_t runs, run_cap;
};

/* Begins; borrows the room and its cluster, which it keeps up to date. */
void	place_init(struct place *, struct room *, bool spread);

/*
 * Places all instances of a job, or none.  Returns how many there is room
 * for, at most j->instances; when it is all of them they are taken, and run[]
 * says where.  O((nodes used + 1) log cards); with `same`, for each value of
 * the label.  Hosts with any of the bits `avoid` in reserved[] are left out.
 */
int64_t	place_gang(struct place *, const struct job *j, unsigned avoid);

/* Takes n instances off a card, or gives them back (n < 0). */
void	place_move(struct place *, uint32_t card, const struct shape *,
	    int64_t n);

/*
 * Takes what a job holds off its nodes (sign 1), or gives it back (-1).  Nodes
 * that are not there or not ready are passed over: nothing is placed on them.
 */
void	place_job(struct place *, const struct jobs *, size_t i, int sign);

/*
 * Makes what is free on a card's host the least of what it is on two others.
 * The room does not follow.
 */
void	place_least(struct place *, uint32_t card, const struct cluster *,
	    const struct cluster *);

/* Gives the placement made last back. */
void	place_undo(struct place *, const struct job *j);

/*
 * The name of the only node of the placement made last, as the cluster keeps
 * it, if that is all that there is to tell; else p is NULL.
 */
struct slice	place_name(const struct place *);

/* Appends the placement made last as a list of nodes, `n1*2,n4`. */
void	place_put(const struct place *, struct buf *);

void	place_free(struct place *);

#endif
