#include "bound.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "intern.h"
#include "match.h"
#include "num.h"
#include "vec.h"

#define NO_BOUND INT64_MAX

/* Hosts with the same totals and cards. */
struct bound_host {
	int64_t n;		/* how many */
	uint32_t like;		/* one of them */
};

/* The total of a resource; NO_BOUND when it is not given. */
static int64_t
total(const struct cluster *c, uint32_t card, int r)
{
	const struct cluster_card *k = &c->card[card];
	const struct cluster_host *h = &c->host[k->host];

	if (r == RES_GPU)
		return (k->bounded & 1U << r) != 0 ? k->gpu_total_m :
		    NO_BOUND;
	return (h->bounded & 1U << r) != 0 ? h->total[r] : NO_BOUND;
}

static void
add_number(struct buf *b, int64_t v)
{
	buf_add(b, (const char *)&v, sizeof(v));
}

/* Whether two hosts have the same totals and cards. */
static bool
alike(const struct cluster *c, uint32_t a, uint32_t b)
{
	uint32_t x = c->host[a].card, y = c->host[b].card;

	if (total(c, x, RES_CPU) != total(c, y, RES_CPU) ||
	    total(c, x, RES_MEM) != total(c, y, RES_MEM))
		return false;
	for (; x != CLUSTER_END && y != CLUSTER_END; x = c->card[x].next,
	    y = c->card[y].next)
		if (c->card[x].kind != c->card[y].kind ||
		    total(c, x, RES_GPU) != total(c, y, RES_GPU))
			return false;
	return x == y;
}

/* Its number among the kinds of hosts. */
static size_t
file(struct bound *b, const struct cluster *c, uint32_t host, struct buf *key)
{
	uint32_t k = c->host[host].card;
	size_t at;

	key->n = 0;
	add_number(key, total(c, k, RES_CPU));
	add_number(key, total(c, k, RES_MEM));
	for (; k != CLUSTER_END; k = c->card[k].next) {
		add_number(key, c->card[k].kind);
		add_number(key, total(c, k, RES_GPU));
	}
	at = intern_add(&b->key, text_slice(key->p, key->n));
	if (at == b->n) {
		b->host = VEC_MORE(b->host, b->n, b->cap);
		b->host[b->n++] = (struct bound_host){ 0, host };
	}
	return at;
}

void
bound_init(struct bound *b, const struct room *room)
{
	const struct cluster *c = room->cluster;
	struct buf key = { 0 };
	size_t at = 0;
	uint32_t i;

	memset(b, 0, sizeof(*b));
	b->room = room;
	/* Most are like the one before them. */
	for (i = 0; i < c->hosts; i++) {
		if (i == 0 || !alike(c, i - 1, i))
			at = file(b, c, i, &key);
		b->host[at].n++;
	}
	buf_free(&key);
}

/* Whether a job may use the card, and the value there of its label, if any. */
static bool
may_use(const struct bound *b, const struct job *j, uint32_t card,
    struct slice *value)
{
	const struct cluster *c = b->room->cluster;
	const struct slice label = b->room->jobs->same.name[j->same];

	*value = text_slice(NULL, 0);
	if (!room_matches(b->room, j->class, c->card[card].kind))
		return false;
	if (label.n == 0)
		return true;
	*value = match_label(c->kind[c->card[card].kind].labels, label);
	return value->p != NULL;
}

static int64_t
share(int64_t have, int64_t ask)
{
	return ask == 0 || have == NO_BOUND ? NO_BOUND : have / ask;
}

/* How many instances an empty host holds on its cards with that value. */
static int64_t
holds(const struct bound *b, const struct job *j, uint32_t host,
    struct slice value)
{
	const struct cluster *c = b->room->cluster;
	uint32_t k = c->host[host].card;
	int64_t n = num_min(share(total(c, k, RES_CPU), j->ask.of[RES_CPU]),
	    share(total(c, k, RES_MEM), j->ask.of[RES_MEM])), gpus = 0;
	struct slice v;

	for (; k != CLUSTER_END; k = c->card[k].next)
		if (may_use(b, j, k, &v) && text_eq(v, value))
			gpus = num_add_sat(gpus, share(total(c, k, RES_GPU),
			    j->ask.of[RES_GPU]));
	return num_min(n, gpus);
}

/* Whether the card is the first of its host that has the value. */
static bool
first_with(const struct bound *b, const struct job *j, uint32_t card,
    struct slice value)
{
	const struct cluster *c = b->room->cluster;
	uint32_t k = c->host[c->card[card].host].card;
	struct slice v;

	for (; k != card; k = c->card[k].next)
		if (may_use(b, j, k, &v) && text_eq(v, value))
			return false;
	return true;
}

/* What hosts hold, in sum, by the value of a label. */
struct sums {
	struct intern value;
	int64_t *sum;
	size_t cap;
};

/* Adds a host's instances to the sum of a value, which it returns. */
static int64_t
add_host(struct sums *s, struct slice value, int64_t n)
{
	size_t had = s->value.n, at = intern_add(&s->value, value);

	s->sum = vec_room(s->sum, &s->cap, s->value.n, sizeof(*s->sum));
	if (at == had)
		s->sum[at] = 0;
	s->sum[at] = num_add_sat(s->sum[at], n);
	return s->sum[at];
}

/*
 * The most instances on hosts with one value of the job's label, or without
 * one on all; -1 when none has the label.
 */
static int64_t
most_instances(const struct bound *b, const struct job *j)
{
	const struct cluster *c = b->room->cluster;
	struct sums sums = { 0 };
	struct slice value;
	int64_t most = -1;
	uint32_t k;
	size_t i;

	for (i = 0; i < b->n; i++)
		for (k = c->host[b->host[i].like].card; k != CLUSTER_END;
		    k = c->card[k].next) {
			if (!may_use(b, j, k, &value) ||
			    !first_with(b, j, k, value))
				continue;
			most = num_max(most, add_host(&sums, value,
			    num_mul_sat(b->host[i].n, holds(b, j,
			    b->host[i].like, value))));
		}
	intern_free(&sums.value);
	free(sums.sum);
	return most;
}

static bool
over_quota(const struct bound *b, const struct job *j, int r)
{
	const struct queue *q = b->room->rule[j->queue];

	return (q->limited & 1U << r) != 0 &&
	    num_mul_sat(j->instances, j->ask.of[r]) > q->quota.of[r];
}

enum bound_test
bound_test(const struct bound *b, const struct job *j)
{
	int64_t most;
	int r;

	if (!b->room->class[j->class].any)
		return BOUND_NO_NODE;
	most = most_instances(b, j);
	if (most == -1)
		return BOUND_NO_LABEL;
	if (most == 0)
		return BOUND_INSTANCE;
	if (most < j->instances)
		return BOUND_GANG;
	for (r = 0; r < RES_N; r++)
		if (over_quota(b, j, r))
			return BOUND_QUOTA;
	return BOUND_OK;
}

static void
put_amount(struct buf *o, int r, int64_t v)
{
	kind_put(o, res_kind((enum res)r), v);
	buf_char(o, ' ');
	buf_str(o, res_name((enum res)r));
}

/* The most of a resource that one node may give the job; NO_BOUND. */
static int64_t
most_of(const struct bound *b, const struct job *j, int r)
{
	const struct cluster *c = b->room->cluster;
	int64_t most = 0;
	struct slice value;
	uint32_t k;
	size_t i;

	for (i = 0; i < b->n; i++)
		for (k = c->host[b->host[i].like].card; k != CLUSTER_END;
		    k = c->card[k].next)
			if (may_use(b, j, k, &value))
				most = num_max(most, total(c, k, r));
	return most;
}

/* `needs 9 cpu, at most 8`, of each resource that is short by itself. */
static void
why_instance(const struct bound *b, const struct job *j, struct buf *o)
{
	bool any = false;
	int64_t most;
	int r;

	for (r = 0; r < RES_N; r++) {
		most = most_of(b, j, r);
		if (j->ask.of[r] <= most)
			continue;
		buf_str(o, any ? "; needs " : " needs ");
		put_amount(o, r, j->ask.of[r]);
		buf_str(o, ", at most ");
		kind_put(o, res_kind((enum res)r), most);
		any = true;
	}
	if (any)
		return;
	for (r = 0; r < RES_N; r++)
		if (j->ask.of[r] > 0) {
			buf_str(o, any ? " + " : " needs ");
			put_amount(o, r, j->ask.of[r]);
			any = true;
		}
	buf_str(o, ", no node has all");
}

/* Whether a resource by itself keeps the gang out. */
static bool
lacks(const struct bound *b, const struct job *j, int r)
{
	struct job alone = *j;

	alone.ask = (struct shape){ { 0 } };
	alone.ask.of[r] = j->ask.of[r];
	return most_instances(b, &alone) < j->instances;
}

/* The resources that are short by themselves, or all that are asked. */
static void
why_gang(const struct bound *b, const struct job *j, struct buf *o)
{
	int64_t most = most_instances(b, j);
	unsigned asked = 0, lack = 0;
	bool first = true;
	int r;

	for (r = 0; r < RES_N; r++) {
		asked |= j->ask.of[r] > 0 ? 1U << r : 0;
		lack |= lacks(b, j, r) ? 1U << r : 0;
	}
	buf_str(o, " needs ");
	buf_i64(o, j->instances);
	buf_str(o, " x ");
	for (r = 0; r < RES_N; r++)
		if (((lack != 0 ? lack : asked) & 1U << r) != 0) {
			buf_str(o, first ? "" : " + ");
			put_amount(o, r, j->ask.of[r]);
			first = false;
		}
	buf_str(o, ", at most ");
	buf_i64(o, most);
	buf_str(o, most == 1 ? " fits" : " fit");
}

static void
why_quota(const struct bound *b, const struct job *j, struct buf *o)
{
	const struct queue *q = b->room->rule[j->queue];
	bool any = false;
	int r;

	for (r = 0; r < RES_N; r++) {
		if (!over_quota(b, j, r))
			continue;
		buf_str(o, any ? "; needs " : " needs ");
		put_amount(o, r, num_mul_sat(j->instances, j->ask.of[r]));
		buf_str(o, ", quota ");
		kind_put(o, res_kind((enum res)r), q->quota.of[r]);
		any = true;
	}
}

/* What nothing matches: all that the class names. */
static void
why_no_node(const struct bound *b, const struct job *j, struct buf *o)
{
	const struct job_class *c = &b->room->jobs->class[j->class];
	const struct slice value[] = { c->model, c->pool, c->selector };
	static const char *const name[] = { "gpu_model", "pool", "selector" };
	int i;

	for (i = 0; i < 3; i++) {
		if (value[i].n == 0)
			continue;
		buf_char(o, ' ');
		buf_str(o, name[i]);
		buf_char(o, '=');
		buf_add(o, value[i].p, value[i].n);
	}
}

void
bound_why(const struct bound *b, const struct job *j, enum bound_test t,
    struct buf *o)
{
	const struct slice label = b->room->jobs->same.name[j->same];

	buf_str(o, t == BOUND_NO_NODE || t == BOUND_NO_LABEL ? "no-node" :
	    "never-fits");
	switch (t) {
	case BOUND_OK:
		break;
	case BOUND_NO_NODE:
		why_no_node(b, j, o);
		break;
	case BOUND_NO_LABEL:
		buf_str(o, " same=");
		buf_add(o, label.p, label.n);
		break;
	case BOUND_INSTANCE:
		why_instance(b, j, o);
		break;
	case BOUND_GANG:
		why_gang(b, j, o);
		break;
	case BOUND_QUOTA:
		why_quota(b, j, o);
		break;
	}
}

void
bound_free(struct bound *b)
{
	free(b->host);
	intern_free(&b->key);
}
