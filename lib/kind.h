/*
 * kind: what the values of a column are, and the column definitions that the
 * record types are made of.
 */
#ifndef KIND_H
#define KIND_H

#include <stddef.h>
#include <stdint.h>

#include "quant.h"
#include "text.h"

struct buf;

enum kind {
	KIND_TEXT,
	KIND_COUNT,	/* int64_t thousandths */
	KIND_MEM,	/* int64_t bytes */
	KIND_TIME,	/* int64_t seconds since 1970 UTC */
	KIND_DURATION,	/* int64_t seconds */
	KIND_INT,	/* int64_t, at least 0 */
	KIND_SIGNED	/* int64_t; a word is let through as a word */
};

/* A column that a record type defines. */
struct kind_column {
	const char *name;
	enum kind kind;
};

/* The columns of a record type, in the order in which they are appended. */
struct kind_set {
	const struct kind_column *column;
	size_t n;
};

/* Reads s as a kind that is a number; on a fault *out is unchanged. */
enum quant_fault	kind_read(enum kind, struct slice s, int64_t *out);

/*
 * The words of a fault, to stand behind the quoted value: `is not a count`.
 * A constant.
 */
const char	*kind_why(enum kind, enum quant_fault);

/* Appends a number of a kind as text of its grammar; times are epoch. */
void	kind_put(struct buf *, enum kind, int64_t v);

/*
 * Appends a value as JSON: amounts, integers, durations and epoch times as
 * numbers (bytes, seconds, decimals), all else as a string.
 */
void	kind_put_json(struct buf *, enum kind, struct slice value);

/* The kind of the column `name` in the set; KIND_TEXT when it has none. */
enum kind	kind_of(const struct kind_set *, struct slice name);

/* The place of `name` in the set, or -1. */
int	kind_find(const struct kind_set *, struct slice name);

#endif
