#include "twophase.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"
#include "requeue.h"
#include "state.h"
#include "vec.h"

#define NEVER INT64_MAX

void
twophase_init(struct twophase *t, struct wave *w)
{
	*t = (struct twophase){ .wave = w };
	leaves_init(&t->leaves, w);
	t->blocked = mem_zero(w->jobs->queue.n, sizeof(*t->blocked));
	t->fifo_lane = mem_zero(w->jobs->queue.n, sizeof(*t->fifo_lane));
}

static bool
is_fifo(const struct twophase *t, size_t i)
{
	const struct wave *w = t->wave;

	return w->room.rule[w->jobs->job[i].queue]->discipline == QUEUE_FIFO;
}

static size_t
add_lane(struct twophase *t, size_t i, bool fifo)
{
	struct twophase_lane *l;

	t->lane = VEC_MORE(t->lane, t->lanes, t->lane_cap);
	l = &t->lane[t->lanes];
	memset(l, 0, sizeof(*l));
	l->fifo = fifo;
	l->leaf = (uint32_t)leaves_of(&t->leaves, i);
	l->shape = t->wave->shape_of[i];
	return t->lanes++;
}

static struct twophase_lane *
lane_of(struct twophase *t, size_t i)
{
	struct wave *w = t->wave;
	const uint32_t key[] = { w->shape_of[i],
		(uint32_t)leaves_of(&t->leaves, i) };
	uint32_t *fifo = &t->fifo_lane[w->jobs->job[i].queue];
	size_t at;

	if (is_fifo(t, i)) {
		if (*fifo == 0)
			*fifo = (uint32_t)add_lane(t, i, true) + 1;
		return &t->lane[*fifo - 1];
	}
	at = intern_add(&t->lane_key, text_slice((const char *)key,
	    sizeof(key)));
	if (at == t->shape_lanes) {
		t->shape_lane = VEC_MORE(t->shape_lane, at,
		    t->shape_lane_cap);
		t->shape_lane[t->shape_lanes++] =
		    (uint32_t)add_lane(t, i, false);
	}
	return &t->lane[t->shape_lane[at]];
}

/* Somebody comes to wait in a lane: it is to be looked at. */
static struct twophase_lane *
open_lane(struct twophase *t, size_t i)
{
	struct twophase_lane *l = lane_of(t, i);

	if (l->open)
		return l;
	t->open = VEC_MORE(t->open, t->opens, t->open_cap);
	t->open[t->opens++] = (uint32_t)(l - t->lane);
	l->open = true;
	l->last = 0;
	return l;
}

void
twophase_enter(struct twophase *t)
{
	struct wave *w = t->wave;
	const uint32_t came = (uint32_t)w->arrival.at;
	const size_t i = arrival_take(&w->arrival);
	const uint32_t shape = wave_shape(w, i);

	leaves_enter(&t->leaves, i, came);
	if (!w->shape[shape].never)
		lanes_push(&open_lane(t, i)->wait.heap, w->place_of[i]);
}

/* Whether what was short is short still. */
static bool
still_short(const struct twophase *t, const struct wave_shape *k)
{
	const struct wave *w = t->wave;
	struct room_figures figures;

	return k->is_short && room_short(&w->room, &w->jobs->job[k->like],
	    k->test, k->res, &figures);
}

/* If it is asked that nodes hold it, it is placed then. */
static bool
fits(struct twophase *t, struct wave_shape *k)
{
	struct wave *w = t->wave;
	const struct job *j = &w->jobs->job[k->like];
	struct room_figures figures;
	int test, r;

	if (still_short(t, k))
		return false;
	k->is_short = false;
	for (test = ROOM_ALL; test <= ROOM_CLASS; test++)
		for (r = 0; r < RES_N; r++)
			if (room_short(&w->room, j, (enum room_test)test,
			    (enum res)r, &figures)) {
				k->is_short = true;
				k->test = (enum room_test)test;
				k->res = (enum res)r;
				return false;
			}
	return !w->o->step.placement || wave_place(w, k);
}

/* Those of fifo queues that were admitted stand in line again. */
static void
again(struct twophase *t)
{
	struct wave *w = t->wave;
	struct leaves_leaf *l = &t->leaves.leaf[0];
	size_t k, left = 0, i;

	/* With budgets there are no such queues: see flow_can. */
	if (w->shared)
		return;
	for (k = 0; k < l->ins; k++) {
		i = w->job[l->in[k]];
		if (!is_fifo(t, i)) {
			l->in[left++] = l->in[k];
			continue;
		}
		lanes_line(&open_lane(t, i)->wait, l->in[k]);
		room_claim(&w->room, &w->jobs->job[i], -1);
	}
	l->ins = left;
}

/*
 * Those who still stand in a line are displaced, by the last who came in, or
 * else by the first who did not, if that is another.  Whether there are any.
 */
static bool
displace(struct twophase *t, struct twophase_lane *l)
{
	struct wave *w = t->wave;
	const struct state_with with = { .now_s = w->now_s };
	bool any = false;
	uint32_t by = 0, place;

	if (lanes_some(&l->wait))
		by = l->last > 0 ? l->last - 1 : lanes_first(&l->wait);
	while (lanes_break(&l->wait, &place)) {
		/* There are no budgets: see flow_can. */
		state_apply(w->jobs, w->job[place], STATE_DISPLACE, &with);
		any = true;
		if (by == place)
			continue;
		t->displaced = VEC_MORE(t->displaced, t->displaceds,
		    t->displaced_cap);
		t->displaced[t->displaceds++] = (struct twophase_displaced){
			w->job[place], w->job[by] };
	}
	return any;
}

/* How long a job may be let in without nodes; 0: for ever. */
static int64_t
timeout_s(const struct twophase *t, size_t i)
{
	const struct wave *w = t->wave;

	return w->o->timeouts ?
	    w->room.rule[w->jobs->job[i].queue]->timeout_s : 0;
}

static bool
admit(struct twophase *t, struct leaves_leaf *l)
{
	struct wave *w = t->wave;
	const struct state_with with = { .now_s = w->now_s };
	const uint32_t number = l->walk.at[0].lane;
	struct twophase_lane *lane = &t->lane[number];
	const uint32_t place = lanes_first(&lane->wait);
	const size_t i = w->job[place];
	bool is_new = w->jobs->job[i].state == JOB_PENDING;

	lanes_leave(&l->walk);
	if (!fits(t, &w->shape[w->shape_of[i]]))
		return false;
	lanes_take(&lane->wait);
	if (lanes_some(&lane->wait))
		lanes_enter(&l->walk, number, lanes_first(&lane->wait));
	if (is_new) {
		wave_change(w, i, STATE_ENQUEUE, &with);
		if (place >= lane->last)
			lane->last = place + 1;
	}
	if (!w->o->step.placement) {
		room_claim(&w->room, &w->jobs->job[i], 1);
		leaves_let_in(&t->leaves, i);
		if (is_new && timeout_s(t, i) > 0)
			due_push(&t->stuck, num_add_sat(w->now_s,
			    timeout_s(t, i)), (uint32_t)i);
		return is_new;
	}
	wave_start(w, i);
	return true;
}

static bool
enqueue(struct twophase *t)
{
	struct wave *w = t->wave;
	struct leaves_leaf *l;
	bool changed = false;
	size_t k, opens = 0;

	again(t);
	for (k = 0; k < t->opens; k++) {
		struct twophase_lane *lane = &t->lane[t->open[k]];

		lane->open = lanes_some(&lane->wait);
		if (!lane->open)
			continue;
		t->open[opens++] = t->open[k];
		if (lane->fifo || !still_short(t, &w->shape[lane->shape]))
			lanes_enter(&t->leaves.leaf[lane->leaf].walk,
			    t->open[opens - 1], lanes_first(&lane->wait));
	}
	t->opens = opens;
	leaves_walk(&t->leaves);
	while ((l = leaves_turn(&t->leaves, false)) != NULL)
		changed |= admit(t, l);
	for (k = 0; k < t->opens; k++)
		changed |= displace(t, &t->lane[t->open[k]]);
	return changed;
}

static bool
dequeue(struct twophase *t)
{
	struct wave *w = t->wave;
	struct leaves_leaf *l;
	bool changed = false;
	size_t i;

	memset(t->blocked, 0, w->jobs->queue.n);
	leaves_walk(&t->leaves);
	while ((l = leaves_turn(&t->leaves, true)) != NULL) {
		i = w->job[l->in[l->at]];
		if (t->blocked[w->jobs->job[i].queue]) {
			leaves_stay(l);
		} else if (wave_place(w, &w->shape[w->shape_of[i]])) {
			room_claim(&w->room, &w->jobs->job[i], -1);
			wave_start(w, i);
			leaves_leave(l);
			changed = true;
		} else {
			t->blocked[w->jobs->job[i].queue] = is_fifo(t, i);
			leaves_stay(l);
		}
	}
	leaves_walked(&t->leaves);
	return changed;
}

/* Whether that time is out, or will be, for who is let in still. */
static bool
is_stuck(const struct twophase *t, const struct due *d)
{
	const struct jobs *s = t->wave->jobs;

	return s->job[d->item].state == JOB_INQUEUE && d->at_s ==
	    num_add_sat(job_number(s, d->item, JOB_SINCE),
	    timeout_s(t, d->item));
}

/* Sends those back whose time is out; the end of a cooldown lets one come. */
static void
lapse(struct twophase *t)
{
	struct wave *w = t->wave;
	struct requeue_options o = w->o->requeue;
	struct due d;

	o.now_s = w->now_s;
	while (t->stuck.n > 0 && t->stuck.at[0].at_s <= w->now_s) {
		d = due_pop(&t->stuck);
		if (!requeue_job(w->jobs, d.item, w->queues, &o))
			continue;	/* it was let in anew, or is not */
		leaves_take_out(&t->leaves, d.item);
		room_claim(&w->room, &w->jobs->job[d.item], -1);
		if (w->jobs->job[d.item].state == JOB_PENDING)
			due_push(&t->cooling, job_number(w->jobs, d.item,
			    JOB_NOT_BEFORE), d.item);
	}
	while (t->cooling.n > 0 && t->cooling.at[0].at_s <= w->now_s) {
		d = due_pop(&t->cooling);
		lanes_push(&open_lane(t, d.item)->wait.heap,
		    w->place_of[d.item]);
	}
}

int64_t
twophase_next_s(struct twophase *t)
{
	int64_t at_s = NEVER;

	while (t->stuck.n > 0 && !is_stuck(t, &t->stuck.at[0]))
		due_pop(&t->stuck);
	if (t->stuck.n > 0)
		at_s = t->stuck.at[0].at_s;
	return t->cooling.n == 0 ? at_s :
	    num_min(at_s, t->cooling.at[0].at_s);
}

void
twophase_pass(struct twophase *t)
{
	struct wave *w = t->wave;
	bool changed = true;
	size_t k;

	w->pass++;
	t->displaceds = 0;
	for (k = 0; k < t->opens; k++)
		t->lane[t->open[k]].last = 0;
	lapse(t);
	if (w->shared)
		leaves_refresh(&t->leaves);
	while (changed) {
		changed = enqueue(t);
		changed |= dequeue(t);
	}
}

void
twophase_tell(const struct twophase *t)
{
	struct jobs *s = t->wave->jobs;
	struct buf reason = { 0 };
	struct slice id;
	size_t k;

	for (k = 0; k < t->displaceds; k++) {
		if (s->job[t->displaced[k].job].state != JOB_PENDING)
			continue;	/* it came in again */
		id = job_id(s, t->displaced[k].by);
		reason.n = 0;
		buf_str(&reason, "displaced ");
		buf_add(&reason, id.p, id.n);
		state_reason(s, t->displaced[k].job,
		    text_slice(reason.p, reason.n));
	}
	buf_free(&reason);
}

void
twophase_free(struct twophase *t)
{
	size_t i;

	for (i = 0; i < t->lanes; i++)
		lanes_free(&t->lane[i].wait);
	leaves_free(&t->leaves);
	intern_free(&t->lane_key);
	free(t->lane);
	free(t->open);
	free(t->fifo_lane);
	free(t->shape_lane);
	free(t->blocked);
	free(t->displaced);
	free(t->stuck.at);
	free(t->cooling.at);
}
