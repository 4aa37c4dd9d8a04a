/*
 * sharemodel: what groups stand at and who goes first, as slowly and plainly
 * as can be: second by second, and by paths as strings.
 */
#ifndef SHAREMODEL_H
#define SHAREMODEL_H

#include "ratio.h"
#include "sharedraw.h"

/* Whether a path is the group's, or below it; the whole is "". */
static inline bool
is_below(const char *path, const char *group)
{
	size_t n = strlen(group);

	return n == 0 || (strncmp(path, group, n) == 0 &&
	    (path[n] == '/' || path[n] == '\0'));
}

static inline bool
is_of(const struct drawn *d, const struct job_drawn *j, const char *group)
{
	return j->group != ABSENT && is_below(d->group[j->group].path, group);
}

static inline bool
runs_at(const struct job_drawn *j, int64_t s)
{
	return j->started != ABSENT && j->started <= s &&
	    (j->ended == ABSENT || s < j->ended);
}

/* GPU-seconds that a group was charged in the window. */
static inline int64_t
model_used(const struct drawn *d, const char *group)
{
	int64_t s, sum = 0;
	int i;

	for (s = NOW - WINDOW; s < NOW; s++)
		for (i = 0; i < d->jobs; i++)
			if (is_of(d, &d->job[i], group) && runs_at(&d->job[i],
			    s))
				sum += d->job[i].gpu;
	return sum;
}

/* Seconds to come in which a running job is protected. */
static inline int64_t
model_committed(const struct drawn *d, const char *group)
{
	const struct job_drawn *j;
	int64_t s, sum = 0;
	int i;

	for (i = 0; i < d->jobs; i++) {
		j = &d->job[i];
		for (s = NOW; j->state == RUNNING && s < NOW + CAP; s++)
			if (is_of(d, j, group) && s < j->started + CAP &&
			    s < j->started + j->min_runtime)
				sum += j->gpu;
	}
	return sum;
}

static inline int64_t
model_running(const struct drawn *d, const char *group)
{
	int64_t sum = 0;
	int i;

	for (i = 0; i < d->jobs; i++)
		if (d->job[i].state == RUNNING && is_of(d, &d->job[i], group))
			sum += d->job[i].gpu;
	return sum;
}

/* What starts at this very instant still counts as waiting. */
static inline int64_t
model_queued(const struct drawn *d, const char *group)
{
	int64_t least = INT64_MAX;
	int i;

	for (i = 0; i < d->jobs; i++)
		if ((d->job[i].state == PENDING || (d->job[i].state ==
		    RUNNING && d->job[i].started == NOW)) && is_of(d,
		    &d->job[i], group) && d->job[i].queued < least)
			least = d->job[i].queued;
	return least;
}

/*
 * What a group was owed and had of it, in thousandths times `of`; a second's
 * part of the capacity is part_m / of.
 */
static inline void
model_owe(const struct drawn *d, const char *group, int64_t part_m,
    int64_t of, ratio_wide *owed, ratio_wide *delivered)
{
	ratio_wide used = 0, asked = 0, part = 0, least;
	const struct job_drawn *j;
	int64_t s;
	int i;

	*owed = *delivered = 0;
	for (s = NOW - WINDOW; s <= NOW; s++) {
		if (s % 3600 == 0 || s == NOW) {
			least = asked < part ? asked : part;
			*owed += least;
			*delivered += least < used ? least : used;
			used = asked = part = 0;
		}
		part += (ratio_wide)part_m;
		for (i = 0; s < NOW && i < d->jobs; i++) {
			j = &d->job[i];
			if (!is_of(d, j, group))
				continue;
			if (runs_at(j, s))
				used += 1000 * (ratio_wide)j->gpu *
				    (ratio_wide)of;
			if (j->created <= s && (j->ended == ABSENT ||
			    s < j->ended))
				asked += 1000 * (ratio_wide)j->gpu *
				    (ratio_wide)of;
		}
	}
}

static inline const struct group *
model_group(const struct drawn *d, const char *path, size_t n)
{
	int i;

	for (i = 0; i < d->groups; i++)
		if (strlen(d->group[i].path) == n &&
		    strncmp(d->group[i].path, path, n) == 0)
			return &d->group[i];
	return NULL;
}

/* norm_share of a path, as a fraction. */
static inline void
model_norm(const struct drawn *d, const char *path, int64_t *norm,
    int64_t *of)
{
	size_t n, k;
	int64_t sum;
	int i;

	*norm = *of = 1;
	for (n = 1; n <= strlen(path); n += 2) {
		sum = 0;
		for (i = 0; i < d->groups; i++) {
			k = strlen(d->group[i].path);
			if (k == n && strncmp(d->group[i].path, path, n - 1)
			    == 0)
				sum += d->group[i].share_m;
		}
		*norm *= model_group(d, path, n)->share_m;
		*of *= sum > 0 ? sum : 1;
	}
}

/* Two paths: where they part, by ratio, then queued (of `was`), then name. */
static inline int
model_tree_cmp(const struct drawn *d, const struct drawn *was, const char *a,
    const char *b)
{
	const struct group *x, *y;
	int64_t had_x, had_y, norm_x, norm_y, of, queued_x, queued_y;
	size_t n = 0;

	/* Names are of one byte: the first that differs tells them apart. */
	while (a[n] == b[n])
		n++;
	x = model_group(d, a, n + 1);
	y = model_group(d, b, n + 1);
	had_x = model_used(d, x->path) + model_committed(d, x->path);
	had_y = model_used(d, y->path) + model_committed(d, y->path);
	model_norm(d, x->path, &norm_x, &of);
	model_norm(d, y->path, &norm_y, &of);
	/* Of nothing allocated the weights say nothing. */
	if (norm_x > 0 && norm_y > 0 &&
	    had_x * y->share_m != had_y * x->share_m)
		return had_x * y->share_m < had_y * x->share_m ? -1 : 1;
	if ((norm_x > 0) != (norm_y > 0))
		return norm_x > 0 ? -1 : 1;
	if (norm_x == 0 && (had_x == 0) != (had_y == 0))
		return had_x == 0 ? -1 : 1;
	queued_x = model_queued(was, x->path);
	queued_y = model_queued(was, y->path);
	if (queued_x != queued_y)
		return queued_x < queued_y ? -1 : 1;
	return strcmp(x->path, y->path);
}

static inline int
sign(int c)
{
	return (c > 0) - (c < 0);
}

/* Two leaves under a policy, on a cluster of so many GPUs. */
static inline int
model_cmp(const struct drawn *d, const struct drawn *was, bool deserved,
    int64_t gpus, const char *a, const char *b)
{
	int64_t norm_a, of_a, norm_b, of_b;
	ratio_wide run_a, run_b;
	bool below_a, below_b;

	if (strcmp(a, b) == 0)
		return 0;
	model_norm(d, a, &norm_a, &of_a);
	model_norm(d, b, &norm_b, &of_b);
	run_a = (ratio_wide)model_running(d, a) * (ratio_wide)of_a;
	run_b = (ratio_wide)model_running(d, b) * (ratio_wide)of_b;
	below_a = run_a < (ratio_wide)gpus * (ratio_wide)norm_a;
	below_b = run_b < (ratio_wide)gpus * (ratio_wide)norm_b;
	if (deserved && below_a != below_b)
		return below_a ? -1 : 1;
	if (deserved && below_a && run_a * (ratio_wide)norm_b !=
	    run_b * (ratio_wide)norm_a)
		return run_a * (ratio_wide)norm_b < run_b *
		    (ratio_wide)norm_a ? -1 : 1;
	return model_tree_cmp(d, was, a, b);
}

/* Whether job x is before job y, with the groups as they now stand. */
static inline bool
model_before(const struct drawn *d, const struct drawn *was, bool deserved,
    int64_t gpus, const struct job_drawn *x, const struct job_drawn *y)
{
	int c;

	if (x->top != y->top && (x->top == ABSENT || y->top == ABSENT))
		return x->top != ABSENT;
	if (x->top != y->top)
		return x->top < y->top;
	if (d->lane && x->debug != y->debug)
		return x->debug;
	if ((x->group == ABSENT) != (y->group == ABSENT))
		return x->group != ABSENT;
	/* Those with a place of their own are put in order once. */
	if (x->group != ABSENT && (c = model_cmp(x->top != ABSENT ? was : d,
	    was, deserved, gpus, d->group[x->group].path,
	    d->group[y->group].path)) != 0)
		return c < 0;
	if (x->priority != y->priority)
		return x->priority > y->priority;
	if (x->queued != y->queued)
		return x->queued < y->queued;
	if (x->created != y->created)
		return x->created < y->created;
	return strcmp(x->id, y->id) < 0;
}

/* One step of a queue on one node: after each start all is computed anew. */
static inline void
model_step(struct drawn *d, bool deserved, bool fifo, int64_t gpus,
    int64_t idle)
{
	struct drawn was = *d;
	bool seen[JOBS] = { false };
	int i, best;

	for (;;) {
		best = -1;
		for (i = 0; i < d->jobs; i++)
			if (d->job[i].state == PENDING && !seen[i] &&
			    (best == -1 || model_before(d, &was, deserved,
			    gpus, &d->job[i], &d->job[best])))
				best = i;
		if (best == -1)
			return;
		seen[best] = true;
		if (d->job[best].gpu <= idle) {
			idle -= d->job[best].gpu;
			d->job[best].state = RUNNING;
			d->job[best].started = NOW;
		} else if (fifo)
			return;
	}
}

#endif
