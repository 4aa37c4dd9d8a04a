#include "reader.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "tsv.h"
#include "vec.h"

enum {
	READER_BLOCK = 128 * 1024,	/* bytes read at a time: L2 holds it */
	READER_CELLS = 4096		/* of a batch, so that it does too */
};

/* The operands' headers outlive them: tables keep their lines. */
struct reader_header {
	struct reader_header *next;
	struct header h;
};

struct reader {
	struct reader_sink sink;
	struct diag_list *faults;
	struct diag_list own;		/* of the lines; see settle */
	struct reader_header *headers;	/* the newest first */

	const char *file;
	uint64_t line;		/* lines read of this operand */
	struct header *header;	/* NULL before the operand's header */
	size_t told;		/* columns that the sink knows */
	bool any;		/* the operand has a byte */
	bool comment;		/* it has a comment */
	bool skip;		/* inside a line that is too long */

	uint64_t expect;	/* bytes of the operand; 0: unknown */
	uint64_t took;		/* bytes of it that were read */
	char *block;		/* bytes not read yet stand at its start */
	size_t have, cap;
	uint32_t *end;		/* of plain lines' fields */
	size_t end_cap;

	struct cell *cell;	/* of the batch */
	size_t cell_cap, rows_max;
	struct cell *one;	/* of a record split by itself */
	size_t one_cap;
	struct slice text[READER_ROWS];
	uint64_t number[READER_ROWS];
	size_t n;		/* records of the batch */
};

struct reader *
reader_new(const struct reader_sink *sink, struct diag_list *faults)
{
	struct reader *r = mem_zero(1, sizeof(*r));

	r->sink = *sink;
	r->faults = faults;
	return r;
}

void
reader_open(struct reader *r, const char *file)
{
	r->file = file;
	r->line = 0;
	r->header = NULL;
	r->told = SIZE_MAX;		/* not even that there are none */
	r->any = r->comment = r->skip = false;
	r->expect = r->took = 0;
	r->have = 0;
	r->n = 0;
}

void
reader_expect(struct reader *r, uint64_t bytes)
{
	r->expect = bytes;
}

/* About how many lines are to come; rather too many, or arrays grow again. */
static uint64_t
lines_left(const struct reader *r, uint64_t lines)
{
	uint64_t n;

	if (r->expect <= r->took || lines == 0)
		return 0;
	n = (r->expect - r->took) / (r->took / lines + 1);
	return n + n / 32;
}

char *
reader_room(struct reader *r, size_t *n)
{
	r->block = vec_room(r->block, &r->cap, r->have + READER_BLOCK, 1);
	*n = READER_BLOCK;
	return r->block + r->have;
}

static void
flush(struct reader *r)
{
	struct reader_batch b;

	if (r->n == 0)
		return;
	memset(&b, 0, sizeof(b));
	b.header = r->header;
	b.n = r->n;
	b.width = r->told;
	b.cell = r->cell;
	b.text = r->text;
	b.line = r->number;
	b.left = lines_left(r, r->line);
	r->n = 0;
	r->sink.batch(r->sink.arg, &b);
}

/*
 * Hands on the faults that the lines have, behind those that the sink finds
 * in the records before them.
 */
static void
settle(struct reader *r)
{
	if (r->own.n == 0)
		return;
	flush(r);
	diag_append(r->faults, &r->own);
	r->own.n = 0;
}

/* Tells the sink of new columns; the batch so far has the old ones. */
static void
tell_columns(struct reader *r)
{
	size_t width = r->header->n;

	r->told = width;
	r->rows_max = width > 0 ? READER_CELLS / width : READER_ROWS;
	if (r->rows_max < 1)
		r->rows_max = 1;
	if (r->rows_max > READER_ROWS)
		r->rows_max = READER_ROWS;
	r->cell = vec_room(r->cell, &r->cell_cap, r->rows_max * width,
	    sizeof(*r->cell));
	r->sink.columns(r->sink.arg, r->header);
}

static void
begin_header(struct reader *r, struct slice line)
{
	struct reader_header *h = mem_zero(1, sizeof(*h));
	bool whole;

	h->next = r->headers;
	r->headers = h;
	r->header = &h->h;
	h->h.form = header_form(line);
	h->h.file = r->file;
	h->h.line = r->line;
	if (h->h.form == CELL_JSON)
		return;
	whole = header_bytes(&h->h, line, r->line, NULL, &r->own) == 0;
	header_read(&h->h, line, &r->own);
	if (h->h.n > 0 && whole)
		tell_columns(r);
}

/* The line is one record, whatever its form. */
static void
read_record(struct reader *r, struct slice line, bool cut)
{
	struct header *h = r->header;
	bool json = h->form == CELL_JSON;

	if (!json && r->told == SIZE_MAX)
		return;		/* the header is broken */

	/* JSON is UTF-8 to begin with; elsewhere the field can be named. */
	if (json && header_bytes(h, line, r->line, NULL, &r->own) == -1)
		return;
	if (header_split(h, line, r->line, cut, &r->one, &r->one_cap,
	    &r->own) == -1)
		return;
	if (!json && header_bytes(h, line, r->line, r->one, &r->own) == -1)
		return;
	if (h->n != r->told) {
		flush(r);
		tell_columns(r);
	}
	if (h->n > 0)
		memcpy(r->cell + r->n * h->n, r->one,
		    h->n * sizeof(*r->one));
	r->text[r->n] = line;
	r->number[r->n] = r->line;
	if (++r->n == r->rows_max)
		flush(r);
}

/* One line without its LF, of any form: also the header and what is before. */
static void
read_line(struct reader *r, struct slice line, bool cut)
{
	r->line++;
	if (line.n > 0 && line.p[line.n - 1] == '\r')
		line.n--;
	if (line.n > READER_LINE) {
		diag_add(&r->own, r->file, r->line, NULL,
		    "a line over 1 MiB");
		return;
	}
	if (r->header == NULL) {
		if (r->line == 1 && line.n >= 3 &&
		    memcmp(line.p, "\xef\xbb\xbf", 3) == 0)
			line = text_slice(line.p + 3, line.n - 3);
		if (line.n > 0 && line.p[0] == '#')
			r->comment = true;
		if (text_blank(line) || line.p[0] == '#')
			return;
		begin_header(r, line);
		if (r->header->form != CELL_JSON)
			return;
	} else if (line.n == 0 ||
	    (r->header->form != CELL_TSV && text_blank(line)))
		return;
	read_record(r, line, cut);
}

/*
 * Hands on the plain lines at the front of a block; returns how many bytes
 * they take.  No line in so short a block is too long.
 */
static size_t
read_plain(struct reader *r, const char *p, size_t n)
{
	size_t width = r->header->n, done, at;
	struct reader_batch b = { .header = r->header, .width = width };
	struct tsv_ends ends = { 0 };

	b.base = p;
	r->end = vec_room(r->end, &r->end_cap, n + 1, sizeof(*r->end));
	ends.end = r->end + 1;
	done = tsv_plain(p, n, width, &ends);
	b.left = lines_left(r, r->line + ends.lines);
	for (at = 0; at < ends.lines; at += b.n) {
		b.n = ends.lines - at;
		if (b.n > r->rows_max)
			b.n = r->rows_max;
		b.first = r->line + 1;
		b.end = ends.end + at * width;
		r->sink.batch(r->sink.arg, &b);
		r->line += b.n;
	}
	return done;
}

/* One line of TSV that is not plain, or is wrong; false: no LF is left. */
static bool
read_odd(struct reader *r, struct tsv_walk *w)
{
	size_t width = r->header->n;
	struct cell *cells = r->cell + r->n * width;
	struct tsv_line line;

	if (!tsv_next(w, cells, width, &line))
		return false;
	r->line++;
	if (line.text.n == 0)
		return true;
	if (line.text.n > READER_LINE)
		diag_add(&r->own, r->file, r->line, NULL,
		    "a line over 1 MiB");
	else if (line.fields != width)
		header_width(r->header, r->line, line.fields, &r->own);
	else if ((!line.nul && line.ascii) ||
	    header_bytes(r->header, line.text, r->line, cells,
	    &r->own) == 0) {
		r->text[r->n] = line.text;
		r->number[r->n] = r->line;
		if (++r->n == r->rows_max)
			flush(r);
	}
	return true;
}

/* Reads lines of TSV; returns the offset behind the last whole one. */
static size_t
read_tsv(struct reader *r, size_t from)
{
	struct tsv_walk w;

	if (r->have - from <= READER_LINE)
		from += read_plain(r, r->block + from, r->have - from);
	tsv_open(&w, r->block + from, r->have - from);
	while (read_odd(r, &w))
		settle(r);
	return from + w.start;
}

/* Reads the whole lines of the block; returns the offset behind them. */
static size_t
read_lines(struct reader *r)
{
	size_t at = 0;
	char *lf;

	while (at < r->have) {
		/* Behind a broken header no line can be read. */
		if (r->header != NULL && r->told == SIZE_MAX &&
		    r->header->form != CELL_JSON)
			return r->have;
		if (r->header != NULL && r->header->form == CELL_TSV)
			return read_tsv(r, at);
		lf = memchr(r->block + at, '\n', r->have - at);
		if (lf == NULL)
			break;
		read_line(r, text_slice(r->block + at,
		    (size_t)(lf - r->block) - at), false);
		settle(r);
		at = (size_t)(lf - r->block) + 1;
	}
	return at;
}

/* Drops the rest of a line that is too long: the bytes up to its LF. */
static size_t
skip_line(struct reader *r)
{
	char *lf = memchr(r->block, '\n', r->have);

	if (lf == NULL)
		return r->have;
	r->skip = false;
	return (size_t)(lf - r->block) + 1;
}

static void
drop(struct reader *r, size_t n)
{
	r->have -= n;
	memmove(r->block, r->block + n, r->have);
}

void
reader_took(struct reader *r, size_t n)
{
	if (n == 0)
		return;
	r->any = true;
	r->have += n;
	r->took += n;
	if (r->skip)
		drop(r, skip_line(r));
	n = read_lines(r);
	flush(r);
	drop(r, n);
	if (r->have > READER_LINE + 1) {
		r->line++;
		diag_add(&r->own, r->file, r->line, NULL,
		    "a line over 1 MiB");
		r->skip = true;
		r->have = 0;
	}
	settle(r);
}

void
reader_close(struct reader *r)
{
	if (r->have > 0 && !r->skip)
		read_line(r, text_slice(r->block, r->have), true);
	flush(r);
	r->have = 0;
	if (!r->any)
		diag_add(&r->own, r->file, 0, NULL,
		    "no input: not even a header");
	else if (r->header == NULL && r->comment)
		diag_add(&r->own, r->file, 0, NULL,
		    "only comments: no header");
	settle(r);
}

void
reader_free(struct reader *r)
{
	struct reader_header *h;

	while ((h = r->headers) != NULL) {
		r->headers = h->next;
		header_free(&h->h);
		free(h);
	}
	free(r->block);
	free(r->end);
	free(r->cell);
	free(r->one);
	free(r);
}
