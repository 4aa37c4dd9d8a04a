/*
 * cell: one field of a record, as it stands in its line.
 *
 * A cell keeps the bytes of its source, so that a field nobody changes can be
 * written back to the byte; row.h turns it into the value that those bytes
 * stand for.  Most cells need no turning: flags is 0 and the bytes are the
 * value.  Types and inline tests only.
 */
#ifndef CELL_H
#define CELL_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

/* The grammar that a cell's bytes are of. */
enum cell_form {
	CELL_TSV,
	CELL_BLANK,	/* blank-separated */
	CELL_JSON,	/* JSON Lines; strings without their quotes */
	CELL_VALUE	/* no grammar: the bytes are the value */
};

enum {
	CELL_ESCAPED = 1,	/* the bytes are not the value: see row_text */
	CELL_LITERAL = 2,	/* a lone hyphen is a hyphen */
	CELL_BARE = 4		/* JSON: a number, true or false */
};

struct cell {
	const char *p;	/* borrowed from the line, or from a filter */
	uint32_t n;	/* bytes; 0: absent */
	uint8_t form;	/* enum cell_form */
	uint8_t flags;	/* CELL_ESCAPED ... */
};

/* The bytes, whatever they stand for. */
static inline struct slice
cell_raw(const struct cell *c)
{
	return text_slice(c->p, c->n);
}

/* An empty field and a lone hyphen that no quote or escape protects. */
static inline bool
cell_absent(const struct cell *c)
{
	return c->n <= 1 && (c->n == 0 ||
	    (c->p[0] == '-' && (c->flags & CELL_LITERAL) == 0));
}

/* A value of a filter's own; an empty one is absent. */
static inline struct cell
cell_value(struct slice s)
{
	struct cell c = { s.p, (uint32_t)s.n, CELL_VALUE, CELL_LITERAL };

	return c;
}

/* The cell of a field that is not there. */
static inline struct cell
cell_none(void)
{
	struct cell c = { NULL, 0, CELL_VALUE, 0 };

	return c;
}

#endif
