#include "step.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "buf.h"
#include "gate.h"
#include "mem.h"
#include "num.h"
#include "place.h"
#include "request.h"
#include "room.h"
#include "state.h"
#include "why.h"

#define NOBODY GATE_OPEN

enum { AHEAD = 48 };	/* jobs that are fetched before their turn */

/* Why a job still waits, as the walks saw it. */
enum step_why {
	STEP_NOTHING,
	STEP_NEVER,	/* its request could never be held */
	STEP_BEHIND,	/* another of its queue blocks it */
	STEP_QUOTA,	/* too little is idle and not claimed */
	STEP_NODES	/* enough is idle, but not on nodes */
};

/*
 * What is known of a job in this step, by its place in the order: walks go
 * over these alone, since a million jobs are far apart in memory.
 */
struct step_job {
	uint32_t by;		/* place of who blocks or displaced it */
	uint32_t shape;		/* number of its request */
	uint8_t state;		/* as in the job; changed with it */
	uint8_t why;		/* enum step_why */
	bool claims;		/* its claim is in the room */
	bool displaced;		/* by a job ahead of it */
	bool admitted;		/* in this step */
	bool committed;		/* its group was charged with it */
};

/* The same by job, for its reason: written in order, read as they stand. */
struct step_told {
	uint32_t by;
	uint8_t why;
	bool displaced;
	bool walked;		/* it was among those walked over */
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
	struct buf nodes;	/* of the job that starts */
	struct turn turn;	/* over the order */
	struct gate gate;
	size_t *admitted;	/* by queue: the last of this step, or NOBODY */
};

static struct request_shape *
shape_at(struct step *s, size_t k)
{
	return &s->request.shape[s->job[k].shape];
}

/* What a walk comes to soon, or NULL; a function that fetched it is dropped. */
static const struct job *
later(const struct step *s, size_t k, enum job_state state)
{
	return (k += AHEAD) < s->n && s->job[k].state == state &&
	    s->request.shape[s->job[k].shape].short_in != s->walk ?
	    &s->jobs->job[s->order[k]] : NULL;
}

static void
set_why(struct step *s, size_t k, enum step_why why, size_t by)
{
	s->job[k].why = (uint8_t)why;
	if (!s->job[k].displaced)
		s->job[k].by = (uint32_t)by;
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

static void
claim(struct step *s, size_t k, bool on)
{
	if (s->job[k].claims == on)
		return;
	s->job[k].claims = on;
	s->walk += !on;
	room_claim(&s->room, shape_at(s, k)->like, on ? 1 : -1);
}

/* What is let in counts at once, so that none goes on a stale ratio. */
static void
commit(struct step *s, size_t k, bool on)
{
	if (s->o->share == NULL || s->job[k].committed == on)
		return;
	s->job[k].committed = on;
	share_commit(s->o->share, s->jobs, s->order[k], on ? 1 : -1);
	s->turn.moved = true;
}

static void
change(struct step *s, size_t k, enum state_change c, struct slice nodes)
{
	struct state_with with = { .now_s = s->o->now_s, .nodes = nodes };

	state_apply(s->jobs, s->order[k], c, &with);
	s->job[k].state = s->jobs->job[s->order[k]].state;
	commit(s, k, c != STATE_DISPLACE);
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
	change(s, k, STATE_DISPLACE, text_slice(NULL, 0));
	s->job[k].displaced = by != k && by != NOBODY;
	if (s->job[k].displaced)
		s->job[k].by = (uint32_t)by;
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

/* Why a request does not fit, or STEP_NOTHING. */
static enum step_why
misfit(struct step *s, size_t k)
{
	struct request_shape *r = shape_at(s, k);

	/* Claims only grow, so its like need not be asked again. */
	if (r->short_in == s->walk)
		return STEP_QUOTA;
	if (room_test(&s->room, r->like) != ROOM_FITS) {
		r->short_in = s->walk;
		return STEP_QUOTA;
	}
	if (!s->o->placement)
		return STEP_NOTHING;
	if (!place(s, k))
		return STEP_NODES;
	place_undo(&s->place, r->like);
	return STEP_NOTHING;
}

/* One job of the enqueue walk; true when its state changed. */
static bool
admit(struct step *s, size_t k)
{
	const struct request_shape *r = shape_at(s, k);
	bool inqueue = s->job[k].state == JOB_INQUEUE;
	enum step_why why = STEP_BEHIND;
	size_t by = blocker(s, r);

	if (inqueue && !r->fifo && r->never == BOUND_OK)
		return false;
	if (r->never != BOUND_OK)
		why = STEP_NEVER;
	else if (by == NOBODY)
		why = misfit(s, k);
	if (why == STEP_NOTHING) {
		claim(s, k, true);
		s->job[k].displaced = false;
		set_why(s, k, why, NOBODY);
		if (inqueue)
			return false;
		change(s, k, STATE_ENQUEUE, text_slice(NULL, 0));
		s->job[k].admitted = true;
		s->counts->admitted++;
		return true;
	}
	set_why(s, k, why, by);
	if (r->fifo && by == NOBODY && why != STEP_NEVER)
		block(s, k);
	if (inqueue)
		displace(s, k, why == STEP_BEHIND ? by : k);
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
		if (s->job[k].claims && shape_at(s, k)->fifo)
			claim(s, k, false);
	while ((k = turn_next(&s->turn)) != TURN_END) {
		__builtin_prefetch(later(s, k, JOB_PENDING), 1);
		if (s->job[k].state == JOB_PENDING ||
		    s->job[k].state == JOB_INQUEUE)
			changed |= admit(s, k);
		if (s->job[k].admitted && s->job[k].state != JOB_PENDING)
			s->admitted[shape_at(s, k)->queue] = k;
	}
	return changed;
}

/* Starts an admitted job, if it can be placed. */
static bool
start(struct step *s, size_t k)
{
	if (!place(s, k))
		return false;
	claim(s, k, false);
	room_run(&s->room, shape_at(s, k)->like, 1);
	s->nodes.n = 0;
	place_put(&s->place, &s->nodes);
	change(s, k, STATE_START, text_slice(s->nodes.p, s->nodes.n));
	s->counts->started++;
	return true;
}

static bool
dequeue(struct step *s)
{
	bool changed = false;
	size_t k, by;

	begin_walk(s);
	while ((k = turn_next(&s->turn)) != TURN_END) {
		__builtin_prefetch(later(s, k, JOB_INQUEUE), 1);
		if (s->job[k].state != JOB_INQUEUE)
			continue;
		if ((by = blocker(s, shape_at(s, k))) != NOBODY)
			set_why(s, k, STEP_BEHIND, by);
		else if (start(s, k))
			changed = true;
		else {
			set_why(s, k, STEP_NODES, NOBODY);
			if (shape_at(s, k)->fifo)
				block(s, k);
		}
	}
	return changed;
}

static void
tell_one(struct step *s, const struct request_why *w, size_t i,
    const struct step_told *j)
{
	if (j->why == STEP_NEVER)
		request_tell_never(&s->request, w, i);
	else if (s->jobs->job[i].state == JOB_PENDING && j->displaced)
		request_tell_by(&s->request, i, "displaced ",
		    s->order[j->by]);
	else if (request_was_displaced(s->jobs, i))
		;	/* kept while it is still blocked */
	else if (j->why == STEP_BEHIND)
		request_tell_by(&s->request, i, "behind ", s->order[j->by]);
	else if (j->why == STEP_QUOTA)
		request_tell_quota(&s->request, w, i);
	else {
		request_recount(request_of(&s->request, i), &s->place);
		request_tell_nodes(&s->request, w, i);
	}
}

/* Tells every waiting job why; those that may not be admitted yet too. */
static void
tell(struct step *s)
{
	struct why why = { .room = &s->room };
	const struct request_why w = { &why, &s->bound, &s->reserve,
		&s->place, s->o->now_s };
	struct step_told *told = mem_zero(s->jobs->n, sizeof(*told));
	size_t i, k;

	for (k = 0; k < s->n; k++)
		told[s->order[k]] = (struct step_told){ s->job[k].by,
			s->job[k].why, s->job[k].displaced, true };
	for (i = 0; i < s->jobs->n; i++)
		if (!job_waits(&s->jobs->job[i]))
			;
		else if (told[i].walked)
			tell_one(s, &w, i, &told[i]);
		else
			request_tell_not_yet(&s->request, &w, i);
	free(told);
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
	s->job = mem_zero(s->n, sizeof(*s->job));
	s->admitted = mem_array(jobs->queue.n, sizeof(*s->admitted));
	gate_init(&s->gate, jobs->queue.n, jobs->classes, s->o->per_pool);
	for (k = 0; k < s->n; k++) {
		s->job[k].shape = s->request.of[s->order[k]];
		s->job[k].state = jobs->job[s->order[k]].state;
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
	buf_free(&s.nodes);
	free(s.order);
	free(s.job);
	free(s.admitted);
	gate_free(&s.gate);
	turn_free(&s.turn);
}
