#include "backfill.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "buf.h"
#include "mem.h"
#include "num.h"
#include "place.h"
#include "profile.h"
#include "request.h"
#include "room.h"
#include "state.h"

#define NOBODY SIZE_MAX
#define NEVER PROFILE_NEVER

/* A running job and when it is taken to end. */
struct end {
	int64_t at_s;
	size_t job;
};

/* What the nodes have, with what is needed to place on them. */
struct scene {
	struct cluster cluster;
	struct room room;
	struct place place;
};

struct backfill {
	struct jobs *jobs;
	const struct step_options *o;
	struct step_counts *counts;
	const struct queues *queues;
	struct cluster *cluster;
	struct room room;	/* now */
	struct place place;
	struct bound bound;
	struct reserve reserve;
	struct request request;
	size_t *order;
	struct turn turn;	/* over it */
	size_t head;		/* the first blocked job, or NOBODY */
	int64_t free_s;		/* t*: when it starts, or NEVER */
	struct scene later;	/* at t*, with the head in its place */
	struct scene spare;	/* what is free now and at t* */
	struct profile profile;	/* conservative */
	size_t shape;		/* those before do not fit into it now */
};

bool
backfill_is(enum queue_discipline d)
{
	return d == QUEUE_EASY || d == QUEUE_CONSERVATIVE;
}

static int64_t
end_of(const struct backfill *b, size_t i)
{
	const uint32_t has = b->jobs->job[i].has;
	int64_t end;

	if ((has & JOB_BIT(JOB_TIME_LIMIT)) == 0)
		return NEVER;
	end = num_add_sat(job_number(b->jobs, i,
	    (has & JOB_BIT(JOB_STARTED)) != 0 ? JOB_STARTED : JOB_SINCE),
	    job_number(b->jobs, i, JOB_TIME_LIMIT));
	/* It should have ended: any moment now. */
	return num_max(end, num_add_sat(b->o->now_s, 1));
}

static int
end_cmp(const void *va, const void *vb)
{
	const struct end *a = va, *b = vb;
	int c = num_cmp(a->at_s, b->at_s);

	return c != 0 ? c : (a->job > b->job) - (a->job < b->job);
}

/* The running jobs that end some time, by when; owned by the caller. */
static size_t
ends(const struct backfill *b, struct end **out)
{
	struct end *e = mem_array(b->jobs->n, sizeof(*e));
	size_t i, n = 0;

	for (i = 0; i < b->jobs->n; i++) {
		if (b->jobs->job[i].state != JOB_RUNNING)
			continue;
		e[n].at_s = end_of(b, i);
		e[n].job = i;
		n += e[n].at_s != NEVER;
	}
	if (n > 0)
		qsort(e, n, sizeof(*e), end_cmp);
	*out = e;
	return n;
}

static void
scene_copy(const struct backfill *b, struct scene *s)
{
	cluster_copy(&s->cluster, b->cluster);
	room_init(&s->room, b->jobs, &s->cluster, b->queues);
	place_init(&s->place, &s->room, b->o->spread);
}

static void
scene_free(struct scene *s)
{
	place_free(&s->place);
	room_free(&s->room);
	cluster_free_copy(&s->cluster);
}

/*
 * Makes a job the head: frees the running jobs one after the other, in their
 * order of ending, until it can be placed.
 */
static void
set_head(struct backfill *b, size_t i)
{
	const struct job *j = &b->jobs->job[i];
	struct end *e;
	size_t n = ends(b, &e), k;
	uint32_t card;

	b->head = i;
	b->free_s = NEVER;
	scene_copy(b, &b->later);
	for (k = 0; k < n && b->free_s == NEVER; k++) {
		place_job(&b->later.place, b->jobs, e[k].job, -1);
		if ((k + 1 == n || e[k + 1].at_s > e[k].at_s) &&
		    place_gang(&b->later.place, j, 0) == j->instances)
			b->free_s = e[k].at_s;
	}
	free(e);
	scene_copy(b, &b->spare);
	for (card = 0; card < b->cluster->cards; card++)
		place_least(&b->spare.place, card, b->cluster,
		    &b->later.cluster);
}

/* Starts a job on the cards of the placement that p made last. */
static void
start(struct backfill *b, size_t i, const struct place *p)
{
	struct state_with with = { .now_s = b->o->now_s };
	struct buf nodes = { 0 };

	place_put(p, &nodes);
	with.nodes = text_slice(nodes.p, nodes.n);
	room_run(&b->room, &b->jobs->job[i], 1);
	state_apply(b->jobs, i, STATE_START, &with);
	buf_free(&nodes);
	b->counts->started++;
	if (b->o->share != NULL)
		share_commit(b->o->share, b->jobs, i, 1);
	b->turn.moved = true;
}

/* Places a job on what is free now; remembers that its like cannot be. */
static bool
place_now(struct backfill *b, size_t i)
{
	const struct job *j = &b->jobs->job[i];
	struct request_shape *s = request_of(&b->request, i);

	if (s->failed)
		return false;
	s->fits = place_gang(&b->place, j, s->avoid);
	s->failed = s->fits < j->instances;
	return !s->failed;
}

/* Keeps the spare scene no greater than now and later. */
static void
spare_follows(struct backfill *b, const struct place *p)
{
	size_t k;

	for (k = 0; k < p->runs; k++)
		place_least(&b->spare.place, p->run[k].card, b->cluster,
		    &b->later.cluster);
}

/* A job behind the head: true when it starts. */
static bool
pass_head(struct backfill *b, size_t i)
{
	const struct job *j = &b->jobs->job[i];
	struct request_shape *s = request_of(&b->request, i);
	struct place *p = &b->place;
	size_t k;

	if (b->free_s == NEVER || !place_now(b, i))
		return false;
	if ((j->has & JOB_BIT(JOB_TIME_LIMIT)) != 0 &&
	    num_add_sat(b->o->now_s, job_number(b->jobs, i,
	    JOB_TIME_LIMIT)) <= b->free_s) {
		start(b, i, p);
		spare_follows(b, p);
		return true;
	}
	place_undo(p, j);
	if (s->no_spare)
		return false;
	p = &b->spare.place;
	s->no_spare = place_gang(p, j, 0) < j->instances;
	if (s->no_spare)
		return false;
	for (k = 0; k < p->runs; k++) {
		place_move(&b->place, p->run[k].card, &j->ask, p->run[k].n);
		place_move(&b->later.place, p->run[k].card, &j->ask,
		    p->run[k].n);
	}
	start(b, i, p);
	spare_follows(b, p);
	return true;
}

static void
easy(struct backfill *b, size_t i)
{
	if (b->head != NOBODY)
		pass_head(b, i);
	else if (place_now(b, i))
		start(b, i, &b->place);
	else
		set_head(b, i);
}

static void
hold(struct backfill *b, const struct job *j, int64_t from_s, int64_t until_s)
{
	size_t k;

	for (k = 0; k < b->place.runs; k++)
		profile_hold(&b->profile, b->place.run[k].card, &j->ask,
		    b->place.run[k].n, from_s, until_s);
}

/* Whether anybody may still find room now: what is reserved only grows. */
static bool
anybody(struct backfill *b)
{
	const struct request *r = &b->request;

	while (b->shape < r->n && (r->shape[b->shape].never != BOUND_OK ||
	    !profile_now(&b->profile, r->shape[b->shape].like)))
		b->shape++;
	return b->shape < r->n;
}

static void
conservative(struct backfill *b, size_t i)
{
	const struct job *j = &b->jobs->job[i];
	bool limited = (j->has & JOB_BIT(JOB_TIME_LIMIT)) != 0;
	int64_t length_s = limited ? job_number(b->jobs, i, JOB_TIME_LIMIT) :
	    NEVER;
	int64_t from_s, until_s;

	if (b->head != NOBODY && (b->free_s == NEVER || !anybody(b)))
		return;
	from_s = profile_slot(&b->profile, j, length_s);
	until_s = limited ? num_add_sat(from_s, length_s) : NEVER;
	if (from_s == b->o->now_s && place_now(b, i)) {
		hold(b, j, from_s, until_s);
		start(b, i, &b->place);
		return;
	}
	if (b->head == NOBODY) {
		b->head = i;
		b->free_s = from_s;
	}
	if (from_s != NEVER)
		profile_reserve(&b->profile, j, from_s, until_s);
}

/* The profile: what is free now, and what running jobs give back. */
static void
make_profile(struct backfill *b)
{
	struct end *e;
	size_t n = ends(b, &e), k;

	profile_init(&b->profile, &b->room, b->o->now_s);
	for (k = 0; k < n; k++)
		profile_end(&b->profile, e[k].job, e[k].at_s);
	free(e);
}

/* An admitted job that did not start goes back. */
static void
displace(struct backfill *b, size_t i)
{
	state_apply(b->jobs, i, STATE_DISPLACE,
	    &(struct state_with){ .now_s = b->o->now_s });
	b->counts->displaced++;
}

static void
tell(struct backfill *b, const struct request_why *w, size_t i)
{
	const struct job *j = &b->jobs->job[i];

	if (!request_eligible(b->jobs, i, b->o->now_s))
		request_tell_not_yet(&b->request, w, i);
	else if (request_of(&b->request, i)->never != BOUND_OK)
		request_tell_never(&b->request, w, i);
	else if (room_test(&b->room, j) != ROOM_FITS)
		request_tell_quota(&b->request, w, i);
	else if (request_of(&b->request, i)->failed || i == b->head)
		request_tell_nodes(&b->request, w, i);
	else if (b->free_s == NEVER)
		request_tell_by(&b->request, i, "behind ", b->head);
	else
		request_tell_reserved(&b->request, i, b->free_s, b->head);
}

static void
walk(struct backfill *b, bool conserve)
{
	struct why why = { .room = &b->room };
	const struct request_why w = { &why, &b->bound, &b->reserve,
		&b->place, b->o->now_s };
	size_t k, i;

	if (conserve)
		make_profile(b);
	turn_begin(&b->turn);
	while ((k = turn_next(&b->turn)) != TURN_END) {
		i = b->order[k];
		if (request_of(&b->request, i)->never != BOUND_OK ||
		    room_over_quota(&b->room, &b->jobs->job[i]))
			;	/* such a job is no head */
		else if (conserve)
			conservative(b, i);
		else
			easy(b, i);
		if (b->jobs->job[i].state == JOB_INQUEUE)
			displace(b, i);
	}
	for (i = 0; i < b->jobs->n; i++)
		if (job_waits(&b->jobs->job[i]))
			tell(b, &w, i);
	why_free(&why);
}

void
backfill_run(struct jobs *jobs, struct cluster *c,
    const struct queues *queues, const struct step_options *o,
    struct step_counts *counts)
{
	struct backfill b = { .jobs = jobs, .o = o, .counts = counts,
		.queues = queues, .cluster = c, .head = NOBODY,
		.free_s = NEVER };
	bool conserve;

	memset(counts, 0, sizeof(*counts));
	room_init(&b.room, jobs, c, queues);
	place_init(&b.place, &b.room, o->spread);
	bound_init(&b.bound, &b.room);
	request_order(jobs, o->policy, o->share, o->now_s, NULL, &b.order,
	    &b.turn);
	reserve_init(&b.reserve, jobs, c, o->now_s, o->cap_s);
	b.place.reserved = b.reserve.host;
	request_init(&b.request, jobs, &b.bound, &b.reserve);
	conserve = jobs->queue.n > 0 &&
	    b.room.rule[0]->discipline == QUEUE_CONSERVATIVE;
	walk(&b, conserve);
	if (b.head != NOBODY && !conserve) {
		scene_free(&b.later);
		scene_free(&b.spare);
	}
	profile_free(&b.profile);
	request_free(&b.request);
	bound_free(&b.bound);
	place_free(&b.place);
	reserve_free(&b.reserve);
	room_free(&b.room);
	turn_free(&b.turn);
	free(b.order);
}
