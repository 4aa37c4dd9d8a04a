#include "easy.h"

#include <stdlib.h>

#include "later.h"
#include "mem.h"
#include "num.h"
#include "vec.h"

#define NEVER INT64_MAX
#define NOWHERE UINT32_MAX

static int64_t
limit_s(const struct wave *w, size_t i)
{
	return (w->jobs->job[i].has & JOB_BIT(JOB_TIME_LIMIT)) != 0 ?
	    job_number(w->jobs, i, JOB_TIME_LIMIT) : NEVER;
}

/* Gives each shape its lane, and each job its place there, in order. */
static void
number(struct easy *e)
{
	struct wave *w = e->wave;
	const size_t n = w->jobs->n;
	uint32_t from = 0;
	size_t k, i;

	for (i = 0; i < n; i++)
		w->shape_of[i] = NOWHERE;
	for (k = 0; k < w->arrival.n; k++) {
		i = w->arrival.who[k];
		wave_shape(w, i);
	}
	e->lane = mem_zero(w->key.n, sizeof(*e->lane));
	for (k = 0; k < w->arrival.n; k++)
		e->lane[w->shape_of[w->arrival.who[k]]].to++;
	for (k = 0; k < w->key.n; k++) {
		e->lane[k].from = from;
		from += e->lane[k].to;
		e->lane[k].to = e->lane[k].from;
	}
	for (k = 0; k < n; k++) {
		i = w->job[k];
		if (w->shape_of[i] == NOWHERE)
			continue;
		e->at[i] = e->lane[w->shape_of[i]].to++;
		e->job[e->at[i]] = (uint32_t)i;
	}
}

void
easy_init(struct easy *e, struct wave *w)
{
	*e = (struct easy){ .wave = w };
	e->job = mem_array(w->arrival.n, sizeof(*e->job));
	e->at = mem_array(w->jobs->n, sizeof(*e->at));
	number(e);
	e->open = mem_array(w->key.n, sizeof(*e->open));
	backlog_init(&e->backlog, w->arrival.n);
	e->later = mem_array(w->cluster->cards, sizeof(*e->later));
	e->held = mem_zero(w->cluster->hosts, sizeof(*e->held));
}

void
easy_enter(struct easy *e)
{
	struct wave *w = e->wave;
	const size_t i = arrival_take(&w->arrival);
	struct easy_lane *l = &e->lane[w->shape_of[i]];

	if (w->shape[w->shape_of[i]].never)
		return;
	backlog_put(&e->backlog, e->at[i], limit_s(w, i));
	if (l->waiting++ > 0)
		return;
	l->open = (uint32_t)e->opens;
	e->open[e->opens++] = w->shape_of[i];
}

/* A job waits no more. */
static void
leave(struct easy *e, size_t i)
{
	struct easy_lane *l = &e->lane[e->wave->shape_of[i]];
	uint32_t last;

	backlog_take(&e->backlog, e->at[i]);
	if (--l->waiting > 0)
		return;
	last = e->open[--e->opens];
	e->open[l->open] = last;
	e->lane[last].open = l->open;
}

void
easy_runs(struct easy *e, size_t i)
{
	const int64_t at_s = later_end(e->wave->jobs, i, e->wave->now_s);

	if (at_s != LATER_NEVER)
		due_push(&e->limits, at_s, (uint32_t)i);
}

/* When the next run is taken to end: any moment now if it should have. */
static int64_t
next_end_s(struct easy *e)
{
	const struct wave *w = e->wave;

	while (e->limits.n > 0 && w->jobs->job[e->limits.at[0].item].state !=
	    JOB_RUNNING)
		due_pop(&e->limits);
	return e->limits.n == 0 ? NEVER : num_max(e->limits.at[0].at_s,
	    num_add_sat(w->now_s, 1));
}

/* Takes the next run off its nodes. */
static void
end_one(struct easy *e)
{
	e->ended = VEC_MORE(e->ended, e->ends, e->end_cap);
	e->ended[e->ends] = due_pop(&e->limits);
	place_job(&e->wave->place, e->wave->jobs, e->ended[e->ends++].item,
	    -1);
}

static void
put_back(struct easy *e)
{
	while (e->ends > 0) {
		const struct due d = e->ended[--e->ends];

		place_job(&e->wave->place, e->wave->jobs, d.item, 1);
		due_push(&e->limits, d.at_s, d.item);
	}
}

/* Notes what the hosts of the placement made last have, as it is now. */
static void
hold(struct easy *e)
{
	const struct wave *w = e->wave;
	const struct cluster *c = w->cluster;
	const struct cluster_host *h;
	uint32_t host, k;
	size_t i;
	int r;

	for (i = 0; i < w->place.runs; i++) {
		host = c->card[w->place.run[i].card].host;
		if (e->held[host])
			continue;
		e->held[host] = true;
		e->host = VEC_MORE(e->host, e->hosts, e->host_cap);
		e->host[e->hosts++] = host;
		h = &c->host[host];
		for (k = h->card; k != CLUSTER_END; k = c->card[k].next)
			e->later[k].of[RES_GPU] = c->card[k].gpu_m;
		for (r = RES_CPU; r < RES_N; r++)
			e->later[h->card].of[r] = h->free[r];
	}
}

/*
 * Makes a job the head: runs end, in their order, until it can be placed.  What
 * ends at one instant ends together.
 */
static void
set_head(struct easy *e, size_t i)
{
	struct wave *w = e->wave;
	const struct job *j = &w->jobs->job[i];
	int64_t at_s;

	e->headed = true;
	e->head = (uint32_t)i;
	e->free_s = NEVER;
	while (e->free_s == NEVER && (at_s = next_end_s(e)) != NEVER) {
		end_one(e);
		if (next_end_s(e) > at_s && room_enough(&w->room, j) &&
		    place_gang(&w->place, j, 0) == j->instances)
			e->free_s = at_s;
	}
	if (e->free_s != NEVER) {
		hold(e);
		place_undo(&w->place, j);
	}
	put_back(e);
	e->spare = w->room.idle;
	/* Those who pass leave it room in its queue's quota. */
	room_promise(&w->room, j, 1);
}

/* Leaves on a card what both now and t* have. */
static void
cut(struct easy *e, uint32_t card, const struct cluster_host *h)
{
	const struct shape *later = &e->later[card];
	struct shape s = { { 0 } };
	bool any;
	int r;

	s.of[RES_GPU] = num_max(0, e->wave->cluster->card[card].gpu_m -
	    later->of[RES_GPU]);
	any = s.of[RES_GPU] > 0;
	for (r = RES_CPU; card == h->card && r < RES_N; r++) {
		s.of[r] = num_max(0, h->free[r] - later->of[r]);
		any |= s.of[r] > 0;
	}
	if (!any)
		return;
	e->cut = VEC_MORE(e->cut, e->cuts, e->cut_cap);
	e->cut[e->cuts++] = (struct easy_cut){ card, s };
	place_move(&e->wave->place, card, &s, 1);
}

/* Whether there may be enough to spare, as far as sums tell. */
static bool
enough(const struct easy *e, const struct job *j)
{
	int r;

	for (r = 0; r < RES_N; r++)
		if ((e->wave->cluster->seen & 1U << r) != 0 &&
		    (room_wide)j->instances * j->ask.of[r] > e->spare.of[r])
			return false;
	return true;
}

/* Places a job on what is free now and at t*, whoever starts in between. */
static bool
place_spare(struct easy *e, const struct job *j)
{
	const struct cluster *c = e->wave->cluster;
	struct place *p = &e->wave->place;
	bool ok;
	uint32_t k;
	size_t i;

	if (!enough(e, j))
		return false;
	for (i = 0; i < e->hosts; i++)
		for (k = c->host[e->host[i]].card; k != CLUSTER_END;
		    k = c->card[k].next)
			cut(e, k, &c->host[e->host[i]]);
	e->spare = e->wave->room.idle;
	ok = place_gang(p, j, 0) == j->instances;
	while (e->cuts > 0) {
		e->cuts--;
		place_move(p, e->cut[e->cuts].card, &e->cut[e->cuts].of, -1);
	}
	return ok;
}

/* What was placed just now runs at t* too. */
static void
keep(struct easy *e, const struct shape *ask)
{
	const struct cluster *c = e->wave->cluster;
	const struct place *p = &e->wave->place;
	int64_t *later;
	uint32_t card, host;
	size_t i;
	int r;

	for (i = 0; i < p->runs; i++) {
		card = p->run[i].card;
		host = c->card[card].host;
		for (r = 0; e->held[host] && r < RES_N; r++) {
			later = r == RES_GPU ? &e->later[card].of[r] :
			    &e->later[c->host[host].card].of[r];
			*later = num_move_sat(*later,
			    -num_mul_sat(p->run[i].n, ask->of[r]));
		}
	}
}

/* Whether a job that has a place now may take it, or another, at once. */
static bool
passes(struct easy *e, size_t i)
{
	struct wave *w = e->wave;
	const struct job *j = &w->jobs->job[i];
	struct easy_lane *l = &e->lane[w->shape_of[i]];
	const int64_t most_s = limit_s(w, i);

	if (most_s != NEVER && num_add_sat(w->now_s, most_s) <= e->free_s)
		return true;
	place_undo(&w->place, j);
	if (l->no_spare == e->walks)
		return false;
	if (place_spare(e, j)) {
		keep(e, &j->ask);
		return true;
	}
	l->no_spare = e->walks;
	return false;
}

/* Puts a shape into the walk with its first job from a place on. */
static void
look(struct easy *e, uint32_t shape, size_t from)
{
	const struct wave *w = e->wave;
	const struct easy_lane *l = &e->lane[shape];
	const size_t at = backlog_first(&e->backlog, from, l->to,
	    l->no_spare == e->walks ? e->free_s - w->now_s : BACKLOG_ANY);

	if (at != BACKLOG_NONE)
		lanes_enter(w->shape[shape].failed != w->pass &&
		    room_enough(&w->room, &w->jobs->job[e->job[at]]) ?
		    &e->walk : &e->full, shape, w->place_of[e->job[at]]);
}

/* Whether it is the turn of one that has no room: nobody is blocked yet. */
static bool
is_full(const struct easy *e)
{
	return !e->headed && e->full.n > 0 && (e->walk.n == 0 ||
	    e->full.at[0].head < e->walk.at[0].head);
}

/* The next job in order that its shape lets try. */
static void
try(struct easy *e)
{
	struct wave *w = e->wave;
	const bool full = is_full(e);
	struct lanes_walk *of = full ? &e->full : &e->walk;
	const size_t i = w->job[of->at[0].head];
	const uint32_t shape = lanes_leave(of);

	/* Such a job is no head, nor are those like it. */
	if (room_over_quota(&w->room, &w->jobs->job[i]))
		return;
	if (full || !wave_place(w, &w->shape[shape])) {
		if (!e->headed)
			set_head(e, i);
		return;
	}
	if (!e->headed || passes(e, i)) {
		e->passed |= e->headed;
		wave_start(w, i);
		easy_runs(e, i);
		leave(e, i);
	}
	look(e, shape, e->at[i] + 1);
}

/* One walk over those who wait. */
static void
walk(struct easy *e)
{
	struct wave *w = e->wave;
	size_t k;

	e->walks++;
	e->headed = e->passed = false;
	for (k = 0; k < e->opens; k++)
		look(e, e->open[k], e->lane[e->open[k]].from);
	/* Nobody passes a head that may never start. */
	while (is_full(e) || (e->walk.n > 0 &&
	    !(e->headed && e->free_s == NEVER)))
		try(e);
	e->walk.n = e->full.n = 0;
	if (e->headed)
		room_promise(&w->room, &w->jobs->job[e->head], -1);
	while (e->hosts > 0)
		e->held[e->host[--e->hosts]] = false;
}

void
easy_pass(struct easy *e)
{
	e->wave->pass++;
	do
		walk(e);
	while (e->passed);
}

void
easy_free(struct easy *e)
{
	backlog_free(&e->backlog);
	free(e->job);
	free(e->at);
	free(e->lane);
	free(e->open);
	free(e->walk.at);
	free(e->full.at);
	free(e->limits.at);
	free(e->ended);
	free(e->later);
	free(e->held);
	free(e->host);
	free(e->cut);
}
