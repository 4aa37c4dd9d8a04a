#include "request.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "mem.h"
#include "state.h"
#include "vec.h"

static const char displaced[] = "displaced ", preempted[] = "preempted ";

static bool
begins(struct slice s, const char *with, size_t n)
{
	return s.n > n && memcmp(s.p, with, n) == 0;
}

/* Stopped at this very instant, by a filter ahead in the pipeline. */
static bool
just_stopped(const struct jobs *s, size_t i, int64_t now_s)
{
	return (s->job[i].has & JOB_BIT(JOB_ENDED)) != 0 &&
	    job_number(s, i, JOB_ENDED) >= now_s;
}

bool
request_eligible(const struct jobs *s, size_t i, int64_t now_s)
{
	const struct job *j = &s->job[i];

	if (j->state != JOB_PENDING)
		return j->state == JOB_INQUEUE;
	return !just_stopped(s, i, now_s) &&
	    ((j->has & JOB_BIT(JOB_NOT_BEFORE)) == 0 ||
	    job_number(s, i, JOB_NOT_BEFORE) <= now_s);
}

bool
request_was_displaced(const struct jobs *s, size_t i)
{
	return s->job[i].state == JOB_PENDING && begins(
	    job_text(s, i, JOB_REASON), displaced, sizeof(displaced) - 1);
}

bool *
request_stopped_for(const struct jobs *s, int64_t now_s)
{
	const size_t n = sizeof(preempted) - 1;
	struct slice reason;
	bool *mark = NULL;
	size_t i;
	int64_t who;
	/* In most files no job has ended. */
	for (i = 0; column_any(&s->number[JOB_ENDED]) && i < s->n; i++) {
		reason = job_text(s, i, JOB_REASON);
		if (!just_stopped(s, i, now_s) || !begins(reason, preempted,
		    n))
			continue;
		who = intern_find(&s->id, text_slice(reason.p + n,
		    reason.n - n));
		if (who == INTERN_NONE)
			continue;
		if (mark == NULL)
			mark = mem_zero(s->n, sizeof(*mark));
		mark[who] = true;
	}
	return mark;
}

/* Puts those that are marked first; how many. */
static size_t
marked_first(size_t *order, size_t n, const bool *first)
{
	size_t *sorted, i, k = 0, marked;

	if (first == NULL)
		return 0;
	sorted = mem_array(n, sizeof(*sorted));
	for (i = 0; i < n; i++)
		if (first[order[i]])
			sorted[k++] = order[i];
	marked = k;
	for (i = 0; i < n; i++)
		if (!first[order[i]])
			sorted[k++] = order[i];
	memcpy(order, sorted, n * sizeof(*order));
	free(sorted);
	return marked;
}

size_t
request_order(const struct jobs *s, enum order_policy p,
    const struct share *share, int64_t now_s, const bool *first, size_t **out,
    struct turn *turn)
{
	size_t *order = mem_array(s->n, sizeof(*order));
	bool *own = first == NULL ? request_stopped_for(s, now_s) : NULL;
	uint32_t *rank = order_ranked(p) && share != NULL ?
	    share_ranks(share, s->n) : NULL;
	size_t i, n = 0, front;

	for (i = 0; i < s->n; i++)
		if (request_eligible(s, i, now_s))
			order[n++] = i;
	order_sort(s, p, rank, now_s, order, n);
	front = marked_first(order, n, own != NULL ? own : first);
	/* The operator's own order goes before budgets. */
	while (front < n && (s->job[order[front]].has &
	    JOB_BIT(JOB_TOP)) != 0)
		front++;
	turn_init(turn, rank != NULL ? share : NULL, order, n, front);
	free(own);
	free(rank);
	*out = order;
	return n;
}

/* Tells apart most jobs that ask for different things. */
static uint64_t
kind_hash(const struct job *j)
{
	return text_hash_mix((uint64_t)j->instances << 32 ^
	    (uint64_t)j->ask.of[RES_GPU], (uint64_t)j->ask.of[RES_CPU] ^
	    (uint64_t)j->class << 40 ^ (uint64_t)j->queue << 32);
}

static bool
same_shape(const struct job *a, const struct job *b)
{
	return a->queue == b->queue && a->class == b->class &&
	    a->same == b->same && a->instances == b->instances &&
	    a->ask.of[RES_GPU] == b->ask.of[RES_GPU] &&
	    a->ask.of[RES_CPU] == b->ask.of[RES_CPU] &&
	    a->ask.of[RES_MEM] == b->ask.of[RES_MEM];
}

static uint32_t
shape_of(struct request *r, const struct bound *b, const struct job *j,
    unsigned avoid, bool booked)
{
	const struct {
		struct job_ask ask;
		int64_t avoid, booked;
	} key = { job_ask(j), avoid, booked };
	size_t at = intern_add(&r->key, text_slice((const char *)&key,
	    sizeof(key)));

	if (at == r->n) {
		r->shape = VEC_MORE(r->shape, r->n, r->cap);
		memset(&r->shape[at], 0, sizeof(*r->shape));
		r->shape[at].like = j;
		r->shape[at].avoid = avoid;
		r->shape[at].booked = booked;
		r->shape[at].queue = j->queue;
		r->shape[at].class = j->class;
		r->shape[at].fifo = b->room->rule[j->queue]->discipline ==
		    QUEUE_FIFO;
		r->shape[at].never = bound_test(b, j);
		r->n++;
	}
	return (uint32_t)at;
}

void
request_init(struct request *r, struct jobs *s, const struct bound *b,
    const struct reserve *reserve)
{
	const struct job *j, **like;
	size_t i;

	memset(r, 0, sizeof(*r));
	r->jobs = s;
	r->by = SIZE_MAX;
	r->of = mem_zero(s->n, sizeof(*r->of));
	r->state = mem_array(s->n, sizeof(*r->state));
	for (i = 0; i < s->n; i++) {
		j = &s->job[i];
		r->state[i] = j->state;
		if (!job_waits(j))
			continue;
		/* Most ask for what another just asked for. */
		like = &r->recent[kind_hash(j) % REQUEST_RECENT];
		r->of[i] = *like != NULL && reserve->n == 0 &&
		    same_shape(j, *like) ? r->of[*like - s->job] :
		    shape_of(r, b, j, reserve_avoid(reserve, s, i),
		    reserve_is_for(reserve, i));
		*like = j;
	}
}

void
request_recount(struct request_shape *r, struct place *p)
{
	if (r->nodes.n > 0)
		return;
	r->fits = place_gang(p, r->like, r->avoid);
	if (r->fits == r->like->instances)
		place_undo(p, r->like);
}

/* Keeps a text as long as the jobs. */
static struct slice
keep(struct jobs *s, struct buf *b)
{
	struct slice t = text_slice(mem_arena_copy(&s->text, b->p, b->n),
	    b->n);

	buf_free(b);
	return t;
}

void
request_tell_not_yet(struct request *r, const struct request_why *w,
    size_t i)
{
	struct buf b = { 0 };

	if (just_stopped(r->jobs, i, w->now_s))
		return;		/* who stopped it has said why */
	buf_str(&b, "cooldown ");
	state_put_time(r->jobs, i, &b, job_number(r->jobs, i,
	    JOB_NOT_BEFORE));
	state_reason(r->jobs, i, text_slice(b.p, b.n));
	buf_free(&b);
}

void
request_tell_never(struct request *r, const struct request_why *w, size_t i)
{
	struct request_shape *s = request_of(r, i);
	struct buf b = { 0 };

	if (s->bound.n == 0) {
		bound_why(w->bound, &r->jobs->job[i], s->never, &b);
		s->bound = keep(r->jobs, &b);
	}
	state_reason_kept(r->jobs, i, s->bound);
}

void
request_tell_quota(struct request *r, const struct request_why *w, size_t i)
{
	struct request_shape *s = request_of(r, i);
	struct buf b = { 0 };

	if (s->quota.n == 0) {
		why_quota(&b, w->why->room, &r->jobs->job[i]);
		s->quota = keep(r->jobs, &b);
	}
	state_reason_kept(r->jobs, i, s->quota);
}

static void
put_until(struct request *r, size_t i, int64_t until_s, size_t by,
    struct buf *b)
{
	struct slice id = job_id(r->jobs, by);

	buf_str(b, "reserved ");
	state_put_time(r->jobs, i, b, until_s);
	buf_str(b, " for ");
	buf_add(b, id.p, id.n);
}

/* `reserved UNTIL for WHOM`, if all nodes together would hold job i. */
static bool
put_reserved(struct request *r, const struct request_why *w, size_t i,
    struct buf *b)
{
	const struct job *j = &r->jobs->job[i];
	const unsigned avoid = request_of(r, i)->avoid;
	int by = avoid == 0 ? -1 : reserve_by(w->reserve, avoid);

	if (by == -1 || place_gang(w->place, j, 0) < j->instances)
		return false;
	place_undo(w->place, j);
	put_until(r, i, w->reserve->one[by].until_s,
	    w->reserve->one[by].job, b);
	return true;
}

void
request_tell_nodes(struct request *r, const struct request_why *w, size_t i)
{
	struct request_shape *s = request_of(r, i);
	struct buf b = { 0 };

	if (s->nodes.n == 0) {
		if (!put_reserved(r, w, i, &b))
			why_fragmented(w->why, &b, &r->jobs->job[i],
			    s->fits);
		s->nodes = keep(r->jobs, &b);
	}
	state_reason_kept(r->jobs, i, s->nodes);
}

void
request_tell_by(struct request *r, size_t i, const char *word, size_t by)
{
	struct slice id = job_id(r->jobs, by);
	struct buf b = { 0 };

	/* Thousands stand behind one. */
	if (r->by != by || r->word != word) {
		buf_str(&b, word);
		buf_add(&b, id.p, id.n);
		r->by = by;
		r->word = word;
		r->text = keep(r->jobs, &b);
	}
	state_reason_kept(r->jobs, i, r->text);
}

void
request_tell_reserved(struct request *r, size_t i, int64_t until_s,
    size_t by)
{
	struct buf b = { 0 };

	put_until(r, i, until_s, by, &b);
	state_reason(r->jobs, i, text_slice(b.p, b.n));
	buf_free(&b);
}

void
request_free(struct request *r)
{
	free(r->of);
	free(r->state);
	free(r->shape);
	intern_free(&r->key);
}
