/*
 * foreign: text of other programs, as the adapters are given it.
 */
#ifndef FOREIGN_H
#define FOREIGN_H

#include <stddef.h>

#include "buf.h"
#include "diag.h"
#include "text.h"

/*
 * One operand, whole.  An adapter that reads it returns 0 when it came to the
 * end of it: a record that it could not read is a fault in the list and left
 * out, which --keep-going puts up with.  -1: the text as a whole could not be
 * read, and a fault says why.
 */
struct foreign {
	const char *file;		/* its name in messages; borrowed */
	struct slice text;		/* mended; borrowed */
	struct diag_list *faults;	/* records that are left out */
	struct diag_list *notes;	/* what was read, but not as it is */
};

/*
 * Makes text of bytes: what is not UTF-8, and a NUL, becomes U+FFFD.  O(n);
 * text that is clean is not copied.
 */
void	foreign_mend(struct buf *);

/* The first line that is not blank, without blanks around it; or empty. */
struct slice	foreign_first_line(struct slice text);

/* The slice without spaces, tabs and CR around it. */
struct slice	foreign_trim(struct slice);

#endif
