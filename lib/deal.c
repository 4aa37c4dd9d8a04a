#include "deal.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "buf.h"
#include "intern.h"
#include "mem.h"
#include "place.h"
#include "room.h"
#include "state.h"

struct deal {
	struct jobs *jobs;
	struct cluster *cluster;
	const struct deal_options *o;
	const size_t *order;
	size_t n;
	struct room room;
	struct place place;
	struct bound bound;
	bool *holds;		/* by place in the order: it has its nodes */
	struct slice *nodes;	/* those that it was dealt, if it moves */
	bool *off;		/* the same: it was taken off for one job */
	struct intern failed;	/* what could not be placed */
};

static void
take_off(struct deal *d, size_t k, int sign)
{
	place_job(&d->place, d->jobs, d->order[k], -sign);
	room_run(&d->room, &d->jobs->job[d->order[k]], -sign);
	d->holds[k] = sign < 0;
}

/* Puts a job back on its nodes, unless others have them. */
static bool
put_back(struct deal *d, size_t k)
{
	const struct job *j = &d->jobs->job[d->order[k]];
	struct slice rest = job_text(d->jobs, d->order[k], JOB_NODES), name;
	uint32_t card;
	int64_t n;

	if (room_over_quota(&d->room, j))
		return false;
	take_off(d, k, -1);
	while (cluster_next(&rest, &name, &n) == 1) {
		card = cluster_entry(d->cluster, name,
		    &d->jobs->class[j->class]);
		if (card != CLUSTER_END && cluster_over(d->cluster, card)) {
			take_off(d, k, 1);
			return false;
		}
	}
	return true;
}

/* Keeps where the gang was placed. */
static void
note(struct deal *d, size_t k)
{
	struct buf b = { 0 };

	place_put(&d->place, &b);
	d->nodes[k] = text_slice(mem_arena_copy(&d->jobs->text, b.p, b.n),
	    b.n);
	buf_free(&b);
	d->holds[k] = true;
	room_run(&d->room, &d->jobs->job[d->order[k]], 1);
}

/* Gives a job the nodes on which it runs, or else others. */
static bool
seat(struct deal *d, size_t k)
{
	const struct job *j = &d->jobs->job[d->order[k]];

	if (j->state == JOB_RUNNING && put_back(d, k))
		return true;
	if (room_over_quota(&d->room, j) ||
	    place_gang(&d->place, j, 0) != j->instances)
		return false;
	note(d, k);
	return true;
}

/*
 * Takes off those behind place k, the last first, until its job is placed.
 * Where its quota is short, only its own queue's are taken off if `own`.
 */
static bool
clear(struct deal *d, size_t k, bool own)
{
	const struct job *j = &d->jobs->job[d->order[k]];
	bool placed = false;
	size_t at;

	for (at = d->n; !placed && --at > k;) {
		if (!d->holds[at] || (own && room_over_quota(&d->room, j) &&
		    d->jobs->job[d->order[at]].queue != j->queue))
			continue;
		take_off(d, at, 1);
		d->off[at] = true;
		placed = seat(d, k);
	}
	return placed;
}

/* Makes room for the job at place k, if those behind it have it. */
static void
make_way(struct deal *d, size_t k)
{
	const bool placed = clear(d, k, true) || clear(d, k, false);
	size_t at;

	/* Who was taken off in vain goes back, the first in order first. */
	for (at = k + 1; at < d->n; at++) {
		if (!d->off[at])
			continue;
		d->off[at] = false;
		if (!placed)
			take_off(d, at, -1);
		else
			put_back(d, at);
	}
}

static void
deal_one(struct deal *d, size_t k)
{
	const struct job *j = &d->jobs->job[d->order[k]];
	const struct job_ask ask = job_ask(j);
	const struct slice what = text_slice((const char *)&ask,
	    sizeof(ask));

	if (d->holds[k] || intern_find(&d->failed, what) != INTERN_NONE)
		return;
	if (j->state == JOB_RUNNING && (put_back(d, k) || !j->resumable))
		return;
	if (bound_test(&d->bound, j) == BOUND_OK && !seat(d, k))
		make_way(d, k);
	/* Those ahead only get more. */
	if (!d->holds[k])
		intern_add(&d->failed, what);
}

/* Does what was decided; how many started. */
static size_t
apply(struct deal *d)
{
	struct state_with with = { .now_s = d->o->now_s };
	size_t k, i, n = 0;

	for (k = 0; k < d->n; k++) {
		i = d->order[k];
		if (d->jobs->job[i].state == JOB_RUNNING && (!d->holds[k] ||
		    d->nodes[k].p != NULL)) {
			with.reason = text_slice(NULL, 0);
			state_apply(d->jobs, i, STATE_PREEMPT, &with);
			d->o->stopped(d->o->arg, i);
		}
		if (d->nodes[k].p == NULL)
			continue;
		with.nodes = d->nodes[k];
		state_apply(d->jobs, i, STATE_START, &with);
		n++;
	}
	return n;
}

size_t
deal_run(struct jobs *jobs, struct cluster *c, const struct queues *queues,
    const size_t *order, size_t n, const struct deal_options *o)
{
	struct deal d = { .jobs = jobs, .cluster = c, .o = o, .order = order,
		.n = n };
	size_t k;

	room_init(&d.room, jobs, c, queues);
	place_init(&d.place, &d.room, o->spread);
	bound_init(&d.bound, &d.room);
	d.holds = mem_zero(n + 1, sizeof(*d.holds));
	d.nodes = mem_zero(n + 1, sizeof(*d.nodes));
	d.off = mem_zero(n + 1, sizeof(*d.off));
	for (k = 0; k < n; k++)
		d.holds[k] = jobs->job[order[k]].state == JOB_RUNNING;
	for (k = 0; k < n; k++)
		deal_one(&d, k);
	n = apply(&d);
	bound_free(&d.bound);
	place_free(&d.place);
	room_free(&d.room);
	intern_free(&d.failed);
	free(d.holds);
	free(d.nodes);
	free(d.off);
	return n;
}
