/*
 * nodeset: the numbers of many nodes, without their text.
 *
 * For each record three amounts, a hash of its name, its model's number and
 * some bits: 40 bytes, and 4 for a slot of the hash table, which is at most
 * three quarters full.  Records of one node with several models share the
 * first one's cpu, mem and state, and its pool and labels where they give
 * none.
 *
 * Names are told apart by 64 bits of hash: among a million names two are
 * taken for one with odds of 1 in 30 million, and then the program says so
 * and stops rather than answer wrongly.
 */
#ifndef NODESET_H
#define NODESET_H

#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "intern.h"
#include "node.h"
#include "reader.h"
#include "res.h"
#include "text.h"

enum {
	NODESET_READY = 1,	/* may be scheduled on */
	NODESET_VGPU = 2,
	NODESET_POOL = 4,	/* in the pool that is asked for */
	NODESET_LABELS = 8,	/* has the labels that are asked for */
	NODESET_LATER = 16,	/* not the first record of its node */
	NODESET_ABLE = 32	/* the hint's: may hold what is answered */
};

/*
 * Items stand in chunks, which do not move: a growing array would be copied,
 * and fresh memory costs more than what is done with it.  A chunk of 40-byte
 * items is five large pages.
 */
enum {
	NODESET_CHUNK_BITS = 18,
	NODESET_RECENT = 16
};

/* The model number of records without GPUs. */
#define NODESET_NO_MODEL UINT32_MAX

struct nodeset_item {
	uint64_t hash;		/* of the name; of name and model if LATER */
	struct shape free;
	uint32_t model;
	uint32_t bits;
};

/*
 * A model seen lately.  Its name has up to 16 bytes, so that the first eight,
 * the last eight and the length are all of it.
 */
struct nodeset_model {
	uint64_t first, last;	/* under eight bytes: all of them, and 0 */
	size_t n;
	uint32_t number;
};

/* Starts as {0}, with the pool and selector that are asked for. */
struct nodeset {
	struct slice pool;	/* empty: any */
	struct slice selector;	/* empty: any */
	struct nodeset_item **chunk;	/* the items: see nodeset_at */
	size_t n, chunks, chunk_cap;
	size_t first_cap;	/* room in the first chunk, while it grows */
	uint32_t *slot;		/* hash table of items; see nodeset.c */
	unsigned slot_bits;	/* log2 of their number; 0: none yet */
	struct intern model;	/* the models' numbers */
	struct nodeset_model recent[NODESET_RECENT];	/* by their hash */
	uint8_t seen;		/* bits 1 << res: some record has an amount */
};

/*
 * Adds a batch of nodes but for the bad ones.  A record of which name and
 * model are there already is a fault.  Item numbers are record numbers as
 * long as there is no fault.
 */
void	nodeset_add(struct nodeset *, const struct node_batch *,
	    struct diag_list *);

/* Item i, in input order. */
static inline struct nodeset_item *
nodeset_at(const struct nodeset *s, size_t i)
{
	return &s->chunk[i >> NODESET_CHUNK_BITS]
	    [i & (((size_t)1 << NODESET_CHUNK_BITS) - 1)];
}

void	nodeset_free(struct nodeset *);

#endif
