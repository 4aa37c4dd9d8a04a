#include "slurmmark.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

bool
slurmmark_begins(struct slice s, const struct slurmkey *key)
{
	return s.n > key->n && s.p[key->n] == '=' &&
	    memcmp(s.p, key->name, key->n) == 0;
}

/* The key at the front of s, or -1; most often it is `guess`. */
static int
find_key(const struct slurmkey_order *o, struct slice s, unsigned guess)
{
	unsigned i, k;

	for (i = 0; i < o->n; i++) {
		k = guess + i < o->n ? guess + i : guess + i - o->n;
		if (s.p[0] == o->key[k].name[0] &&
		    slurmmark_begins(s, &o->key[k]))
			return (int)k;
	}
	return -1;
}

static void
add_mark(struct slurmmarks *s, size_t at, unsigned key)
{
	struct slurmmark *m;

	s->mark = VEC_MORE(s->mark, s->n, s->cap);
	m = &s->mark[s->n++];
	m->at = at;
	m->value = at + s->order->key[key].n + 1;
	m->key = key;
	m->can = false;
}

/* Finds what looks like a key: it stands in front or behind a blank. */
void
slurmmark_find(struct slurmmarks *s, struct slice record)
{
	struct slice r = record;
	unsigned guess = 1;
	const char *p;
	int key;

	s->record = record;
	s->n = 0;
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

struct slice
slurmmark_value(const struct slurmmarks *s, size_t from, size_t to)
{
	const char *p = s->record.p + s->mark[from].value;
	const char *end = to < s->n ? s->record.p + s->mark[to].at :
	    s->record.p + s->record.n;

	while (p < end && is_blank(end[-1]))
		end--;
	return text_slice(p, (size_t)(end - p));
}

size_t
slurmmark_word(struct slice v)
{
	size_t n = 0;

	while (n < v.n && !is_blank(v.p[n]))
		n++;
	return n;
}

/* Behind it may stand keys that are not known here, with any values. */
bool
slurmmark_is_word(struct slice v)
{
	size_t n = slurmmark_word(v);
	struct slice next;

	while (n < v.n && is_blank(v.p[n]))
		n++;
	if (n == v.n)
		return true;
	next = text_slice(v.p + n, v.n - n);
	n = slurmmark_word(next);
	return next.p[0] >= 'A' && next.p[0] <= 'Z' &&
	    memchr(next.p, '=', n) != NULL;
}

/*
 * Marks the keys from which the record can be read to its end, from the last
 * to the first.  later[k] is the first such place of key k behind the one at
 * hand, so each is decided by looking at the keys alone.
 */
bool
slurmmark_order(struct slurmmarks *s)
{
	const struct slurmkey_order *o = s->order;
	bool later[SLURMKEY_MOST] = { false };
	struct slurmmark *m;
	size_t i = s->n;
	unsigned k;

	while (i-- > 0) {
		m = &s->mark[i];
		if ((o->key[m->key].flags & SLURMKEY_TEXT) != 0) {
			m->can = may_end(o, m->key);
			for (k = 0; k < o->n && !m->can; k++)
				m->can = later[k] &&
				    may_follow(o, m->key, k);
		} else if ((o->key[m->key].flags & SLURMKEY_PHRASE) != 0 ||
		    slurmmark_is_word(slurmmark_value(s, i, i + 1)))
			m->can = i + 1 < s->n ? m[1].can &&
			    may_follow(o, m->key, m[1].key) :
			    may_end(o, m->key);
		if (m->can)
			later[m->key] = true;
	}
	return s->mark[0].can;
}

/*
 * The mark that ends the text of mark i: the first that can.  One behind it
 * that could stand in its place, or in front of it, makes it a guess: *two.
 */
size_t
slurmmark_end(const struct slurmmarks *s, size_t i, bool *two)
{
	const struct slurmmark *m = s->mark;
	size_t j, end = s->n;

	*two = false;
	for (j = i + 1; j < s->n; j++) {
		if (!m[j].can || !may_follow(s->order, m[i].key, m[j].key))
			continue;
		if (end == s->n)
			end = j;
		else if (m[j].key <= m[end].key)
			*two = true;
	}
	return end;
}

void
slurmmark_free(struct slurmmarks *s)
{
	free(s->mark);
	memset(s, 0, sizeof(*s));
}
