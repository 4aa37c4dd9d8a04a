/*
 * table: records that are kept, so that they can be written back.
 *
 * A table is the sink of a reader.  It keeps each record's line and, for the
 * columns that a filter sets, the new values; every other field comes back
 * out to the byte.  Its columns are the union of all operands' in order of
 * first sight, then those that were added.
 *
 * Memory: the lines, 8 bytes a record, 4 more when values of several are set,
 * and 24 for each value that is.
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

/* One record's line. */
struct table_row {
	int32_t at;		/* where it is, from its run's text on */
	uint32_t n;		/* bytes */
};

/* Records that stand on lines one below the other, and near in memory. */
struct table_run {
	size_t row;		/* the first of them */
	uint64_t line;		/* its number in its operand */
	const char *text;	/* its line */
	uint32_t source;	/* which operand */
};

struct table_column {
	struct slice name;	/* owned by the table */
	const struct slice *lent;	/* values by row, borrowed; or NULL */
};

/* A value that was set. */
struct table_value {
	struct cell cell;
	uint32_t column;
	uint32_t next;		/* of the same record: number + 1; 0: none */
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
	struct mem_arena set_text;	/* of values that were set */
	struct table_value *value;
	size_t values, value_cap;
	size_t last;		/* the record of which a value was set last */
	uint32_t last_set;	/* its value set last, as in next */
	uint32_t *set;		/* by row: the same of all others */
	size_t set_cap;		/* rows that it covers */
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

/* Forgets the values of a record, which is the only one that has any. */
void	table_forget(struct table *, size_t row);

/*
 * Lends a column that no operand has the values of all records there are, by
 * row; empty is absent.  They outlive the table's use.
 */
void	table_lend(struct table *, size_t column, const struct slice *values);

/*
 * A record's cells, table->columns of them, into out.  They are borrowed from
 * the table.
 */
void	table_get(struct table *, size_t row, struct cell *out);

/*
 * The record's line, if it is TSV, has the first of the table's columns in
 * their order and none of these was set: what they would be written as.  Then
 * the cells of those behind them, *n of them, go to out.  Else p is NULL.
 */
struct slice	table_line(const struct table *, size_t row,
		    struct cell *out, size_t *n);

/* The record's line as it stands. */
struct slice	table_text(const struct table *, size_t row);

/* Says that a record will be asked for soon, and another a little later. */
void	table_ahead(const struct table *, size_t row, size_t later);

/* The operand that the record came from, and the number of its line there. */
const char	*table_file(const struct table *, size_t row);
uint64_t	table_line_number(const struct table *, size_t row);

void	table_free(struct table *);

#endif
