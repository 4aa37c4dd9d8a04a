/*
 * quote: words for sh(1).
 */
#ifndef QUOTE_H
#define QUOTE_H

#include "buf.h"
#include "text.h"

/*
 * Appends the text as one word in single quotes, whatever is in it.  A NUL
 * cannot be in a word: it is left out.
 */
void	quote_sh(struct buf *, struct slice);

#endif
