/*
 * diag: where something went wrong and what it was.
 *
 * Holds one error's place and text, and the list of the faults of an input
 * (the first DIAG_SHOWN of them, and how many there were).  Any module may
 * include it.  Nothing here fails, allocates or prints: a text that does not
 * fit is cut.  Text from users must be made safe by the caller (text_safe)
 * before it is put in.
 */
#ifndef DIAG_H
#define DIAG_H

#include <stddef.h>
#include <stdint.h>

enum {
	DIAG_SHOWN = 20,	/* faults of an input, told one by one */
	DIAG_TEXT = 400		/* bytes of a text, its NUL included */
};

/* One error.  what is never empty once it is set. */
struct diag {
	const char *file;	/* operand, or NULL; borrowed from the caller */
	uint64_t line;		/* from 1; 0: no line */
	char column[64];	/* column's name, made safe; "": none */
	char what[DIAG_TEXT];	/* what is wrong, one line, no newline */
};

/* The faults of one input. */
struct diag_list {
	struct diag shown[DIAG_SHOWN];	/* the first of them, in input order */
	uint64_t n;			/* all of them, shown or not */
};

/* Sets the text alone; the place is empty.  Returns -1, for `return`. */
int	diag_set(struct diag *, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));

/*
 * Adds a fault to the list, if there is one.  file must live as long as the
 * list; column may be NULL and is copied.  Beyond DIAG_SHOWN it is counted
 * only.  Returns -1.
 */
int	diag_add(struct diag_list *, const char *file, uint64_t line,
	    const char *column, const char *fmt, ...)
	    __attribute__((format(printf, 5, 6)));

/* Adds all faults of another list behind those of this one. */
void	diag_append(struct diag_list *, const struct diag_list *);

/*
 * Puts the faults from the from-th on in order of lines: those that several
 * readers of the same lines found.
 */
void	diag_sort(struct diag_list *, uint64_t from);

/*
 * Writes `file:line: column: what`, without the parts that are not set, to
 * out, cut at size - 1 bytes.  Returns the bytes written, without the NUL.
 */
size_t	diag_text(const struct diag *, char *out, size_t size);

#endif
