#include "stage.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "mem.h"
#include "num.h"
#include "vec.h"
#include "victim.h"

void
stage_init(struct stage *s, struct jobs *jobs, struct cluster *c,
    const struct queues *queues, enum order_policy policy,
    struct share *share)
{
	size_t i;

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
	request_order(jobs, policy, share, s->now_s, &s->order, &s->turn);
	request_init(&s->request, jobs, &s->bound, &s->reserve);
	s->run = mem_array(jobs->n, sizeof(*s->run));
	for (i = 0; i < jobs->n; i++)
		if (victim_is(share, jobs, i))
			s->run[s->runs++] = i;
}

void
stage_take(struct stage *s, size_t i)
{
	place_job(&s->place, s->jobs, i, -1);
	share_stop(s->share, s->jobs, i, -1);
}

void
stage_put(struct stage *s, size_t i)
{
	place_job(&s->place, s->jobs, i, 1);
	share_stop(s->share, s->jobs, i, 1);
}

/* Whether so much is idle that a placement is worth the search. */
static bool
enough(const struct stage *s, const struct job *j)
{
	const struct room_class *c = &s->room.class[j->class];
	int r;

	for (r = 0; r < RES_N; r++)
		if ((s->cluster->seen & 1U << r) != 0 &&
		    num_mul_sat(j->instances, j->ask.of[r]) > c->idle.of[r])
			return false;
	return true;
}

bool
stage_place(struct stage *s, size_t j)
{
	const struct job *job = &s->jobs->job[j];

	return enough(s, job) && place_gang(&s->place, job,
	    request_of(&s->request, j)->avoid) == job->instances;
}

bool
stage_holds(struct stage *s, size_t j)
{
	bool holds = stage_place(s, j);

	if (holds)
		place_undo(&s->place, &s->jobs->job[j]);
	return holds;
}

bool
stage_card(const struct stage *s, size_t i, struct slice *rest,
    uint32_t *card)
{
	const struct job_class *class =
	    &s->jobs->class[s->jobs->job[i].class];
	struct slice name;
	int64_t n;

	while (cluster_next(rest, &name, &n) == 1) {
		*card = cluster_entry(s->cluster, name, class);
		if (*card != CLUSTER_END &&
		    s->cluster->host[s->cluster->card[*card].host].ready)
			return true;
	}
	return false;
}

/* Whether the nodes of running job i are among those that job j may use. */
static bool
helps(const struct stage *s, size_t i, size_t j)
{
	unsigned avoid = s->request.shape[s->request.of[j]].avoid;
	struct slice rest = job_text(s->jobs, i, JOB_NODES);
	uint32_t card;

	while (stage_card(s, i, &rest, &card))
		if (room_matches(&s->room, s->jobs->job[j].class,
		    s->cluster->card[card].kind) && (avoid == 0 ||
		    (s->reserve.host[s->cluster->card[card].host] & avoid) ==
		    0))
			return true;
	return false;
}

/* Those that are not needed go on running, the last that was taken first. */
static void
spare(struct stage *s, size_t j)
{
	size_t k = s->stops;

	while (k-- > 0) {
		stage_put(s, s->stop[k]);
		if (!stage_holds(s, j)) {
			stage_take(s, s->stop[k]);
			continue;
		}
		s->stops--;
		memmove(&s->stop[k], &s->stop[k + 1],
		    (s->stops - k) * sizeof(*s->stop));
	}
}

bool
stage_seek(struct stage *s, size_t j)
{
	bool found = false;
	size_t k, i;

	victim_sort(s->share, s->jobs, s->run, s->runs);
	s->stops = 0;
	for (k = 0; k < s->runs && !found; k++) {
		i = s->run[k];
		if (s->jobs->job[i].state != JOB_RUNNING ||
		    !victim_may(s->share, s->jobs, i, j) || !helps(s, i, j))
			continue;
		s->stop = VEC_MORE(s->stop, s->stops, s->stop_cap);
		s->stop[s->stops++] = i;
		stage_take(s, i);
		found = stage_holds(s, j);
	}
	if (!found) {
		while (s->stops > 0)
			stage_put(s, s->stop[--s->stops]);
		return false;
	}
	spare(s, j);
	return stage_place(s, j);
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
	room_run(&s->room, &s->jobs->job[i], -1);
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
	free(s->order);
	free(s->run);
	free(s->stop);
}
