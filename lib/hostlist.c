#include "hostlist.h"

#include "buf.h"
#include "num.h"
#include "quant.h"

/* Takes the pattern at the front: up to a comma outside brackets. */
static bool
cut_pattern(struct slice *rest, struct slice *out)
{
	bool inside = false;
	size_t i;

	if (rest->p == NULL || rest->n == 0)
		return false;
	for (i = 0; i < rest->n && (inside || rest->p[i] != ','); i++) {
		if (rest->p[i] == '[')
			inside = true;
		else if (rest->p[i] == ']')
			inside = false;
	}
	*out = text_slice(rest->p, i);
	/* A comma at the end has an empty pattern behind it. */
	*rest = i < rest->n ? text_slice(rest->p + i + 1, rest->n - i - 1) :
	    text_slice(NULL, 0);
	return true;
}

/* Takes the range at the front of a group's rest; -1 when it is none. */
static int
next_range(struct hostlist_group *g)
{
	struct slice range, lo, hi;

	if (!text_cut(&g->rest, ',', &range))
		return 0;
	hi = range;
	text_cut(&hi, '-', &lo);
	g->width = lo.n;
	if (quant_int(lo, &g->at) != QUANT_OK)
		return -1;
	g->last = g->at;
	if (hi.p != NULL && (quant_int(hi, &g->last) != QUANT_OK ||
	    g->last < g->at))
		return -1;
	return 1;
}

/* Cuts a pattern into its groups; -1 when its brackets do not pair. */
static int
cut_groups(struct hostlist *h, struct slice pattern)
{
	struct hostlist_group *g;
	const char *close;

	h->groups = 0;
	while (memchr(pattern.p, '[', pattern.n) != NULL) {
		if (h->groups == HOSTLIST_GROUPS)
			return -1;
		g = &h->group[h->groups++];
		text_cut(&pattern, '[', &g->before);
		close = memchr(pattern.p, ']', pattern.n);
		if (close == NULL || memchr(g->before.p, ']', g->before.n))
			return -1;
		text_cut(&pattern, ']', &g->ranges);
		if (memchr(g->ranges.p, '[', g->ranges.n) != NULL)
			return -1;
	}
	h->after = pattern;
	return memchr(pattern.p, ']', pattern.n) != NULL ? -1 : 0;
}

/* Puts a group at its first number. */
static void
rewind_group(struct hostlist_group *g)
{
	g->rest = g->ranges;
	next_range(g);
}

/* How many numbers a group has; -1 when it has what is no range. */
static int64_t
count_group(struct hostlist_group *g)
{
	int64_t n = 0;
	int r;

	g->rest = g->ranges;
	while ((r = next_range(g)) == 1)
		n = num_add_sat(n, num_add_sat(g->last - g->at, 1));
	return r == -1 ? -1 : n;
}

static int64_t
count_pattern(struct slice pattern)
{
	struct hostlist h;
	int64_t n = 1, here;
	size_t i;

	if (pattern.n == 0 || cut_groups(&h, pattern) == -1)
		return -1;
	for (i = 0; i < h.groups; i++) {
		if ((here = count_group(&h.group[i])) == -1)
			return -1;
		n = num_mul_sat(n, here);
	}
	return n;
}

int64_t
hostlist_count(struct slice s, struct diag *why)
{
	char quoted[TEXT_QUOTE];
	struct slice rest = s, pattern;
	int64_t n = 0, here;

	while (cut_pattern(&rest, &pattern)) {
		if ((here = count_pattern(pattern)) == -1)
			return diag_set(why, "%s is no list of hosts",
			    text_quote(s, quoted));
		n = num_add_sat(n, here);
		if (n > HOSTLIST_MOST)
			return diag_set(why, "%s stands for more than %d "
			    "hosts", text_quote(s, quoted), HOSTLIST_MOST);
	}
	if (s.n > 0 && s.p[s.n - 1] == ',')
		return diag_set(why, "%s is no list of hosts",
		    text_quote(s, quoted));
	return n;
}

void
hostlist_begin(struct hostlist *h, struct slice s)
{
	h->rest = s;
	h->groups = 0;
	h->within = false;
}

static void
put_number(struct buf *out, int64_t v, size_t width)
{
	size_t at = out->n, digits;

	buf_i64(out, v);
	digits = out->n - at;
	if (digits >= width)
		return;
	out->n = at;
	for (; digits < width; digits++)
		buf_char(out, '0');
	buf_i64(out, v);
}

static void
put_name(const struct hostlist *h, struct buf *out)
{
	const struct hostlist_group *g;

	out->n = 0;
	for (g = h->group; g < h->group + h->groups; g++) {
		buf_add(out, g->before.p, g->before.n);
		put_number(out, g->at, g->width);
	}
	buf_add(out, h->after.p, h->after.n);
}

/* Goes to the next number of the last group that has one, as a clock does. */
static bool
step(struct hostlist *h)
{
	struct hostlist_group *g;
	size_t i;

	for (i = h->groups; i-- > 0;) {
		g = &h->group[i];
		if (g->at < g->last) {
			g->at++;
			return true;
		}
		if (next_range(g) == 1)
			return true;
		rewind_group(g);
	}
	return false;
}

bool
hostlist_next(struct hostlist *h, struct buf *name)
{
	struct slice pattern;
	size_t i;

	if (!h->within) {
		if (!cut_pattern(&h->rest, &pattern) ||
		    cut_groups(h, pattern) == -1)
			return false;
		for (i = 0; i < h->groups; i++)
			rewind_group(&h->group[i]);
	}
	put_name(h, name);
	h->within = step(h);
	return true;
}
