#include "blank.h"

#include <string.h>

#include "buf.h"

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/*
 * A quoted field whose first quote is at p; the field without its quotes goes
 * into *c.  Returns what follows it, or NULL when it is not closed.
 */
static const char *
quoted(const char *p, const char *end, struct cell *c)
{
	const char *q = p + 1;

	c->flags = CELL_LITERAL;
	c->p = q;
	while ((q = memchr(q, '"', (size_t)(end - q))) != NULL) {
		if (q + 1 == end || q[1] != '"') {
			c->n = (uint32_t)(q - c->p);
			return q + 1;
		}
		c->flags = CELL_ESCAPED | CELL_LITERAL;
		q += 2;
	}
	return NULL;
}

const char *
blank_split(struct slice line, struct cell *cells, size_t max, size_t *fields)
{
	const char *p = line.p, *end = line.n > 0 ? p + line.n : p;
	struct cell c;
	size_t n = 0;

	for (;;) {
		while (p < end && is_blank(*p))
			p++;
		if (p == end)
			break;
		c = cell_none();
		c.form = CELL_BLANK;
		c.p = p;
		if (*p == '"') {
			if ((p = quoted(p, end, &c)) == NULL)
				return "a quote is not closed";
			if (p < end && !is_blank(*p))
				return "no blank behind a closing quote";
		} else {
			while (p < end && !is_blank(*p))
				p++;
			c.n = (uint32_t)(p - c.p);
		}
		if (n < max)
			cells[n] = c;
		n++;
	}
	*fields = n;
	return NULL;
}

void
blank_unescape(struct buf *b, struct slice raw)
{
	size_t i;

	for (i = 0; i < raw.n; i++) {
		buf_char(b, raw.p[i]);
		if (raw.p[i] == '"')
			i++;
	}
}
