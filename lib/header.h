/*
 * header: the columns of one operand, and how its lines become cells.
 *
 * TSV and blank-separated operands name their columns once; JSON Lines name
 * them in every record, so there the header grows.  Column numbers never
 * change once given.
 */
#ifndef HEADER_H
#define HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cell.h"
#include "diag.h"
#include "mem.h"
#include "text.h"

/* Starts as {0} with its form, file and line set. */
struct header {
	enum cell_form form;
	const char *file;	/* the operand; borrowed, outlives the header */
	uint64_t line;		/* where it stands */
	struct slice *name;	/* the columns' names; owned */
	size_t n;		/* how many */
	size_t cap;
	struct mem_arena text;	/* what the names are made of */
};

/* Told by the line that the header stands in. */
enum cell_form	header_form(struct slice line);

/*
 * Reads the header line of TSV or blank-separated records.  Faults: a name
 * that is empty or there twice.  0 or -1.
 */
int	header_read(struct header *, struct slice line, struct diag_list *);

/*
 * Splits one record into *cells, which has room for *cap and grows to hold
 * header->n of them; columns that the record lacks are absent.  JSON may add
 * columns.  Faults: short and long rows, and what the grammar refuses.
 * cut: the line is the last and has no LF.  0 or -1.
 */
int	header_split(struct header *, struct slice text, uint64_t line,
	    bool cut, struct cell **cells, size_t *cap, struct diag_list *);

/*
 * Checks a line for NUL and broken UTF-8.  cells, if not NULL, are its fields:
 * the fault names the column then.  0 or -1.
 */
int	header_bytes(const struct header *, struct slice text, uint64_t line,
	    const struct cell *cells, struct diag_list *);

/* The column's number, or -1. */
int	header_find(const struct header *, struct slice name);

/*
 * Adds the fault of a required column that is not there; the text lists those
 * that are, the nearest first.  Returns -1.
 */
int	header_lacks(const struct header *, uint64_t line, const char *name,
	    struct diag_list *);

/* Adds the fault of a row with too few or too many fields.  Returns -1. */
int	header_width(const struct header *, uint64_t line, size_t fields,
	    struct diag_list *);

void	header_free(struct header *);

#endif
