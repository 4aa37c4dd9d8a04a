/*
 * scontrol: the text of `scontrol show node` and `show job`, with -o or not.
 *
 * Nothing in it is quoted: values hold blanks, '=' and what users thought of
 * (JobName=x State=IDLE).  So a key is one only where it can be.  scontrol
 * writes its keys in one order, some of them always, and most values are
 * single words; a text that looks like a key but stands against that belongs
 * to the value that it stands in.  A value that could still end in two places
 * would be a guess: that record is a fault.  What no reader can tell is a key
 * that scontrol writes at times, in a text of the user's right in front of
 * its place: TresPerNode in a file name.  Take totals from TRES.  Nor can a
 * whole record be told that stands on lines of its own in the comment of a
 * job without a batch script; JSON has none of this.
 *
 * A text of records that are made shorter, or have their keys in another
 * order, is read as far as that is safe: a user's text then takes all that is
 * behind it, and a key there that was not in front of it is a fault.
 *
 * A key that is not known here is passed over.
 */
#ifndef SCONTROL_H
#define SCONTROL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "slurmkey.h"
#include "slurmmark.h"
#include "text.h"

enum scontrol_what {
	SCONTROL_NODES = SLURMKEY_NODES,
	SCONTROL_JOBS = SLURMKEY_JOBS
};

/* A walk over the records of a text.  Starts with scontrol_begin. */
struct scontrol {
	struct slurmmarks marks;	/* of the last record */
	int slot[SLURMKEY_MOST];	/* what the reader calls each; or -1 */
	size_t wanted;
	struct slice record;		/* the last one */
	uint64_t line;			/* on which it begins */
	struct slice rest;		/* records to come */
	uint64_t rest_line;
	bool whole;		/* a record was as scontrol writes it */
	bool loose;		/* one was not; and of those: */
	bool text_before;	/* the last one ends in a text */
	bool shared[SLURMKEY_MOST];	/* keys that all have, */
	unsigned ends;		/* and the last of them in the last one */
	bool lost;		/* what is to come cannot be trusted */
};

/* Whether a text begins like one. */
bool	scontrol_tells(enum scontrol_what, struct slice text);

/*
 * Begins a walk in which the value of wanted[i], a key without its '=', is
 * asked for as number i; there is no other key of that name.
 */
void	scontrol_begin(struct scontrol *, enum scontrol_what,
	    struct slice text, const char *const wanted[], size_t n);

/*
 * Reads the next record and sets value[i] for each wanted key, without blanks
 * behind it; its p is NULL when the record does not have it.  Returns 1; 0
 * when there are no more; -1 when it cannot be read, and the diag says why.
 * Where a record stops in the middle, the next one may be a line in some
 * user's text: the walk is then lost, and ends.  O(length).
 */
int	scontrol_next(struct scontrol *, struct slice value[], struct diag *);

/* The line on which a value of the last record stands. */
uint64_t	scontrol_line(const struct scontrol *, struct slice value);

void	scontrol_free(struct scontrol *);

#endif
