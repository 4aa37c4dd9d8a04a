/*
 * census: what sources say of a cluster's hosts, put together.
 *
 * Several texts may speak of one host: its node object and the pods on it,
 * a scrape of its CPUs and one of its GPUs.  Each adds to what is known; at
 * the end every host is a node record, or several when it mixes models.
 * Amounts are free = total - used, never under 0, where the source tells of
 * use; a host, or a kind of card, that was only used and never declared is
 * left out.
 *
 * What exporters measured on a host is kept apart.  What a scheduler says of
 * cpu, of mem, or of the cards, is what can be had, and goes before it.
 */
#ifndef CENSUS_H
#define CENSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "intern.h"
#include "mem.h"
#include "sheet.h"
#include "text.h"

/* One resource; unknown parts are -1. */
struct census_amount {
	int64_t total;		/* capacity */
	int64_t limit;		/* what can be had of it; -1: the total */
	int64_t used;		/* of the limit; at least 0 */
	int64_t free;		/* as a source says it; -1: limit - used */
};

/* The cards of one kind in a host. */
struct census_card {
	struct slice key;	/* what the source calls the kind */
	struct slice model;	/* the key, until a source names it */
	struct census_amount gpu;	/* thousandths */
	bool vgpu;		/* virtual cards are configured here */
	bool unnamed;		/* of no known model, and all of its host */
	struct slice labels;	/* of their record; empty: the host's */
};

struct census_host {
	struct slice name;
	bool declared;		/* a source says that it is there ... */
	bool measured;		/* ... or an exporter on it says so */
	bool done;		/* a source has told all that it will */
	struct slice state;	/* empty: ready */
	struct slice pool;	/* list */
	struct slice labels;	/* list */
	struct census_amount cpu;	/* thousandths */
	struct census_amount mem;	/* bytes */
	bool counts_gpus;	/* the source would know of cards */
	struct census_card *card;
	size_t cards, card_cap;
	struct census_amount seen_cpu;	/* measured; thousandths */
	struct census_amount seen_mem;	/* bytes */
	struct census_card *seen;	/* cards that were measured */
	size_t seens, seen_cap;
};

/* What counts as free, by the options. */
struct census_rules {
	int64_t idle_util_m;	/* percent, in thousandths */
	int64_t idle_mem_b;
	bool powered_down;	/* count nodes that would be started */
};

/* Starts as {0} but for the rules. */
struct census {
	struct census_rules rules;
	struct intern name;	/* of hosts */
	struct census_host *host;	/* in order of first sight */
	size_t hosts, cap;
	struct mem_arena text;
	struct intern seen;	/* of what counts once */
	bool wants_use;		/* a source tells what nodes have ... */
	bool has_use;		/* ... and this, what is used of it */
};

/*
 * The host of that name, new if there was none; valid until the next is
 * added.  O(1).
 */
struct census_host	*census_host(struct census *, struct slice name);

/* Its cards of that kind; as above, O(kinds in the host). */
struct census_card	*census_card(struct census *, struct census_host *,
			    struct slice key);

/* The same of the cards that were measured. */
struct census_card	*census_seen(struct census *, struct census_host *,
			    struct slice key);

/* Whether a thing of that name is seen for the first time.  O(1). */
bool	census_first(struct census *, struct slice name);

/* A copy of the text that lives as long as the census. */
struct slice	census_keep(struct census *, struct slice);

/* Adds to an amount of which nothing, or a part, is known; saturating. */
void	census_more(int64_t *amount, int64_t more);

/* Whether nothing told of any host. */
bool	census_empty(const struct census *);

/* Adds a note when nothing told what is used. */
void	census_check(const struct census *, struct diag_list *notes);

/* Adds a node record for every declared host and model. */
void	census_records(const struct census *, struct sheet *);

void	census_free(struct census *);

#endif
