/*
 * shown: what tests look at, as strings of C.
 */
#ifndef SHOWN_H
#define SHOWN_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "diag.h"
#include "text.h"

/* The bytes of a buffer, until it changes. */
static inline const char *
shown_buf(struct buf *b)
{
	buf_char(b, '\0');
	b->n--;
	return b->p;
}

/*
 * A slice, until the fourth call from now.  It is copied by memcpy, which a
 * sanitizer sees read what is freed; printf may not be seen.
 */
static inline const char *
shown_slice(struct slice s)
{
	static char text[4][256];
	static int turn;
	const size_t n = s.n < sizeof(text[0]) ? s.n : sizeof(text[0]) - 1;

	turn = (turn + 1) % 4;
	if (n > 0)
		memcpy(text[turn], s.p, n);
	text[turn][n] = '\0';
	return text[turn];
}

/* Fault i of a list, or "" when there is none. */
static inline const char *
shown_fault(const struct diag_list *l, size_t i)
{
	static char text[DIAG_TEXT + 256];

	text[0] = '\0';
	if (i < l->n && i < DIAG_SHOWN)
		diag_text(&l->shown[i], text, sizeof(text));
	return text;
}

#endif
