/*
 * sheet: records that a program makes itself.
 *
 * They are kept until all input is checked, and written then.  The columns
 * are those of a record type, in its order.
 */
#ifndef SHEET_H
#define SHEET_H

#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "cell.h"
#include "format.h"
#include "kind.h"
#include "mem.h"
#include "text.h"

/* Starts with sheet_init. */
struct sheet {
	const struct kind_set *kinds;
	struct cell *cell;	/* rows x kinds->n; an absent one is empty */
	size_t rows, cap;	/* records; cells that there is room for */
	struct mem_arena text;
	struct buf scratch;
};

void	sheet_init(struct sheet *, const struct kind_set *);

/* Begins a record, all of it absent. */
void	sheet_row(struct sheet *);

/* Takes the last record back. */
void	sheet_drop(struct sheet *);

/* Sets a column of the last record; the text is copied, empty is absent. */
void	sheet_text(struct sheet *, size_t column, struct slice);

/* The same with a number of the column's kind. */
void	sheet_number(struct sheet *, size_t column, int64_t);

/* Sets a column of any record. */
void	sheet_set(struct sheet *, size_t row, size_t column, struct slice);

/* A column of a record. */
struct slice	sheet_get(const struct sheet *, size_t row, size_t column);

/*
 * The columns as a format takes them, sheet->kinds->n of them; owned by the
 * caller.
 */
struct format_column	*sheet_columns(const struct sheet *);

/* Writes every record; cell kinds->n of each is absent. */
void	sheet_write(const struct sheet *, struct format *);

void	sheet_free(struct sheet *);

#endif
