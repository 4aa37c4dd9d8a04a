/*
 * feed: bytes to a reader, to a table of its records and to a hint, as the
 * programs do it, but in pieces of any size and without a file.  For tests.
 */
#ifndef FEED_H
#define FEED_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "diag.h"
#include "format.h"
#include "hint.h"
#include "kind.h"
#include "mem.h"
#include "node.h"
#include "reader.h"
#include "row.h"
#include "table.h"

struct feed {
	struct reader *reader;
	struct table table;
	struct diag_list faults;
	uint64_t pieces;	/* what the sizes come from; 0: all at once */
	int asked;		/* node and hint are at work too */
	struct node_batch node;
	struct hint hint;
};

static inline void
feed_columns(void *arg, struct header *h)
{
	struct feed *f = arg;

	table_columns(&f->table, h);
	if (f->asked)
		node_learn(&f->node, h, &f->faults);
}

static inline void
feed_batch(void *arg, const struct reader_batch *b)
{
	struct feed *f = arg;
	uint64_t had = f->faults.n;

	table_batch(&f->table, b);
	if (!f->asked)
		return;
	node_read(&f->node, b, &f->faults);
	hint_add(&f->hint, &f->node, &f->faults);
	diag_sort(&f->faults, had);
}

/* Begins; without ask the records are kept, and nothing more. */
static inline void
feed_begin(struct feed *f, const struct hint_ask *ask)
{
	struct reader_sink sink = { feed_columns, feed_batch, f };

	memset(f, 0, sizeof(*f));
	f->asked = ask != NULL;
	if (f->asked)
		hint_init(&f->hint, ask);
	f->reader = reader_new(&sink, &f->faults);
}

/* The size of the next piece: mostly small, at times all that there is. */
static inline size_t
feed_piece(struct feed *f, size_t left)
{
	uint64_t z;

	if (f->pieces == 0)
		return left;
	z = f->pieces = f->pieces * 6364136223846793005U + 1;
	z = z >> 40 & (((uint64_t)2 << (z >> 33 & 15)) - 1);
	return z < left ? (size_t)z + 1 : left;
}

/* One operand, whole. */
static inline void
feed_operand(struct feed *f, const char *name, const char *p, size_t n)
{
	size_t room, k;
	char *to;

	reader_open(f->reader, name);
	while (n > 0) {
		to = reader_room(f->reader, &room);
		k = feed_piece(f, n < room ? n : room);
		memcpy(to, p, k);
		reader_took(f->reader, k);
		p += k;
		n -= k;
	}
	reader_close(f->reader);
}

/* Writes the records that were read, as a program would. */
static inline void
feed_write(struct feed *f, enum format_name name, struct buf *out)
{
	struct table *t = &f->table;
	struct format_column *col = mem_zero(t->columns + 1, sizeof(*col));
	struct cell *cell = mem_zero(t->columns + 1, sizeof(*cell));
	struct format fmt;
	size_t i;

	for (i = 0; i < t->columns; i++) {
		col[i].name = t->column[i].name;
		col[i].kind = kind_of(node_columns(), t->column[i].name);
		col[i].from = i;
	}
	format_begin(&fmt, name, out, col, t->columns, true);
	for (i = 0; i < t->rows; i++) {
		table_get(t, i, cell);
		format_row(&fmt, cell);
	}
	format_end(&fmt);
	free(cell);
	free(col);
}

static inline void
feed_end(struct feed *f)
{
	if (f->asked)
		hint_free(&f->hint);
	node_free(&f->node);
	table_free(&f->table);
	reader_free(f->reader);
}

#endif
