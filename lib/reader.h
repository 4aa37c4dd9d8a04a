/*
 * reader: bytes of operands in, batches of records out.
 *
 * A push parser: the caller puts bytes into the reader's own buffer and the
 * reader hands whole records to a sink.  It does no input of its own, so it
 * can be tested and fuzzed as a function of bytes.  Every fault goes into the
 * list and reading goes on behind it; records with faults are left out.
 */
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cell.h"
#include "diag.h"
#include "header.h"
#include "text.h"

enum {
	READER_LINE = 1024 * 1024,	/* longest line, LF not counted */
	READER_ROWS = 128		/* most records of a batch */
};

/*
 * Records of one operand.  All of it is borrowed until the sink returns.  Most
 * lines of TSV are plain, and known by where their fields end; the others and
 * those of the other forms come as cells.  The functions below hide which.
 */
struct reader_batch {
	const struct header *header;
	size_t n;			/* records */
	size_t width;			/* fields of each: columns told of */
	uint64_t left;			/* more of them, about; 0: unknown */
	uint64_t first;			/* number of the first line, if plain */
	const char *base;		/* what the ends are offsets in */
	const uint32_t *end;		/* plain: n x width; else NULL */
	const struct cell *cell;	/* n x width, record by record */
	const struct slice *text;	/* n lines, as they stand */
	const uint64_t *line;		/* n line numbers */
};

/* Field j of record i. */
static inline struct cell
reader_cell(const struct reader_batch *b, size_t i, size_t j)
{
	size_t k = i * b->width + j;
	struct cell c = { NULL, 0, CELL_TSV, 0 };

	if (b->end == NULL)
		return b->cell[k];
	/* The end before the first is that of the line before. */
	c.p = b->base + (uint32_t)(b->end[(ptrdiff_t)k - 1] + 1);
	c.n = b->end[k] - b->end[(ptrdiff_t)k - 1] - 1;
	return c;
}

/* The line of record i, as it stands. */
static inline struct slice
reader_text(const struct reader_batch *b, size_t i)
{
	const uint32_t *end;
	uint32_t from;

	if (b->end == NULL)
		return b->text[i];
	end = b->end + i * b->width;
	from = end[-1] + 1;
	return text_slice(b->base + from, end[b->width - 1] - from);
}

/* Its number. */
static inline uint64_t
reader_line(const struct reader_batch *b, size_t i)
{
	return b->end != NULL ? b->first + i : b->line[i];
}

/* Where batches go. */
struct reader_sink {
	/*
	 * The columns of the operand: once before its first batch, and again
	 * before a batch whenever JSON added some.  The header stays at its
	 * address until reader_free.
	 */
	void (*columns)(void *arg, struct header *);
	void (*batch)(void *arg, const struct reader_batch *);
	void *arg;
};

struct reader;

/* A new reader that adds its faults to the list; owned by the caller. */
struct reader	*reader_new(const struct reader_sink *, struct diag_list *);

/* Begins an operand; the name is kept, not copied. */
void	reader_open(struct reader *, const char *file);

/* Says that the operand has about so many bytes: see reader_batch's left. */
void	reader_expect(struct reader *, uint64_t bytes);

/* Room for input: *n bytes, at least one. */
char	*reader_room(struct reader *, size_t *n);

/* Says that n bytes were put there, and reads them. */
void	reader_took(struct reader *, size_t n);

/* Ends the operand: the last line may lack its LF. */
void	reader_close(struct reader *);

void	reader_free(struct reader *);

#endif
