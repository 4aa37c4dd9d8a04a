/*
 * table: records that are kept, so that they can be written back.
 *
 * A table is the sink of a reader.  It keeps each record's line and, for the
 * columns that a filter sets, the new values; every other field comes back
 * out to the byte.  Its columns are the union of all operands' in order of
 * first sight, then those that were added.
 *
 * Memory: the lines, 16 bytes a record, and 16 for each value in a chunk of
 * records of which one has a value set.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cell.h"
#include "header.h"
#include "mem.h"
#include "reader.h"
#include "text.h"

enum { TABLE_CHUNK = 1024 };

/* One record's line. */
struct table_row {
	const char *p;
	uint32_t n;		/* bytes */
	uint32_t source;	/* which operand */
};

/* Records that stand on lines one below the other. */
struct table_run {
	size_t row;		/* the first of them */
	uint64_t line;		/* its number in its operand */
};

struct table_column {
	struct slice name;	/* owned by the table */
	struct cell **set;	/* values, TABLE_CHUNK records together */
	size_t chunks, chunk_cap;	/* NULL where none is set */
};

/* Starts as {0}. */
struct table {
	struct table_column *column;
	size_t columns, column_cap;
	struct table_row *row;
	size_t rows, row_cap;
	struct table_run *run;
	size_t runs, run_cap;
	struct table_source *source;
	size_t sources, source_cap;
	struct mem_arena text;
	bool any_set;		/* some column was set */
	struct cell *split;	/* one record, for table_get */
	size_t split_cap;
};

/* What a reader's sink calls: the operand's columns, and a batch. */
void	table_columns(struct table *, struct header *);
void	table_batch(struct table *, const struct reader_batch *);

/* The column's number, or -1. */
int	table_find(const struct table *, struct slice name);

/* The same, appended when it is not there. */
size_t	table_add(struct table *, const char *name);

/* Gives a record's column a new value (copied); empty is absent. */
void	table_set(struct table *, size_t row, size_t column,
	    struct slice value);

/* The same with a value that outlives the table: it is not copied. */
void	table_set_kept(struct table *, size_t row, size_t column,
	    struct slice value);

/*
 * A record's cells, table->columns of them, into out.  They are borrowed from
 * the table.
 */
void	table_get(struct table *, size_t row, struct cell *out);

/*
 * The record's line, if it is TSV, has all the table's columns in their order
 * and none of them was set: what it would be written as.  Else p is NULL.
 */
struct slice	table_line(const struct table *, size_t row);

/* Says that a record will be asked for soon, and another a little later. */
void	table_ahead(const struct table *, size_t row, size_t later);

/* The operand that the record came from, and the number of its line there. */
const char	*table_file(const struct table *, size_t row);
uint64_t	table_line_number(const struct table *, size_t row);

void	table_free(struct table *);

#endif
