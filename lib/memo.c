#include "memo.h"

#include <bsd/string.h>

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

bool
memo_good(enum job_column column, struct slice v)
{
	const struct kind_column *c = &job_columns()->column[column];
	int64_t n;
	int s;

	if (column == JOB_PRIORITY)
		return job_priority(v, &n) == 0;
	if (column == JOB_STATE) {
		for (s = 0; s < JOB_STATES; s++)
			if (text_is(v, job_state_name((enum job_state)s)))
				return true;
		return false;
	}
	return c->kind == KIND_TEXT || kind_read(c->kind, v, &n) == QUANT_OK;
}

int
memo_read(struct memo *m, struct slice s, struct diag *why)
{
	const struct memo_field *f;
	struct buf scratch = { 0 };
	char shown[TEXT_QUOTE];
	struct slice name, v;
	int status = 0;

	memset(m->value, 0, sizeof(m->value));
	m->text.n = 0;
	if (!memo_is(s))
		return 0;
	/* Values only get shorter, so none of them moves. */
	buf_room(&m->text, s.n + 1);
	while (memo_next(&s, &name, &v, &scratch)) {
		if ((f = memo_find(name)) == NULL || v.n == 0)
			continue;
		if (!memo_good(f->column, v)) {
			status = diag_set(why, "%s cannot be read",
			    text_quote(v, shown));
			strlcpy(why->column, f->name, sizeof(why->column));
			break;
		}
		m->value[f->column] = text_slice(m->text.p + m->text.n, v.n);
		buf_add(&m->text, v.p, v.n);
	}
	buf_free(&scratch);
	return status;
}

void
memo_free(struct memo *m)
{
	buf_free(&m->text);
	memset(m, 0, sizeof(*m));
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
