#include "buf.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

void
buf_room(struct buf *b, size_t n)
{
	if (b->drain != NULL && b->n + n > BUF_DRAIN)
		buf_flush(b);
	if (n > b->cap - b->n)
		b->p = vec_room(b->p, &b->cap, b->n + n, 1);
}

void
buf_add(struct buf *b, const char *p, size_t n)
{
	if (n == 0)
		return;
	buf_room(b, n);
	memcpy(b->p + b->n, p, n);
	b->n += n;
}

void
buf_str(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void
buf_u64(struct buf *b, uint64_t v)
{
	char digits[20];
	size_t i = sizeof(digits);

	do {
		digits[--i] = (char)('0' + v % 10);
		v /= 10;
	} while (v > 0);
	buf_add(b, digits + i, sizeof(digits) - i);
}

void
buf_i64(struct buf *b, int64_t v)
{
	if (v < 0) {
		buf_char(b, '-');
		buf_u64(b, -(uint64_t)v);
	} else
		buf_u64(b, (uint64_t)v);
}

int
buf_flush(struct buf *b)
{
	if (b->drain != NULL && b->n > 0) {
		if (!b->failed && b->drain(b->arg, b->p, b->n) == -1)
			b->failed = true;
		b->n = 0;
	}
	return b->failed ? -1 : 0;
}

void
buf_free(struct buf *b)
{
	free(b->p);
	b->p = NULL;
	b->n = b->cap = 0;
}
