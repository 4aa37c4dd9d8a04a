/*
 * stepdraw: random small clusters and queues for the model, and how they
 * stand in files.
 */
#ifndef STEPDRAW_H
#define STEPDRAW_H

#include "buf.h"
#include "random.h"
#include "stepmodel.h"

#define ONE_OF(a) ((a)[random_below((int)(sizeof(a) / sizeof((a)[0])))])
#define GIB (INT64_C(1) << 30)
#define TICK 20		/* runs start and end at the same instants often */

static const char *const models[] = { "T4", "T4", "A100" };
static const char *const pools[] = { "", "p", "q", "p,q" };
static const char *const labels[] = { "", "rack=1", "rack=2",
    "rack=1,zone=a", "zone=b", "zone=a,rack=2" };
static const char *const selectors[] = { "rack=1", "zone=a",
    "rack=1,zone=a", "rack=9" };
static const char *const state_names[] = { "pending", "inqueue", "running",
    "held", "succeeded", "failed", "stopped" };
static const char *const queue_names[] = { "default", "a", "b" };

static const int64_t unit[AMOUNTS] = { 1000, 1000, GIB };

/* A card's amounts; how: bits, 1 free is given, 2 a total is. */
static void
draw_amount(struct card *c, int r, int how)
{
	int64_t total = (random_once(6) ? 0 : random_below(9)) * unit[r];

	if (random_once(10))
		total += unit[r] / 2;
	c->total[r] = how & 2 ? total : ABSENT;
	c->free[r] = !(how & 1) ? ABSENT : random_once(2) ? total :
	    random_below((int)(total / unit[r]) + 1) * unit[r];
}

static void
draw_card(struct model *m, int i, const int *how)
{
	struct card *c = &m->card[i];
	int r;

	c->host = i;
	snprintf(c->name, sizeof(c->name), "n%d", i);
	if (i > 0 && random_once(6)) {
		c->host = m->card[i - 1].host;
		strlcpy(c->name, m->card[i - 1].name, sizeof(c->name));
	}
	for (r = 0; r < AMOUNTS; r++)
		draw_amount(c, r, how[r] == 4 ? random_below(4) : how[r]);
	for (r = CPU; c->host != i && r < AMOUNTS; r++) {
		c->free[r] = m->card[c->host].free[r];
		c->total[r] = m->card[c->host].total[r];
	}
	strlcpy(c->model, ONE_OF(models), sizeof(c->model));
	/* Hosts have one card of a model. */
	for (r = c->host; r < i; r++)
		if (strcmp(m->card[r].model, c->model) == 0)
			snprintf(c->model, sizeof(c->model), "M%d", i);
	strlcpy(c->pool, ONE_OF(pools), sizeof(c->pool));
	strlcpy(c->labels, ONE_OF(labels), sizeof(c->labels));
	c->ready = c->host == i ? !random_once(7) : m->card[c->host].ready;
}

static void
draw_cards(struct model *m)
{
	int how[AMOUNTS], i;

	/* Free, totals, both, or any for each; or the column is absent. */
	how[GPU] = 1 + random_below(4);
	how[CPU] = random_once(3) ? 0 : 1 + random_below(4);
	how[MEM] = random_once(2) ? 0 : 1 + random_below(4);
	m->cards = 1 + random_below(6);
	for (i = 0; i < m->cards; i++)
		draw_card(m, i, how);
}

static void
draw_rules(struct model *m)
{
	int i, r;

	m->queues = random_once(2) ? 1 : 1 + random_below(QUEUES);
	for (i = 0; i < m->queues; i++) {
		m->rule[i].fifo = random_once(2);
		m->rule[i].timeout = random_once(3) ? 0 :
		    60 + random_below(3) * 20;
		m->rule[i].cooldown = random_below(100);
		for (r = 0; r < AMOUNTS; r++)
			m->rule[i].quota[r] = random_once(5) ?
			    random_below(10) * unit[r] : ABSENT;
	}
}

/* Where a job runs or ran; in its text too. */
static void
draw_nodes(struct model *m, struct task *t)
{
	char part[WORD * 3];
	int k, c;

	for (k = 0; k < HELD && random_once(k + 1); k++) {
		c = random_below(m->cards);
		t->held[k] = c;
		t->times[k] = 1 + random_below(2);
		snprintf(part, sizeof(part), "%s%s:%s*%" PRId64,
		    k > 0 ? "," : "", m->card[c].name, m->card[c].model,
		    t->times[k]);
		strlcat(t->nodes, part, sizeof(t->nodes));
	}
}

static void
draw_times(struct model *m, struct task *t)
{
	t->created = random_below(5);
	t->queued = random_once(4) ? random_below(9) : ABSENT;
	t->since = t->created + random_below(3) * 60;
	t->top = random_once(6) ? random_below(3) : ABSENT;
	t->not_before = t->started = t->ended = ABSENT;
	t->limit = random_once(4) ? ABSENT : random_below(16) * TICK;
	if (t->state == PENDING && random_once(4))
		t->not_before = m->now - 1 + random_below(3);
	if (t->state == RUNNING)
		t->started = random_once(8) ? ABSENT : random_once(2) ?
		    m->now : random_below(10) * TICK;
	else if (random_once(3)) {
		t->started = random_below(10) * TICK;
		t->ended = t->state != INQUEUE && random_once(2) ? m->now :
		    t->started + random_below((int)(m->now - t->started));
	}
	if (t->state == RUNNING || t->ended != ABSENT)
		draw_nodes(m, t);
}

static void
draw_task(struct model *m, struct task *t, int i)
{
	static const int states[] = { PENDING, PENDING, PENDING, PENDING,
	    INQUEUE, INQUEUE, RUNNING, RUNNING, HOLD, STOPPED, SUCCEEDED };
	static const int gpus[] = { 0, 1, 1, 2, 2, 4, 4, 8 };
	int r;

	memset(t, 0, sizeof(*t));
	snprintf(t->id, sizeof(t->id), "j%d", i);
	for (r = 0; r < HELD; r++)
		t->held[r] = -1;
	t->state = ONE_OF(states);
	t->queue = random_below(m->queues);
	t->priority = 100 * (1 + random_below(3));
	t->requeues = random_once(3) ? random_below(3) : ABSENT;
	t->instances = random_once(2) ? 1 : 1 + random_below(3);
	if (random_once(30))
		t->instances = 50;
	t->ask[GPU] = random_once(20) ? 500 : ONE_OF(gpus) * 1000;
	for (r = CPU; r < AMOUNTS; r++)
		t->ask[r] = random_once(2) ? 0 : random_below(5) * unit[r];
	if (random_once(3))
		strlcpy(t->model, random_once(9) ? "X" : ONE_OF(models),
		    WORD);
	if (random_once(6))
		strlcpy(t->pool, random_once(2) ? "p" : "q", WORD);
	if (random_once(6))
		strlcpy(t->selector, ONE_OF(selectors), sizeof(t->selector));
	if (random_once(5))
		strlcpy(t->same, random_once(2) ? "rack" : "zone", WORD);
	draw_times(m, t);
	if (t->state == PENDING && random_once(6))
		snprintf(t->reason, TEXT, random_once(2) ? DISPLACED "j%d" :
		    PREEMPTED "j%d", random_below(i + 1));
}

static void
draw_model(struct model *m)
{
	int i;

	memset(m, 0, sizeof(*m));
	m->now = 10 * TICK;
	m->policy = (enum policy)random_below(4);
	m->placement = random_once(3);
	m->per_pool = random_once(3);
	m->spread = random_once(3);
	draw_cards(m);
	draw_rules(m);
	m->tasks = random_once(8) ? random_below(30) : random_below(9);
	for (i = 0; i < m->tasks; i++)
		draw_task(m, &m->task[i], i);
}

static void
put_text(struct buf *b, const char *s)
{
	buf_str(b, s[0] != '\0' ? s : "-");
	buf_char(b, '\t');
}

static void
put_number(struct buf *b, int64_t v)
{
	if (v == ABSENT)
		buf_char(b, '-');
	else
		buf_i64(b, v);
	buf_char(b, '\t');
}

static void
put_amount(struct buf *b, int64_t v, int r)
{
	if (v == ABSENT)
		buf_char(b, '-');
	else
		buf_i64(b, v);
	buf_str(b, v != ABSENT && r != MEM ? "m\t" : "\t");
}

static void
put_cards(struct buf *b, const struct model *m)
{
	int i, r;

	buf_str(b, "node\tgpu_model\tpool\tlabels\tstate\tgpu\tcpu\tmem\t"
	    "gpu_total\tcpu_total\tmem_total\tx\n");
	for (i = 0; i < m->cards; i++) {
		const struct card *c = &m->card[i];

		put_text(b, c->name);
		put_text(b, c->model);
		put_text(b, c->pool);
		put_text(b, c->labels);
		put_text(b, c->ready ? "" : "drain");
		for (r = 0; r < AMOUNTS; r++)
			put_amount(b, c->free[r], r);
		for (r = 0; r < AMOUNTS; r++)
			put_amount(b, c->total[r], r);
		buf_str(b, "-\n");
	}
}

static void
put_rules(struct buf *b, const struct model *m)
{
	int i, r;

	buf_str(b, "queue\tdiscipline\ttimeout\tcooldown\tgpu\tcpu\tmem\t"
	    "x\n");
	for (i = 0; i < m->queues; i++) {
		put_text(b, queue_names[i]);
		put_text(b, m->backfill == EASY ? "easy" :
		    m->backfill == CONSERVATIVE ? "conservative" :
		    m->rule[i].fifo ? "fifo" : "besteffort");
		put_number(b, m->rule[i].timeout);
		put_number(b, m->rule[i].cooldown);
		for (r = 0; r < AMOUNTS; r++)
			put_amount(b, m->rule[i].quota[r], r);
		buf_str(b, "-\n");
	}
}

#define TASK_COLUMNS "job\tqueue\tstate\tpriority\tcreated\tqueued\tsince\t" \
    "not_before\ttop\tstarted\tended\trequeues\ttime_limit\tinstances\tgpu\t" \
    "cpu\tmem\tgpu_model\tpool\tselector\tsame\tnodes\treserved\tx\treason\n"

static void
put_task(struct buf *b, const struct task *t)
{
	int r;

	put_text(b, t->id);
	put_text(b, t->queue == 0 ? "" : queue_names[t->queue]);
	put_text(b, state_names[t->state]);
	put_number(b, t->priority);
	put_number(b, t->created);
	put_number(b, t->queued);
	put_number(b, t->since);
	put_number(b, t->not_before);
	put_number(b, t->top);
	put_number(b, t->started);
	put_number(b, t->ended);
	put_number(b, t->requeues);
	put_number(b, t->limit);
	put_number(b, t->instances);
	for (r = 0; r < AMOUNTS; r++)
		put_amount(b, t->ask[r], r);
	put_text(b, t->model);
	put_text(b, t->pool);
	put_text(b, t->selector);
	put_text(b, t->same);
	put_text(b, t->nodes);
	put_text(b, "");
	put_text(b, "kept\\t");
	buf_str(b, t->reason[0] != '\0' ? t->reason : "-");
	buf_char(b, '\n');
}

#endif
