/*
 * fields: a record that a program makes, cell by cell.
 *
 * The cells own their text; fields_begin throws the last record away and
 * keeps its memory.  Starts as {0}.
 */
#ifndef FIELDS_H
#define FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "cell.h"
#include "kind.h"
#include "text.h"

enum { FIELDS_MAX = 32 };

struct fields {
	struct cell cell[FIELDS_MAX];
	size_t n;
	struct buf text;	/* what the cells are made of */
	size_t end[FIELDS_MAX];	/* where each ends in the text */
};

void	fields_begin(struct fields *);

/* A text; an empty one is absent. */
void	fields_text(struct fields *, struct slice);

/* A number, as its kind is written. */
void	fields_num(struct fields *, enum kind, int64_t);

/* An absent field. */
void	fields_none(struct fields *);

/* Bytes appended to f->text become the next field. */
void	fields_end(struct fields *);

/* The cells, n of them, until the next fields_begin. */
const struct cell	*fields_cells(struct fields *);

void	fields_free(struct fields *);

#endif
