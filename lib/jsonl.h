/*
 * jsonl: the grammar of one line of JSON Lines, a flat object (RFC 8259).
 *
 * Our own reader, because a record's object is flat and is read a hundred
 * thousand times a second; whole documents are a library's business.  Keys
 * and values come out as cells of form CELL_JSON: a string without its
 * quotes, null as an absent cell.  Syntax only; the line must be UTF-8.
 */
#ifndef JSONL_H
#define JSONL_H

#include <stdbool.h>

#include "cell.h"
#include "text.h"

struct buf;

/* A walk over the members of one object. */
struct jsonl {
	const char *p;		/* what comes next */
	const char *end;	/* end of the line */
	const char *why;	/* what is wrong, after -1: a constant */
	bool cut;		/* after -1: the line ended too early */
	bool first;		/* no member was read yet */
};

/* Begins with the line's `{`: 0, or -1 when there is none. */
int	jsonl_open(struct jsonl *, struct slice line);

/*
 * The next member: 1.  0 at the end of the object, with nothing but blanks
 * behind it.  -1 when the line is not a flat JSON object.
 */
int	jsonl_next(struct jsonl *, struct cell *key, struct cell *value);

/* Appends what an escaped string stands for. */
void	jsonl_unescape(struct buf *, struct slice raw);

/* Appends a value as a JSON string, quotes included. */
void	jsonl_escape(struct buf *, struct slice value);

#endif
