/*
 * buf: bytes on their way out.
 *
 * A growing string of bytes, with or without a drain.  With one, what was
 * gathered is handed over whenever BUF_DRAIN bytes are there, so that output
 * of any length needs little memory.  A drain that fails is remembered: from
 * then on bytes are thrown away and buf_flush returns -1.  Starts as {0}.
 */
#ifndef BUF_H
#define BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUF_DRAIN = 64 * 1024 };

struct buf {
	char *p;	/* the bytes; owned */
	size_t n;	/* how many */
	size_t cap;	/* room */
	int (*drain)(void *arg, const char *p, size_t n);	/* 0 or -1 */
	void *arg;	/* the drain's own */
	bool failed;	/* the drain said -1 */
};

/* Makes room for n more bytes. */
void	buf_room(struct buf *, size_t n);

static inline void
buf_char(struct buf *b, char c)
{
	if (b->n == b->cap || b->n >= BUF_DRAIN)
		buf_room(b, 1);
	b->p[b->n++] = c;
}

void	buf_add(struct buf *, const char *p, size_t n);
void	buf_str(struct buf *, const char *);

/* Decimal digits of a number that is not negative, or of any number. */
void	buf_u64(struct buf *, uint64_t);
void	buf_i64(struct buf *, int64_t);

/* Hands over what is left.  0, or -1 when the drain ever failed. */
int	buf_flush(struct buf *);

/* Frees the bytes; nothing is handed over. */
void	buf_free(struct buf *);

#endif
