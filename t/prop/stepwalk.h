/*
 * stepwalk: the model's order and walks.  A part of stepmodel.h.
 */
#ifndef STEPWALK_H
#define STEPWALK_H

#define PREEMPTED "preempted "
#define DISPLACED "displaced "

static bool
just_stopped(const struct model *m, const struct task *t)
{
	return t->ended != ABSENT && t->ended >= m->now;
}

/* Whether another was stopped at this instant, for this job. */
static bool
stopped_for(const struct model *m, const struct task *t)
{
	char reason[TEXT];
	int i;

	snprintf(reason, sizeof(reason), PREEMPTED "%s", t->id);
	for (i = 0; i < m->tasks; i++)
		if (just_stopped(m, &m->task[i]) &&
		    strcmp(m->task[i].reason, reason) == 0)
			return true;
	return false;
}

/* Whether task a goes before b. */
static bool
before(const struct model *m, int a, int b)
{
	const struct task *x = &m->task[a], *y = &m->task[b];
	int64_t xq = x->queued != ABSENT ? x->queued : x->created;
	int64_t yq = y->queued != ABSENT ? y->queued : y->created;
	bool xf = stopped_for(m, x), yf = stopped_for(m, y);

	if (xf != yf)
		return xf;
	if (m->policy == BY_INPUT)
		return a < b;
	if (x->top != y->top)
		return y->top == ABSENT ||
		    (x->top != ABSENT && x->top < y->top);
	if (m->policy == BY_PRIORITY && x->priority != y->priority)
		return x->priority > y->priority;
	if (m->policy == BY_PRIORITY && xq != yq)
		return xq < yq;
	if (m->policy == BY_GPUS &&
	    x->instances * x->ask[GPU] != y->instances * y->ask[GPU])
		return x->instances * x->ask[GPU] <
		    y->instances * y->ask[GPU];
	if (x->created != y->created)
		return x->created < y->created;
	return strcmp(x->id, y->id) < 0;
}

static void
model_order(struct model *m)
{
	struct task *t;
	int i, k;

	for (i = m->n = 0; i < m->tasks; i++) {
		t = &m->task[i];
		t->why = NOTHING;
		t->by = t->displaced_by = -1;
		t->claims = t->admitted = t->started_now = false;
		t->eligible = t->state == INQUEUE || (t->state == PENDING &&
		    !just_stopped(m, t) && (t->not_before == ABSENT ||
		    t->not_before <= m->now));
		if (!t->eligible)
			continue;
		for (k = m->n++; k > 0 && before(m, i, m->order[k - 1]); k--)
			m->order[k] = m->order[k - 1];
		m->order[k] = i;
	}
}

/*
 * Who blocks a job: the first ahead of it, in this walk, that `blocks` and is
 * of its queue, and of its class if a job blocks its own class only.
 */
static int
blocker(const struct model *m, int k, const bool *blocks)
{
	const struct task *t = &m->task[m->order[k]], *a;
	int i;

	if (!m->rule[t->queue].fifo)
		return -1;
	for (i = 0; i < k; i++) {
		a = &m->task[m->order[i]];
		if (blocks[m->order[i]] && a->queue == t->queue &&
		    (!m->per_pool || !named(t) || same_class(a, t)))
			return m->order[i];
	}
	return -1;
}

/* Whom a job that goes back was displaced by, or -1. */
static int
displacer(const struct model *m, int k, int stopped_at)
{
	const struct task *t = &m->task[m->order[k]];
	int i, by = stopped_at;

	for (i = 0; i < k; i++) {
		const struct task *a = &m->task[m->order[i]];

		if (a->queue == t->queue && a->admitted &&
		    a->state != PENDING)
			by = m->order[i];
	}
	return by;
}

/* Why a request is not to be admitted now; if it is not, and its placement is
 * asked for, it has none. */
static enum why
misfit(struct model *m, struct task *t)
{
	if (first_short(m, t) != -1)
		return QUOTA;
	return m->placement && model_place(m, t) < t->instances ? NODES :
	    NOTHING;
}

static void
go_back(struct model *m, int k, int by)
{
	struct task *t = &m->task[m->order[k]];

	t->state = PENDING;
	t->since = m->now;
	t->displaced_by = displacer(m, k, by);
}

static void
put_nodes(struct model *m, struct task *t)
{
	char part[WORD * 3];
	int i, k, host;

	/* Spreading: in order of the cards. */
	for (i = 1; m->spread && i < m->gots; i++)
		for (k = i; k > 0 && m->got[k] < m->got[k - 1]; k--) {
			int card = m->got[k];
			int64_t n = m->got_n[k];

			m->got[k] = m->got[k - 1];
			m->got_n[k] = m->got_n[k - 1];
			m->got[k - 1] = card;
			m->got_n[k - 1] = n;
		}
	t->nodes[0] = '\0';
	for (i = 0; i < m->gots; i++) {
		host = m->card[m->got[i]].host;
		for (k = 0; k < m->cards && (m->card[k].host != host ||
		    k == m->got[i]); k++)
			;
		snprintf(part, sizeof(part), "%s%s%s%s", i > 0 ? "," : "",
		    m->card[host].name, k < m->cards ? ":" : "",
		    k < m->cards ? m->card[m->got[i]].model : "");
		strlcat(t->nodes, part, sizeof(t->nodes));
		snprintf(part, sizeof(part), "*%" PRId64, m->got_n[i]);
		strlcat(t->nodes, m->got_n[i] > 1 ? part : "",
		    sizeof(t->nodes));
	}
}

/* It runs where it was placed just now. */
static void
model_run(struct model *m, struct task *t)
{
	int i;

	put_nodes(m, t);
	for (i = 0; i < HELD; i++) {
		t->held[i] = i < m->gots ? m->got[i] : -1;
		t->times[i] = i < m->gots ? m->got_n[i] : 0;
	}
	t->claims = false;
	t->state = RUNNING;
	t->since = t->started = m->now;
	t->ended = t->not_before = ABSENT;
	t->started_now = true;
}

/* Admits one that fits. */
static bool
let_in(struct model *m, struct task *t)
{
	bool is_new = t->state == PENDING;

	t->claims = true;
	t->displaced_by = -1;
	if (is_new) {
		t->state = INQUEUE;
		t->since = m->now;
		t->not_before = ABSENT;
		t->admitted = true;
	}
	if (m->placement)
		model_run(m, t);
	return is_new || m->placement;
}

static bool
model_enqueue(struct model *m)
{
	bool blocks[JOBS] = { false }, changed = false, fifo;
	struct task *t;
	int i, by;

	for (i = 0; i < m->tasks; i++)
		if (m->rule[m->task[i].queue].fifo)
			m->task[i].claims = false;
	for (i = 0; i < m->n; i++) {
		t = &m->task[m->order[i]];
		fifo = m->rule[t->queue].fifo;
		if (t->state != PENDING && t->state != INQUEUE)
			continue;
		if (t->state == INQUEUE && !fifo && !never(m, t)) {
			if (!m->placement || model_place(m, t) < t->instances)
				continue;
			model_run(m, t);
			changed = true;
			continue;
		}
		by = blocker(m, i, blocks);
		t->why = (int)(never(m, t) ? NEVER : by != -1 ? BEHIND :
		    misfit(m, t));
		t->by = by;
		if (t->why == NOTHING) {
			changed |= let_in(m, t);
			continue;
		}
		blocks[m->order[i]] = fifo && by == -1 && t->why != NEVER;
		if (t->state == INQUEUE) {
			go_back(m, i, by);
			changed = true;
		}
	}
	return changed;
}

static bool
model_dequeue(struct model *m)
{
	bool blocks[JOBS] = { false }, changed = false;
	struct task *t;
	int i, by;

	for (i = 0; i < m->n; i++) {
		t = &m->task[m->order[i]];
		if (t->state != INQUEUE)
			continue;
		if ((by = blocker(m, i, blocks)) != -1) {
			t->why = BEHIND;
			t->by = by;
			continue;
		}
		if (model_place(m, t) < t->instances) {
			t->why = NODES;
			blocks[m->order[i]] = m->rule[t->queue].fifo;
			continue;
		}
		model_run(m, t);
		changed = true;
	}
	return changed;
}

/* How many instances there is room for at the end. */
static void
model_fits(struct model *m)
{
	int i;

	for (i = 0; i < m->n; i++) {
		struct task *t = &m->task[m->order[i]];

		if (t->state == RUNNING)
			continue;
		t->fits = model_place(m, t);
		if (t->fits == t->instances)
			give_back(m, t);
	}
}

static inline void
model_step(struct model *m)
{
	bool changed = true;
	int i;

	model_account(m);
	model_order(m);
	for (i = 0; i < m->n; i++) {
		struct task *t = &m->task[m->order[i]];

		t->claims = t->state == INQUEUE && !never(m, t) &&
		    !m->rule[t->queue].fifo;
	}
	while (changed) {
		changed = model_enqueue(m);
		changed |= model_dequeue(m);
	}
	model_fits(m);
}

#endif
