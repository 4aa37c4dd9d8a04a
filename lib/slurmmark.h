/*
 * slurmmark: what looks like a key in a record of scontrol's, and which of it
 * can be one.
 *
 * Nothing can fail.
 */
#ifndef SLURMMARK_H
#define SLURMMARK_H

#include <stdbool.h>
#include <stddef.h>

#include "slurmkey.h"
#include "text.h"

/* Where in a record a known key stands. */
struct slurmmark {
	size_t at;		/* its first byte */
	size_t value;		/* the byte behind its '=' */
	unsigned key;		/* its place in the order */
	bool can;		/* what follows it can be read to the end */
};

/* The marks of a record, in its order.  Starts as {0}; kept for its memory. */
struct slurmmarks {
	const struct slurmkey_order *order;	/* borrowed */
	struct slice record;			/* borrowed */
	struct slurmmark *mark;
	size_t n, cap;
};

/* Whether a text begins with the key and an equals sign. */
bool	slurmmark_begins(struct slice, const struct slurmkey *);

/* Finds them in a record that begins with the first key.  O(its length). */
void	slurmmark_find(struct slurmmarks *, struct slice record);

/*
 * Finds which can be keys: those from which the record can be read to its end
 * in the order of scontrol, with all that it always writes.  Whether the first
 * is one.
 */
bool	slurmmark_order(struct slurmmarks *);

/*
 * The mark that ends the text of mark i, which can be a key; their number if
 * it ends the record.  *two: another mark could end it as well.
 */
size_t	slurmmark_end(const struct slurmmarks *, size_t i, bool *two);

/* The value of a mark up to another, without blanks behind. */
struct slice	slurmmark_value(const struct slurmmarks *, size_t from,
		    size_t to);

/* The length of a value's first word, and whether it is all of it. */
size_t	slurmmark_word(struct slice value);
bool	slurmmark_is_word(struct slice value);

void	slurmmark_free(struct slurmmarks *);

#endif
