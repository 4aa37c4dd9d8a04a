#include "scontrol.h"

#include <stdlib.h>

#include "vec.h"

enum {
	WORD = 0,	/* its value has no blank */
	PHRASE = 1,	/* it may have blanks, but nothing like a key */
	TEXT = 2,	/* people wrote it: it may have anything */
	MUST = 4	/* scontrol always writes it */
};

struct key {
	const char *name;
	unsigned flags;
};

struct scontrol_order {
	const struct key *key;
	unsigned n;
	const char *other;	/* what does not have these doubts */
};

/* The first of each opens a record.  Left out: what nobody asks for. */
static const struct key node_keys[] = {
	{ "NodeName", MUST }, { "CPUAlloc", WORD }, { "CPUEfctv", WORD },
	{ "CPUTot", WORD }, { "AvailableFeatures", WORD },
	{ "ActiveFeatures", WORD }, { "Gres", WORD }, { "GresDrain", WORD },
	{ "GresUsed", WORD }, { "OS", PHRASE }, { "RealMemory", MUST },
	{ "AllocMem", WORD }, { "FreeMem", WORD }, { "CoreSpecCount", WORD },
	{ "MemSpecLimit", WORD }, { "State", MUST }, { "ThreadsPerCore", WORD },
	{ "Partitions", WORD }, { "CfgTRES", WORD }, { "AllocTRES", MUST },
	{ "Reason", TEXT }, { "Comment", TEXT }, { "Extra", TEXT }
};

static const struct key job_keys[] = {
	{ "JobId", MUST }, { "ArrayJobId", WORD }, { "ArrayTaskId", WORD },
	{ "ArrayTaskThrottle", WORD }, { "HetJobId", WORD },
	{ "HetJobOffset", WORD }, { "JobName", TEXT | MUST },
	{ "HetJobIdSet", WORD }, { "UserId", MUST },
	{ "GroupId", PHRASE | MUST }, { "MCS_label", WORD },
	{ "Priority", MUST }, { "Nice", MUST }, { "Account", MUST },
	{ "QOS", WORD }, { "JobState", MUST }, { "Reason", PHRASE | MUST },
	{ "Dependency", MUST }, { "Requeue", MUST }, { "Restarts", WORD },
	{ "BatchFlag", WORD }, { "ExitCode", MUST }, { "RunTime", MUST },
	{ "TimeLimit", MUST }, { "SubmitTime", MUST },
	{ "EligibleTime", WORD }, { "StartTime", MUST }, { "EndTime", MUST },
	{ "Partition", MUST }, { "ReqNodeList", WORD },
	{ "ExcNodeList", WORD }, { "NodeList", WORD }, { "NumNodes", MUST },
	{ "NumCPUs", WORD }, { "NumTasks", WORD }, { "CPUs/Task", WORD },
	{ "TRES", WORD }, { "ReqTRES", WORD }, { "AllocTRES", WORD },
	{ "NtasksPerN:B:S:C", WORD }, { "MinCPUsNode", WORD },
	{ "MinMemoryCPU", WORD }, { "MinMemoryNode", WORD },
	{ "Features", PHRASE }, { "Reservation", WORD },
	{ "OverSubscribe", MUST }, { "Licenses", PHRASE }, { "Network", TEXT },
	{ "Command", TEXT | MUST }, { "WorkDir", TEXT | MUST },
	{ "AdminComment", TEXT }, { "SystemComment", TEXT },
	{ "Comment", TEXT }, { "Extra", TEXT }, { "StdErr", TEXT },
	{ "StdIn", TEXT }, { "StdOut", TEXT }, { "Power", WORD },
	{ "CpusPerTres", WORD }, { "MemPerTres", WORD },
	{ "TresPerJob", WORD }, { "TresPerNode", WORD },
	{ "TresPerSocket", WORD }, { "TresPerTask", WORD }
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const struct scontrol_order orders[SCONTROL_N] = {
	[SCONTROL_NODES] = { node_keys, COUNT(node_keys), "sinfo --json" },
	[SCONTROL_JOBS] = { job_keys, COUNT(job_keys), "squeue --json" }
};

/* Whether the text begins with the key and an equals sign. */
static bool
begins(struct slice s, const char *key)
{
	size_t n = strlen(key);

	return s.n > n && s.p[n] == '=' && memcmp(s.p, key, n) == 0;
}

bool
scontrol_tells(enum scontrol_what what, struct slice text)
{
	while (text.n > 0 && strchr(" \t\r\n", text.p[0]) != NULL)
		text = text_slice(text.p + 1, text.n - 1);
	return begins(text, orders[what].key[0].name);
}

void
scontrol_begin(struct scontrol *s, enum scontrol_what what,
    struct slice text, const char *const wanted[], size_t n)
{
	size_t i, k;

	memset(s, 0, sizeof(*s));
	s->order = &orders[what];
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
find_key(const struct scontrol_order *o, struct slice s, unsigned guess)
{
	unsigned i, k;

	for (i = 0; i < o->n; i++) {
		k = guess + i < o->n ? guess + i : guess + i - o->n;
		if (s.p[0] == o->key[k].name[0] && begins(s, o->key[k].name))
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
	m->value = at + strlen(s->order->key[key].name) + 1;
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
may_follow(const struct scontrol_order *o, unsigned a, unsigned b)
{
	unsigned k;

	if (b <= a)
		return false;
	for (k = a + 1; k < b; k++)
		if ((o->key[k].flags & MUST) != 0)
			return false;
	return true;
}

/* Whether a record may end after the key. */
static bool
may_end(const struct scontrol_order *o, unsigned key)
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
	const struct scontrol_order *o = s->order;
	bool later[SCONTROL_KEYS] = { false };
	struct scontrol_mark *m;
	size_t i = s->marks;
	unsigned k;

	while (i-- > 0) {
		m = &s->mark[i];
		if ((o->key[m->key].flags & TEXT) != 0) {
			m->can = may_end(o, m->key);
			for (k = 0; k < o->n && !m->can; k++)
				m->can = later[k] &&
				    may_follow(o, m->key, k);
		} else if ((o->key[m->key].flags & PHRASE) != 0 ||
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

static int
read_fields(struct scontrol *s, struct slice value[], struct diag *why)
{
	const struct key *key;
	struct slice v;
	size_t i, end;
	bool two = false;

	for (i = 0; i < s->marks; i = end) {
		key = &s->order->key[s->mark[i].key];
		end = i + 1;
		if ((key->flags & TEXT) != 0)
			end = text_end(s, i, &two);
		if (two)
			return diag_set(why, "%s= can be read in two ways, "
			    "of which one is a trick: use %s", key->name,
			    s->order->other);
		v = between(s, i, end);
		if ((key->flags & (TEXT | PHRASE)) == 0)
			v.n = word_length(v);
		if (s->slot[s->mark[i].key] != -1)
			value[s->slot[s->mark[i].key]] = v;
	}
	return 1;
}

/* Says why a record cannot be read from its first key on. */
static int
explain(struct scontrol *s, struct diag *why)
{
	const struct scontrol_order *o = s->order;
	bool there[SCONTROL_KEYS] = { false };
	size_t i;
	unsigned k;

	s->lost = true;
	for (i = 0; i < s->marks; i++)
		there[s->mark[i].key] = true;
	for (k = 0; k < o->n; k++)
		if ((o->key[k].flags & MUST) != 0 && !there[k])
			return diag_set(why, "the record has no %s=: is it "
			    "cut short?", o->key[k].name);
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
	} while (ahead.n > 0 && !begins(ahead, s->order->key[0].name));
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
	if (!begins(s->record, s->order->key[0].name)) {
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
