#include "scontrol.h"

#include <stdlib.h>

#include "slurmkey.h"
#include "vec.h"

/* Whether the text begins with the key and an equals sign. */
static bool
begins(struct slice s, const struct slurmkey *key)
{
	return s.n > key->n && s.p[key->n] == '=' &&
	    memcmp(s.p, key->name, key->n) == 0;
}

bool
scontrol_tells(enum scontrol_what what, struct slice text)
{
	while (text.n > 0 && strchr(" \t\r\n", text.p[0]) != NULL)
		text = text_slice(text.p + 1, text.n - 1);
	return begins(text, slurmkey_order((enum slurmkey_records)what)->key);
}

void
scontrol_begin(struct scontrol *s, enum scontrol_what what,
    struct slice text, const char *const wanted[], size_t n)
{
	size_t i, k;

	memset(s, 0, sizeof(*s));
	s->order = slurmkey_order((enum slurmkey_records)what);
	s->wanted = n;
	for (k = 0; k < s->order->n; k++)
		s->slot[k] = -1;
	for (i = 0; i < n; i++)
		for (k = 0; k < s->order->n; k++)
			if (strcmp(wanted[i], s->order->key[k].name) == 0)
				s->slot[k] = (int)i;
	s->rest = text;
	s->rest_line = 1;
}

/* The key at the front of s, or -1; most often it is `guess`. */
static int
find_key(const struct slurmkey_order *o, struct slice s, unsigned guess)
{
	unsigned i, k;

	for (i = 0; i < o->n; i++) {
		k = guess + i < o->n ? guess + i : guess + i - o->n;
		if (s.p[0] == o->key[k].name[0] && begins(s, &o->key[k]))
			return (int)k;
	}
	return -1;
}

static void
add_mark(struct scontrol *s, size_t at, unsigned key)
{
	struct scontrol_mark *m;

	s->mark = VEC_MORE(s->mark, s->marks, s->cap);
	m = &s->mark[s->marks++];
	m->at = at;
	m->value = at + s->order->key[key].n + 1;
	m->key = key;
	m->can = false;
}

/* Finds what looks like a key: it stands in front or behind a blank. */
static void
find_marks(struct scontrol *s)
{
	struct slice r = s->record;
	unsigned guess = 1;
	const char *p;
	int key;

	s->marks = 0;
	add_mark(s, 0, 0);
	while ((p = memchr(r.p, ' ', r.n)) != NULL) {
		r.n -= (size_t)(p + 1 - r.p);
		r.p = p + 1;
		if (r.n == 0 || r.p[0] < 'A' || r.p[0] > 'Z')
			continue;
		if ((key = find_key(s->order, r, guess)) == -1)
			continue;
		add_mark(s, (size_t)(r.p - s->record.p), (unsigned)key);
		guess = (unsigned)key + 1;
	}
}

/* Whether the key b may be the next after a: none that must be is between. */
static bool
may_follow(const struct slurmkey_order *o, unsigned a, unsigned b)
{
	unsigned k;

	if (b <= a)
		return false;
	for (k = a + 1; k < b; k++)
		if ((o->key[k].flags & SLURMKEY_MUST) != 0)
			return false;
	return true;
}

/* Whether a record may end after the key. */
static bool
may_end(const struct slurmkey_order *o, unsigned key)
{
	return may_follow(o, key, o->n);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* What stands between a key's '=' and a later key, without blanks behind. */
static struct slice
between(const struct scontrol *s, size_t from, size_t to)
{
	const char *p = s->record.p + s->mark[from].value;
	const char *end = to < s->marks ? s->record.p + s->mark[to].at :
	    s->record.p + s->record.n;

	while (p < end && is_blank(end[-1]))
		end--;
	return text_slice(p, (size_t)(end - p));
}

static size_t
word_length(struct slice v)
{
	size_t n = 0;

	while (n < v.n && !is_blank(v.p[n]))
		n++;
	return n;
}

/*
 * Whether a value is one word.  Behind it may stand keys that are not known
 * here, and they may have any values.
 */
static bool
is_word(struct slice v)
{
	size_t n = word_length(v);
	struct slice next;

	while (n < v.n && is_blank(v.p[n]))
		n++;
	if (n == v.n)
		return true;
	next = text_slice(v.p + n, v.n - n);
	n = word_length(next);
	return next.p[0] >= 'A' && next.p[0] <= 'Z' &&
	    memchr(next.p, '=', n) != NULL;
}

/*
 * Marks the keys from which the record can be read to its end, from the last
 * to the first.  later[k] is the first such place of key k behind the one at
 * hand, so each is decided by looking at the keys alone.
 */
static void
find_can(struct scontrol *s)
{
	const struct slurmkey_order *o = s->order;
	bool later[SLURMKEY_MOST] = { false };
	struct scontrol_mark *m;
	size_t i = s->marks;
	unsigned k;

	while (i-- > 0) {
		m = &s->mark[i];
		if ((o->key[m->key].flags & SLURMKEY_TEXT) != 0) {
			m->can = may_end(o, m->key);
			for (k = 0; k < o->n && !m->can; k++)
				m->can = later[k] &&
				    may_follow(o, m->key, k);
		} else if ((o->key[m->key].flags & SLURMKEY_PHRASE) != 0 ||
		    is_word(between(s, i, i + 1)))
			m->can = i + 1 < s->marks ? m[1].can &&
			    may_follow(o, m->key, m[1].key) :
			    may_end(o, m->key);
		if (m->can)
			later[m->key] = true;
	}
}

/*
 * The mark that ends the text of mark i: the first that can.  One behind it
 * that could stand in its place, or in front of it, makes it a guess: *two.
 */
static size_t
text_end(const struct scontrol *s, size_t i, bool *two)
{
	const struct scontrol_mark *m = s->mark;
	size_t j, end = s->marks;

	*two = false;
	for (j = i + 1; j < s->marks; j++) {
		if (!m[j].can || !may_follow(s->order, m[i].key, m[j].key))
			continue;
		if (end == s->marks)
			end = j;
		else if (m[j].key <= m[end].key)
			*two = true;
	}
	return end;
}

/* What is to come may be the rest of a text with a line break in it. */
static int
cut_short(struct scontrol *s, const char *key, struct diag *why)
{
	s->lost = true;
	return diag_set(why, "the record has no %s=: is it cut short?", key);
}

static int
read_fields(struct scontrol *s, struct slice value[], struct diag *why)
{
	const struct slurmkey_order *o = s->order;
	const struct slurmkey *key;
	struct slice v;
	size_t i, end;
	bool two = false, lacks = false;

	for (i = 0; i < s->marks; i = end) {
		key = &o->key[s->mark[i].key];
		end = i + 1;
		if ((key->flags & SLURMKEY_TEXT) != 0)
			end = text_end(s, i, &two);
		if (two)
			return diag_set(why, "%s= can be read in two ways, "
			    "of which one is a trick: use %s", key->name,
			    o->other);
		v = between(s, i, end);
		if ((key->flags & (SLURMKEY_TEXT | SLURMKEY_PHRASE)) == 0)
			v.n = word_length(v);
		if (s->slot[s->mark[i].key] != -1)
			value[s->slot[s->mark[i].key]] = v;
		if (o->flag != NULL && strcmp(key->name, o->flag) == 0)
			lacks = text_is(v, "1");
		else if (lacks && strcmp(key->name, o->then) == 0)
			lacks = false;
	}
	return lacks ? cut_short(s, o->then, why) : 1;
}

/* Says why a record cannot be read from its first key on. */
static int
explain(struct scontrol *s, struct diag *why)
{
	const struct slurmkey_order *o = s->order;
	bool there[SLURMKEY_MOST] = { false };
	size_t i;
	unsigned k;

	for (i = 0; i < s->marks; i++)
		there[s->mark[i].key] = true;
	for (k = 0; k < o->n; k++)
		if ((o->key[k].flags & SLURMKEY_MUST) != 0 && !there[k])
			return cut_short(s, o->key[k].name, why);
	s->lost = true;
	return diag_set(why, "the keys are in no order that scontrol writes "
	    "them in: use %s", o->other);
}

/* Takes the next record: up to a line that begins like one. */
static void
cut_record(struct scontrol *s)
{
	struct slice rest = s->rest, line, ahead;

	s->line = s->rest_line;
	do {
		text_cut(&rest, '\n', &line);
		s->rest_line++;
		ahead = rest.p == NULL ? text_slice("", 0) : rest;
	} while (ahead.n > 0 && !begins(ahead, s->order->key));
	s->record = text_slice(s->rest.p, ahead.n > 0 ?
	    (size_t)(ahead.p - s->rest.p) : s->rest.n);
	s->rest = ahead;
}

int
scontrol_next(struct scontrol *s, struct slice value[], struct diag *why)
{
	size_t i;

	while (s->rest.n > 0 && is_blank(s->rest.p[0])) {
		s->rest_line += s->rest.p[0] == '\n';
		s->rest = text_slice(s->rest.p + 1, s->rest.n - 1);
	}
	if (s->rest.n == 0 || s->lost)
		return 0;
	for (i = 0; i < s->wanted; i++)
		value[i] = text_slice(NULL, 0);
	cut_record(s);
	if (s->record.p[s->record.n - 1] != '\n') {
		s->lost = true;
		return diag_set(why, "the last line is cut short");
	}
	if (!begins(s->record, s->order->key)) {
		s->lost = true;
		return diag_set(why, "no %s= where a record begins",
		    s->order->key[0].name);
	}
	find_marks(s);
	find_can(s);
	return s->mark[0].can ? read_fields(s, value, why) : explain(s, why);
}

uint64_t
scontrol_line(const struct scontrol *s, struct slice value)
{
	struct slice before;
	uint64_t line = s->line;
	const char *p;

	if (value.p == NULL)
		return line;
	before = text_slice(s->record.p, (size_t)(value.p - s->record.p));
	while ((p = memchr(before.p, '\n', before.n)) != NULL) {
		before.n -= (size_t)(p + 1 - before.p);
		before.p = p + 1;
		line++;
	}
	return line;
}

void
scontrol_free(struct scontrol *s)
{
	free(s->mark);
	memset(s, 0, sizeof(*s));
}
