/*
 * format: records out, as TSV, as a table for people, or as JSON Lines.
 *
 * Columns are set once, rows follow.  Rows go straight to the buffer, but for
 * a table, which must know its widest value first and keeps them until
 * format_end.
 */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "cell.h"
#include "kind.h"
#include "text.h"

enum format_name {
	FORMAT_TSV,
	FORMAT_TABLE,	/* aligned, names made safe for a terminal */
	FORMAT_JSON,	/* JSON Lines */
	FORMAT_PROM	/* not for rows: see prom.h */
};

struct format_column {
	struct slice name;	/* borrowed */
	enum kind kind;		/* how JSON writes it, and a table aligns it */
	size_t from;		/* which cell of a row it shows */
};

/* One of the formats at work. */
struct format {
	enum format_name name;
	struct buf *out;
	const struct format_column *column;	/* borrowed */
	size_t columns;
	bool header;
	bool straight;		/* column i shows cell i, a lead first */
	size_t rows;		/* written so far */
	struct buf kept;	/* a table's cells, one behind the other */
	size_t *end;		/* where each of them ends in kept */
	size_t ends, end_cap;
};

/* Begins, and writes the header (JSON has none). */
void	format_begin(struct format *, enum format_name, struct buf *out,
	    const struct format_column *, size_t columns, bool header);

/* One record; column c shows cell[c.from]. */
void	format_row(struct format *, const struct cell *cell);

/* Whether records may be written with format_line: as TSV, all columns. */
static inline bool
format_lines(const struct format *f)
{
	return f->name == FORMAT_TSV && f->straight;
}

/*
 * One record whose columns are a lead in front, or none (NULL), those of a line
 * of TSV in its order, and n cells behind them.
 */
void	format_line(struct format *, const struct slice *lead,
	    struct slice line, const struct cell *rest, size_t n);

/* Writes what is left: a table, or the empty line of JSON without records. */
void	format_end(struct format *);

#endif
