/*
 * stepmodel: one step of the two-phase queue, slow and plain.
 *
 * Written from the rules of sluice(7), not from the library, of which it uses
 * nothing: nodes are scanned, claims are summed anew for every test.
 */
#ifndef STEPMODEL_H
#define STEPMODEL_H

#include <bsd/string.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GPU, CPU, MEM, AMOUNTS };
enum { CARDS = 16, JOBS = 48, QUEUES = 3, HELD = 6, WORD = 16, TEXT = 160 };
enum state { PENDING, INQUEUE, RUNNING, HOLD, SUCCEEDED, FAILED, STOPPED };
enum policy { BY_PRIORITY, BY_CREATED, BY_GPUS, BY_INPUT };
enum why { NOTHING, NEVER, BEHIND, QUOTA, NODES, PROMISED };
enum backfill { TWO_PHASES, EASY, CONSERVATIVE };

#define ABSENT INT64_C(-1)
#define NO_LIMIT INT64_MAX

/* A node record; those of one host have its first one's number in `host`. */
struct card {
	char name[WORD], model[WORD], pool[WORD], labels[32];
	int64_t free[AMOUNTS], total[AMOUNTS];	/* or ABSENT */
	bool ready;
	int host;
	int64_t left[AMOUNTS];	/* at now; cpu and mem: of its host's first */
};

struct queue_rule {
	bool fifo;
	int64_t quota[AMOUNTS];	/* or ABSENT */
	int64_t timeout, cooldown;
};

struct task {
	char id[WORD], model[WORD], pool[WORD], selector[32], same[WORD];
	char reason[TEXT], nodes[TEXT];
	int held[HELD];		/* cards that it names in nodes; -1: none */
	int64_t times[HELD];
	int queue, state;
	int64_t priority, created, queued, since, not_before, top;
	int64_t started, ended, requeues, limit;	/* all or ABSENT */
	int64_t instances, ask[AMOUNTS];
	/* What the step sees: */
	int why, by;		/* by: who blocks it; -1 */
	int displaced_by;	/* or -1 */
	bool eligible, claims, admitted;
	bool started_now;
	int64_t fits;
	int64_t slot;		/* backfill: the time promised, or NO_LIMIT */
};

struct model {
	struct card card[CARDS];
	struct queue_rule rule[QUEUES];
	struct task task[JOBS];
	int cards, queues, tasks;
	int64_t now;
	enum policy policy;
	enum backfill backfill;		/* of all queues */
	bool placement, per_pool, spread;
	int head;			/* backfill: the first blocked; -1 */
	int order[JOBS], n;		/* the eligible, in order */
	int got[CARDS], gots;		/* a placement: cards, as taken */
	int64_t got_n[CARDS];
};

static bool
seen(const struct model *m, int r)
{
	int i;

	for (i = 0; i < m->cards; i++)
		if (m->card[i].free[r] != ABSENT ||
		    m->card[i].total[r] != ABSENT)
			return true;
	return false;
}

/* What is left of a resource on a card; less than nothing: too much is held. */
static int64_t *
left_of(struct model *m, int card, int r)
{
	return &m->card[r == GPU ? card : m->card[card].host].left[r];
}

/* What is free; NO_LIMIT when no node tells. */
static int64_t
free_of(struct model *m, int card, int r)
{
	int64_t left = *left_of(m, card, r);

	return !seen(m, r) ? NO_LIMIT : left < 0 ? 0 : left;
}

/* How often a running or lately ended job counts: section "Node records". */
static int
counts(const struct model *m, const struct task *t, bool given)
{
	if (t->state == RUNNING && !given)
		return -1;
	if (t->state == RUNNING)
		return t->started != ABSENT && t->started >= m->now ? -1 : 0;
	return given && t->started != ABSENT && t->ended != ABSENT &&
	    t->started < m->now && t->ended >= m->now ? 1 : 0;
}

static void
model_account(struct model *m)
{
	int i, k, r, at;
	const struct task *t;

	for (i = 0; i < m->cards; i++)
		for (r = 0; r < AMOUNTS; r++) {
			const struct card *c = &m->card[i];

			m->card[i].left[r] = c->free[r] != ABSENT ?
			    c->free[r] : c->total[r] != ABSENT ?
			    c->total[r] : 0;
		}
	for (i = 0; i < m->tasks; i++)
		for (k = 0; k < HELD; k++) {
			t = &m->task[i];
			if (t->held[k] == -1)
				continue;
			for (r = 0; r < AMOUNTS; r++) {
				at = r == GPU ? t->held[k] :
				    m->card[t->held[k]].host;
				m->card[at].left[r] += counts(m, t,
				    m->card[at].free[r] != ABSENT) *
				    t->times[k] * t->ask[r];
			}
		}
}

/* Whether a comma-separated list has the item. */
static bool
has(const char *list, const char *item)
{
	size_t n = strlen(item);
	const char *p = list;

	while (p != NULL && *p != '\0') {
		if (strncmp(p, item, n) == 0 && (p[n] == ',' || p[n] == '\0'))
			return true;
		p = strchr(p, ',');
		p = p != NULL ? p + 1 : NULL;
	}
	return false;
}

static bool
has_all(const char *labels, const char *selector)
{
	char part[32];
	size_t n;

	while (*selector != '\0') {
		n = strcspn(selector, ",");
		snprintf(part, sizeof(part), "%.*s", (int)n, selector);
		if (!has(labels, part))
			return false;
		selector += n + (selector[n] == ',');
	}
	return true;
}

/* The value of a label, or "" when it is not there. */
static void
value_of(const char *labels, const char *name, char out[WORD])
{
	size_t n = strlen(name);
	const char *p = labels;

	out[0] = '\0';
	while (p != NULL && *p != '\0') {
		if (strncmp(p, name, n) == 0 && p[n] == '=') {
			snprintf(out, WORD, "%.*s", (int)strcspn(p + n + 1,
			    ","), p + n + 1);
			return;
		}
		p = strchr(p, ',');
		p = p != NULL ? p + 1 : NULL;
	}
}

static bool
matches(const struct card *c, const struct task *t)
{
	return (t->model[0] == '\0' || strcmp(t->model, c->model) == 0) &&
	    (t->pool[0] == '\0' || has(c->pool, t->pool)) &&
	    has_all(c->labels, t->selector);
}

static bool
named(const struct task *t)
{
	return t->model[0] != '\0' || t->pool[0] != '\0' ||
	    t->selector[0] != '\0';
}

static bool
same_class(const struct task *a, const struct task *b)
{
	return strcmp(a->model, b->model) == 0 &&
	    strcmp(a->pool, b->pool) == 0 &&
	    strcmp(a->selector, b->selector) == 0;
}

/* What the ready nodes have idle for a job's class; NULL: all of them. */
static int64_t
idle(const struct model *m, const struct task *t, int r)
{
	int64_t sum = 0;
	bool done[CARDS] = { false };
	int i, at;

	for (i = 0; i < m->cards; i++) {
		if (!m->card[m->card[i].host].ready ||
		    (t != NULL && !matches(&m->card[i], t)))
			continue;
		at = r == GPU ? i : m->card[i].host;
		if (!done[at] && m->card[at].left[r] > 0)
			sum += m->card[at].left[r];
		done[at] = true;
	}
	return sum;
}

/* Claims of a class, or (NULL) of all, each class at most what it has. */
static int64_t
claims(const struct model *m, const struct task *t, int r)
{
	int64_t sum = 0, class, most;
	int i, k;

	for (i = 0; i < m->tasks; i++) {
		const struct task *a = &m->task[i];

		for (k = 0; k < i && !same_class(&m->task[k], a); k++)
			;
		if (k < i || (t != NULL && !same_class(a, t)))
			continue;	/* its class is counted already */
		for (class = 0, k = i; k < m->tasks; k++)
			if (m->task[k].claims && same_class(&m->task[k], a))
				class += m->task[k].instances *
				    m->task[k].ask[r];
		most = idle(m, a, r);
		sum += t == NULL && class > most ? most : class;
	}
	return sum;
}

/* A test of a request: 0 all nodes, 1 the quota, 2 the class. */
static bool
is_short(const struct model *m, const struct task *t, int test, int r,
    int64_t *have, int64_t *inqueue)
{
	int64_t needs = t->instances * t->ask[r];
	int i;

	*inqueue = 0;
	if (needs == 0 || (test != 1 && !seen(m, r)) ||
	    (test == 2 && !named(t)))
		return false;
	if (test != 1) {
		*have = idle(m, test == 0 ? NULL : t, r);
		*inqueue = claims(m, test == 0 ? NULL : t, r);
		return needs > *have - *inqueue;
	}
	if ((*have = m->rule[t->queue].quota[r]) == ABSENT)
		return false;
	for (i = 0; i < m->tasks; i++) {
		const struct task *a = &m->task[i];

		if (a->queue == t->queue && a->state == RUNNING)
			*have -= a->instances * a->ask[r];
		if (a->queue == t->queue && a->claims)
			*inqueue += a->instances * a->ask[r];
	}
	*have = *have < 0 ? 0 : *have;
	return needs > *have - *inqueue;
}

/* The first test that is short, or -1. */
static int
first_short(const struct model *m, const struct task *t)
{
	int64_t have, inqueue;
	int test, r;

	for (test = 0; test < 3; test++)
		for (r = 0; r < AMOUNTS; r++)
			if (is_short(m, t, test, r, &have, &inqueue))
				return test;
	return -1;
}

#include "stepplace.h"
#include "stepwalk.h"

#endif
