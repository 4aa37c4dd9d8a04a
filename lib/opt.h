/*
 * opt: options, the same in every program.
 *
 * A program lists its own options and says which of the shared ones it has;
 * opt reads them, keeps the shared ones, and makes the help text of both.
 * Usage errors end the program with status 2.
 */
#ifndef OPT_H
#define OPT_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "format.h"
#include "kind.h"

/* One option of a program. */
struct opt_spec {
	int letter;		/* from OPT_LONG on: it has only a long name */
	const char *name;	/* the long name */
	const char *arg;	/* what stands for its argument, or NULL */
	const char *help;	/* one line */
};

enum { OPT_LONG = 256 };

/* What a program is, for its help. */
struct opt_program {
	const char *operands;	/* `[FILE...]` */
	const char *about;	/* one line */
	const struct opt_spec *spec;
	int specs;
	bool prom;		/* -o prom is one of its formats */
	bool commands;		/* it writes commands, no records: no -o */
};

struct opt {
	const struct opt_program *program;
	struct option *longs;	/* for getopt_long(3) */
	char *shorts;
	enum format_name format;
	const char *columns;	/* -c, or NULL */
	bool no_header;
	bool quiet;
	bool verbose;
	bool now_given;
	int64_t now_s;		/* -T, else the real clock */
	char *arg;		/* the argument of the option just read */
	char **file;		/* operands, when there are no more options */
	int files;
};

/* Begins. */
void	opt_init(struct opt *, const struct opt_program *);

/*
 * The next option of the program's own: its letter.  -1 when there are no
 * more; file and files are set then.
 */
int	opt_next(struct opt *, int argc, char **argv);

/* Reads an argument as an amount or a word of a list, or dies saying why. */
int64_t	opt_amount(const char *name, const char *arg, enum kind);
int	opt_word(const char *name, const char *arg,
	    const char *const *word, int words);

/* Dies with a usage error: the text, and where to look. */
_Noreturn void	opt_usage(const char *fmt, ...)
		    __attribute__((format(printf, 1, 2)));

/*
 * The columns that -c asks for, of the n that there are; without -c all of
 * them.  A column of `defined` that is not there shows cell n, which must be
 * absent.  Dies on any other.  *count is how many; owned by the caller.
 */
struct format_column	*opt_columns(const struct opt *,
			    const struct format_column *there, size_t n,
			    const struct kind_set *defined, size_t *count);

void	opt_free(struct opt *);

#endif
