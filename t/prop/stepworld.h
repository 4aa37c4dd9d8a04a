/*
 * stepworld: the model's cards and tasks before the library's step, and what
 * both have made of them.  A program says what it draws: draw_first.
 */
#ifndef STEPWORLD_H
#define STEPWORLD_H

#include "../unit/world.h"
#include "backfill.h"
#include "step.h"
#include "stepreason.h"

static struct model first, m;	/* as drawn; as the model has it after */
static struct world world;
static struct buf nodes, rules, jobs, out, again;

/* Draws the case that `first` is. */
static void draw_first(void);

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

static void
free_files(void)
{
	buf_free(&nodes);
	buf_free(&rules);
	buf_free(&jobs);
	buf_free(&out);
	buf_free(&again);
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
	struct step_counts did = { 0 };
	bool ok = open_world(text);

	if (ok)
		(first.backfill != TWO_PHASES ? backfill_run : step_run)(
		    &world.jobs, &world.cluster, &world.queues, &o, &did);
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
held_by_nodes(const struct model *before, const struct model *after)
{
	int i, r;

	for (i = 0; i < after->cards; i++)
		for (r = 0; r < AMOUNTS; r++)
			if (seen(after, r) && after->card[i].left[r] < 0 &&
			    after->card[i].left[r] < before->card[i].left[r])
				return differ("a node", "over-committed",
				    after->card[i].name);
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

/* The library's step of what was drawn agrees with a model's. */
static bool
agrees_with(void (*model)(struct model *), bool (*reason)(
    const struct model *, const char *, const struct task *, const char *))
{
	static struct model whole;

	put_files();
	whole = m = first;
	model_account(&whole);
	model(&m);
	return shown(step(jobs.p, &out) && held_by_nodes(&whole, &m) &&
	    same_rows(out.p, reason));
}

/* A second step of what the first one wrote changes no byte. */
static bool
settles(void)
{
	draw_first();
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

	draw_first();
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

#endif
