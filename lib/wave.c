#include "wave.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"
#include "vec.h"

/* Numbers jobs by their places in the order; both ways. */
static void
number(struct wave *w)
{
	const size_t n = w->jobs->n;
	size_t *order = mem_array(n, sizeof(*order)), i;

	for (i = 0; i < n; i++)
		order[i] = i;
	order_sort(w->jobs, w->o->step.policy, NULL, w->now_s, order, n);
	w->job = mem_array(n, sizeof(*w->job));
	w->place_of = mem_array(n, sizeof(*w->place_of));
	for (i = 0; i < n; i++) {
		w->job[i] = (uint32_t)order[i];
		w->place_of[order[i]] = (uint32_t)i;
	}
	free(order);
}

static void
begin_share(struct wave *w)
{
	struct usage *u = w->o->usage;

	w->shared = u != NULL && order_ranked(w->o->step.policy);
	if (!w->shared)
		return;
	window_init(&w->window, u);
	share_init(&w->share, u, w->jobs, w->o->capacity_m,
	    w->o->step.policy == ORDER_DESERVED, NULL);
	w->committed = mem_zero(w->jobs->n, sizeof(*w->committed));
}

void
wave_init(struct wave *w, struct jobs *jobs, struct cluster *c,
    const struct queues *queues, const struct sim_options *o,
    struct sim_result *result)
{
	*w = (struct wave){ .jobs = jobs, .cluster = c, .queues = queues,
		.o = o, .result = result, .now_s = o->start_s };
	room_init(&w->room, jobs, c, queues);
	place_init(&w->place, &w->room, o->step.spread);
	bound_init(&w->bound, &w->room);
	begin_share(w);
	number(w);
	w->shape_of = mem_array(jobs->n, sizeof(*w->shape_of));
	arrival_init(&w->arrival, jobs, INT64_MAX);
}

uint32_t
wave_shape(struct wave *w, size_t i)
{
	const struct job *j = &w->jobs->job[i];
	const struct job_ask ask = job_ask(j);
	size_t had = w->key.n, at = intern_add(&w->key,
	    text_slice((const char *)&ask, sizeof(ask)));

	if (at == had) {
		w->shape = VEC_MORE(w->shape, at, w->shape_cap);
		memset(&w->shape[at], 0, sizeof(*w->shape));
		w->shape[at].like = (uint32_t)i;
		w->shape[at].never = bound_test(&w->bound, j) != BOUND_OK;
	}
	w->shape_of[i] = (uint32_t)at;
	return (uint32_t)at;
}

bool
wave_place(struct wave *w, struct wave_shape *k)
{
	const struct job *j = &w->jobs->job[k->like];

	if (k->failed == w->pass)
		return false;
	if (place_gang(&w->place, j, 0) == j->instances)
		return true;
	k->failed = w->pass;
	return false;
}

void
wave_change(struct wave *w, size_t i, enum state_change c,
    const struct state_with *with)
{
	state_apply(w->jobs, i, c, with);
	if (!w->shared || w->committed[i])
		return;
	w->committed[i] = true;
	share_commit(&w->share, w->jobs, i, 1);
	w->moved = true;
}

void
wave_start(struct wave *w, size_t i)
{
	struct state_with with = { .now_s = w->now_s, .kept = true,
		.nodes = place_name(&w->place) };

	room_run(&w->room, &w->jobs->job[i], 1);
	if (with.nodes.p == NULL) {
		w->nodes.n = 0;
		place_put(&w->place, &w->nodes);
		with.nodes = text_slice(w->nodes.p, w->nodes.n);
		with.kept = false;
	}
	wave_change(w, i, STATE_START, &with);
	wave_runs(w, i, w->now_s);
	sim_result_start(w->result, i, w->now_s);
}

void
wave_runs(struct wave *w, size_t i, int64_t from_s)
{
	int64_t left_s = sim_length_s(w->jobs, i, w->o->forecast);

	if (left_s != INT64_MAX)
		due_push(&w->ends, num_max(w->now_s, num_add_sat(from_s,
		    num_max(0, left_s - job_number(w->jobs, i,
		    JOB_ATTAINED)))), (uint32_t)i);
	if (w->shared)
		window_start(&w->window, w->jobs, i, from_s);
}

void
wave_end_runs(struct wave *w)
{
	struct state_with with = { 0 };
	struct due e;

	while (w->ends.n > 0 && w->ends.at[0].at_s <= w->now_s) {
		e = due_pop(&w->ends);
		with.now_s = e.at_s;
		state_apply(w->jobs, e.item, STATE_FINISH, &with);
		place_job(&w->place, w->jobs, e.item, -1);
		room_run(&w->room, &w->jobs->job[e.item], -1);
		if (w->shared)
			window_stop(&w->window, w->jobs, e.item);
		w->result->done++;
		if (w->o->progress != NULL)
			w->o->progress(w->o->arg, w->result->done);
	}
}

void
wave_free(struct wave *w)
{
	if (w->shared) {
		share_free(&w->share);
		window_free(&w->window);
	}
	bound_free(&w->bound);
	place_free(&w->place);
	room_free(&w->room);
	intern_free(&w->key);
	buf_free(&w->nodes);
	arrival_free(&w->arrival);
	free(w->job);
	free(w->place_of);
	free(w->shape_of);
	free(w->shape);
	free(w->committed);
	free(w->ends.at);
}
