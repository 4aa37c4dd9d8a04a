/*
 * Properties of a step and of the requeue: random queues on random small
 * clusters come out as in the slow model of stepmodel.h, to the byte but for
 * the words of reasons; nothing else changes.
 *
 *	step [seed [count]]
 */
#include "requeue.h"
#include "stepworld.h"

static void
draw_first(void)
{
	draw_model(&first);
}

static bool
agrees(void)
{
	draw_first();
	return agrees_with(model_step, same_reason);
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

	draw_first();
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
	free_files();
	return tap_done();
}
