/*
 * stepplace: the model's placement, and what it could ever place.  A part of
 * stepmodel.h.
 */
#ifndef STEPPLACE_H
#define STEPPLACE_H

/* The values of a job's label in order of first sight; one "" without. */
static int
values(const struct model *m, const struct task *t, bool all,
    char out[CARDS][WORD])
{
	char v[WORD];
	int i, k, n = 0;

	for (i = 0; i < m->cards; i++) {
		const struct card *c = &m->card[i];

		if ((!all && !m->card[c->host].ready) || !matches(c, t))
			continue;
		value_of(c->labels, t->same, v);
		if (t->same[0] != '\0' && v[0] == '\0')
			continue;
		for (k = 0; k < n && strcmp(out[k], v) != 0; k++)
			;
		if (k == n)
			memcpy(out[n++], v, WORD);
	}
	return n;
}

/* Whether the job may use the card, with that value of its label. */
static bool
usable(const struct model *m, const struct task *t, int card,
    const char *value)
{
	char v[WORD];

	value_of(m->card[card].labels, t->same, v);
	return matches(&m->card[card], t) && strcmp(v, value) == 0;
}

/* Compares what would be left on two cards: negative, a is to be taken. */
static int
better(struct model *m, int a, int b)
{
	int64_t x, y;
	int r;

	for (r = 0; r < AMOUNTS; r++) {
		x = free_of(m, a, r);
		y = free_of(m, b, r);
		if (x != y)
			return (x < y) != m->spread ? -1 : 1;
	}
	return a - b;
}

static bool
can_take(struct model *m, const struct task *t, int card)
{
	int r;

	for (r = 0; r < AMOUNTS; r++)
		if (free_of(m, card, r) < t->ask[r])
			return false;
	return true;
}

static void
take(struct model *m, const struct task *t, int card, int64_t n)
{
	int r;

	for (r = 0; r < AMOUNTS; r++)
		*left_of(m, card, r) -= n * t->ask[r];
}

static void
give_back(struct model *m, const struct task *t)
{
	for (; m->gots > 0; m->gots--)
		take(m, t, m->got[m->gots - 1], -m->got_n[m->gots - 1]);
}

static void
note(struct model *m, int card)
{
	int i;

	for (i = 0; i < m->gots && m->got[i] != card; i++)
		;
	if (i == m->gots) {
		m->got_n[m->gots] = 0;
		m->got[m->gots++] = card;
	}
	m->got_n[i]++;
}

/* How many instances the nodes of one value take; all are taken, or none. */
static int64_t
place_value(struct model *m, const struct task *t, const char *value)
{
	int64_t n;
	int i, best;

	m->gots = 0;
	for (n = 0; n < t->instances; n++) {
		best = -1;
		for (i = 0; i < m->cards; i++)
			if (m->card[m->card[i].host].ready &&
			    usable(m, t, i, value) && can_take(m, t, i) &&
			    (best == -1 || better(m, i, best) < 0))
				best = i;
		if (best == -1)
			break;
		take(m, t, best, 1);
		note(m, best);
	}
	if (n < t->instances)
		give_back(m, t);
	return n;
}

/* What the cards of a value have free, in all. */
static int64_t
value_sum(struct model *m, const struct task *t, const char *value, int r)
{
	int64_t sum = 0;
	int i;

	for (i = 0; i < m->cards; i++)
		if (m->card[m->card[i].host].ready &&
		    usable(m, t, i, value) && seen(m, r))
			sum += free_of(m, i, r);
	return sum;
}

static bool
value_first(struct model *m, const struct task *t, const char *a,
    const char *b)
{
	int64_t x, y;
	int r;

	for (r = 0; r < AMOUNTS; r++) {
		x = value_sum(m, t, a, r);
		y = value_sum(m, t, b, r);
		if (x != y)
			return (x < y) != m->spread;
	}
	return false;
}

/* Places a whole gang, or returns fewer than it has. */
static int64_t
model_place(struct model *m, const struct task *t)
{
	char v[CARDS][WORD], swap[WORD];
	int n = values(m, t, false, v), i, k;
	int64_t most = 0, fits;

	for (i = 1; i < n; i++)
		for (k = i; k > 0 && value_first(m, t, v[k], v[k - 1]); k--) {
			memcpy(swap, v[k], WORD);
			memcpy(v[k], v[k - 1], WORD);
			memcpy(v[k - 1], swap, WORD);
		}
	for (i = 0; i < n; i++) {
		fits = place_value(m, t, v[i]);
		if (fits == t->instances)
			return fits;
		most = fits > most ? fits : most;
	}
	return most;
}

static int64_t
share(int64_t total, int64_t ask)
{
	return ask == 0 || total == ABSENT ? NO_LIMIT : total / ask;
}

static int64_t
sum_of(int64_t a, int64_t b)
{
	return a > NO_LIMIT - b ? NO_LIMIT : a + b;
}

/* How many the empty hosts of a value could hold. */
static int64_t
empty_holds(const struct model *m, const struct task *t, const char *value)
{
	int64_t all = 0, host, n;
	int i, k, r;
	bool any;

	for (i = 0; i < m->cards; i++) {
		if (m->card[i].host != i)
			continue;
		for (host = 0, any = false, k = i; k < m->cards; k++)
			if (m->card[k].host == i && usable(m, t, k, value)) {
				host = sum_of(host, share(
				    m->card[k].total[GPU], t->ask[GPU]));
				any = true;
			}
		for (r = CPU; r < AMOUNTS; r++) {
			n = share(m->card[i].total[r], t->ask[r]);
			host = n < host ? n : host;
		}
		all = any ? sum_of(all, host) : all;
	}
	return all;
}

/* Whether no empty cluster and no quota could ever hold the job. */
static bool
never(const struct model *m, const struct task *t)
{
	char v[CARDS][WORD];
	int n = values(m, t, true, v), i, r;
	bool could = false;

	for (i = 0; i < n; i++)
		could |= empty_holds(m, t, v[i]) >= t->instances;
	for (r = 0; r < AMOUNTS; r++)
		could &= m->rule[t->queue].quota[r] == ABSENT ||
		    t->instances * t->ask[r] <= m->rule[t->queue].quota[r];
	return !could;
}

#endif
