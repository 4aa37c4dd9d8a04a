#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"

/* What a whole gang asks of one resource. */
static room_wide
request(const struct job *j, int r)
{
	return (room_wide)j->instances * j->ask.of[r];
}

static void
add(struct room_sum *to, const struct job *j, int sign)
{
	int r;

	for (r = 0; r < RES_N; r++)
		to->of[r] += sign * request(j, r);
}

/* Adds what is idle on the host for a class, or for all nodes (NULL). */
static void
add_idle(const struct room *r, const struct cluster_host *h, size_t class,
    struct room_sum *to, bool all)
{
	const struct cluster *c = r->cluster;
	bool any = false;
	uint32_t k;
	int res;

	for (k = h->card; k != CLUSTER_END; k = c->card[k].next) {
		if (!all && !room_matches(r, (uint32_t)class,
		    c->card[k].kind))
			continue;
		any = true;
		to->of[RES_GPU] += num_max(0, c->card[k].gpu_m);
	}
	if (!any)
		return;
	for (res = RES_CPU; res < RES_N; res++)
		to->of[res] += num_max(0, h->free[res]);
}

/* Classes by kinds: which cards each may use, and whether there are any. */
static void
match_kinds(struct room *r)
{
	const struct cluster *c = r->cluster;
	size_t i, k;

	r->match = mem_zero(r->jobs->classes + 1, c->kinds + 1);
	for (i = 0; i < r->jobs->classes; i++) {
		const struct job_class *class = &r->jobs->class[i];

		r->class[i].named = class->model.n > 0 || class->pool.n > 0 ||
		    class->selector.n > 0;
		for (k = 0; k < c->kinds; k++)
			if (cluster_matches(&c->kind[k], class)) {
				r->match[i * c->kinds + k] = 1;
				r->class[i].any = true;
			}
	}
}

void
room_init(struct room *r, const struct jobs *jobs, struct cluster *c,
    const struct queues *queues)
{
	size_t i, h;

	memset(r, 0, sizeof(*r));
	r->jobs = jobs;
	r->cluster = c;
	r->queues = queues;
	r->class = mem_zero(jobs->classes, sizeof(*r->class));
	r->queue = mem_zero(jobs->queue.n, sizeof(*r->queue));
	r->rule = mem_array(jobs->queue.n, sizeof(struct queue *));
	match_kinds(r);
	for (i = 0; i < jobs->queue.n; i++)
		r->rule[i] = queue_get(queues, jobs->queue.name[i]);
	for (h = 0; h < c->hosts; h++) {
		if (!c->host[h].ready)
			continue;
		add_idle(r, &c->host[h], 0, &r->idle, true);
		for (i = 0; i < jobs->classes; i++)
			add_idle(r, &c->host[h], i, &r->class[i].idle, false);
	}
	for (i = 0; i < jobs->n; i++)
		if (jobs->job[i].state == JOB_RUNNING)
			room_run(r, &jobs->job[i], 1);
}

/* The claims of a class that count. */
static room_wide
capped(const struct room_class *c, int res)
{
	return c->claim.of[res] < c->idle.of[res] ? c->claim.of[res] :
	    c->idle.of[res];
}

void
room_claim(struct room *r, const struct job *j, int sign)
{
	struct room_class *c = &r->class[j->class];
	int res;

	for (res = 0; res < RES_N; res++) {
		r->claim.of[res] -= capped(c, res);
		c->claim.of[res] += sign * request(j, res);
		r->claim.of[res] += capped(c, res);
	}
	room_promise(r, j, sign);
}

void
room_promise(struct room *r, const struct job *j, int sign)
{
	add(&r->queue[j->queue].claim, j, sign);
}

void
room_run(struct room *r, const struct job *j, int sign)
{
	add(&r->queue[j->queue].run, j, sign);
}

/* Changes what a class has idle, and with it what of its claims counts. */
static void
move_class(struct room *r, struct room_class *c, int res, int64_t amount)
{
	r->claim.of[res] -= capped(c, res);
	c->idle.of[res] -= amount;
	r->claim.of[res] += capped(c, res);
}

/* What is idle less when so much is taken: what is not there never was. */
static int64_t
less(int64_t free, int64_t taken)
{
	return num_max(0, free) - num_max(0, num_move_sat(free, -taken));
}

void
room_take(struct room *r, uint32_t card, const struct shape *ask, int64_t n)
{
	const struct cluster *c = r->cluster;
	const struct cluster_host *h = &c->host[c->card[card].host];
	int64_t taken[RES_N];
	size_t i;
	uint32_t k;
	int res;

	for (res = 0; res < RES_N; res++) {
		/* Of what no node tells there is nothing to keep count. */
		taken[res] = (c->seen & 1U << res) == 0 ? 0 :
		    less(res == RES_GPU ? c->card[card].gpu_m :
		    h->free[res], (n < 0 ? -1 : 1) *
		    num_mul_sat(n < 0 ? -n : n, ask->of[res]));
		r->idle.of[res] -= taken[res];
	}
	for (i = 0; i < r->jobs->classes; i++) {
		if (room_matches(r, (uint32_t)i, c->card[card].kind))
			move_class(r, &r->class[i], RES_GPU, taken[RES_GPU]);
		for (k = h->card; k != CLUSTER_END; k = c->card[k].next)
			if (room_matches(r, (uint32_t)i, c->card[k].kind))
				break;
		if (k == CLUSTER_END)
			continue;
		move_class(r, &r->class[i], RES_CPU, taken[RES_CPU]);
		move_class(r, &r->class[i], RES_MEM, taken[RES_MEM]);
	}
}

static int64_t
clamp(room_wide v)
{
	return v > INT64_MAX ? INT64_MAX : v < -INT64_MAX ? -INT64_MAX :
	    (int64_t)v;
}

bool
room_short(const struct room *r, const struct job *j, enum room_test t,
    enum res res, struct room_figures *f)
{
	const struct room_class *c = &r->class[j->class];
	const struct room_queue *q = &r->queue[j->queue];
	const struct queue *rule = r->rule[j->queue];
	room_wide needs = request(j, (int)res), idle, inqueue;

	*f = (struct room_figures){ 0, 0, 0 };
	if (needs == 0)
		return false;
	if (t == ROOM_QUOTA) {
		if ((rule->limited & 1U << res) == 0)
			return false;
		idle = rule->quota.of[res] - q->run.of[res];
		idle = idle < 0 ? 0 : idle;
		inqueue = q->claim.of[res];
	} else if ((r->cluster->seen & 1U << res) == 0) {
		return false;
	} else if (t == ROOM_CLASS) {
		if (!c->named)
			return false;
		idle = c->idle.of[res];
		inqueue = c->claim.of[res];
	} else {
		idle = r->idle.of[res];
		inqueue = r->claim.of[res];
	}
	f->needs = clamp(needs);
	f->idle = clamp(idle);
	f->inqueue = clamp(inqueue);
	return needs > idle - inqueue;
}

bool
room_enough(const struct room *room, const struct job *j)
{
	const struct room_class *c = &room->class[j->class];
	int r;

	for (r = 0; r < RES_N; r++)
		if ((room->cluster->seen & 1U << r) != 0 &&
		    request(j, r) > c->idle.of[r])
			return false;
	return true;
}

int64_t
room_idle(const struct room *r, uint32_t class, enum res res)
{
	return clamp(r->class[class].idle.of[res]);
}

bool
room_over_quota(const struct room *r, const struct job *j)
{
	struct room_figures f;
	int res;

	for (res = 0; res < RES_N; res++)
		if (room_short(r, j, ROOM_QUOTA, (enum res)res, &f))
			return true;
	return false;
}

enum room_test
room_test(const struct room *r, const struct job *j)
{
	struct room_figures f;
	int t, res;

	for (t = ROOM_ALL; t <= ROOM_CLASS; t++)
		for (res = 0; res < RES_N; res++)
			if (room_short(r, j, (enum room_test)t,
			    (enum res)res, &f))
				return (enum room_test)t;
	return ROOM_FITS;
}

void
room_free(struct room *r)
{
	free(r->class);
	free(r->queue);
	free(r->rule);
	free(r->match);
}
