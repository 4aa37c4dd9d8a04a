/*
 * backfillmodel: one step under easy or conservative, slow and plain.
 *
 * Written from the rules of qstep(1), not from the library.  What is free
 * later is found by ending, in a copy of everything, all jobs that have ended
 * by then.
 */
#ifndef BACKFILLMODEL_H
#define BACKFILLMODEL_H

#include "stepmodel.h"

/* When a running job ends, by its time limit; NO_LIMIT: never. */
static int64_t
ends(const struct model *m, const struct task *t)
{
	int64_t from = t->started != ABSENT ? t->started : t->since;

	if (t->limit == ABSENT)
		return NO_LIMIT;
	return from + t->limit > m->now ? from + t->limit : m->now + 1;
}

/* How long a reservation holds: who starts ends in a second at the soonest. */
static int64_t
length(const struct task *t)
{
	return t->limit == ABSENT ? NO_LIMIT : t->limit == 0 ? 1 : t->limit;
}

/* All as it is at a time when nobody new has started. */
static struct model
later(const struct model *m, int64_t at)
{
	struct model then = *m;
	int i, k;

	for (i = 0; i < m->tasks; i++) {
		const struct task *t = &m->task[i];

		if (t->state == RUNNING && ends(m, t) <= at)
			for (k = 0; k < HELD; k++)
				if (t->held[k] != -1)
					take(&then, t, t->held[k],
					    -t->times[k]);
	}
	return then;
}

/* The next time after `at` at which a job ends, or NO_LIMIT. */
static int64_t
next_end(const struct model *m, int64_t at)
{
	int64_t next = NO_LIMIT, end;
	int i;

	for (i = 0; i < m->tasks; i++) {
		end = ends(m, &m->task[i]);
		if (m->task[i].state == RUNNING && end > at && end < next)
			next = end;
	}
	return next;
}

/*
 * When enough jobs have ended for a job to be placed, or NO_LIMIT; it is said
 * where.
 */
static int64_t
time_of_head(const struct model *m, const struct task *t,
    struct model *placed)
{
	int64_t at = m->now;

	while ((at = next_end(m, at)) != NO_LIMIT) {
		*placed = later(m, at);
		if (model_place(placed, t) == t->instances)
			break;
	}
	return at;
}

/* What is free both now and at the head's time, besides what that takes. */
static struct model
spare(const struct model *m, const struct model *placed)
{
	const struct task *head = &m->task[m->head];
	struct model both = *m, then = later(m, head->slot);
	int i, r;

	for (i = 0; i < placed->gots; i++)
		take(&then, head, placed->got[i], placed->got_n[i]);
	for (i = 0; i < m->cards; i++)
		for (r = 0; r < AMOUNTS; r++)
			if (then.card[i].left[r] < both.card[i].left[r])
				both.card[i].left[r] = then.card[i].left[r];
	return both;
}

/* It starts where it was placed in another state of the nodes. */
static void
run_as_in(struct model *m, struct task *t, const struct model *other)
{
	int i;

	m->gots = other->gots;
	memcpy(m->got, other->got, sizeof(m->got));
	memcpy(m->got_n, other->got_n, sizeof(m->got_n));
	for (i = 0; i < m->gots; i++)
		take(m, t, m->got[i], m->got_n[i]);
	model_run(m, t);
}

/* Starts a job behind the head if it may pass, or tells why not. */
static enum why
pass_head(struct model *m, struct task *t, const struct model *placed)
{
	const struct task *head = &m->task[m->head];
	struct model both;

	if (head->slot == NO_LIMIT)
		return BEHIND;
	if (t->limit != ABSENT && m->now + t->limit <= head->slot) {
		if (model_place(m, t) < t->instances)
			return NODES;
		model_run(m, t);
		return NOTHING;
	}
	both = spare(m, placed);
	if (model_place(&both, t) == t->instances) {
		run_as_in(m, t, &both);
		return NOTHING;
	}
	return PROMISED;
}

/* What reservations hold of a class, or (NULL) of all, at a time. */
static int64_t
promised(const struct model *m, const struct task *t, int r, int64_t at)
{
	int64_t sum = 0;
	int i;

	for (i = 0; i < m->tasks; i++) {
		const struct task *a = &m->task[i];

		if (a->state != RUNNING && a->slot <= at &&
		    at - a->slot < length(a) &&
		    (t == NULL || same_class(a, t)))
			sum += a->instances * a->ask[r];
	}
	return sum;
}

/* Whether there is enough for a job at an instant, by sums. */
static bool
enough(const struct model *m, const struct task *t, int64_t at)
{
	struct model then = later(m, at);
	int64_t needs;
	int r;

	for (r = 0; r < AMOUNTS; r++) {
		needs = t->instances * t->ask[r];
		if (needs == 0 || !seen(m, r))
			continue;
		if (needs > idle(&then, NULL, r) - promised(m, NULL, r, at))
			return false;
		if (named(t) && needs > idle(&then, t, r) -
		    promised(m, t, r, at))
			return false;
	}
	return true;
}

/* The next time after `at` at which anything changes, or NO_LIMIT. */
static int64_t
next_change(const struct model *m, int64_t at)
{
	int64_t next = next_end(m, at), end;
	int i;

	for (i = 0; i < m->tasks; i++) {
		const struct task *a = &m->task[i];

		if (a->state == RUNNING || a->slot == NO_LIMIT)
			continue;
		end = a->limit == ABSENT ? NO_LIMIT : a->slot + length(a);
		if (a->slot > at && a->slot < next)
			next = a->slot;
		if (end > at && end < next)
			next = end;
	}
	return next;
}

/* The first time from which there is enough for as long as the job takes. */
static int64_t
first_slot(const struct model *m, const struct task *t)
{
	int64_t slot, at;

	for (slot = m->now; slot != NO_LIMIT; slot = next_change(m, slot)) {
		for (at = slot; at != NO_LIMIT && at - slot < length(t) &&
		    enough(m, t, at); at = next_change(m, at))
			;
		if (at == NO_LIMIT || at - slot >= length(t))
			break;
	}
	return slot;
}

/* Starts a job whose turn it is, or says why it is blocked. */
static enum why
turn_of_easy(struct model *m, struct task *t)
{
	static struct model placed;	/* the head, at its time */

	if (m->head != -1)
		return pass_head(m, t, &placed);
	if (model_place(m, t) < t->instances) {
		t->slot = time_of_head(m, t, &placed);
		return NODES;
	}
	model_run(m, t);
	return NOTHING;
}

static enum why
turn_of_conservative(struct model *m, struct task *t)
{
	int64_t slot;

	if (m->head != -1 && m->task[m->head].slot == NO_LIMIT)
		return BEHIND;
	slot = first_slot(m, t);
	if (slot == m->now && model_place(m, t) == t->instances) {
		model_run(m, t);
		return NOTHING;
	}
	t->slot = slot;
	return PROMISED;
}

/* Whether the quota has no room besides what is kept for others. */
static bool
over_quota(const struct model *m, const struct task *t)
{
	int64_t have, inqueue;
	int r;

	for (r = 0; r < AMOUNTS; r++)
		if (is_short(m, t, 1, r, &have, &inqueue))
			return true;
	return false;
}

/* Gives a job its turn. */
static enum why
take_turn(struct model *m, struct task *t)
{
	if (never(m, t))
		return NEVER;
	if (over_quota(m, t))
		return QUOTA;
	return m->backfill == EASY ? turn_of_easy(m, t) :
	    turn_of_conservative(m, t);
}

/* One walk over those who wait; true when any started. */
static bool
model_walk(struct model *m)
{
	struct task *t;
	bool any = false;
	int k;

	m->head = -1;
	for (k = 0; k < m->tasks; k++) {
		m->task[k].slot = NO_LIMIT;
		m->task[k].claims = false;
	}
	for (k = 0; k < m->n; k++) {
		t = &m->task[m->order[k]];
		if (t->state == RUNNING)
			continue;
		t->why = (int)take_turn(m, t);
		any |= t->why == NOTHING;
		if (m->head == -1 && (t->why == NODES || t->why == PROMISED))
			m->head = m->order[k];
		t->claims = t->slot != NO_LIMIT;
		if (t->state == INQUEUE) {
			t->state = PENDING;
			t->since = m->now;
		}
	}
	return any;
}

static void
model_backfill(struct model *m)
{
	int k;

	model_account(m);
	model_order(m);
	while (model_walk(m))
		;
	for (k = 0; k < m->tasks; k++)
		m->task[k].claims = false;
	model_fits(m);
}

#endif
