/*
 * Properties of easy and conservative: random queues on random small clusters
 * come out as in the slow model of backfillmodel.h, to the byte but for the
 * words of reasons, and what is promised to those ahead is kept.
 *
 *	backfill [seed [count]]
 */
#include "backfillmodel.h"
#include "stepworld.h"

/* Who wants some GPUs of any node, and runs for some time on one. */
static void
draw_plain(struct task *t)
{
	t->model[0] = t->pool[0] = t->selector[0] = t->same[0] = '\0';
	t->instances = 1 + random_once(4);
	t->ask[GPU] = (1 + random_below(6)) * unit[GPU];
	t->ask[CPU] = t->ask[MEM] = 0;
	if (t->state == RUNNING) {
		t->limit = (1 + random_below(15)) * TICK;
		t->started = random_below(10) * TICK;
	}
}

/* Often a crowd, so that many wait for the same nodes and can pass. */
static void
draw_first(void)
{
	struct task *t;
	int i;

	draw_model(&first);
	first.backfill = random_once(2) ? EASY : CONSERVATIVE;
	for (; !random_once(4) && first.tasks < 16; first.tasks++)
		draw_task(&first, &first.task[first.tasks], first.tasks);
	for (i = 0; i < first.tasks; i++) {
		t = &first.task[i];
		if (first.tasks >= 12 && !random_once(4))
			draw_plain(t);
		/* Now and then a second too much, or enough for a second. */
		if (t->limit != ABSENT && random_once(6))
			t->limit++;
	}
}

/* Whether the reason of a task that was walked over is what the model says. */
static bool
same_wait(const struct model *of, const char *reason, const struct task *t)
{
	char want[TEXT * 4];
	const struct task *head = of->head != -1 ? &of->task[of->head] : NULL;
	struct buf b = { 0 };

	if (first_short(of, t) != -1) {
		put_quota(&b, of, t);
		strlcpy(want, shown_buf(&b), sizeof(want));
		buf_free(&b);
	} else if (t->fits < t->instances)
		return same_fragmented(reason, t);
	else if (head == NULL)
		return differ("reason", reason, "it would start");
	else if (head->slot == NO_LIMIT)
		snprintf(want, sizeof(want), "behind %s", head->id);
	else
		snprintf(want, sizeof(want), "reserved %" PRId64 " for %s",
		    head->slot, head->id);
	return strcmp(reason, want) == 0 || differ("reason", reason, want);
}

static bool
same_word(const struct model *of, const char *reason, const struct task *t,
    const char *old)
{
	if (t->eligible && !t->started_now && !never(of, t))
		return same_wait(of, reason, t);
	return same_reason(of, reason, t, old);
}

static bool
agrees(void)
{
	draw_first();
	return agrees_with(model_backfill, same_word);
}

/* The card of an entry of nodes, NAME or NAME:MODEL. */
static int
card_of(const struct model *of, const char *entry)
{
	char full[WORD * 3];
	int i;

	for (i = 0; i < of->cards; i++) {
		snprintf(full, sizeof(full), "%s:%s", of->card[i].name,
		    of->card[i].model);
		if (strcmp(entry, full) == 0 ||
		    strcmp(entry, of->card[i].name) == 0)
			break;
	}
	return i;
}

/* A task starts where the library has it. */
static void
start_as_told(struct model *to, struct task *t, const char *where)
{
	char copy[TEXT], *rest = copy, *entry, *times;

	strlcpy(copy, where, sizeof(copy));
	for (to->gots = 0; (entry = strsep(&rest, ",")) != NULL; to->gots++) {
		times = strchr(entry, '*');
		if (times != NULL)
			*times++ = '\0';
		to->got[to->gots] = card_of(to, entry);
		to->got_n[to->gots] = times != NULL ?
		    strtoll(times, NULL, 10) : 1;
		take(to, t, to->got[to->gots], to->got_n[to->gots]);
	}
	model_run(to, t);
}

/* Whose nodes the library has set: by task, or NULL. */
static void
read_starts(char *rows, char *where[JOBS])
{
	enum { STATE = 2, NODES_AT = 21 };
	char *line, *field;
	int i, k;

	next_line(&rows);
	for (i = 0; i < first.tasks; i++) {
		line = next_line(&rows);
		for (where[i] = NULL, k = 0; k <= NODES_AT; k++) {
			field = strsep(&line, "\t");
			if (k == STATE && (strcmp(field, "running") != 0 ||
			    first.task[i].state == RUNNING))
				break;
			where[i] = k == NODES_AT ? strdup(field) : NULL;
		}
	}
}

/* The turn of one that does not start: what is promised to it. */
static void
promise(struct model *of, int task)
{
	struct model placed;
	struct task *t = &of->task[task];

	if (never(of, t) || over_quota(of, t) ||
	    (of->backfill == EASY && of->head != -1))
		return;
	t->slot = of->backfill == EASY ? time_of_head(of, t, &placed) :
	    first_slot(of, t);
	t->claims = t->slot != NO_LIMIT;
	of->head = of->head == -1 ? task : of->head;
}

/*
 * What is promised to whom, if these start: when it is somebody's turn those
 * ahead of it have started, or with `all` all have.
 */
static void
plan(struct model *of, char *const where[JOBS], bool all)
{
	int k, i;

	*of = first;
	model_account(of);
	model_order(of);
	of->head = -1;
	for (i = 0; i < of->tasks; i++) {
		of->task[i].slot = NO_LIMIT;
		if (all && where[i] != NULL)
			start_as_told(of, &of->task[i], where[i]);
	}
	for (k = 0; k < of->n; k++) {
		i = of->order[k];
		if (where[i] == NULL)
			promise(of, i);
		else if (!all)
			start_as_told(of, &of->task[i], where[i]);
	}
}

/* Whether two tasks may use the same host. */
static bool
meet(const struct model *of, const struct task *a, const struct task *b)
{
	int i, k;

	for (i = 0; i < of->cards; i++)
		for (k = 0; k < of->cards; k++)
			if (of->card[i].host == of->card[k].host &&
			    matches(&of->card[i], a) &&
			    matches(&of->card[k], b))
				return true;
	return false;
}

/*
 * Whether sums by class tell what there is: a reservation is in those of its
 * own class, though others may take of the same hosts.
 */
static bool
parted(const struct model *of)
{
	int i, k;

	for (i = 0; i < of->n; i++)
		for (k = 0; k < i; k++) {
			const struct task *a = &of->task[of->order[i]];
			const struct task *b = &of->task[of->order[k]];

			if (!same_class(a, b) && meet(of, a, b))
				return false;
		}
	return true;
}

/*
 * What was promised to those ahead is kept: by time limits nobody's time is
 * later for those who come behind and start.  And these are held by what was
 * free.
 */
static bool
keeps(void)
{
	static struct model whole, turn, end;
	char *where[JOBS] = { NULL };
	bool ok;
	int i;

	draw_first();
	put_files();
	ok = step(jobs.p, &out);
	if (ok)
		read_starts(out.p, where);
	whole = first;
	model_account(&whole);
	plan(&turn, where, false);
	plan(&end, where, true);
	ok = ok && held_by_nodes(&whole, &end);
	if (first.backfill == EASY || parted(&turn))
		for (i = 0; ok && i < first.tasks; i++)
			ok = end.task[i].slot <= turn.task[i].slot ||
			    differ("a time", "later", first.task[i].id);
	for (i = 0; i < first.tasks; i++)
		free(where[i]);
	return shown(ok);
}

int
main(int argc, char **argv)
{
	random_hold("a step agrees with a slow model", agrees, argc, argv,
	    25000);
	random_hold("a second step changes nothing", settles, argc, argv,
	    10000);
	random_hold("the order of records decides nothing", permutes, argc,
	    argv, 4000);
	random_hold("what is promised is kept", keeps, argc, argv, 6000);
	free_files();
	return tap_done();
}
