#include "stage.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "mem.h"
#include "num.h"
#include "vec.h"

void
stage_init(struct stage *s, struct jobs *jobs, struct cluster *c,
    const struct queues *queues, enum order_policy policy,
    struct share *share)
{
	memset(s, 0, sizeof(*s));
	s->jobs = jobs;
	s->cluster = c;
	s->share = share;
	s->now_s = share->o->now_s;
	room_init(&s->room, jobs, c, queues);
	place_init(&s->place, &s->room, false);
	bound_init(&s->bound, &s->room);
	reserve_init(&s->reserve, jobs, c, s->now_s, share->o->cap_s);
	s->place.reserved = s->reserve.host;
	s->policy = policy;
	s->first = request_stopped_for(jobs, s->now_s);
	if (s->first == NULL)
		s->first = mem_zero(jobs->n, sizeof(*s->first));
	s->gone = mem_zero(jobs->n, sizeof(*s->gone));
	stage_order(s);
	request_init(&s->request, jobs, &s->bound, &s->reserve);
	s->placed = mem_zero(jobs->n, sizeof(*s->placed));
}

void
stage_order(struct stage *s)
{
	turn_free(&s->turn);
	free(s->order);
	s->waits = request_order(s->jobs, s->policy, s->share, s->now_s,
	    s->first, &s->order, &s->turn);
}

void
stage_forget(struct stage *s)
{
	place_free(&s->place);
	place_init(&s->place, &s->room, false);
	s->place.reserved = s->reserve.host;
}

static void
gather(struct stage *s)
{
	const size_t n = s->share->budgets->n;
	const struct victim *v;
	struct stage_leaf *leaf;
	size_t i;

	victim_gather(&s->victims, s->share, s->jobs, s->cluster, s->all);
	s->leaf = mem_zero(n, sizeof(*s->leaf));
	for (i = 0; i < n; i++)
		s->leaf[i].tried = SIZE_MAX;
	for (i = 0; i < s->victims.n; i++) {
		v = &s->victims.v[i];
		leaf = &s->leaf[s->share->leaf[v->job]];
		leaf->most_m = num_max(leaf->most_m, v->gpus_m);
		leaf->sum_m = num_add_sat(leaf->sum_m, v->gpus_m);
	}
}

/* The victims in order, as leaves stand now. */
static struct victims *
victims_of(struct stage *s)
{
	if (!s->gathered)
		gather(s);
	else if (s->stale)
		victim_order(&s->victims);
	s->gathered = true;
	s->stale = false;
	return &s->victims;
}

/* The k-th victim that still runs, or the next that does; NULL: none. */
const struct victim *
stage_victim(struct stage *s, size_t *k)
{
	struct victims *all = victims_of(s);
	const struct victim *v;

	while ((v = victim_at(all, *k)) != NULL &&
	    s->gone[v->job])
		++*k;
	return v;
}

bool
stage_place(struct stage *s, size_t j)
{
	const struct job *job = &s->jobs->job[j];

	return room_enough(&s->room, job) && place_gang(&s->place, job,
	    request_of(&s->request, j)->avoid) == job->instances;
}

void
stage_admit(struct stage *s, size_t j)
{
	size_t i;

	for (i = 0; i < s->place.runs; i++) {
		s->start = VEC_MORE(s->start, s->starts, s->start_cap);
		s->start[s->starts++] = (struct stage_start){ j,
			s->place.run[i] };
	}
	share_commit(s->share, s->jobs, j, 1);
	s->turn.moved = true;
	s->stale = true;
	s->placed[j] = true;
	s->moves++;
}

void
stage_undo(struct stage *s)
{
	const struct stage_start *t;

	while (s->starts > 0) {
		t = &s->start[--s->starts];
		place_move(&s->place, t->run.card,
		    &s->jobs->job[t->job].ask, -t->run.n);
		if (s->placed[t->job])
			share_commit(s->share, s->jobs, t->job, -1);
		s->placed[t->job] = false;
	}
	s->stale = true;
	s->moves++;
}

static const struct shape *
asked_by(const struct stage *s, const struct victim *v)
{
	return &s->jobs->job[v->job].ask;
}

/* Stops a victim in the trial, or lets it run after all (sign -1). */
static void
try(struct stage *s, const struct victim *v, int sign)
{
	trial_move(&s->trial, victim_on(&s->victims, v), v->holds,
	    asked_by(s, v), sign);
	share_stop(s->share, s->jobs, v->job, -sign);
}

static void
add_stop(struct stage *s, const struct victim *v)
{
	s->stop = VEC_MORE(s->stop, s->stops, s->stop_cap);
	s->stop[s->stops++] = *v;
	try(s, v, 1);
}

/* Those that are not needed go on running, the last that was taken first. */
static void
spare(struct stage *s)
{
	size_t k = s->stops;

	while (k-- > 0) {
		try(s, &s->stop[k], -1);
		if (!trial_holds(&s->trial)) {
			try(s, &s->stop[k], 1);
			continue;
		}
		s->stops--;
		memmove(&s->stop[k], &s->stop[k + 1],
		    (s->stops - k) * sizeof(*s->stop));
	}
}

/* Takes a victim off its nodes, or puts it back. */
static void
vacate(struct stage *s, const struct victim *v, int sign)
{
	const struct victim_hold *h = victim_on(&s->victims, v);
	struct stage_leaf *leaf = &s->leaf[s->share->leaf[v->job]];
	size_t i;

	s->gone[v->job] = sign < 0;
	leaf->sum_m = num_move_sat(leaf->sum_m, sign * v->gpus_m);
	for (i = 0; i < v->holds; i++)
		place_move(&s->place, h[i].card, asked_by(s, v),
		    sign * h[i].n);
}

void
stage_move(struct stage *s, const struct victim *v, int sign)
{
	vacate(s, v, sign);
	share_stop(s->share, s->jobs, v->job, sign);
}

/* Ends a trial: takes the stops off their nodes and places j, or forgets. */
static bool
settle(struct stage *s, size_t j)
{
	size_t k;

	if (!trial_holds(&s->trial)) {
		while (s->stops > 0)
			try(s, &s->stop[--s->stops], -1);
		return false;
	}
	spare(s);
	for (k = 0; k < s->stops; k++)
		vacate(s, &s->stop[k], -1);
	return stage_place(s, j);
}

static void
begin_trial(struct stage *s, size_t j)
{
	s->stops = 0;
	trial_begin(&s->trial, &s->place, &s->jobs->job[j],
	    request_of(&s->request, j)->avoid);
}

/* Whether a victim may be stopped; all of a leaf may, but for debug jobs. */
static bool
may(struct stage *s, const struct victim *v, size_t j)
{
	struct stage_leaf *leaf = &s->leaf[s->share->leaf[v->job]];

	if (share_lane(s->share, j))
		return victim_may(s->share, s->jobs, v->job, j) != VICTIM_NOT;
	if (!leaf->known) {
		leaf->may = victim_may(s->share, s->jobs, v->job, j) !=
		    VICTIM_NOT;
		leaf->known = true;
	}
	return leaf->may;
}

static void
forget_leaves(struct stage *s)
{
	size_t i;

	for (i = 0; i < s->share->budgets->n; i++)
		s->leaf[i].known = false;
}

/* The most GPUs that stops for job j could give back. */
static int64_t
reach_m(struct stage *s, size_t j)
{
	const struct budgets *b = s->share->budgets;
	int64_t sum_m = s->leaf[BUDGET_ROOT].sum_m, over_m;
	size_t i;

	for (i = 1; i < b->n; i++) {
		if (s->leaf[i].sum_m == 0 ||
		    !victim_leaf(s->share, i, s->jobs, j))
			continue;
		over_m = s->share->group[i].running_m -
		    budget_part(&b->group[i], s->share->capacity_m);
		sum_m = num_add_sat(sum_m, !s->share->deserved ?
		    s->leaf[i].sum_m : num_min(s->leaf[i].sum_m,
		    num_add_sat(num_max(0, over_m), s->leaf[i].most_m)));
	}
	return sum_m;
}

/* Whether a search may find enough: what it costs is known before. */
static bool
worth(struct stage *s, size_t j)
{
	const struct job *job = &s->jobs->job[j];
	const int64_t kept_m = share_kept_m(s->share, s->jobs, j);
	struct stage_leaf *leaf = &s->leaf[s->share->leaf[j]];

	if ((s->cluster->seen & 1U << RES_GPU) == 0 ||
	    share_lane(s->share, j))
		return true;
	/* One that commits more may stop no more than that. */
	if (leaf->tried != s->moves || kept_m < leaf->kept_m) {
		leaf->reach_m = reach_m(s, j);
		leaf->tried = s->moves;
		leaf->kept_m = kept_m;
	}
	return job_gpus_m(job) <= num_add_sat(leaf->reach_m,
	    room_idle(&s->room, job->class, RES_GPU));
}

bool
stage_seek(struct stage *s, size_t j)
{
	const struct victim *v;
	size_t k = 0;

	if (stage_victim(s, &k) == NULL || !worth(s, j))
		return false;
	begin_trial(s, j);
	forget_leaves(s);
	for (; !trial_holds(&s->trial) &&
	    (v = stage_victim(s, &k)) != NULL; k++)
		if (may(s, v, j) && trial_helps(&s->trial,
		    victim_on(&s->victims, v), v->holds)) {
			add_stop(s, v);
			s->leaf[s->share->leaf[v->job]].known = false;
		}
	return settle(s, j);
}

bool
stage_clear(struct stage *s, size_t j, unsigned bits)
{
	const struct victim_hold *h;
	const struct victim *v;
	bool on;
	size_t k, i;

	begin_trial(s, j);
	for (k = 0; (v = stage_victim(s, &k)) != NULL; k++) {
		h = victim_on(&s->victims, v);
		for (i = 0, on = false; i < v->holds; i++)
			on |= (s->reserve.host[s->cluster->card[h[i].card]
			    .host] & bits) != 0;
		if (on)
			add_stop(s, v);
	}
	return settle(s, j);
}

bool
stage_would(struct stage *s, size_t j, const struct victim *v)
{
	bool holds;

	begin_trial(s, j);
	try(s, v, 1);
	holds = trial_holds(&s->trial);
	try(s, v, -1);
	return holds;
}

void
stage_stop(struct stage *s, size_t i, const char *word, struct slice name)
{
	struct state_with with = { .now_s = s->now_s };
	struct buf reason = { 0 };

	buf_str(&reason, word);
	buf_add(&reason, name.p, name.n);
	with.reason = text_slice(reason.p, reason.n);
	state_apply(s->jobs, i, STATE_PREEMPT, &with);
	buf_free(&reason);
}

void
stage_free(struct stage *s)
{
	request_free(&s->request);
	reserve_free(&s->reserve);
	bound_free(&s->bound);
	place_free(&s->place);
	room_free(&s->room);
	turn_free(&s->turn);
	trial_free(&s->trial);
	victim_free(&s->victims);
	free(s->leaf);
	free(s->order);
	free(s->placed);
	free(s->first);
	free(s->gone);
	free(s->start);
	free(s->stop);
}
