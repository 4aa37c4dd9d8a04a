#include "foreign.h"

#include <string.h>

static const char replacement[] = "\xef\xbf\xbd";

/* Appends a text without NUL bytes. */
static void
mend(struct buf *out, struct slice s)
{
	size_t n;

	while ((n = text_utf8(s)) < s.n) {
		buf_add(out, s.p, n);
		buf_str(out, replacement);
		s = text_slice(s.p + n + 1, s.n - n - 1);
	}
	buf_add(out, s.p, s.n);
}

void
foreign_mend(struct buf *b)
{
	struct slice rest = text_slice(b->p, b->n), part;
	struct buf out = { 0 };

	if (text_utf8(rest) == rest.n &&
	    (rest.n == 0 || memchr(rest.p, '\0', rest.n) == NULL))
		return;
	while (text_cut(&rest, '\0', &part)) {
		mend(&out, part);
		if (rest.p != NULL)
			buf_str(&out, replacement);
	}
	buf_free(b);
	*b = out;
}

struct slice
foreign_trim(struct slice s)
{
	while (s.n > 0 && strchr(" \t\r", s.p[s.n - 1]) != NULL)
		s.n--;
	while (s.n > 0 && strchr(" \t\r", s.p[0]) != NULL)
		s = text_slice(s.p + 1, s.n - 1);
	return s;
}

struct slice
foreign_first_line(struct slice text)
{
	struct slice line;

	while (text_cut(&text, '\n', &line)) {
		line = foreign_trim(line);
		if (line.n > 0)
			return line;
	}
	return text_slice(NULL, 0);
}
