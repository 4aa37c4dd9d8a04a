#include "outcome.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "state.h"
#include "vec.h"

enum { AHEAD = 16 };	/* jobs that are fetched before their turn */

void
outcome_init(struct outcomes *s, struct jobs *jobs)
{
	memset(s, 0, sizeof(*s));
	s->jobs = jobs;
	s->of = mem_zero(jobs->n, sizeof(*s->of));
}

uint32_t
outcome_run(struct outcomes *s, const struct place *p)
{
	struct outcome_run *r;

	s->run = VEC_MORE(s->run, s->runs, s->run_cap);
	r = &s->run[s->runs];
	r->at = s->text.n;
	place_put(p, &s->text);
	r->n = s->text.n - r->at;
	return (uint32_t)s->runs++;
}

/* Changes a waiting job to another state in which it waits. */
static void
move(struct jobs *jobs, size_t i, enum job_state to,
    const struct state_with *with)
{
	state_apply(jobs, i, to == JOB_INQUEUE ? STATE_ENQUEUE :
	    STATE_DISPLACE, with);
}

/*
 * Changes a record.  What a job went through does not show, but that it did:
 * one that is as it was has been in the other state between.
 */
static void
settle(struct outcomes *s, size_t i, int64_t now_s)
{
	const struct outcome *o = &s->of[i];
	struct state_with with = { .now_s = now_s };

	if (o->state == JOB_RUNNING) {
		with.nodes = text_slice(s->text.p + s->run[o->by].at,
		    s->run[o->by].n);
		state_apply(s->jobs, i, STATE_START, &with);
		return;
	}
	if (s->jobs->job[i].state == o->state)
		move(s->jobs, i, o->state == JOB_INQUEUE ? JOB_PENDING :
		    JOB_INQUEUE, &with);
	move(s->jobs, i, (enum job_state)o->state, &with);
}

/* Tells a job that was walked over why it waits. */
static void
tell(struct outcomes *s, struct request *r, const struct request_why *w,
    struct place *p, size_t i)
{
	const struct outcome *o = &s->of[i];

	if (o->why == OUTCOME_NEVER)
		request_tell_never(r, w, i);
	else if (o->state == JOB_PENDING && o->displaced)
		request_tell_by(r, i, "displaced ", o->by);
	else if (request_was_displaced(s->jobs, i))
		;	/* kept while it is still blocked */
	else if (o->why == OUTCOME_BEHIND)
		request_tell_by(r, i, "behind ", o->by);
	else if (o->why == OUTCOME_QUOTA)
		request_tell_quota(r, w, i);
	else {
		request_recount(request_of(r, i), p);
		request_tell_nodes(r, w, i);
	}
}

/* Fetches the run of a job that comes soon. */
static void
fetch(const struct outcomes *s, size_t i)
{
	if (i < s->jobs->n && s->of[i].state == JOB_RUNNING)
		__builtin_prefetch(&s->run[s->of[i].by]);
}

/* And where its nodes stand. */
static void
fetch_nodes(const struct outcomes *s, size_t i)
{
	if (i < s->jobs->n && s->of[i].state == JOB_RUNNING)
		__builtin_prefetch(s->text.p + s->run[s->of[i].by].at);
}

void
outcome_tell(struct outcomes *s, struct request *r,
    const struct request_why *w, struct place *p)
{
	size_t i;

	for (i = 0; i < s->jobs->n; i++) {
		fetch(s, i + 2 * AHEAD);
		fetch_nodes(s, i + AHEAD);
		if (s->of[i].changed)
			settle(s, i, w->now_s);
		if (!job_waits(&s->jobs->job[i]))
			;
		else if (s->of[i].walked)
			tell(s, r, w, p, i);
		else
			request_tell_not_yet(r, w, i);
	}
}

void
outcome_free(struct outcomes *s)
{
	free(s->of);
	free(s->run);
	buf_free(&s->text);
}
