#include "step.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "gate.h"
#include "mem.h"
#include "num.h"
#include "outcome.h"
#include "place.h"
#include "request.h"
#include "room.h"
#include "why.h"

#define NOBODY GATE_OPEN

enum { AHEAD = 32 };	/* jobs that are fetched before their turn */

/*
 * What is known of a job in this step, by its place in the order: walks go
 * over these alone, since a million jobs are far apart in memory.
 */
struct step_job {
	uint32_t shape;		/* number of its request */
	uint8_t state;		/* enum job_state */
	uint8_t why;		/* enum outcome_why */
	bool claims : 1;	/* its claim is in the room */
	bool displaced : 1;	/* by a job ahead of it */
	bool admitted : 1;	/* in this step */
	bool changed : 1;	/* its state did */
};

struct step {
	struct jobs *jobs;
	const struct step_options *o;
	struct step_counts *counts;
	struct room room;
	struct place place;
	struct bound bound;
	struct reserve reserve;
	struct request request;
	size_t *order;		/* jobs that may be admitted or placed */
	size_t n;
	size_t walk;		/* grows when one begins, or claims shrink */
	struct step_job *job;	/* by place in the order */
	uint32_t *by;		/* the same: who blocks or displaced it; run */
	size_t *short_in;	/* by shape: walk in which it was short */
	struct outcomes outcomes;
	struct turn turn;	/* over the order */
	struct gate gate;
	size_t *admitted;	/* by queue: the last of this step, or NOBODY */
};

static struct request_shape *
shape_at(struct step *s, size_t k)
{
	return &s->request.shape[s->job[k].shape];
}

static void
set_why(struct step *s, size_t k, enum outcome_why why, size_t by)
{
	s->job[k].why = (uint8_t)why;
	if (by != NOBODY && !s->job[k].displaced)
		s->by[k] = (uint32_t)by;
}

static void
begin_walk(struct step *s)
{
	size_t i;

	s->walk++;
	turn_begin(&s->turn);
	gate_open(&s->gate);
	for (i = 0; i < s->jobs->queue.n; i++)
		s->admitted[i] = NOBODY;
}

/* Who blocks a request in its queue, or NOBODY. */
static size_t
blocker(struct step *s, const struct request_shape *r)
{
	return !r->fifo ? NOBODY : gate_blocker(&s->gate, r->queue, r->class,
	    s->room.class[r->class].named);
}

/* A job stops its queue. */
static void
block(struct step *s, size_t k)
{
	const struct request_shape *r = shape_at(s, k);

	gate_block(&s->gate, r->queue, r->class, k);
}

/* What is let in counts at once, so that none goes on a stale ratio. */
static void
commit(struct step *s, size_t k, int sign)
{
	if (s->o->share != NULL)
		share_commit(s->o->share, s->jobs, s->order[k], sign);
	s->turn.moved = true;
}

/* Its group is charged from the claim on, and when it has started too. */
static void
claim(struct step *s, size_t k, bool on)
{
	if (s->job[k].claims == on)
		return;
	s->job[k].claims = on;
	s->walk += !on;
	room_claim(&s->room, shape_at(s, k)->like, on ? 1 : -1);
	if (on)
		commit(s, k, 1);
}

static void
change(struct step *s, size_t k, enum job_state to)
{
	s->job[k].state = (uint8_t)to;
	s->job[k].changed = true;
}

/*
 * Sends an admitted job back, displaced by the last one ahead that the step
 * admitted, else by the one, not itself, that stopped the walk.
 */
static void
displace(struct step *s, size_t k, size_t stopped_at)
{
	size_t by = s->admitted[shape_at(s, k)->queue];

	if (by == NOBODY)
		by = stopped_at;
	change(s, k, JOB_PENDING);
	s->job[k].displaced = by != k && by != NOBODY;
	if (s->job[k].displaced)
		s->by[k] = (uint32_t)by;
	s->counts->displaced++;
}

/* Places a gang if nodes can hold it; what cannot once, cannot later. */
static bool
place(struct step *s, size_t k)
{
	struct request_shape *r = shape_at(s, k);

	if (r->failed)
		return false;
	r->fits = place_gang(&s->place, r->like, r->avoid);
	r->failed = r->fits < r->like->instances;
	return !r->failed;
}

/*
 * Whether a job is let in only when it starts.  One with nodes reserved is: who
 * must keep off them, and claims as much, would else keep it out for ever.
 */
static bool
starts_at_once(const struct step *s, const struct request_shape *r)
{
	return s->o->placement || r->booked;
}

/* Why a request does not fit, or OUTCOME_NOTHING. */
static enum outcome_why
misfit(struct step *s, size_t k)
{
	struct request_shape *r = shape_at(s, k);

	if (r->booked ? room_over_quota(&s->room, r->like) :
	    room_test(&s->room, r->like) != ROOM_FITS) {
		/* Under fifo its like is behind it; else see enqueue. */
		if (!r->fifo)
			s->short_in[s->job[k].shape] = s->walk;
		return OUTCOME_QUOTA;
	}
	if (!starts_at_once(s, r) || place(s, k))
		return OUTCOME_NOTHING;
	return room_test(&s->room, r->like) != ROOM_FITS ? OUTCOME_QUOTA :
	    OUTCOME_NODES;
}

/* An admitted job runs where it was placed just now. */
static void
run(struct step *s, size_t k)
{
	claim(s, k, false);
	room_run(&s->room, shape_at(s, k)->like, 1);
	s->by[k] = outcome_run(&s->outcomes, &s->place);
	change(s, k, JOB_RUNNING);
	s->counts->started++;
}

static bool
start(struct step *s, size_t k)
{
	if (!place(s, k))
		return false;
	run(s, k);
	return true;
}

/* Lets a job in that fits, and was placed; true when its state changed. */
static bool
let_in(struct step *s, size_t k)
{
	bool is_new = s->job[k].state == JOB_PENDING;

	s->job[k].displaced = false;
	set_why(s, k, OUTCOME_NOTHING, NOBODY);
	if (is_new) {
		change(s, k, JOB_INQUEUE);
		s->job[k].admitted = true;
		s->counts->admitted++;
	}
	if (!starts_at_once(s, shape_at(s, k))) {
		claim(s, k, true);
		return is_new;
	}
	if (!s->job[k].claims)
		commit(s, k, 1);
	run(s, k);
	return true;
}

/* One job of the enqueue walk; true when its state changed. */
static bool
admit(struct step *s, size_t k)
{
	const struct request_shape *r = shape_at(s, k);
	bool inqueue = s->job[k].state == JOB_INQUEUE;
	enum outcome_why why = OUTCOME_BEHIND;
	size_t by = blocker(s, r);

	if (inqueue && !r->fifo && r->never == BOUND_OK)
		return starts_at_once(s, r) && start(s, k);
	if (r->never != BOUND_OK)
		why = OUTCOME_NEVER;
	else if (by == NOBODY)
		why = misfit(s, k);
	if (why == OUTCOME_NOTHING)
		return let_in(s, k);
	set_why(s, k, why, by);
	if (r->fifo && by == NOBODY && why != OUTCOME_NEVER)
		block(s, k);
	if (inqueue)
		displace(s, k, why == OUTCOME_BEHIND ? by : k);
	return inqueue;
}

static bool
enqueue(struct step *s)
{
	bool changed = false;
	size_t k;

	begin_walk(s);
	/* Those of fifo queues claim as the walk admits them. */
	for (k = 0; k < s->n; k++)
		if (s->job[k].claims && shape_at(s, k)->fifo) {
			claim(s, k, false);
			commit(s, k, -1);
		}
	while ((k = turn_next(&s->turn)) != TURN_END) {
		struct step_job *j = &s->job[k];

		/* Most are like one that was short: claims only grow since. */
		if (j->state == JOB_PENDING &&
		    s->short_in[j->shape] == s->walk) {
			j->why = OUTCOME_QUOTA;
			continue;
		}
		if (j->state == JOB_PENDING || j->state == JOB_INQUEUE)
			changed |= admit(s, k);
		if (j->admitted && j->state != JOB_PENDING)
			s->admitted[shape_at(s, k)->queue] = k;
	}
	return changed;
}

static bool
dequeue(struct step *s)
{
	bool changed = false;
	size_t k, by;

	begin_walk(s);
	while ((k = turn_next(&s->turn)) != TURN_END) {
		if (s->job[k].state != JOB_INQUEUE)
			continue;
		if ((by = blocker(s, shape_at(s, k))) != NOBODY)
			set_why(s, k, OUTCOME_BEHIND, by);
		else if (start(s, k))
			changed = true;
		else {
			set_why(s, k, OUTCOME_NODES, NOBODY);
			if (shape_at(s, k)->fifo)
				block(s, k);
		}
	}
	return changed;
}

/* Whom `by` of place k means, as a job, or its run. */
static uint32_t
by_job(const struct step *s, size_t k)
{
	const struct step_job *j = &s->job[k];

	return j->state == JOB_RUNNING ? s->by[k] :
	    j->displaced || j->why == OUTCOME_BEHIND ?
	    (uint32_t)s->order[s->by[k]] : 0;
}

/* Writes down what the walks decided, and why the others wait. */
static void
tell(struct step *s)
{
	struct why why = { .room = &s->room };
	const struct request_why w = { &why, &s->bound, &s->reserve,
		&s->place, s->o->now_s };
	size_t k;

	for (k = 0; k < s->n; k++) {
		if (k + AHEAD < s->n)
			__builtin_prefetch(
			    &s->outcomes.of[s->order[k + AHEAD]], 1);
		s->outcomes.of[s->order[k]] = (struct outcome){
			.by = by_job(s, k), .state = s->job[k].state,
			.why = s->job[k].why, .walked = true,
			.changed = s->job[k].changed,
			.displaced = s->job[k].displaced };
	}
	outcome_tell(&s->outcomes, &s->request, &w, &s->place);
	why_free(&why);
}

static void
begin(struct step *s, struct jobs *jobs, struct cluster *c,
    const struct queues *queues)
{
	size_t k;

	room_init(&s->room, jobs, c, queues);
	place_init(&s->place, &s->room, s->o->spread);
	bound_init(&s->bound, &s->room);
	s->n = request_order(jobs, s->o->policy, s->o->share, s->o->now_s, NULL,
	    &s->order, &s->turn);
	reserve_init(&s->reserve, jobs, c, s->o->now_s, s->o->cap_s);
	s->place.reserved = s->reserve.host;
	request_init(&s->request, jobs, &s->bound, &s->reserve);
	outcome_init(&s->outcomes, jobs);
	s->job = mem_zero(s->n, sizeof(*s->job));
	s->by = mem_zero(s->n, sizeof(*s->by));
	s->short_in = mem_zero(s->request.n, sizeof(*s->short_in));
	s->admitted = mem_array(jobs->queue.n, sizeof(*s->admitted));
	gate_init(&s->gate, jobs->queue.n, jobs->classes, s->o->per_pool);
	for (k = 0; k < s->n; k++) {
		s->job[k].shape = s->request.of[s->order[k]];
		s->job[k].state = s->request.state[s->order[k]];
		if (s->job[k].state == JOB_INQUEUE && !shape_at(s, k)->fifo &&
		    shape_at(s, k)->never == BOUND_OK)
			claim(s, k, true);
	}
}

void
step_run(struct jobs *jobs, struct cluster *c, const struct queues *queues,
    const struct step_options *o, struct step_counts *counts)
{
	struct step s = { .jobs = jobs, .o = o, .counts = counts };
	bool changed = true;
	size_t rounds;

	memset(counts, 0, sizeof(*counts));
	begin(&s, jobs, c, queues);
	/* Each round but the last changes somebody. */
	for (rounds = 0; changed && rounds <= 2 * jobs->n; rounds++) {
		changed = enqueue(&s);
		changed |= dequeue(&s);
	}
	tell(&s);
	request_free(&s.request);
	bound_free(&s.bound);
	place_free(&s.place);
	reserve_free(&s.reserve);
	room_free(&s.room);
	free(s.order);
	outcome_free(&s.outcomes);
	free(s.job);
	free(s.by);
	free(s.short_in);
	free(s.admitted);
	gate_free(&s.gate);
	turn_free(&s.turn);
}
