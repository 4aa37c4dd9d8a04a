#include "flow.h"

#include <stdlib.h>
#include <string.h>

#include "backfill.h"
#include "bound.h"
#include "buf.h"
#include "intern.h"
#include "lanes.h"
#include "mem.h"
#include "num.h"
#include "place.h"
#include "room.h"
#include "state.h"
#include "vec.h"

#define NEVER INT64_MAX
#define NO_LANE UINT32_MAX

/* What jobs of one queue ask alike. */
struct shape_kind {
	uint32_t like;		/* one of them */
	bool never;		/* it can never be held */
	bool is_short;		/* it was, in that resource by that test */
	enum room_test test;
	enum res res;
	size_t failed;		/* the pass in which nodes could not hold it */
};

/* Jobs that wait and are let in alike: of a shape, or of a fifo queue. */
struct flow_lane {
	struct lanes_heap wait;	/* by place in the order of all */
	uint32_t leaf;
	uint32_t shape;		/* besteffort */
	bool fifo;
};

/* What waits of a leaf; all of it is one without budgets. */
struct flow_leaf {
	struct lanes_walk walk;
	uint32_t *in;		/* admitted: places in the order, ascending */
	size_t ins, in_cap, at;
	struct lanes_heap since;	/* who waits, by `queued`: see order */
};

struct flow {
	struct jobs *jobs;
	struct cluster *cluster;
	const struct queues *queues;
	const struct sim_options *o;
	struct sim_result *result;
	int64_t now_s;
	struct room room;
	struct place place;
	struct bound bound;
	uint32_t *job, *place_of;	/* by place in the order; by job */
	uint32_t *shape_of;	/* by job */
	uint8_t *mark;		/* by job: bits */
	struct intern key, lane_key;
	struct shape_kind *shape;
	size_t shape_cap;
	struct flow_lane *lane;
	size_t lanes, lane_cap;
	struct flow_leaf *leaf;	/* by budget */
	size_t leaves, last;
	bool moved;
	size_t pass;
	struct keysort *arrival;
	size_t arrivals, arrived;
	struct flow_end *end;	/* a heap of runs by their ends */
	size_t ends, end_cap;
	struct window window;
	struct share share;
	bool shared;		/* budgets rule */
	uint32_t *by_queued;	/* jobs by `queued`, and their places there */
	uint32_t *queued_rank;
	bool *blocked;		/* by queue, in a walk */
	struct buf nodes;	/* of the job that starts */
};

enum { COMMITTED = 1, AGAIN = 2 };

struct flow_end {
	int64_t at_s;
	uint32_t job;
};

bool
flow_can(const struct jobs *s, const struct queues *queues,
    const struct sim_options *o)
{
	const bool ranked = order_ranked(o->step.policy);
	const struct queue *q;
	size_t i;

	if (o->plain || o->contracts || o->preemptive || o->restart_s > 0 ||
	    o->step.per_pool || o->step.policy == ORDER_HPS ||
	    (ranked && s->number[JOB_TOP] != NULL) || (o->lane != NULL &&
	    o->lane->n > 0))
		return false;
	for (i = 0; i < s->queue.n; i++) {
		q = queue_get(queues, s->queue.name[i]);
		if (backfill_is(q->discipline) || q->timeout_s > 0 ||
		    (ranked && q->discipline == QUEUE_FIFO))
			return false;
	}
	for (i = 0; i < s->n; i++)
		if (s->job[i].state == JOB_INQUEUE || (job_waits(&s->job[i]) &&
		    (s->job[i].has & (JOB_BIT(JOB_NOT_BEFORE) |
		    JOB_BIT(JOB_ENDED) | JOB_BIT(JOB_RESERVED))) != 0))
			return false;
	return true;
}

static bool
is_fifo(const struct flow *f, size_t i)
{
	return f->room.rule[f->jobs->job[i].queue]->discipline == QUEUE_FIFO;
}

static size_t
leaf_of(const struct flow *f, size_t i)
{
	return f->shared ? f->share.leaf[i] : BUDGET_ROOT;
}

static uint32_t
shape_number(struct flow *f, size_t i)
{
	const struct job *j = &f->jobs->job[i];
	const int64_t key[] = { j->instances, j->ask.of[RES_GPU],
	    j->ask.of[RES_CPU], j->ask.of[RES_MEM],
	    (int64_t)j->queue << 32 | j->class, j->same };
	size_t had = f->key.n, at = intern_add(&f->key,
	    text_slice((const char *)key, sizeof(key)));

	if (at == had) {
		f->shape = VEC_MORE(f->shape, at, f->shape_cap);
		memset(&f->shape[at], 0, sizeof(*f->shape));
		f->shape[at].like = (uint32_t)i;
		f->shape[at].never = bound_test(&f->bound, j) != BOUND_OK;
	}
	return (uint32_t)at;
}

static struct flow_lane *
lane_of(struct flow *f, size_t i)
{
	const bool fifo = is_fifo(f, i);
	const uint32_t key[] = { fifo, fifo ? f->jobs->job[i].queue :
	    f->shape_of[i], (uint32_t)leaf_of(f, i) };
	size_t at = intern_add(&f->lane_key, text_slice((const char *)key,
	    sizeof(key)));

	if (at == f->lanes) {
		f->lane = VEC_MORE(f->lane, f->lanes, f->lane_cap);
		memset(&f->lane[at], 0, sizeof(*f->lane));
		f->lane[at].fifo = fifo;
		f->lane[at].leaf = key[2];
		f->lane[at].shape = f->shape_of[i];
		f->lanes++;
	}
	return &f->lane[at];
}

static void
push_end(struct flow *f, int64_t at_s, size_t job)
{
	size_t i, up;

	if (at_s == NEVER)
		return;
	f->end = VEC_MORE(f->end, f->ends, f->end_cap);
	for (i = f->ends++; i > 0 &&
	    f->end[up = (i - 1) / 2].at_s > at_s; i = up)
		f->end[i] = f->end[up];
	f->end[i] = (struct flow_end){ at_s, (uint32_t)job };
}

static struct flow_end
pop_end(struct flow *f)
{
	struct flow_end first = f->end[0], v = f->end[--f->ends];
	size_t i, c;

	for (i = 0; (c = 2 * i + 1) < f->ends; i = c) {
		c += c + 1 < f->ends && f->end[c + 1].at_s < f->end[c].at_s;
		if (f->end[c].at_s >= v.at_s)
			break;
		f->end[i] = f->end[c];
	}
	f->end[i] = v;
	return first;
}

/* Job i runs from then on. */
static void
runs(struct flow *f, size_t i, int64_t from_s)
{
	int64_t left_s = sim_length_s(f->jobs, i, f->o->forecast);

	if (left_s != NEVER && !f->o->frozen)
		push_end(f, num_max(f->now_s, num_add_sat(from_s, num_max(0,
		    left_s - job_number(f->jobs, i, JOB_ATTAINED)))), i);
	if (f->shared)
		window_start(&f->window, f->jobs, i, from_s);
}

/* A job of the trace comes to be there. */
static void
enter(struct flow *f, size_t i)
{
	struct jobs *s = f->jobs;

	if (s->job[i].state == JOB_RUNNING) {
		runs(f, i, job_number(s, i,
		    (s->job[i].has & JOB_BIT(JOB_STARTED)) != 0 ?
		    JOB_STARTED : JOB_SINCE));
		return;
	}
	if (f->shared)
		lanes_push(&f->leaf[leaf_of(f, i)].since, f->queued_rank[i]);
	f->shape_of[i] = shape_number(f, i);
	if (!f->shape[f->shape_of[i]].never)
		lanes_push(&lane_of(f, i)->wait, f->place_of[i]);
}

static void
end_runs(struct flow *f)
{
	struct state_with with = { 0 };
	struct flow_end e;

	while (f->ends > 0 && f->end[0].at_s <= f->now_s) {
		e = pop_end(f);
		with.now_s = e.at_s;
		state_apply(f->jobs, e.job, STATE_FINISH, &with);
		place_job(&f->place, f->jobs, e.job, -1);
		room_run(&f->room, &f->jobs->job[e.job], -1);
		if (f->shared)
			window_stop(&f->window, f->jobs, e.job);
		f->result->done++;
		if (f->o->progress != NULL)
			f->o->progress(f->o->arg, f->result->done);
	}
}

static bool
can_place(struct flow *f, struct shape_kind *k)
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
still_short(const struct flow *f, const struct shape_kind *k)
{
	struct room_figures figures;

	return k->is_short && room_short(&f->room, &f->jobs->job[k->like],
	    k->test, k->res, &figures);
}

static bool
fits(struct flow *f, struct shape_kind *k)
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
	if (!f->o->step.placement)
		return true;
	if (!can_place(f, k))
		return false;
	place_undo(&f->place, j);
	return true;
}

static void
change(struct flow *f, size_t i, enum state_change c, struct slice nodes)
{
	struct state_with with = { .now_s = f->now_s, .nodes = nodes };

	state_apply(f->jobs, i, c, &with);
	if (!f->shared || (f->mark[i] & COMMITTED) != 0)
		return;
	f->mark[i] |= COMMITTED;
	share_commit(&f->share, f->jobs, i, 1);
	f->moved = true;
}

/* Adds a place to the admitted ones of a leaf, in order. */
static void
add_in(struct flow_leaf *l, uint32_t place)
{
	size_t i;

	l->in = VEC_MORE(l->in, l->ins, l->in_cap);
	for (i = l->ins++; i > 0 && l->in[i - 1] > place; i--)
		l->in[i] = l->in[i - 1];
	l->in[i] = place;
}

static bool
goes_on(const struct flow_leaf *l, bool in)
{
	return in ? l->at < l->ins : l->walk.n > 0;
}

/* Whether leaf a goes before leaf b; unallocated jobs go last. */
static bool
before(const struct flow *f, size_t a, size_t b)
{
	if (a == BUDGET_ROOT || b == BUDGET_ROOT)
		return a != BUDGET_ROOT;
	return share_cmp(&f->share, a, b) < 0;
}

/* The leaf whose turn it is in a walk, or NULL: as turn_next has it. */
static struct flow_leaf *
turn(struct flow *f, bool in)
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
static size_t
again(struct flow *f, uint32_t **out)
{
	struct flow_leaf *l = &f->leaf[0];
	uint32_t *was = NULL;
	size_t k, n = 0, left = 0, i;

	for (k = 0; !f->shared && k < l->ins; k++) {
		i = f->job[l->in[k]];
		if (!is_fifo(f, i)) {
			l->in[left++] = l->in[k];
			continue;
		}
		if (was == NULL)
			was = mem_array(l->ins, sizeof(*was));
		was[n++] = l->in[k];
		room_claim(&f->room, &f->jobs->job[i], -1);
		lanes_push(&lane_of(f, i)->wait, l->in[k]);
	}
	if (n > 0)
		l->ins = left;
	*out = was;
	return n;
}

static bool
admit(struct flow *f, struct flow_leaf *l)
{
	struct flow_lane *lane = &f->lane[l->walk.at[0].lane];
	uint32_t place = lane->wait.item[0], number = l->walk.at[0].lane;
	size_t i = f->job[place];
	bool is_new = f->jobs->job[i].state == JOB_PENDING;

	lanes_leave(&l->walk);
	if (!fits(f, &f->shape[f->shape_of[i]]))
		return false;
	lanes_pop(&lane->wait);
	if (lane->wait.n > 0)
		lanes_enter(&l->walk, number, lane->wait.item[0]);
	room_claim(&f->room, &f->jobs->job[i], 1);
	add_in(l, place);
	f->mark[i] |= AGAIN;
	if (is_new)
		change(f, i, STATE_ENQUEUE, text_slice(NULL, 0));
	return is_new;
}

static bool
enqueue(struct flow *f)
{
	struct flow_leaf *l;
	uint32_t *was;
	size_t n = again(f, &was), k;
	bool changed = false;

	for (k = 0; k < n; k++)
		f->mark[f->job[was[k]]] &= (uint8_t)~AGAIN;
	for (k = 0; k < f->lanes; k++) {
		struct flow_lane *lane = &f->lane[k];

		if (lane->wait.n > 0 && (lane->fifo ||
		    !still_short(f, &f->shape[lane->shape])))
			lanes_enter(&f->leaf[lane->leaf].walk, (uint32_t)k,
			    lane->wait.item[0]);
	}
	f->last = f->leaves;
	f->moved = false;
	while ((l = turn(f, false)) != NULL)
		changed |= admit(f, l);
	for (k = 0; k < n; k++)
		if ((f->mark[f->job[was[k]]] & AGAIN) == 0) {
			change(f, f->job[was[k]], STATE_DISPLACE,
			    text_slice(NULL, 0));
			changed = true;
		}
	free(was);
	return changed;
}

static void
start(struct flow *f, size_t i)
{
	const struct job *j = &f->jobs->job[i];

	room_claim(&f->room, j, -1);
	room_run(&f->room, j, 1);
	f->nodes.n = 0;
	place_put(&f->place, &f->nodes);
	change(f, i, STATE_START, text_slice(f->nodes.p, f->nodes.n));
	runs(f, i, f->now_s);
	if (f->result->first_s[i] == -1)
		f->result->first_s[i] = f->now_s;
}

static bool
dequeue(struct flow *f)
{
	struct flow_leaf *l;
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
		} else if (can_place(f, &f->shape[f->shape_of[i]])) {
			start(f, i);
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
refresh(struct flow *f)
{
	const struct budget *b = f->share.budgets->group;
	struct lanes_heap *h;
	size_t g, k;

	f->o->usage->o.now_s = f->now_s;
	window_sum(&f->window, f->now_s, f->o->usage->group);
	for (g = 0; g < f->leaves; g++) {
		h = &f->leaf[g].since;
		while (h->n > 0 && !job_waits(
		    &f->jobs->job[f->by_queued[h->item[0]]]))
			lanes_pop(h);
		f->share.queued_s[g] = g == BUDGET_ROOT || h->n == 0 ?
		    INT64_MAX :
		    f->jobs->job[f->by_queued[h->item[0]]].queued_s;
		for (k = 0; k < f->leaf[g].ins; k++)
			f->mark[f->job[f->leaf[g].in[k]]] &=
			    (uint8_t)~COMMITTED;
	}
	for (g = f->leaves; g-- > 1;)
		if (b[g].parent != BUDGET_ROOT)
			f->share.queued_s[b[g].parent] = num_min(
			    f->share.queued_s[b[g].parent],
			    f->share.queued_s[g]);
}

static void
instant(struct flow *f)
{
	bool changed = true;

	f->result->instants++;
	f->pass++;
	end_runs(f);
	while (!f->o->frozen && f->arrived < f->arrivals &&
	    (int64_t)f->arrival[f->arrived].key <= f->now_s)
		enter(f, f->arrival[f->arrived++].item);
	if (f->shared)
		refresh(f);
	while (changed) {
		changed = enqueue(f);
		changed |= dequeue(f);
	}
}

/* Numbers jobs by their places in an order; both ways. */
static void
number(const struct flow *f, enum order_policy p, uint32_t **by_place,
    uint32_t **by_job)
{
	const size_t n = f->jobs->n;
	size_t *order = mem_array(n, sizeof(*order)), i;

	for (i = 0; i < n; i++)
		order[i] = i;
	order_sort(f->jobs, p, NULL, f->now_s, order, n);
	*by_place = mem_array(n, sizeof(**by_place));
	*by_job = mem_array(n, sizeof(**by_job));
	for (i = 0; i < n; i++) {
		(*by_place)[i] = (uint32_t)order[i];
		(*by_job)[order[i]] = (uint32_t)i;
	}
	free(order);
}

/* Jobs by the time that orders them within their priority. */
static void
number_queued(struct flow *f)
{
	const size_t n = f->jobs->n;
	struct keysort *k = mem_array(n, sizeof(*k));
	size_t i;

	for (i = 0; i < n; i++)
		k[i] = (struct keysort){
			(uint64_t)f->jobs->job[i].queued_s, i };
	keysort_radix(k, n, 64);
	f->by_queued = mem_array(n, sizeof(*f->by_queued));
	f->queued_rank = mem_array(n, sizeof(*f->queued_rank));
	for (i = 0; i < n; i++) {
		f->by_queued[i] = (uint32_t)k[i].item;
		f->queued_rank[k[i].item] = (uint32_t)i;
	}
	free(k);
}

static void
begin_share(struct flow *f)
{
	struct usage *u = f->o->usage;

	f->shared = u != NULL && order_ranked(f->o->step.policy);
	f->leaves = f->shared ? u->budgets->n : 1;
	f->leaf = mem_zero(f->leaves, sizeof(*f->leaf));
	if (!f->shared)
		return;
	window_init(&f->window, u);
	share_init(&f->share, u, f->jobs, f->o->capacity_m,
	    f->o->step.policy == ORDER_DESERVED, NULL);
	number_queued(f);
}

static int
arrival_cmp(const void *arg, const struct keysort *a, const struct keysort *b)
{
	(void)arg;
	return num_cmp((int64_t)a->key, (int64_t)b->key);
}

static void
begin(struct flow *f)
{
	const struct jobs *s = f->jobs;
	size_t i;

	room_init(&f->room, s, f->cluster, f->queues);
	place_init(&f->place, &f->room, f->o->step.spread);
	bound_init(&f->bound, &f->room);
	begin_share(f);
	number(f, f->o->step.policy, &f->job, &f->place_of);
	f->shape_of = mem_array(s->n, sizeof(*f->shape_of));
	f->mark = mem_zero(s->n + 1, sizeof(*f->mark));
	f->blocked = mem_zero(s->queue.n + 1, sizeof(*f->blocked));
	f->arrival = mem_array(s->n, sizeof(*f->arrival));
	for (i = 0; i < s->n; i++) {
		if (s->job[i].state == JOB_RUNNING ||
		    (job_waits(&s->job[i]) &&
		    s->job[i].created_s <= f->now_s))
			enter(f, i);
		else if (job_waits(&s->job[i]))
			f->arrival[f->arrivals++] = (struct keysort){
				(uint64_t)s->job[i].created_s, i };
	}
	keysort_merge(f->arrival, f->arrivals, arrival_cmp, NULL);
}

static int64_t
next_instant(const struct flow *f)
{
	int64_t t = NEVER;

	if (!f->o->frozen && f->arrived < f->arrivals)
		t = (int64_t)f->arrival[f->arrived].key;
	if (f->ends > 0)
		t = num_min(t, f->end[0].at_s);
	return t == NEVER ? t : sim_grid_s(f->o, f->now_s,
	    num_max(t, f->now_s));
}

static void
end(struct flow *f)
{
	size_t i;

	for (i = 0; i < f->leaves; i++) {
		free(f->leaf[i].walk.at);
		free(f->leaf[i].in);
		free(f->leaf[i].since.item);
	}
	for (i = 0; i < f->lanes; i++)
		free(f->lane[i].wait.item);
	if (f->shared) {
		share_free(&f->share);
		window_free(&f->window);
	}
	bound_free(&f->bound);
	place_free(&f->place);
	room_free(&f->room);
	intern_free(&f->key);
	intern_free(&f->lane_key);
	buf_free(&f->nodes);
	free(f->job);
	free(f->place_of);
	free(f->shape_of);
	free(f->mark);
	free(f->shape);
	free(f->lane);
	free(f->leaf);
	free(f->arrival);
	free(f->end);
	free(f->by_queued);
	free(f->queued_rank);
	free(f->blocked);
}

/* Those who still wait in the end are told why, by one more step. */
static void
tell(struct jobs *all, struct cluster *c, const struct queues *queues,
    const struct sim_options *o, struct sim_result *result)
{
	struct sim_options last = *o;
	struct sim_result none;
	struct sim s;
	size_t i;

	for (i = 0; i < all->n && !(job_waits(&all->job[i]) &&
	    all->job[i].created_s <= result->end_s); i++)
		;
	if (i == all->n)
		return;
	last.start_s = result->end_s;
	last.frozen = true;
	sim_begin(&s, all, c, queues, &last, &none);
	sim_instant(&s, result->end_s);
	sim_end(&s);
	sim_result_free(&none);
}

void
flow_run(struct jobs *jobs, struct cluster *c, const struct queues *queues,
    const struct sim_options *o, struct sim_result *result)
{
	struct flow f = { .jobs = jobs, .cluster = c, .queues = queues,
		.o = o, .result = result, .now_s = o->start_s };
	int64_t t;

	sim_result_init(result, jobs->n);
	begin(&f);
	for (t = o->start_s; t != NEVER; t = next_instant(&f)) {
		f.now_s = t;
		instant(&f);
	}
	result->end_s = f.now_s;
	end(&f);
	tell(jobs, c, queues, o, result);
}
