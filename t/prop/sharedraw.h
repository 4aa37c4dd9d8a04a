/*
 * sharedraw: random trees of groups, and random jobs of theirs, as values for
 * the slow model and as text for the library.
 */
#ifndef SHAREDRAW_H
#define SHAREDRAW_H

#include <string.h>

#include "../unit/tap.h"
#include "buf.h"
#include "random.h"

enum {
	GROUPS = 40, JOBS = 14, PATH = 16, ABSENT = -1,
	NOW = 3630, WINDOW = 100, CAP = 50,	/* seconds */
	DEBUG = 40	/* what the lane lets in asks for no more */
};

struct group {
	char path[PATH];
	int64_t share_m;
	bool leaf;
};

enum state { PENDING, RUNNING, STOPPED, STATES };

struct job_drawn {
	char id[16];
	int group;		/* a leaf, or ABSENT: it is unallocated */
	int priority;
	int64_t created, queued, top;
	enum state state;
	int64_t started, ended;
	int64_t gpu, min_runtime;
	bool debug;		/* in the lane, if there is one */
};

struct drawn {
	struct group group[GROUPS];
	int groups;
	struct job_drawn job[JOBS];
	int jobs;
	bool lane;
};

/* A group below another, or at the top. */
static inline void
draw_group(struct drawn *d, const char *above, char name)
{
	static const int64_t share[] = { 0, 1000, 1000, 2000, 3000, 1500, 7 };
	struct group *g = &d->group[d->groups++];
	size_t n = strlen(above);

	memcpy(g->path, above, n);
	if (n > 0)
		g->path[n++] = '/';
	g->path[n++] = name;
	g->path[n] = '\0';
	g->share_m = share[random_below(7)];
	g->leaf = true;
}

/* Up to four groups at the top, and one or two below every other one. */
static inline void
draw_tree(struct drawn *d)
{
	int i, g, n = 1 + random_below(4);

	d->groups = 0;
	for (i = 0; i < n; i++)
		draw_group(d, "", (char)('a' + i));
	for (g = 0; g < d->groups; g++) {
		if (strlen(d->group[g].path) == 5 || random_once(2))
			continue;
		d->group[g].leaf = false;
		n = 1 + random_below(2);
		for (i = 0; i < n; i++)
			draw_group(d, d->group[g].path, (char)('x' + i));
	}
}

static inline int
draw_leaf(const struct drawn *d)
{
	int g;

	do
		g = random_below(d->groups);
	while (!d->group[g].leaf);
	return g;
}

static inline void
draw_job(struct drawn *d, int i)
{
	static const int64_t least[] = { 1, 10, 40, 60, 1000 };
	struct job_drawn *j = &d->job[i];

	snprintf(j->id, sizeof(j->id), "j%d", i);
	j->group = random_once(6) ? ABSENT : draw_leaf(d);
	j->min_runtime = j->group == ABSENT ? 0 : least[random_below(5)];
	j->debug = j->group != ABSENT && j->min_runtime <= DEBUG;
	j->priority = 1 + random_below(3);
	j->created = NOW - random_below(200);
	j->queued = j->created + random_below(3);
	j->top = random_once(9) ? random_below(2) : ABSENT;
	j->gpu = 1 + random_below(3);
	j->state = (enum state)random_below(STATES);
	j->started = j->state == PENDING ? ABSENT : j->created +
	    random_below((int)(NOW - j->created + 1));
	j->ended = j->state != STOPPED ? ABSENT : j->started +
	    random_below((int)(NOW - j->started + 2));
}

static inline void
draw_all(struct drawn *d)
{
	int i;

	draw_tree(d);
	d->lane = random_once(3);
	d->jobs = 1 + random_below(JOBS);
	for (i = 0; i < d->jobs; i++)
		draw_job(d, i);
}

/* Ends a string. */
static inline const char *
put_end(struct buf *b)
{
	buf_char(b, '\0');
	return b->p;
}

static inline const char *
put_groups(struct buf *b, const struct drawn *d)
{
	char line[64];
	int i;

	b->n = 0;
	buf_str(b, "group share\n");
	for (i = 0; i < d->groups; i++) {
		snprintf(line, sizeof(line), "%s %" PRId64 "m\n",
		    d->group[i].path, d->group[i].share_m);
		buf_str(b, line);
	}
	return put_end(b);
}

static inline void
put_number(struct buf *b, int64_t v)
{
	buf_char(b, '\t');
	if (v == ABSENT)
		buf_char(b, '-');
	else
		buf_u64(b, (uint64_t)v);
}

/* The jobs at these places, TSV. */
static inline const char *
put_jobs(struct buf *b, const struct drawn *d, const int *place)
{
	static const char *const state[] = { "pending", "running",
	    "stopped" };
	const struct job_drawn *j;
	int i;

	b->n = 0;
	buf_str(b, "job\tgroup\tstate\tpriority\tcreated\tqueued\ttop\t"
	    "started\tended\tgpu\tmin_runtime\tnodes\n");
	for (i = 0; i < d->jobs; i++) {
		j = &d->job[place[i]];
		buf_str(b, j->id);
		buf_char(b, '\t');
		buf_str(b, j->group == ABSENT ? "-" : d->group[j->group].path);
		buf_char(b, '\t');
		buf_str(b, state[j->state]);
		put_number(b, j->priority);
		put_number(b, j->created);
		put_number(b, j->queued);
		put_number(b, j->top);
		put_number(b, j->started);
		put_number(b, j->ended);
		put_number(b, j->gpu);
		put_number(b, j->min_runtime);
		buf_str(b, j->state == RUNNING ? "\tn1\n" : "\t-\n");
	}
	return put_end(b);
}

#endif
