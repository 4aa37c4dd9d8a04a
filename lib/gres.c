#include "gres.h"

#include "num.h"
#include "quant.h"

int
gres_count(struct slice s, int64_t *out)
{
	static const char suffix[] = "KMGTP";
	const char *unit;
	int64_t v;

	if (quant_digits(&s, &v) != QUANT_OK || s.n > 1)
		return -1;
	if (s.n == 1) {
		/* Upper case; what is no letter does not become one. */
		unit = memchr(suffix, s.p[0] & ~0x20, sizeof(suffix) - 1);
		if (unit == NULL || num_mul(v,
		    INT64_C(1) << 10 * (unit - suffix + 1), &v) == -1)
			return -1;
	}
	*out = v;
	return 0;
}

static bool
is_none(struct slice s)
{
	return s.n == 0 || text_is(s, "(null)") || text_is(s, "N/A");
}

/* Behind the item at the front of s: at a comma outside parentheses. */
static int
cut_item(struct slice *rest, struct slice *item)
{
	size_t i, depth = 0;

	for (i = 0; i < rest->n && (depth > 0 || rest->p[i] != ','); i++) {
		if (rest->p[i] == '(')
			depth++;
		else if (rest->p[i] == ')' && depth-- == 0)
			return -1;
	}
	if (depth > 0)
		return -1;
	*item = text_slice(rest->p, i);
	*rest = i < rest->n ? text_slice(rest->p + i + 1, rest->n - i - 1) :
	    text_slice(NULL, 0);
	return 0;
}

/* Takes off what stands in parentheses at the end; (null) is a type. */
static void
drop_detail(struct slice *s)
{
	const char *p = s->n > 0 && s->p[s->n - 1] == ')' ?
	    memchr(s->p, '(', s->n) : NULL;

	/* gpu:(null):4(IDX:0-3) */
	if (p != NULL && (size_t)(s->p + s->n - p) > 7 &&
	    memcmp(p, "(null):", 7) == 0)
		p = memchr(p + 1, '(', (size_t)(s->p + s->n - p) - 1);
	if (p != NULL)
		s->n = (size_t)(p - s->p);
}

static void
drop_prefix(struct slice *s)
{
	if (s->n > 5 && memcmp(s->p, "gres", 4) == 0 &&
	    (s->p[4] == ':' || s->p[4] == '/'))
		*s = text_slice(s->p + 5, s->n - 5);
}

/* Takes one of the parts behind a name; the last of them may be a count. */
static int
take_part(struct slice part, bool last, struct gres_item *out)
{
	/* A type may be all digits. */
	if (last && gres_count(part, &out->count) == 0)
		return 0;
	if (text_is(part, "no_consume"))
		return 0;
	if (part.n == 0 || out->type.p != NULL)
		return -1;
	out->type = part;
	return 0;
}

/* Reads name[:type][:no_consume][:count] or name[:type]=count. */
static int
read_item(struct slice s, struct gres_item *out)
{
	struct slice rest, part;
	bool counted;

	out->type = text_slice(NULL, 0);
	out->count = 1;
	rest = s;
	text_cut(&rest, '=', &s);
	counted = rest.p != NULL;
	if (counted && gres_count(rest, &out->count) == -1)
		return -1;
	rest = s;
	text_cut(&rest, ':', &out->name);
	if (out->name.n == 0)
		return -1;
	while (text_cut(&rest, ':', &part))
		if (take_part(part, rest.p == NULL && !counted, out) == -1)
			return -1;
	if (text_is(out->type, "(null)"))
		out->type = text_slice(NULL, 0);
	return 0;
}

int
gres_next(struct slice *rest, struct gres_item *out, struct diag *why)
{
	char quoted[TEXT_QUOTE];
	struct slice whole = *rest, item;

	do {
		if (rest->p == NULL || rest->n == 0)
			return 0;
		if (cut_item(rest, &item) == -1)
			return diag_set(why, "%s has a parenthesis without "
			    "its other", text_quote(whole, quoted));
	} while (is_none(item));
	whole = item;
	drop_prefix(&item);
	drop_detail(&item);
	if (read_item(item, out) == -1)
		return diag_set(why, "%s is no generic resource",
		    text_quote(whole, quoted));
	return 1;
}

bool
gres_is_gpu(const struct gres_item *g)
{
	return text_is(g->name, "gpu");
}
