#include "memo.h"

#include <string.h>

static const char mark[] = "sluice:";

/* The protocol's names; nb is short for not before. */
static const struct memo_field fields[] = {
	{ "phase", JOB_STATE },
	{ "created", JOB_CREATED },
	{ "since", JOB_SINCE },
	{ "requeues", JOB_REQUEUES },
	{ "nb", JOB_NOT_BEFORE },
	{ "queued", JOB_QUEUED },
	{ "preemptions", JOB_PREEMPTIONS },
	{ "attained", JOB_ATTAINED },
	{ "top", JOB_TOP },
	{ "priority", JOB_PRIORITY },
	{ "reserved", JOB_RESERVED },
	{ "min_runtime", JOB_MIN_RUNTIME }
};

const struct memo_field *
memo_fields(size_t *n)
{
	*n = sizeof(fields) / sizeof(fields[0]);
	return fields;
}

const struct memo_field *
memo_find(struct slice name)
{
	size_t i;

	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (text_is(name, fields[i].name))
			return &fields[i];
	return NULL;
}

bool
memo_is(struct slice s)
{
	return s.n >= strlen(mark) && memcmp(s.p, mark, strlen(mark)) == 0;
}

static int
hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* A byte that is no code stays as it is: a hand may have written it. */
static struct slice
decode(struct slice s, struct buf *out)
{
	size_t i;

	out->n = 0;
	for (i = 0; i < s.n; i++) {
		if (s.p[i] == '%' && s.n - i > 2 && hex(s.p[i + 1]) != -1 &&
		    hex(s.p[i + 2]) != -1) {
			buf_char(out, (char)(hex(s.p[i + 1]) * 16 +
			    hex(s.p[i + 2])));
			i += 2;
		} else
			buf_char(out, s.p[i]);
	}
	return text_slice(out->p, out->n);
}

bool
memo_next(struct slice *rest, struct slice *name, struct slice *value,
    struct buf *scratch)
{
	struct slice part;

	if (memo_is(*rest))
		*rest = text_slice(rest->p + strlen(mark),
		    rest->n - strlen(mark));
	do {
		if (!text_cut(rest, ',', &part))
			return false;
	} while (part.n == 0);
	/* Without an equals sign it is a name without a value. */
	text_cut(&part, '=', name);
	*value = decode(part, scratch);
	return true;
}

static bool
is_plain(unsigned char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	    (c >= 'a' && c <= 'z') || strchr("-._:@*/+", c) != NULL;
}

void
memo_put(struct buf *b, const char *name, struct slice value)
{
	static const char digit[] = "0123456789ABCDEF";
	unsigned char c;
	size_t i;

	if (b->n == 0)
		buf_str(b, mark);
	else
		buf_char(b, ',');
	buf_str(b, name);
	buf_char(b, '=');
	for (i = 0; i < value.n; i++) {
		c = (unsigned char)value.p[i];
		if (c != '\0' && is_plain(c)) {
			buf_char(b, (char)c);
			continue;
		}
		buf_char(b, '%');
		buf_char(b, digit[c >> 4]);
		buf_char(b, digit[c & 15]);
	}
}
