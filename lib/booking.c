#include "booking.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"
#include "victim.h"

/* What holds a host. */
struct held {
	uint32_t host;
	int64_t until_s;	/* when its last contract ends; now: none */
	int64_t gpus_m;		/* of allocated jobs */
	int64_t instances;	/* that it could hold, were it empty */
	struct shape shape;	/* that jobs hold of it */
	bool shut;		/* not to be reserved */
};

/* Whether job i runs on the nodes of reservation k. */
static bool
is_on(const struct stage *s, size_t i, int k)
{
	struct slice rest = job_text(s->jobs, i, JOB_NODES);
	uint32_t card;

	while (stage_card(s, i, &rest, &card))
		if ((s->reserve.host[s->cluster->card[card].host] &
		    1U << k) != 0)
			return true;
	return false;
}

/* A group with no more than its claim must not lose to a reservation. */
static bool
has_no_more(const struct stage *s, size_t i, size_t j)
{
	const uint32_t leaf = s->share->leaf[i];

	return leaf != BUDGET_ROOT && leaf != s->share->leaf[j] &&
	    !share_above(s->share, leaf);
}

enum verdict { BOOKING_KEEP, BOOKING_DROP, BOOKING_DUE };

static enum verdict
judge(const struct stage *s, int k)
{
	const size_t j = s->reserve.one[k].job;
	enum verdict v = BOOKING_DUE;
	size_t i;

	for (i = 0; i < s->jobs->n; i++) {
		if (s->jobs->job[i].state != JOB_RUNNING || !is_on(s, i, k))
			continue;
		if (has_no_more(s, i, j))
			return BOOKING_DROP;
		if (!victim_is(s->share, s->jobs, i))
			v = BOOKING_KEEP;
	}
	return v;
}

static void
drop(struct stage *s, int k)
{
	state_apply(s->jobs, s->reserve.one[k].job, STATE_RESERVE,
	    &(struct state_with){ .now_s = s->now_s });
	reserve_drop(&s->reserve, k);
}

/* Stops all on the nodes, if the gang can be placed then; whether it was. */
static bool
start(struct stage *s, int k, void (*stopped)(void *, size_t, size_t),
    void *arg)
{
	const size_t j = s->reserve.one[k].job;
	size_t i, n = 0, *on = mem_array(s->runs + 1, sizeof(*on)), r;
	bool placed;

	for (r = 0; r < s->runs; r++) {
		i = s->run[r];
		if (s->jobs->job[i].state != JOB_RUNNING || !is_on(s, i, k))
			continue;
		on[n++] = i;
		stage_take(s, i);
	}
	placed = stage_holds(s, j);
	for (r = 0; r < n; r++)
		if (placed) {
			if (stopped != NULL)
				stopped(arg, on[r], j);
			stage_stop(s, on[r], "preempted ",
			    job_id(s->jobs, j));
		} else
			stage_put(s, on[r]);
	free(on);
	return placed;
}

size_t
booking_honour(struct stage *s, void (*stopped)(void *, size_t, size_t),
    void *arg)
{
	enum verdict v[RESERVE_MOST];
	size_t n = 0;
	int k;

	for (k = 0; k < s->reserve.n; k++)
		if ((v[k] = judge(s, k)) == BOOKING_DROP)
			drop(s, k);
	for (k = 0; k < s->reserve.n; k++) {
		if (v[k] != BOOKING_DUE)
			continue;
		if (start(s, k, stopped, arg))
			n++;
		else
			drop(s, k);
	}
	return n;
}

/* What each host holds, and whether it may be reserved for job j. */
static struct held *
survey(const struct stage *s, size_t j)
{
	const struct cluster *c = s->cluster;
	struct held *held = mem_zero(c->hosts + 1, sizeof(*held));
	struct slice rest, name;
	uint32_t card;
	int64_t n;
	size_t i, r;

	for (i = 0; i < c->hosts; i++) {
		held[i].host = (uint32_t)i;
		held[i].until_s = s->now_s;
		held[i].shut = !c->host[i].ready || (s->reserve.n > 0 &&
		    s->reserve.host[i] != 0);
	}
	for (i = 0; i < s->jobs->n; i++) {
		const struct job *job = &s->jobs->job[i];

		if (job->state != JOB_RUNNING)
			continue;
		rest = job_text(s->jobs, i, JOB_NODES);
		while (cluster_next(&rest, &name, &n) == 1) {
			card = cluster_entry(c, name,
			    &s->jobs->class[job->class]);
			if (card == CLUSTER_END)
				continue;
			struct held *h = &held[c->card[card].host];

			h->until_s = num_max(h->until_s,
			    victim_protected_s(s->share, s->jobs, i));
			if (s->share->leaf[i] != BUDGET_ROOT)
				h->gpus_m = num_add_sat(h->gpus_m,
				    num_mul_sat(n, job->ask.of[RES_GPU]));
			for (r = 0; r < RES_N; r++)
				h->shape.of[r] = num_add_sat(h->shape.of[r],
				    num_mul_sat(n, job->ask.of[r]));
			h->shut |= has_no_more(s, i, j);
		}
	}
	return held;
}

/* How many instances of job j a host could hold, were it empty. */
static int64_t
room_for(const struct stage *s, const struct held *h, const struct job *j)
{
	const struct cluster *c = s->cluster;
	int64_t best = 0;
	struct shape free;
	unsigned mask;
	uint32_t k;
	int r;

	for (k = c->host[h->host].card; k != CLUSTER_END;
	    k = c->card[k].next) {
		if (!room_matches(&s->room, j->class, c->card[k].kind))
			continue;
		free = cluster_free(c, k);
		for (r = 0, mask = 0; r < RES_N; r++) {
			free.of[r] = num_add_sat(free.of[r], h->shape.of[r]);
			if (j->ask.of[r] > 0 && (c->seen & 1U << r) != 0)
				mask |= 1U << r;
		}
		best = num_max(best, res_fits(&free, &j->ask, mask));
	}
	return best;
}

static int
held_cmp(const void *va, const void *vb)
{
	const struct held *a = va, *b = vb;
	int c;

	if (a->shut != b->shut)
		return a->shut - b->shut;
	if ((c = num_cmp(a->until_s, b->until_s)) != 0 ||
	    (c = num_cmp(a->gpus_m, b->gpus_m)) != 0)
		return c;
	return (a->host > b->host) - (a->host < b->host);
}

/* Writes the reservation of the first n hosts into the job's record. */
static void
reserve_for(struct stage *s, size_t j, const struct held *held, size_t n)
{
	struct state_with with = { .now_s = s->now_s };
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < n; i++) {
		buf_str(&b, i > 0 ? "," : "");
		buf_add(&b, s->cluster->host[held[i].host].name.p,
		    s->cluster->host[held[i].host].name.n);
	}
	buf_char(&b, '@');
	state_put_time(s->jobs, j, &b, held[n - 1].until_s);
	with.reserved = text_slice(b.p, b.n);
	state_apply(s->jobs, j, STATE_RESERVE, &with);
	reserve_add(&s->reserve, s->jobs, s->cluster, j);
	buf_free(&b);
}

/* Nodes that are reserved now. */
static size_t
taken(const struct stage *s)
{
	size_t h, n = 0;

	for (h = 0; s->reserve.n > 0 && h < s->cluster->hosts; h++)
		n += s->reserve.host[h] != 0;
	return n;
}

static void
make_one(struct stage *s, size_t j)
{
	const struct job *job = &s->jobs->job[j];
	struct held *held = survey(s, j);
	int64_t left = job->instances;
	size_t n, i;

	for (i = 0; i < s->cluster->hosts; i++) {
		held[i].instances = room_for(s, &held[i], job);
		held[i].shut |= held[i].instances == 0;
	}
	qsort(held, s->cluster->hosts, sizeof(*held), held_cmp);
	for (n = 0; n < s->cluster->hosts && !held[n].shut && left > 0; n++)
		left -= num_min(left, held[n].instances);
	if (left == 0 && (reserve_count(&s->reserve) == 0 ||
	    taken(s) + n <= BOOKING_NODES))
		reserve_for(s, j, held, n);
	free(held);
}

void
booking_make(struct stage *s, int64_t gpus_m, const bool *placed)
{
	const struct job *job;
	size_t k, j;

	turn_begin(&s->turn);
	while (reserve_count(&s->reserve) < BOOKING_MOST &&
	    (k = turn_next(&s->turn)) != TURN_END) {
		j = s->order[k];
		job = &s->jobs->job[j];
		/* With a label to share, where it may go is not a set. */
		if (placed[j] || s->share->leaf[j] == BUDGET_ROOT ||
		    job->same != 0 || job_gpus_m(job) < gpus_m ||
		    (job->has & JOB_BIT(JOB_RESERVED)) != 0 ||
		    request_of(&s->request, j)->never != BOUND_OK ||
		    s->now_s - job_number(s->jobs, j, JOB_SINCE) <
		    BOOKING_WAIT_S)
			continue;
		make_one(s, j);
	}
}
