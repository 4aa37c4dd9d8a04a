#include "step.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "buf.h"
#include "mem.h"
#include "num.h"
#include "place.h"
#include "request.h"
#include "room.h"
#include "state.h"
#include "why.h"

#define NOBODY SIZE_MAX

/* Why a job still waits, as the walks saw it. */
enum step_why {
	STEP_NOTHING,
	STEP_NEVER,	/* its request could never be held */
	STEP_BEHIND,	/* another of its queue blocks it */
	STEP_QUOTA,	/* too little is idle and not claimed */
	STEP_NODES	/* enough is idle, but not on nodes */
};

/* What is known of a job in this step. */
struct step_job {
	size_t by;		/* who blocks or displaced it, or NOBODY */
	uint8_t why;		/* enum step_why */
	bool claims;		/* its claim is in the room */
	bool displaced;		/* by a job ahead of it */
	bool admitted;		/* in this step */
};

/* The walk of a queue: who blocks it, and who was admitted last. */
struct step_queue {
	size_t blocker;		/* NOBODY: it goes on */
	size_t admitted;	/* the last that this step did, or NOBODY */
};

struct step {
	struct jobs *jobs;
	const struct step_options *o;
	struct step_counts *counts;
	struct room room;
	struct place place;
	struct bound bound;
	struct request request;
	size_t *order;		/* jobs that may be admitted or placed */
	size_t n;
	struct step_job *job;	/* by job */
	struct step_queue *queue;	/* by queue */
	size_t *class_blocker;	/* by queue and class, with per_pool */
};

static bool
is_fifo(const struct step *s, const struct job *j)
{
	return s->room.rule[j->queue]->discipline == QUEUE_FIFO;
}

static void
set_why(struct step *s, size_t i, enum step_why why, size_t by)
{
	s->job[i].why = (uint8_t)why;
	if (!s->job[i].displaced)
		s->job[i].by = by;
}

/* Nobody blocks, at the start of a walk. */
static void
clear_walk(struct step *s)
{
	size_t i, n = s->jobs->queue.n;

	for (i = 0; i < n; i++)
		s->queue[i].blocker = s->queue[i].admitted = NOBODY;
	for (i = 0; s->o->per_pool && i < n * s->jobs->classes; i++)
		s->class_blocker[i] = NOBODY;
}

static size_t *
class_blocker(struct step *s, const struct job *j)
{
	return &s->class_blocker[j->queue * s->jobs->classes + j->class];
}

/* Who blocks a job in its queue, or NOBODY. */
static size_t
blocker(struct step *s, const struct job *j)
{
	if (!s->o->per_pool || !s->room.class[j->class].named)
		return s->queue[j->queue].blocker;
	return *class_blocker(s, j);
}

/* A job stops its queue: all of it, or with per_pool its class. */
static void
block(struct step *s, size_t i)
{
	const struct job *j = &s->jobs->job[i];

	if (s->queue[j->queue].blocker == NOBODY)
		s->queue[j->queue].blocker = i;
	if (s->o->per_pool && *class_blocker(s, j) == NOBODY)
		*class_blocker(s, j) = i;
}

static void
claim(struct step *s, size_t i, bool on)
{
	if (s->job[i].claims == on)
		return;
	s->job[i].claims = on;
	room_claim(&s->room, &s->jobs->job[i], on ? 1 : -1);
}

/* Changes a job, which the table must allow: the walks asked before. */
static void
change(struct step *s, size_t i, enum state_change c, struct slice nodes)
{
	struct state_with with = { .now_s = s->o->now_s, .nodes = nodes };

	state_apply(s->jobs, i, c, &with);
}

/*
 * Sends an admitted job of a fifo queue back.  It was displaced by the last
 * one ahead of it that the step admitted, else by the one the walk stopped at,
 * unless that is the job itself.
 */
static void
displace(struct step *s, size_t i, size_t stopped_at)
{
	const struct job *j = &s->jobs->job[i];
	size_t by = s->queue[j->queue].admitted;

	if (by == NOBODY)
		by = stopped_at;
	change(s, i, STATE_DISPLACE, text_slice(NULL, 0));
	s->job[i].displaced = by != i && by != NOBODY;
	if (s->job[i].displaced)
		s->job[i].by = by;
	s->counts->displaced++;
}

/* Whether the nodes could hold the gang now; nothing is taken. */
static bool
placeable(struct step *s, size_t i)
{
	const struct job *j = &s->jobs->job[i];
	struct request_shape *shape = request_of(&s->request, i);

	if (shape->failed)
		return false;
	shape->fits = place_gang(&s->place, j);
	shape->failed = shape->fits < j->instances;
	if (!shape->failed)
		place_undo(&s->place, j);
	return !shape->failed;
}

/* Why a request does not fit, or STEP_NOTHING. */
static enum step_why
misfit(struct step *s, size_t i)
{
	if (room_test(&s->room, &s->jobs->job[i]) != ROOM_FITS)
		return STEP_QUOTA;
	if (s->o->placement && !placeable(s, i))
		return STEP_NODES;
	return STEP_NOTHING;
}

/* One job of the enqueue walk; true when its state changed. */
static bool
admit(struct step *s, size_t i)
{
	const struct job *j = &s->jobs->job[i];
	bool inqueue = j->state == JOB_INQUEUE, fifo = is_fifo(s, j);
	enum step_why why = STEP_BEHIND;
	size_t by = fifo ? blocker(s, j) : NOBODY;

	if (inqueue && !fifo)
		return false;
	if (request_of(&s->request, i)->never != BOUND_OK)
		why = STEP_NEVER;
	else if (by == NOBODY)
		why = misfit(s, i);
	if (why == STEP_NOTHING) {
		claim(s, i, true);
		s->job[i].displaced = false;
		set_why(s, i, why, NOBODY);
		if (inqueue)
			return false;
		change(s, i, STATE_ENQUEUE, text_slice(NULL, 0));
		s->job[i].admitted = true;
		s->counts->admitted++;
		return true;
	}
	set_why(s, i, why, by);
	if (fifo && by == NOBODY && why != STEP_NEVER)
		block(s, i);
	if (inqueue)
		displace(s, i, why == STEP_BEHIND ? by : i);
	return inqueue;
}

static bool
enqueue(struct step *s)
{
	bool changed = false;
	size_t k;

	clear_walk(s);
	/* Those of fifo queues claim as the walk admits them. */
	for (k = 0; k < s->n; k++)
		if (is_fifo(s, &s->jobs->job[s->order[k]]))
			claim(s, s->order[k], false);
	for (k = 0; k < s->n; k++) {
		size_t i = s->order[k];
		const struct job *j = &s->jobs->job[i];

		if (job_waits(j))
			changed |= admit(s, i);
		if (s->job[i].admitted && j->state != JOB_PENDING)
			s->queue[j->queue].admitted = i;
	}
	return changed;
}

/* Places an admitted job, if it can be; true when it starts. */
static bool
start(struct step *s, size_t i)
{
	const struct job *j = &s->jobs->job[i];
	struct request_shape *shape = request_of(&s->request, i);
	struct buf nodes = { 0 };

	if (shape->failed)
		return false;
	shape->fits = place_gang(&s->place, j);
	shape->failed = shape->fits < j->instances;
	if (shape->failed)
		return false;
	claim(s, i, false);
	room_run(&s->room, j, 1);
	place_put(&s->place, &nodes);
	change(s, i, STATE_START, text_slice(nodes.p, nodes.n));
	buf_free(&nodes);
	s->counts->started++;
	return true;
}

static bool
dequeue(struct step *s)
{
	bool changed = false;
	size_t k, i, by;

	clear_walk(s);
	for (k = 0; k < s->n; k++) {
		const struct job *j = &s->jobs->job[s->order[k]];

		i = s->order[k];
		if (j->state != JOB_INQUEUE)
			continue;
		by = is_fifo(s, j) ? blocker(s, j) : NOBODY;
		if (by != NOBODY)
			set_why(s, i, STEP_BEHIND, by);
		else if (start(s, i))
			changed = true;
		else {
			set_why(s, i, STEP_NODES, NOBODY);
			if (is_fifo(s, j))
				block(s, i);
		}
	}
	return changed;
}

/* Tells every waiting job why; those that may not be admitted yet too. */
static void
tell(struct step *s)
{
	struct why why = { .room = &s->room };
	struct request_why w = { &why, &s->bound, s->o->now_s };
	size_t i;

	for (i = 0; i < s->jobs->n; i++) {
		const struct step_job *j = &s->job[i];

		if (!job_waits(&s->jobs->job[i]))
			continue;
		if (!request_eligible(&s->jobs->job[i], s->o->now_s))
			request_tell_not_yet(&s->request, &w, i);
		else if (j->why == STEP_NEVER)
			request_tell_never(&s->request, &w, i);
		else if (s->jobs->job[i].state == JOB_PENDING && j->displaced)
			request_tell_by(&s->request, i, "displaced ", j->by);
		else if (request_was_displaced(&s->jobs->job[i]))
			;	/* kept while it is still blocked */
		else if (j->why == STEP_BEHIND)
			request_tell_by(&s->request, i, "behind ", j->by);
		else if (j->why == STEP_QUOTA)
			request_tell_quota(&s->request, &w, i);
		else
			request_tell_nodes(&s->request, &w, i);
	}
	why_free(&why);
}

static void
begin(struct step *s, struct jobs *jobs, struct cluster *c,
    const struct queues *queues)
{
	size_t i;

	room_init(&s->room, jobs, c, queues);
	place_init(&s->place, &s->room, s->o->spread);
	bound_init(&s->bound, &s->room);
	s->n = request_order(jobs, s->o->policy, s->o->now_s, &s->order);
	request_init(&s->request, jobs, &s->bound);
	s->job = mem_zero(jobs->n, sizeof(*s->job));
	s->queue = mem_zero(jobs->queue.n, sizeof(*s->queue));
	if (s->o->per_pool)
		s->class_blocker = mem_array(jobs->queue.n *
		    jobs->classes + 1, sizeof(*s->class_blocker));
	for (i = 0; i < jobs->n; i++) {
		s->job[i].by = NOBODY;
		if (jobs->job[i].state == JOB_INQUEUE &&
		    !is_fifo(s, &jobs->job[i]))
			claim(s, i, true);
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
	/* Each round but the last admits, displaces or starts somebody. */
	for (rounds = 0; changed && rounds <= 2 * jobs->n; rounds++) {
		changed = enqueue(&s);
		changed |= dequeue(&s);
	}
	tell(&s);
	request_free(&s.request);
	bound_free(&s.bound);
	place_free(&s.place);
	room_free(&s.room);
	free(s.order);
	free(s.job);
	free(s.queue);
	free(s.class_blocker);
}
