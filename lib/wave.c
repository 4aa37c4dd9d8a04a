#include "wave.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"
#include "state.h"
#include "vec.h"

static bool
is_fifo(const struct wave *f, size_t i)
{
	return f->room.rule[f->jobs->job[i].queue]->discipline == QUEUE_FIFO;
}

static size_t
leaf_of(const struct wave *f, size_t i)
{
	return f->shared ? f->share.leaf[i] : BUDGET_ROOT;
}

uint32_t
wave_shape(struct wave *f, size_t i)
{
	const struct job *j = &f->jobs->job[i];
	const struct job_ask ask = job_ask(j);
	size_t had = f->key.n, at = intern_add(&f->key,
	    text_slice((const char *)&ask, sizeof(ask)));

	if (at == had) {
		f->shape = VEC_MORE(f->shape, at, f->shape_cap);
		memset(&f->shape[at], 0, sizeof(*f->shape));
		f->shape[at].like = (uint32_t)i;
		f->shape[at].never = bound_test(&f->bound, j) != BOUND_OK;
	}
	return (uint32_t)at;
}

static size_t
add_lane(struct wave *f, size_t i, bool fifo)
{
	struct wave_lane *l;

	f->lane = VEC_MORE(f->lane, f->lanes, f->lane_cap);
	l = &f->lane[f->lanes];
	memset(l, 0, sizeof(*l));
	l->fifo = fifo;
	l->leaf = (uint32_t)leaf_of(f, i);
	l->shape = f->shape_of[i];
	return f->lanes++;
}

static struct wave_lane *
lane_of(struct wave *f, size_t i)
{
	const uint32_t key[] = { f->shape_of[i], (uint32_t)leaf_of(f, i) };
	uint32_t *fifo = &f->fifo_lane[f->jobs->job[i].queue];
	size_t at;

	if (is_fifo(f, i)) {
		if (*fifo == 0)
			*fifo = (uint32_t)add_lane(f, i, true) + 1;
		return &f->lane[*fifo - 1];
	}
	at = intern_add(&f->lane_key, text_slice((const char *)key,
	    sizeof(key)));
	if (at == f->shape_lanes) {
		f->shape_lane = VEC_MORE(f->shape_lane, at,
		    f->shape_lane_cap);
		f->shape_lane[f->shape_lanes++] =
		    (uint32_t)add_lane(f, i, false);
	}
	return &f->lane[f->shape_lane[at]];
}

void
wave_runs(struct wave *f, size_t i, int64_t from_s)
{
	int64_t left_s = sim_length_s(f->jobs, i, f->o->forecast);

	if (left_s != INT64_MAX && !f->o->frozen)
		due_push(&f->ends, num_max(f->now_s, num_add_sat(from_s,
		    num_max(0, left_s - job_number(f->jobs, i,
		    JOB_ATTAINED)))), (uint32_t)i);
	if (f->shared)
		window_start(&f->window, f->jobs, i, from_s);
}

/* The job with that rank by `queued`. */
static size_t
queued_job(const struct wave *f, uint32_t rank)
{
	return f->by_queued != NULL ? f->by_queued[rank] :
	    f->arrival.who[rank];
}

void
wave_enter(struct wave *f)
{
	const uint32_t came = (uint32_t)f->arrival.at;
	const size_t i = arrival_take(&f->arrival);

	if (f->shared)
		lanes_push(&f->leaf[leaf_of(f, i)].since,
		    f->by_queued != NULL ? f->queued_rank[i] : came);
	f->shape_of[i] = wave_shape(f, i);
	if (!f->shape[f->shape_of[i]].never)
		lanes_push(&lane_of(f, i)->wait.heap, f->place_of[i]);
}

bool
wave_place(struct wave *f, struct wave_shape *k)
{
	const struct job *j = &f->jobs->job[k->like];

	if (k->failed == f->pass)
		return false;
	if (place_gang(&f->place, j, 0) == j->instances)
		return true;
	k->failed = f->pass;
	return false;
}

/* Whether what was short is short still. */
static bool
still_short(const struct wave *f, const struct wave_shape *k)
{
	struct room_figures figures;

	return k->is_short && room_short(&f->room, &f->jobs->job[k->like],
	    k->test, k->res, &figures);
}

/* If it is asked that nodes hold it, it is placed then. */
static bool
fits(struct wave *f, struct wave_shape *k)
{
	const struct job *j = &f->jobs->job[k->like];
	struct room_figures figures;
	int t, r;

	if (still_short(f, k))
		return false;
	k->is_short = false;
	for (t = ROOM_ALL; t <= ROOM_CLASS; t++)
		for (r = 0; r < RES_N; r++)
			if (room_short(&f->room, j, (enum room_test)t,
			    (enum res)r, &figures)) {
				k->is_short = true;
				k->test = (enum room_test)t;
				k->res = (enum res)r;
				return false;
			}
	return !f->o->step.placement || wave_place(f, k);
}

static void
change(struct wave *f, size_t i, enum state_change c,
    const struct state_with *with)
{
	state_apply(f->jobs, i, c, with);
	if (!f->shared || f->committed[i])
		return;
	f->committed[i] = true;
	share_commit(&f->share, f->jobs, i, 1);
	f->moved = true;
}

/* Adds a place to the admitted ones of a leaf, in order. */
static void
add_in(struct wave_leaf *l, uint32_t place)
{
	size_t i;

	l->in = VEC_MORE(l->in, l->ins, l->in_cap);
	for (i = l->ins++; i > 0 && l->in[i - 1] > place; i--)
		l->in[i] = l->in[i - 1];
	l->in[i] = place;
}

static bool
goes_on(const struct wave_leaf *l, bool in)
{
	return in ? l->at < l->ins : l->walk.n > 0;
}

/* Whether leaf a goes before leaf b; unallocated jobs go last. */
static bool
before(const struct wave *f, size_t a, size_t b)
{
	if (a == BUDGET_ROOT || b == BUDGET_ROOT)
		return a != BUDGET_ROOT;
	return share_cmp(&f->share, a, b) < 0;
}

/* The leaf whose turn it is in a walk, or NULL: as turn_next has it. */
static struct wave_leaf *
turn(struct wave *f, bool in)
{
	size_t i, best = f->leaves;

	if (f->last < f->leaves && !f->moved &&
	    goes_on(&f->leaf[f->last], in))
		return &f->leaf[f->last];
	f->moved = false;
	for (i = 0; i < f->leaves; i++)
		if (goes_on(&f->leaf[i], in) && (best == f->leaves ||
		    before(f, i, best)))
			best = i;
	f->last = best;
	return best == f->leaves ? NULL : &f->leaf[best];
}

/* Those of fifo queues that were admitted stand in line again. */
static void
again(struct wave *f)
{
	struct wave_leaf *l = &f->leaf[0];
	size_t k, left = 0, i;

	/* With budgets there are no such queues: see flow_can. */
	if (f->shared)
		return;
	for (k = 0; k < l->ins; k++) {
		i = f->job[l->in[k]];
		if (!is_fifo(f, i)) {
			l->in[left++] = l->in[k];
			continue;
		}
		lanes_line(&lane_of(f, i)->wait, l->in[k]);
		room_claim(&f->room, &f->jobs->job[i], -1);
	}
	l->ins = left;
}

/* Those who still stand there are displaced.  Whether there are any. */
static bool
displace(struct wave *f)
{
	const struct state_with with = { .now_s = f->now_s };
	bool any = false;
	uint32_t place;
	size_t k;

	for (k = 0; k < f->lanes; k++)
		while (lanes_break(&f->lane[k].wait, &place)) {
			change(f, f->job[place], STATE_DISPLACE, &with);
			any = true;
		}
	return any;
}

void
wave_start(struct wave *f, size_t i)
{
	struct state_with with = { .now_s = f->now_s, .kept = true,
		.nodes = place_name(&f->place) };

	room_run(&f->room, &f->jobs->job[i], 1);
	if (with.nodes.p == NULL) {
		f->nodes.n = 0;
		place_put(&f->place, &f->nodes);
		with.nodes = text_slice(f->nodes.p, f->nodes.n);
		with.kept = false;
	}
	change(f, i, STATE_START, &with);
	wave_runs(f, i, f->now_s);
	sim_result_start(f->result, i, f->now_s);
}

static bool
admit(struct wave *f, struct wave_leaf *l)
{
	const struct state_with with = { .now_s = f->now_s };
	const uint32_t number = l->walk.at[0].lane;
	struct wave_lane *lane = &f->lane[number];
	const uint32_t place = lanes_first(&lane->wait);
	const size_t i = f->job[place];
	bool is_new = f->jobs->job[i].state == JOB_PENDING;

	lanes_leave(&l->walk);
	if (!fits(f, &f->shape[f->shape_of[i]]))
		return false;
	lanes_take(&lane->wait);
	if (lanes_some(&lane->wait))
		lanes_enter(&l->walk, number, lanes_first(&lane->wait));
	if (is_new)
		change(f, i, STATE_ENQUEUE, &with);
	if (!f->o->step.placement) {
		room_claim(&f->room, &f->jobs->job[i], 1);
		add_in(l, place);
		return is_new;
	}
	wave_start(f, i);
	return true;
}

static bool
enqueue(struct wave *f)
{
	struct wave_leaf *l;
	bool changed = false;
	size_t k;

	again(f);
	for (k = 0; k < f->lanes; k++) {
		struct wave_lane *lane = &f->lane[k];

		if (lanes_some(&lane->wait) && (lane->fifo ||
		    !still_short(f, &f->shape[lane->shape])))
			lanes_enter(&f->leaf[lane->leaf].walk, (uint32_t)k,
			    lanes_first(&lane->wait));
	}
	f->last = f->leaves;
	f->moved = false;
	while ((l = turn(f, false)) != NULL)
		changed |= admit(f, l);
	changed |= displace(f);
	return changed;
}

static bool
dequeue(struct wave *f)
{
	struct wave_leaf *l;
	bool changed = false;
	size_t i, k;

	for (k = 0; k < f->leaves; k++)
		f->leaf[k].at = 0;
	memset(f->blocked, 0, f->jobs->queue.n);
	f->last = f->leaves;
	f->moved = false;
	while ((l = turn(f, true)) != NULL) {
		i = f->job[l->in[l->at]];
		if (f->blocked[f->jobs->job[i].queue]) {
			l->at++;
		} else if (wave_place(f, &f->shape[f->shape_of[i]])) {
			room_claim(&f->room, &f->jobs->job[i], -1);
			wave_start(f, i);
			l->ins--;
			memmove(&l->in[l->at], &l->in[l->at + 1],
			    (l->ins - l->at) * sizeof(*l->in));
			changed = true;
		} else {
			f->blocked[f->jobs->job[i].queue] = is_fifo(f, i);
			l->at++;
		}
	}
	return changed;
}

/* What the groups stand at, and since when their jobs wait. */
static void
refresh(struct wave *f)
{
	const struct budget *b = f->share.budgets->group;
	struct lanes_heap *h;
	size_t g, k;

	f->o->usage->o.now_s = f->now_s;
	window_sum(&f->window, f->now_s, f->o->usage->group);
	for (g = 0; g < f->leaves; g++) {
		h = &f->leaf[g].since;
		while (h->n > 0 && !job_waits(
		    &f->jobs->job[queued_job(f, h->item[0])]))
			lanes_pop(h);
		f->share.group[g].queued_s = g == BUDGET_ROOT || h->n == 0 ?
		    INT64_MAX :
		    job_queued_s(f->jobs, queued_job(f, h->item[0]));
	}
	/* Those that are let in are charged for what they claim. */
	for (g = 0; g < f->leaves; g++)
		for (k = 0; k < f->leaf[g].ins; k++)
			share_commit(&f->share, f->jobs,
			    f->job[f->leaf[g].in[k]], 1);
	for (g = f->leaves; g-- > 1;)
		if (b[g].parent != BUDGET_ROOT)
			f->share.group[b[g].parent].queued_s = num_min(
			    f->share.group[b[g].parent].queued_s,
			    f->share.group[g].queued_s);
}

void
wave_pass(struct wave *f)
{
	bool changed = true;

	f->pass++;
	if (f->shared)
		refresh(f);
	while (changed) {
		changed = enqueue(f);
		changed |= dequeue(f);
	}
}
