#include "quote.h"

void
quote_sh(struct buf *b, struct slice s)
{
	size_t i;

	buf_char(b, '\'');
	for (i = 0; i < s.n; i++) {
		if (s.p[i] == '\'')
			buf_str(b, "'\\''");
		else if (s.p[i] != '\0')
			buf_char(b, s.p[i]);
	}
	buf_char(b, '\'');
}
