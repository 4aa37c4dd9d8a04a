/*
 * queue: queue records, and the options that stand in for them.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "header.h"
#include "intern.h"
#include "kind.h"
#include "mem.h"
#include "reader.h"
#include "res.h"

enum queue_discipline {
	QUEUE_BESTEFFORT,	/* who does not fit is passed over */
	QUEUE_FIFO,		/* who does not fit stops those behind */
	QUEUE_EASY,		/* backfill behind one reservation */
	QUEUE_CONSERVATIVE,	/* backfill behind a reservation for all */
	QUEUE_DISCIPLINES
};

enum { QUEUE_COOLDOWN_S = 60, QUEUE_LEAST_TIMEOUT_S = 60 };

struct queue {
	enum queue_discipline discipline;
	struct shape quota;	/* of all that it runs and admits */
	unsigned limited;	/* bits 1 << res: quota has an amount */
	int64_t timeout_s;	/* of an inqueue job; 0: off */
	int64_t cooldown_s;
};

/* Starts as {0}; `other` stands in for queues and fields not given. */
struct queues {
	struct queue other;
	struct queue *queue;	/* by the number of its name */
	size_t n, cap;
	struct intern name;
	const struct header *header;
	struct mem_arena text;
	struct diag_list *faults;
};

/* The disciplines' names, by number. */
const char *const	*queue_disciplines(void);

/*
 * What a reader's sink calls; arg is the struct queues, `other` is set.
 * Faults: no name or one that is there twice, an unknown discipline, what is
 * no amount, a timeout under a minute that is not 0.
 */
void	queue_learn(void *arg, struct header *);
void	queue_batch(void *arg, const struct reader_batch *);

/* The queue of that name, or `other`. */
const struct queue	*queue_get(const struct queues *, struct slice name);

/* Whether a timeout may be set: 0, or at least a minute. */
bool	queue_timeout_ok(int64_t timeout_s);

void	queue_free(struct queues *);

#endif
