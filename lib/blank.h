/*
 * blank: the grammar of lines as a person types them.
 *
 * Fields are parted by runs of spaces and tabs.  A field that begins with a
 * double quote ends at the next one; "" inside stands for a quote; there are
 * no other escapes.  A quoted hyphen is a hyphen.  Syntax only.
 */
#ifndef BLANK_H
#define BLANK_H

#include <stddef.h>

#include "cell.h"
#include "text.h"

struct buf;

/*
 * Splits a line that has no LF: its first max fields go into cells, *fields
 * is how many there are.  Returns NULL, or what is wrong with the line.
 */
const char	*blank_split(struct slice line, struct cell *cells, size_t max,
		    size_t *fields);

/* Appends what an escaped field stands for. */
void	blank_unescape(struct buf *, struct slice raw);

#endif
