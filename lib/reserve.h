/*
 * reserve: nodes that are kept free for a gang, and until when.
 *
 * A reservation stands in the record of the job that waits for it: `reserved`
 * is `node1,node2@TIME`, where TIME is when the last contract on them ends.
 * Until then they take unallocated work, and jobs whose own protection is over
 * by then.  A value that is none is a fault of its record.
 */
#ifndef RESERVE_H
#define RESERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cluster.h"
#include "diag.h"
#include "job.h"
#include "text.h"

enum { RESERVE_MOST = 8 };	/* reservations that are kept; more are not */

#define RESERVE_NOBODY SIZE_MAX	/* the reservation was dropped */

struct reserve_one {
	size_t job;		/* whom it is for, or RESERVE_NOBODY */
	int64_t until_s;	/* TIME */
};

/* Starts with reserve_init. */
struct reserve {
	struct reserve_one one[RESERVE_MOST];
	int n;			/* those that were dropped, too */
	uint8_t *host;		/* by host: bits of who reserved it; or NULL */
	size_t hosts;
	int64_t now_s;
	int64_t cap_s;		/* longest protection */
};

/* The parts of a value: its nodes and its time; -1: it is none. */
int	reserve_read(struct slice value, struct slice *nodes,
	    int64_t *until_s);

/* Adds a fault for each value that is none. */
void	reserve_check(const struct jobs *, struct diag_list *);

/*
 * Gathers the reservations of jobs that wait: the first RESERVE_MOST by time,
 * then by id.
 */
void	reserve_init(struct reserve *, const struct jobs *,
	    const struct cluster *, int64_t now_s, int64_t cap_s);

/*
 * Adds that of job i, as its record has it now; nothing if there is none, or if
 * there are RESERVE_MOST.
 */
void	reserve_add(struct reserve *, const struct jobs *,
	    const struct cluster *, size_t i);

/* Drops the k-th; the others keep their numbers and bits. */
void	reserve_drop(struct reserve *, int k);

/* How many stand. */
int	reserve_count(const struct reserve *);

/* Whether one of them is for job i. */
bool	reserve_is_for(const struct reserve *, size_t i);

/*
 * Bits of the reservations whose nodes job i must keep off: those of others
 * that end before its own protection would, were it to start now.
 */
unsigned	reserve_avoid(const struct reserve *, const struct jobs *,
		    size_t i);

/* Which of these stands longest; -1: none of them stands. */
int	reserve_by(const struct reserve *, unsigned bits);

void	reserve_free(struct reserve *);

#endif
