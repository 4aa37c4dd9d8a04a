/*
 * adapter: what the programs that read foreign text have in common.
 *
 * Each operand is read whole, its format told by its content, and handed to
 * the reader of that format; what is made of all of them is written when
 * nothing was wrong.
 */
#ifndef ADAPTER_H
#define ADAPTER_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "diag.h"
#include "foreign.h"
#include "opt.h"
#include "sheet.h"

/* One format that a program reads. */
struct adapter_format {
	const char *name;			/* of --from */
	bool (*tells)(struct slice text);	/* whether a text is of it */
	int (*read)(void *arg, const struct foreign *);
};

struct adapter {
	struct opt opt;		/* the options, read by the program */
	const struct adapter_format *format;	/* borrowed */
	size_t formats;
	const char *from;	/* --from, or NULL: told by the content */
	bool keep_going;	/* leave out what cannot be read */
	struct diag_list faults;
	struct diag_list notes;
	struct buf *text;	/* the operands: slices of them are kept */
	size_t texts;
};

/*
 * Reads every operand with its format's reader; ends the program when one
 * could not be read or, without keep_going, a record could not.
 */
void	adapter_read(struct adapter *, void *arg);

/*
 * Ends the program, with that fault, when nothing else is one: what was read
 * is no input to it as a whole.
 */
void	adapter_refuse(struct adapter *, const char *what);

/*
 * Prints faults and notes, writes the records and frees the adapter; returns
 * the status: IO_NO when something was left out.
 */
int	adapter_write(struct adapter *, const struct sheet *);

#endif
