/*
 * text: slices of bytes, and how they are made safe to look at.
 *
 * A slice borrows its bytes and has no NUL.  Names are compared as bytes
 * everywhere: no locale.  Nothing here fails on any input.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct buf;

struct slice {
	const char *p;	/* borrowed; may be NULL when n is 0 */
	size_t n;	/* bytes */
};

enum {
	TEXT_SHOWN = 60,		/* bytes of a value that errors show */
	TEXT_QUOTE = TEXT_SHOWN * 6 + 8	/* room for text_quote's longest */
};

static inline struct slice
text_slice(const char *p, size_t n)
{
	struct slice s = { p, n };

	return s;
}

/* The slice of a C string. */
static inline struct slice
text_of(const char *s)
{
	return text_slice(s, strlen(s));
}

static inline bool
text_eq(struct slice a, struct slice b)
{
	return a.n == b.n && (a.n == 0 || (b.p != NULL &&
	    memcmp(a.p, b.p, a.n) == 0));
}

/* As text_eq, against a C string. */
static inline bool
text_is(struct slice a, const char *s)
{
	size_t n = strlen(s);

	return a.n == n && (n == 0 || memcmp(a.p, s, n) == 0);
}

/* Whether it is nothing but spaces and tabs. */
static inline bool
text_blank(struct slice s)
{
	while (s.n > 0 && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
		s.n--;
	return s.n == 0;
}

/* Whether the byte a or the byte b is in the slice. */
bool	text_any(struct slice, char a, char b);

/* Eight bytes as a number, the first lowest, on every machine. */
static inline uint64_t
text_word(const char *p)
{
	const unsigned char *u = (const unsigned char *)p;

	/* Compilers make it one load. */
	return (uint64_t)u[0] | (uint64_t)u[1] << 8 | (uint64_t)u[2] << 16 |
	    (uint64_t)u[3] << 24 | (uint64_t)u[4] << 32 |
	    (uint64_t)u[5] << 40 | (uint64_t)u[6] << 48 |
	    (uint64_t)u[7] << 56;
}

/*
 * Up to seven bytes as a number, the same on every machine: it differs for
 * different bytes, as many of them.
 */
static inline uint64_t
text_few(const char *p, size_t n)
{
	const unsigned char *u = (const unsigned char *)p;

	if (n == 0)
		return 0;
	if (n < 4)
		return (uint64_t)u[0] | (uint64_t)u[n / 2] << 8 |
		    (uint64_t)u[n - 1] << 16;
	/* Two halves, which may overlap. */
	u += n - 4;
	return (uint64_t)(unsigned char)p[0] |
	    (uint64_t)(unsigned char)p[1] << 8 |
	    (uint64_t)(unsigned char)p[2] << 16 |
	    (uint64_t)(unsigned char)p[3] << 24 |
	    (uint64_t)u[0] << 32 | (uint64_t)u[1] << 40 |
	    (uint64_t)u[2] << 48 | (uint64_t)u[3] << 56;
}

/* Order of bytes: negative, 0 or positive; a prefix comes first. */
int	text_cmp(struct slice, struct slice);

/*
 * A 64-bit hash of the bytes, the same on every machine.  It is mixed well
 * enough that names may be told apart by it (2^-64 for a pair), but it is not
 * keyed.
 */
uint64_t	text_hash(struct slice);

/* Mixes two hashes into one: both halves of a product, folded. */
static inline uint64_t
text_hash_mix(uint64_t a, uint64_t b)
{
	__extension__ unsigned __int128 r = a ^ 0x9e3779b97f4a7c15U;

	r *= b ^ 0xd6e8feb86659fd93U;
	return (uint64_t)r ^ (uint64_t)(r >> 64);
}

/* Offset of the first byte that is not part of valid UTF-8, or s.n. */
size_t	text_utf8(struct slice);

/*
 * Appends the text with everything that could steer a terminal or hide from
 * a reader (control bytes, C1, marks of direction and of no width, bytes that
 * are not UTF-8) written as \t \n \r \xHH or \uHHHH.
 */
void	text_safe(struct buf *, struct slice);

/*
 * The same in double quotes, cut at TEXT_SHOWN bytes of the value with `...`
 * behind it; NUL-terminated.  Returns out.
 */
char	*text_quote(struct slice, char out[TEXT_QUOTE]);

/* Columns on a terminal, one a code point. */
size_t	text_width(struct slice);

/* Edits (insert, delete, change) from one to the other; O(a.n x b.n). */
size_t	text_distance(struct slice a, struct slice b);

/*
 * Takes the part up to the next sep, or the rest, off the front of *rest into
 * *part.  Returns false, and an empty part, when nothing was left.
 */
bool	text_cut(struct slice *rest, char sep, struct slice *part);

#endif
