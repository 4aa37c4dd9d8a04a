#include "ask.h"

#include <stdbool.h>

#include "quant.h"

static int
read_amount(struct slice name, struct slice value, enum kind kind,
    int64_t *out, struct diag *d)
{
	char shown[TEXT_QUOTE];
	enum quant_fault f = kind_read(kind, value, out);

	if (f == QUANT_OK)
		return 0;
	return diag_set(d, "%.*s: %s %s", (int)name.n, name.p,
	    text_quote(value, shown), kind_why(kind, f));
}

/* name=value, one resource or the number of instances. */
static int
read_pair(struct slice pair, struct ask *a, bool instances, struct diag *d)
{
	char shown[TEXT_QUOTE];
	struct slice value = pair, name;
	int r;

	text_cut(&value, '=', &name);
	if (value.p == NULL)
		return diag_set(d, "%s is not name=amount",
		    text_quote(pair, shown));
	if (instances && text_is(name, "instances")) {
		if (a->instances != 0)
			return diag_set(d, "instances is there twice");
		if (read_amount(name, value, KIND_INT, &a->instances,
		    d) == -1)
			return -1;
		return a->instances > 0 ? 0 :
		    diag_set(d, "instances: at least 1");
	}
	for (r = 0; r < RES_N; r++) {
		if (!text_is(name, res_name((enum res)r)))
			continue;
		if ((a->given & 1U << r) != 0)
			return diag_set(d, "%s is there twice",
			    res_name((enum res)r));
		a->given |= 1U << r;
		return read_amount(name, value, res_kind((enum res)r),
		    &a->shape.of[r], d);
	}
	return diag_set(d, "%s is not %sgpu, cpu or mem",
	    text_quote(name, shown), instances ? "instances, " : "");
}

static int
read_pairs(struct slice s, struct ask *a, bool instances, struct diag *d)
{
	static const struct ask none = { .given = 0 };
	struct slice pair;

	*a = none;
	while (text_cut(&s, ',', &pair))
		if (read_pair(pair, a, instances, d) == -1)
			return -1;
	return 0;
}

int
ask_amounts(struct slice s, struct ask *a, struct diag *d)
{
	return read_pairs(s, a, false, d);
}

/* 2x8 */
static int
read_product(struct slice s, struct ask *a, struct diag *d)
{
	static const struct ask none = { .given = 0 };
	struct slice n;

	*a = none;
	a->given = 1U << RES_GPU;
	text_cut(&s, 'x', &n);
	if (read_amount(text_of("instances"), n, KIND_INT, &a->instances,
	    d) == -1 || read_amount(text_of("gpu"), s, KIND_COUNT,
	    &a->shape.of[RES_GPU], d) == -1)
		return -1;
	return a->instances > 0 ? 0 : diag_set(d, "instances: at least 1");
}

int
ask_want(struct slice s, struct ask *a, struct diag *d)
{
	bool product = s.n > 0 && memchr(s.p, '=', s.n) == NULL &&
	    memchr(s.p, 'x', s.n) != NULL;
	int r, ret = product ? read_product(s, a, d) :
	    read_pairs(s, a, true, d);

	for (r = 0; ret == 0 && r < RES_N; r++)
		if (a->shape.of[r] > 0)
			return 0;
	return ret == -1 ? -1 : diag_set(d, "asks for nothing");
}
