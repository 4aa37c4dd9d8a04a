#include "scontrol.h"

#include <string.h>

static bool
is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool
scontrol_tells(enum scontrol_what what, struct slice text)
{
	const struct slurmkey_order *o =
	    slurmkey_order((enum slurmkey_records)what);

	while (text.n > 0 && is_blank(text.p[0]))
		text = text_slice(text.p + 1, text.n - 1);
	return slurmmark_begins(text, o->key);
}

void
scontrol_begin(struct scontrol *s, enum scontrol_what what,
    struct slice text, const char *const wanted[], size_t n)
{
	const struct slurmkey_order *o;
	size_t i, k;

	memset(s, 0, sizeof(*s));
	o = s->marks.order = slurmkey_order((enum slurmkey_records)what);
	s->wanted = n;
	for (k = 0; k < o->n; k++)
		s->slot[k] = -1;
	for (i = 0; i < n; i++)
		for (k = 0; k < o->n; k++)
			if (strcmp(wanted[i], o->key[k].name) == 0)
				s->slot[k] = (int)i;
	s->rest = text;
	s->rest_line = 1;
}

/* What is to come may be the rest of a text with a line break in it. */
static int
cut_short(struct scontrol *s, const char *key, struct diag *why)
{
	s->lost = true;
	return diag_set(why, "the record has no %s=: is it cut short?", key);
}

/* Gives the value of mark i, which ends at another, if it is wanted. */
static struct slice
take(const struct scontrol *s, size_t i, size_t end, struct slice value[])
{
	const unsigned k = s->marks.mark[i].key;
	struct slice v = slurmmark_value(&s->marks, i, end);

	if ((s->marks.order->key[k].flags &
	    (SLURMKEY_TEXT | SLURMKEY_PHRASE)) == 0)
		v.n = slurmmark_word(v);
	if (s->slot[k] != -1)
		value[s->slot[k]] = v;
	return v;
}

/* Reads a record in the order of scontrol. */
static int
read_whole(struct scontrol *s, struct slice value[], struct diag *why)
{
	const struct slurmkey_order *o = s->marks.order;
	const struct slurmkey *key;
	struct slice v;
	size_t i, end;
	bool two = false, lacks = false;

	for (i = 0; i < s->marks.n; i = end) {
		key = &o->key[s->marks.mark[i].key];
		end = i + 1;
		if ((key->flags & SLURMKEY_TEXT) != 0)
			end = slurmmark_end(&s->marks, i, &two);
		if (two)
			return diag_set(why, "%s= can be read in two ways, "
			    "of which one is a trick: use %s", key->name,
			    o->other);
		v = take(s, i, end, value);
		if (o->flag != NULL && strcmp(key->name, o->flag) == 0)
			lacks = text_is(v, "1");
		else if (lacks && strcmp(key->name, o->then) == 0)
			lacks = false;
	}
	if (lacks)
		return cut_short(s, o->then, why);
	s->whole = true;
	return 1;
}

/* Finds the first key that scontrol always writes and that is not there. */
static unsigned
find_missing(const struct scontrol *s, unsigned *last)
{
	const struct slurmkey_order *o = s->marks.order;
	bool there[SLURMKEY_MOST] = { false };
	unsigned k = 0;
	size_t i;

	*last = 0;
	for (i = 0; i < s->marks.n; i++) {
		there[s->marks.mark[i].key] = true;
		if (s->marks.mark[i].key > *last)
			*last = s->marks.mark[i].key;
	}
	while (k < o->n && ((o->key[k].flags & SLURMKEY_MUST) == 0 ||
	    there[k]))
		k++;
	return k;
}

/* Why a record that is not in the order of scontrol is none. */
static int
explain(struct scontrol *s, struct diag *why)
{
	const struct slurmkey_order *o = s->marks.order;
	unsigned last, k = find_missing(s, &last);

	if (k < o->n)
		return cut_short(s, o->key[k].name, why);
	s->lost = true;
	return diag_set(why, "the keys are in no order that scontrol writes "
	    "them in: use %s", o->other);
}

/*
 * Takes the keys of a record that has been made shorter, or put in another
 * order, up to the first text of a user's.  A key within that which was not
 * in front of it may be one, or be meant to pass for one.
 */
static int
take_loose(struct scontrol *s, struct slice value[], bool there[],
    struct diag *why)
{
	const struct slurmkey_order *o = s->marks.order;
	const struct slurmkey *key;
	const char *text = NULL;
	size_t i;
	unsigned k;

	for (i = 0; i < s->marks.n; i++) {
		k = s->marks.mark[i].key;
		key = &o->key[k];
		if (text != NULL && (there[k] || s->slot[k] == -1))
			continue;
		if (text != NULL)
			return diag_set(why, "%s= may be a part of %s=, since "
			    "the record is not as scontrol writes it: put %s= "
			    "last, or use %s", key->name, text, text,
			    o->other);
		if (there[k])
			return diag_set(why, "%s= is there twice", key->name);
		there[k] = true;
		if ((key->flags & SLURMKEY_TEXT) != 0)
			text = key->name;
		if ((key->flags & (SLURMKEY_TEXT | SLURMKEY_PHRASE)) == 0 &&
		    !slurmmark_is_word(slurmmark_value(&s->marks, i, i + 1)))
			return diag_set(why, "more than a word behind %s=",
			    key->name);
		take(s, i, text != NULL ? s->marks.n : i + 1, value);
	}
	return 1;
}

/*
 * The first key without which a record says too little; or n.  The last one
 * goes on to the key with which the one before it ends, or was cut short, and
 * what may belong to a text has what all have.
 */
static unsigned
first_needed(const struct scontrol *s, const bool there[])
{
	const struct slurmkey_order *o = s->marks.order;
	unsigned k;

	for (k = 0; k < o->n; k++)
		if (!there[k] && ((o->key[k].flags & SLURMKEY_NEED) != 0 ||
		    (s->text_before && s->shared[k])))
			return k;
	return s->loose && s->rest.n == 0 && !there[s->ends] ? s->ends : k;
}

/* Keeps what the next record is compared with. */
static void
remember(struct scontrol *s, const bool there[])
{
	const struct slurmkey_order *o = s->marks.order;
	size_t i;
	unsigned k;

	for (k = 0; k < o->n; k++)
		s->shared[k] = there[k] && (!s->loose || s->shared[k]) &&
		    (o->key[k].flags & SLURMKEY_MUST) != 0;
	for (i = 0; i < s->marks.n; i++)
		if ((o->key[s->marks.mark[i].key].flags & SLURMKEY_TEXT) != 0)
			break;
		else if (s->shared[s->marks.mark[i].key])
			s->ends = s->marks.mark[i].key;
	s->text_before = i < s->marks.n;
	s->loose = true;
}

/*
 * Reads such a record.  Among whole ones there is none, and one that has all
 * that scontrol writes up to its last key was cut short there.
 */
static int
read_loose(struct scontrol *s, struct slice value[], struct diag *why)
{
	const struct slurmkey_order *o = s->marks.order;
	bool there[SLURMKEY_MOST] = { false };
	unsigned last, k = find_missing(s, &last);

	if (s->whole || (k < o->n && last < k))
		return explain(s, why);
	if (take_loose(s, value, there, why) == -1) {
		s->lost = true;
		return -1;
	}
	if ((k = first_needed(s, there)) < o->n)
		return cut_short(s, o->key[k].name, why);
	remember(s, there);
	return 1;
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
	} while (ahead.n > 0 && !slurmmark_begins(ahead, s->marks.order->key));
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
	if (!slurmmark_begins(s->record, s->marks.order->key)) {
		s->lost = true;
		return diag_set(why, "no %s= where a record begins",
		    s->marks.order->key[0].name);
	}
	slurmmark_find(&s->marks, s->record);
	return slurmmark_order(&s->marks) ? read_whole(s, value, why) :
	    read_loose(s, value, why);
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
	slurmmark_free(&s->marks);
	memset(s, 0, sizeof(*s));
}
