/*
 * tsv: the grammar of tab-separated lines.
 *
 * Fields are parted by tabs; \t \n \r \\ in a field stand for those
 * characters and \- for a hyphen that is not "absent"; any other backslash is
 * itself.  Syntax only: what a field means is above.
 *
 * Blocks of lines are read sixty-four bytes at a stride: one word of bits says
 * where fields and lines end, another where there is something odd.  So the
 * cost is that of the fields, not of the bytes.
 */
#ifndef TSV_H
#define TSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cell.h"
#include "text.h"

struct buf;

/* One line that tsv_next found. */
struct tsv_line {
	struct slice text;	/* without its LF or CR LF */
	size_t fields;		/* how many there are, also past `max` */
	bool ascii;		/* no byte over 0x7f */
	bool nul;		/* a NUL byte is in it */
};

/* A walk over the lines of a block. */
struct tsv_walk {
	const char *p;		/* the block */
	size_t n;		/* its bytes */
	size_t start;		/* offset of the line that comes next */
	size_t at;		/* offset of the stride */
	uint64_t ends;		/* its ends of fields that were not taken */
	unsigned lfs;		/* how many of its bytes are LFs */
	uint64_t odd;		/* its odd bytes that were not looked at */
};

/* Begins at a block's first byte, which begins a line. */
void	tsv_open(struct tsv_walk *, const char *p, size_t n);

/*
 * Takes the next whole line off the walk: its first max fields into cells.
 * False when no LF is left; start then says where the rest begins.
 */
bool	tsv_next(struct tsv_walk *, struct cell *cells, size_t max,
	    struct tsv_line *);

/*
 * The ends of the fields of many plain lines, all with as many fields and
 * nothing odd in them: no escape, no CR, no byte over 0x7f.
 */
struct tsv_ends {
	uint32_t *end;	/* offsets of tabs and LFs; end[-1] is ours too */
	size_t n;	/* how many */
	size_t lines;	/* whole lines among them */
};

/*
 * Finds the ends of the plain lines at the front of a block of n bytes (under
 * 2 GiB), `width` fields each and none empty as a whole.  It may stop at any
 * line, and does so before one that is not plain.  end has room for n, and
 * for one before it, which becomes one before the block.  Returns the bytes
 * of the lines.
 */
size_t	tsv_plain(const char *p, size_t n, size_t width,
	    struct tsv_ends *);

/* Splits one line that has no LF.  Returns its fields, also past max. */
size_t	tsv_split(struct slice line, struct cell *cells, size_t max);

/* Appends what an escaped field stands for. */
void	tsv_unescape(struct buf *, struct slice raw);

/* Appends a value as a field; an empty value becomes `-`. */
void	tsv_escape(struct buf *, struct slice value);

#endif
