#include "backfill.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "buf.h"
#include "later.h"
#include "mem.h"
#include "num.h"
#include "place.h"
#include "profile.h"
#include "request.h"
#include "room.h"
#include "state.h"

#define NOBODY SIZE_MAX
#define NEVER PROFILE_NEVER

struct backfill {
	struct jobs *jobs;
	const struct step_options *o;
	struct step_counts *counts;
	bool conserve;		/* conservative, not easy */
	struct cluster *cluster;
	struct room room;	/* now */
	struct place place;
	struct bound bound;
	struct reserve reserve;
	struct request request;
	size_t *order;
	struct turn turn;	/* over it */
	bool *promised;		/* by job: its queue's quota is kept for it */
	size_t head;		/* the first blocked job, or NOBODY */
	bool passed;		/* somebody behind it started */
	int64_t free_s;		/* t*: when it starts, or NEVER */
	struct later later;	/* at t*, with the head in its place */
	struct later spare;	/* what is free now and at t* */
	struct profile profile;	/* conservative */
	size_t shape;		/* those before do not fit into it now */
};

bool
backfill_is(enum queue_discipline d)
{
	return d == QUEUE_EASY || d == QUEUE_CONSERVATIVE;
}

/* A job has been promised nodes: its queue's quota keeps room for it. */
static void
promise(struct backfill *b, size_t i)
{
	b->promised[i] = true;
	room_promise(&b->room, &b->jobs->job[i], 1);
}

/*
 * Makes a job the head: frees the running jobs one after the other, in their
 * order of ending, until it can be placed.
 */
static void
set_head(struct backfill *b, size_t i)
{
	const struct job *j = &b->jobs->job[i];
	int64_t at_s;
	uint32_t card;

	b->head = i;
	later_init(&b->later, &b->room, b->o->spread, b->o->now_s);
	while (b->free_s == NEVER && later_next(&b->later, &at_s))
		if (place_gang(&b->later.place, j, 0) == j->instances)
			b->free_s = at_s;
	later_init(&b->spare, &b->room, b->o->spread, b->o->now_s);
	b->spare.place.reserved = b->reserve.host;
	for (card = 0; card < b->cluster->cards; card++)
		place_least(&b->spare.place, card, b->cluster,
		    &b->later.cluster);
	promise(b, i);
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
	b->passed |= b->head != NOBODY;
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
	s->no_spare = place_gang(p, j, s->avoid) < j->instances;
	if (s->no_spare)
		return false;
	for (k = 0; k < p->runs; k++) {
		place_move(&b->place, p->run[k].card, &j->ask, p->run[k].n);
		place_move(&b->later.place, p->run[k].card, &j->ask,
		    p->run[k].n);
	}
	start(b, i, p);
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

/* What was placed just now is held in the profile. */
static void
hold(struct backfill *b, const struct job *j, int64_t until_s)
{
	size_t k;

	for (k = 0; k < b->place.runs; k++)
		profile_hold(&b->profile, b->place.run[k].card, &j->ask,
		    b->place.run[k].n, b->o->now_s, until_s);
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
	/* Who may run no time at all ends in a second, as running jobs do. */
	int64_t length_s = limited ? num_max(1, job_number(b->jobs, i,
	    JOB_TIME_LIMIT)) : NEVER;
	int64_t from_s, until_s;

	if (b->head != NOBODY && (b->free_s == NEVER || !anybody(b)))
		return;
	from_s = profile_slot(&b->profile, j, length_s);
	until_s = limited ? num_add_sat(from_s, length_s) : NEVER;
	if (from_s == b->o->now_s && place_now(b, i)) {
		start(b, i, &b->place);
		hold(b, j, later_end(b->jobs, i, b->o->now_s));
		return;
	}
	if (b->head == NOBODY) {
		b->head = i;
		b->free_s = from_s;
	}
	if (from_s == NEVER)
		return;
	profile_reserve(&b->profile, j, from_s, until_s);
	promise(b, i);
}

/*
 * The profile: what is free now, and what will be when running jobs have
 * ended.  Where they hold more than there is, the first to end frees nothing.
 */
static void
make_profile(struct backfill *b)
{
	struct later later;
	int64_t at_s;

	profile_init(&b->profile, &b->room, b->o->now_s);
	later_init(&later, &b->room, b->o->spread, b->o->now_s);
	while (later_next(&later, &at_s))
		profile_from(&b->profile, &later.room, at_s);
	later_free(&later);
}

/* An admitted job that did not start goes back. */
static void
displace(struct backfill *b, size_t i)
{
	state_apply(b->jobs, i, STATE_DISPLACE,
	    &(struct state_with){ .now_s = b->o->now_s });
	b->counts->displaced++;
}

/* Which kinds of jobs the nodes cannot hold at the end of the step. */
static void
recount(struct backfill *b)
{
	struct request_shape *s;
	size_t k;

	for (k = 0; k < b->request.n; k++) {
		s = &b->request.shape[k];
		if (s->never != BOUND_OK ||
		    room_test(&b->room, s->like) != ROOM_FITS)
			continue;
		request_recount(s, &b->place);
		s->failed = s->fits < s->like->instances;
	}
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
	else if (request_of(&b->request, i)->failed)
		request_tell_nodes(&b->request, w, i);
	else if (b->free_s == NEVER)
		request_tell_by(&b->request, i, "behind ", b->head);
	else
		request_tell_reserved(&b->request, i, b->free_s, b->head);
}

/* Begins a walk, the first or anew: nothing is promised yet. */
static void
walk_begin(struct backfill *b)
{
	size_t k;

	b->head = NOBODY;
	b->free_s = NEVER;
	b->passed = false;
	b->shape = 0;
	for (k = 0; k < b->request.n; k++)
		b->request.shape[k].no_spare = false;
	if (b->conserve)
		make_profile(b);
	turn_begin(&b->turn);
}

/* Forgets what was promised; who the head was, and its time, are told. */
static void
walk_end(struct backfill *b)
{
	size_t i;

	if (b->conserve)
		profile_free(&b->profile);
	else if (b->head != NOBODY) {
		later_free(&b->later);
		later_free(&b->spare);
	}
	for (i = 0; i < b->jobs->n; i++)
		if (b->promised[i]) {
			room_promise(&b->room, &b->jobs->job[i], -1);
			b->promised[i] = false;
		}
}

/* One walk over those who wait. */
static void
walk(struct backfill *b)
{
	size_t k, i;

	walk_begin(b);
	while ((k = turn_next(&b->turn)) != TURN_END) {
		i = b->order[k];
		if (b->jobs->job[i].state == JOB_RUNNING)
			continue;	/* since an earlier walk */
		if (request_of(&b->request, i)->never != BOUND_OK ||
		    room_over_quota(&b->room, &b->jobs->job[i]))
			;	/* such a job is no head */
		else if (b->conserve)
			conservative(b, i);
		else
			easy(b, i);
		if (b->jobs->job[i].state == JOB_INQUEUE)
			displace(b, i);
	}
	walk_end(b);
}

static void
tell_all(struct backfill *b)
{
	struct why why = { .room = &b->room };
	const struct request_why w = { &why, &b->bound, &b->reserve,
		&b->place, b->o->now_s };
	size_t i;

	recount(b);
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
		.cluster = c };

	memset(counts, 0, sizeof(*counts));
	room_init(&b.room, jobs, c, queues);
	place_init(&b.place, &b.room, o->spread);
	bound_init(&b.bound, &b.room);
	request_order(jobs, o->policy, o->share, o->now_s, NULL, &b.order,
	    &b.turn);
	reserve_init(&b.reserve, jobs, c, o->now_s, o->cap_s);
	b.place.reserved = b.reserve.host;
	request_init(&b.request, jobs, &b.bound, &b.reserve);
	b.promised = mem_zero(jobs->n, sizeof(*b.promised));
	b.conserve = jobs->queue.n > 0 &&
	    b.room.rule[0]->discipline == QUEUE_CONSERVATIVE;
	do
		walk(&b);
	while (b.passed);
	tell_all(&b);
	free(b.promised);
	request_free(&b.request);
	bound_free(&b.bound);
	place_free(&b.place);
	reserve_free(&b.reserve);
	room_free(&b.room);
	turn_free(&b.turn);
	free(b.order);
}
