/*
 * Properties of a step and of the requeue: random queues on random small
 * clusters come out as in the slow model of stepmodel.h, to the byte but for
 * the words of reasons; nothing else changes.
 *
 *	step [seed [count]]
 */
#include "step.h"

#include "../unit/world.h"
#include "requeue.h"
#include "stepreason.h"

static struct model first, m;	/* as drawn; as the model has it after */
static struct world world;
static struct buf nodes, rules, jobs, out, again;

/* The numbers of tasks in the order in which they stand in the file. */
static int place_in_file[JOBS];

static void
put_tasks(struct buf *b, const struct model *from)
{
	int i;

	b->n = 0;
	buf_str(b, TASK_COLUMNS);
	for (i = 0; i < from->tasks; i++)
		put_task(b, &from->task[place_in_file[i]]);
	buf_char(b, '\0');
}

static void
put_files(void)
{
	int i;

	nodes.n = rules.n = 0;
	put_cards(&nodes, &first);
	put_rules(&rules, &first);
	buf_char(&nodes, '\0');
	buf_char(&rules, '\0');
	for (i = 0; i < JOBS; i++)
		place_in_file[i] = i;
	put_tasks(&jobs, &first);
}

/* Reads all three; false with faults. */
static bool
open_world(const char *text)
{
	world_begin(&world, true);
	world_queues(&world, rules.p);
	world_nodes(&world, nodes.p);
	world_jobs(&world, text);
	world_at(&world, first.now);
	return world.faults.n == 0 ||
	    differ("a fault", shown_fault(&world.faults, 0), "none");
}

static void
close_world(struct buf *to)
{
	to->n = 0;
	world_write(&world, JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
	    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_NODES) |
	    JOB_BIT(JOB_STARTED) | JOB_BIT(JOB_ENDED) |
	    JOB_BIT(JOB_REQUEUES) | JOB_BIT(JOB_QUEUED) |
	    JOB_BIT(JOB_RESERVED) | JOB_BIT(JOB_REASON), to);
	buf_char(to, '\0');
	world_end(&world);
}

/* The library's step of the jobs in text, written out. */
static bool
step(const char *text, struct buf *to)
{
	static const enum order_policy policy[] = { ORDER_PRIORITY,
	    ORDER_CREATED, ORDER_GPUS, ORDER_NONE };
	struct step_options o = { .now_s = first.now,
		.policy = policy[first.policy],
		.placement = first.placement, .per_pool = first.per_pool,
		.spread = first.spread };
	struct step_counts did;
	bool ok = open_world(text);

	if (ok)
		step_run(&world.jobs, &world.cluster, &world.queues, &o,
		    &did);
	close_world(to);
	return ok;
}

/* Takes the next line, with its end cut off, from *p. */
static char *
next_line(char **p)
{
	char *line = *p, *end = strchr(*p, '\n');

	if (end == NULL)
		return NULL;
	*end = '\0';
	*p = end + 1;
	return line;
}

/*
 * Compares what was written with the model's tasks: all but the reasons to
 * the byte.
 */
static bool
same_rows(char *got, bool (*reason)(const struct model *, const char *,
    const struct task *, const char *))
{
	struct buf b = { 0 };
	char *line = next_line(&got), *cut, *want;
	bool same = true;
	int i;

	if (line == NULL || strlen(line) + 1 != strlen(TASK_COLUMNS) ||
	    !starts(TASK_COLUMNS, line))
		return differ("header", line != NULL ? line : "", "as read");
	for (i = 0; same && i < m.tasks; i++) {
		if ((line = next_line(&got)) == NULL)
			return differ("a line", "", m.task[i].id);
		cut = strrchr(line, '\t');
		*cut++ = '\0';
		b.n = 0;
		put_task(&b, &m.task[i]);
		b.p[b.n - 1] = '\0';
		want = b.p;
		*strrchr(want, '\t') = '\0';
		same = (strcmp(line, want) == 0 || differ("line", line,
		    want)) && reason(&m, cut, &m.task[i],
		    first.task[i].reason);
	}
	buf_free(&b);
	return same && (*got == '\0' || differ("end", got, ""));
}

/* Whether what was started is held by what was free at first. */
static bool
held_by_nodes(const struct model *before)
{
	int i, r;

	for (i = 0; i < m.cards; i++)
		for (r = 0; r < AMOUNTS; r++)
			if (seen(&m, r) && m.card[i].left[r] < 0 &&
			    before->card[i].left[r] >= 0)
				return differ("a node", "over-committed",
				    m.card[i].name);
	return true;
}

static void
show(void)
{
	struct buf b = { 0 };
	char *p, *line;

	printf("#   now %" PRId64 " policy %d placement %d per_pool %d "
	    "spread %d\n", first.now, (int)first.policy, first.placement,
	    first.per_pool, first.spread);
	put_files();
	buf_str(&b, rules.p);
	buf_str(&b, nodes.p);
	buf_str(&b, jobs.p);
	buf_char(&b, '\0');
	for (p = b.p; (line = next_line(&p)) != NULL;)
		printf("#   %s\n", line);
	buf_free(&b);
}

static bool
shown(bool ok)
{
	if (!ok)
		show();
	return ok;
}

static bool
agrees(void)
{
	static struct model whole;

	draw_model(&first);
	put_files();
	whole = m = first;
	model_account(&whole);
	model_step(&m);
	return shown(step(jobs.p, &out) && held_by_nodes(&whole) &&
	    same_rows(out.p, same_reason));
}

/* A second step of what the first one wrote changes no byte. */
static bool
settles(void)
{
	draw_model(&first);
	put_files();
	return shown(step(jobs.p, &out) && step(out.p, &again) &&
	    (strcmp(out.p, again.p) == 0 || differ("the second step",
	    again.p, out.p)));
}

/* Jobs in another order in the file come out the same. */
static bool
permutes(void)
{
	char *line[JOBS + 1] = { NULL }, *p, *got;
	int i, k, swap;

	draw_model(&first);
	if (first.policy == BY_INPUT)
		return true;
	put_files();
	if (!step(jobs.p, &out))
		return shown(false);
	for (i = first.tasks; i > 1; i--) {
		k = random_below(i);
		swap = place_in_file[k];
		place_in_file[k] = place_in_file[i - 1];
		place_in_file[i - 1] = swap;
	}
	put_tasks(&jobs, &first);
	if (!step(jobs.p, &again))
		return shown(false);
	for (p = out.p, i = 0; i <= first.tasks; i++)
		line[i] = next_line(&p);
	p = again.p;
	next_line(&p);
	for (i = 0; i < first.tasks; i++) {
		got = next_line(&p);
		if (got == NULL || strcmp(got, line[1 + place_in_file[i]]) !=
		    0)
			return shown(differ("another order", got != NULL ?
			    got : "", line[1 + place_in_file[i]]));
	}
	return true;
}

static bool
same_text(const struct model *unused, const char *reason,
    const struct task *t, const char *old)
{
	const char *want = t->reason[0] != '\0' ? t->reason : "-";

	(void)unused;
	(void)old;
	return strcmp(reason, want) == 0 || differ("reason", reason, want);
}

/* What a requeue does to a task; the factor is a whole number. */
static void
model_requeue(struct task *t, const struct requeue_options *o)
{
	int64_t cooldown = m.rule[t->queue].cooldown, k;

	if (t->state != INQUEUE || m.rule[t->queue].timeout == 0 ||
	    m.now - t->since < m.rule[t->queue].timeout)
		return;
	t->requeues = t->requeues == ABSENT ? 1 : t->requeues + 1;
	for (k = 1; k < t->requeues; k++)
		cooldown *= o->backoff_m / 1000;
	if (cooldown > o->max_cooldown_s)
		cooldown = o->max_cooldown_s;
	t->not_before = m.now + cooldown;
	t->since = m.now;
	t->state = o->limit > 0 && t->requeues >= o->limit ? HOLD : PENDING;
	if (o->eviction)
		t->queued = m.now;
	strlcpy(t->reason, "timeout", TEXT);
}

static bool
requeues(void)
{
	struct requeue_options o = { .backoff_m = 1000,
		.max_cooldown_s = INT64_MAX };
	bool ok;
	int i;

	draw_model(&first);
	put_files();
	o.now_s = first.now;
	o.backoff_m += random_below(3) * 1000;
	if (random_once(2))
		o.max_cooldown_s = random_below(300);
	o.limit = random_below(4);
	o.eviction = random_once(2);
	m = first;
	for (i = 0; i < m.tasks; i++)
		model_requeue(&m.task[i], &o);
	ok = open_world(jobs.p);
	if (ok)
		requeue_all(&world.jobs, &world.queues, &o);
	close_world(&out);
	return shown(ok && same_rows(out.p, same_text));
}

int
main(int argc, char **argv)
{
	random_hold("a step agrees with a slow model", agrees, argc, argv,
	    10000);
	random_hold("a second step changes nothing", settles, argc, argv,
	    6000);
	random_hold("the order of records decides nothing", permutes, argc,
	    argv, 4000);
	random_hold("a requeue agrees with a slow model", requeues, argc,
	    argv, 4000);
	buf_free(&nodes);
	buf_free(&rules);
	buf_free(&jobs);
	buf_free(&out);
	buf_free(&again);
	return tap_done();
}
