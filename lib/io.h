/*
 * io: the edge of the process: operands in, checked output, messages.
 *
 * The only module that reads files or prints.  Messages begin with the
 * program's name and are made safe for a terminal.  SIGPIPE keeps its
 * default, so a closed pipe ends a program quietly.
 */
#ifndef IO_H
#define IO_H

#include <stddef.h>

#include "buf.h"
#include "diag.h"
#include "reader.h"

/* The exit statuses of every program. */
enum {
	IO_DONE = 0,
	IO_NO = 1,	/* the program's documented no */
	IO_WRONG = 2	/* anything wrong */
};

/*
 * Reads n operands through a reader; `-` is standard input, and so is no
 * operand at all.  Faults go into the list; a file that cannot be read, or
 * standard input twice, is one of them.
 */
void	io_read(struct reader *, char *const *file, int n,
	    struct diag_list *);

/* Appends a whole file; ends the program when it cannot be read. */
void	io_slurp(struct buf *, const char *file);

/* Prints the faults of the list, if any.  Returns -1 if there were some. */
int	io_faults(const struct diag_list *);

/* Makes *out write to standard output. */
void	io_stdout(struct buf *out);

/*
 * Writes what is left and closes standard output.  -1, with a message, when
 * anything could not be written.
 */
int	io_close(struct buf *out);

/* Prints `prog: ` and the text on standard error. */
void	io_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same, and ends the program with IO_WRONG. */
_Noreturn void	io_die(const char *fmt, ...)
		    __attribute__((format(printf, 1, 2)));

#endif
