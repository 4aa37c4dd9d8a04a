#include "place.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "match.h"
#include "mem.h"
#include "num.h"
#include "vec.h"

enum { AHEAD = 2 };	/* cards that are fetched before their turn */

/* The views of a class: its cards, or for a label those of each value. */
struct place_group {
	uint32_t class, same;
	unsigned avoid;
	uint32_t *view;
	size_t n, cap;
};

/* Puts a card's slot back into its view (sign 1), or takes it out (-1). */
static void
file(struct place *p, uint32_t at, const struct shape *free, int sign)
{
	struct place_view *v = &p->view[p->trees.slot[at].tree];
	int r;

	if (sign > 0)
		treap_insert(&p->trees, &v->root, at, free);
	else
		treap_erase(&p->trees, v->root, at);
	for (r = 0; r < RES_N; r++)
		if ((p->cluster->seen & 1U << r) != 0)
			v->sum.of[r] += sign * free->of[r];
}

/* The same in every view that a card of the host is in. */
static void
file_host(struct place *p, uint32_t host, int sign)
{
	const struct cluster *c = p->cluster;
	struct shape free;
	uint32_t k, at;

	for (k = c->host[host].card; k != CLUSTER_END; k = c->card[k].next) {
		free = cluster_free(c, k);
		for (at = p->member[k]; at != TREAP_NONE;
		    at = p->trees.slot[at].next)
			file(p, at, &free, sign);
	}
}

void
place_move(struct place *p, uint32_t card, const struct shape *ask, int64_t n)
{
	/* Cards of one host share cpu and memory: all of them move. */
	file_host(p, p->cluster->card[card].host, -1);
	room_take(p->room, card, ask, n);
	cluster_take(p->cluster, card, ask, n);
	file_host(p, p->cluster->card[card].host, 1);
}

void
place_job(struct place *p, const struct jobs *jobs, size_t i, int sign)
{
	const struct job *j = &jobs->job[i];
	struct slice rest = job_text(jobs, i, JOB_NODES), name;
	uint32_t card;
	int64_t n;

	while (cluster_next(&rest, &name, &n) == 1) {
		card = cluster_entry(p->cluster, name,
		    &jobs->class[j->class]);
		if (card != CLUSTER_END &&
		    p->cluster->host[p->cluster->card[card].host].ready)
			place_move(p, card, &j->ask, sign * n);
	}
}

void
place_least(struct place *p, uint32_t card, const struct cluster *a,
    const struct cluster *b)
{
	struct cluster *c = p->cluster;
	uint32_t host = c->card[card].host, k;
	int r;

	file_host(p, host, -1);
	for (r = RES_CPU; r < RES_N; r++)
		c->host[host].free[r] = num_min(a->host[host].free[r],
		    b->host[host].free[r]);
	for (k = c->host[host].card; k != CLUSTER_END; k = c->card[k].next)
		c->card[k].gpu_m = num_min(a->card[k].gpu_m,
		    b->card[k].gpu_m);
	file_host(p, host, 1);
}

static uint32_t
new_view(struct place *p)
{
	p->view = VEC_MORE(p->view, p->views, p->view_cap);
	memset(&p->view[p->views], 0, sizeof(*p->view));
	p->view[p->views].root = TREAP_NONE;
	return (uint32_t)p->views++;
}

static void
add_slot(struct place *p, uint32_t view, uint32_t card)
{
	uint32_t at = treap_slot(&p->trees, card, view);
	struct shape free = cluster_free(p->cluster, card);

	p->trees.slot[at].next = p->member[card];
	p->member[card] = at;
	file(p, at, &free, 1);
}

/* The view of a group for one value of its label. */
static uint32_t
value_view(struct place *p, struct place_group *g, struct intern *values,
    struct slice value)
{
	size_t at = intern_add(values, value);

	if (at == g->n) {
		g->view = VEC_MORE(g->view, g->n, g->cap);
		g->view[g->n++] = new_view(p);
	}
	return g->view[at];
}

/* The views of a job's class and label, made if they are not there. */
static struct place_group *
group_of(struct place *p, const struct job *j, unsigned avoid)
{
	const struct cluster *c = p->cluster;
	struct intern values = { 0 };
	struct slice label = p->room->jobs->same.name[j->same], value;
	struct place_group *g;
	size_t i;

	for (i = 0; i < p->groups; i++)
		if (p->group[i].class == j->class &&
		    p->group[i].same == j->same &&
		    p->group[i].avoid == avoid)
			return &p->group[i];
	p->group = VEC_MORE(p->group, p->groups, p->group_cap);
	g = &p->group[p->groups++];
	memset(g, 0, sizeof(*g));
	g->class = j->class;
	g->same = j->same;
	g->avoid = avoid;
	for (i = 0; i < c->cards; i++) {
		if (!c->host[c->card[i].host].ready ||
		    (avoid != 0 &&
		    (p->reserved[c->card[i].host] & avoid) != 0) ||
		    !room_matches(p->room, j->class, c->card[i].kind))
			continue;
		value = match_label(c->kind[c->card[i].kind].labels, label);
		/* A node without the label has none to share. */
		if (label.n == 0 || value.p != NULL)
			add_slot(p, value_view(p, g, &values, value),
			    (uint32_t)i);
	}
	intern_free(&values);
	return g;
}

void
place_init(struct place *p, struct room *room, bool spread)
{
	size_t i;

	memset(p, 0, sizeof(*p));
	p->room = room;
	p->cluster = room->cluster;
	p->trees.descending = spread;
	p->member = mem_array(p->cluster->cards, sizeof(*p->member));
	for (i = 0; i < p->cluster->cards; i++)
		p->member[i] = TREAP_NONE;
}

void
place_undo(struct place *p, const struct job *j)
{
	while (p->runs > 0) {
		p->runs--;
		place_move(p, p->run[p->runs].card, &j->ask,
		    -p->run[p->runs].n);
	}
}

/*
 * How many instances to take from the card that comes first: packing, it stays
 * the first as long as it has room; spreading, one at a time, unless they ask
 * for nothing.
 */
static int64_t
how_many(const struct place *p, uint32_t card, const struct job *j)
{
	struct shape free = cluster_free(p->cluster, card);
	unsigned mask = 0;
	int r;

	/* What no node tells of is no bound. */
	for (r = 0; r < RES_N; r++)
		if (j->ask.of[r] > 0 && (p->cluster->seen & 1U << r) != 0)
			mask |= 1U << r;
	return p->trees.descending && mask != 0 ? 1 :
	    res_fits(&free, &j->ask, mask);
}

/* Fetches a card and a host that come soon. */
static void
fetch(const struct place *p, uint32_t at)
{
	const struct cluster *c = p->cluster;
	uint32_t card = treap_later(&p->trees, at, 2 * AHEAD);

	if (card != TREAP_NONE)
		__builtin_prefetch(&c->card[card], 1);
	if ((card = treap_later(&p->trees, at, AHEAD)) != TREAP_NONE)
		__builtin_prefetch(&c->host[c->card[card].host].free, 1);
}

/* Places all in one view, or none; returns how many there is room for. */
static int64_t
place_in(struct place *p, const struct place_view *v, const struct job *j)
{
	int64_t left = j->instances, n;
	uint32_t at;

	p->runs = 0;
	while (left > 0 && (at = treap_first(&p->trees, v->root,
	    &j->ask)) != TREAP_NONE) {
		uint32_t card = p->trees.slot[at].item;

		fetch(p, at);
		n = num_min(left, how_many(p, card, j));
		p->run = VEC_MORE(p->run, p->runs, p->run_cap);
		p->run[p->runs].card = card;
		p->run[p->runs++].n = n;
		place_move(p, card, &j->ask, n);
		left -= n;
	}
	if (left > 0)
		place_undo(p, j);
	return j->instances - left;
}

/* Views by what is free in them, least first: they all give up the same. */
static int
view_cmp(const struct place *p, uint32_t a, uint32_t b)
{
	const struct room_sum *x = &p->view[a].sum, *y = &p->view[b].sum;
	int r;

	for (r = 0; r < RES_N; r++)
		if (x->of[r] != y->of[r])
			return (x->of[r] < y->of[r]) == p->trees.descending ?
			    1 : -1;
	return (a > b) - (a < b);
}

int64_t
place_gang(struct place *p, const struct job *j, unsigned avoid)
{
	struct place_group *g = group_of(p, j, avoid);
	int64_t best = 0, n;
	size_t i, k;

	/* The views change places seldom: a few swaps keep them sorted. */
	for (i = 1; i < g->n; i++)
		for (k = i; k > 0 && view_cmp(p, g->view[k],
		    g->view[k - 1]) < 0; k--) {
			uint32_t v = g->view[k];

			g->view[k] = g->view[k - 1];
			g->view[k - 1] = v;
		}
	for (i = 0; i < g->n; i++) {
		n = place_in(p, &p->view[g->view[i]], j);
		if (n == j->instances)
			return n;
		best = num_max(best, n);
	}
	return best;
}

struct slice
place_name(const struct place *p)
{
	const struct cluster *c = p->cluster;
	const struct cluster_host *h;

	if (p->runs != 1 || p->run[0].n != 1)
		return text_slice(NULL, 0);
	h = &c->host[c->card[p->run[0].card].host];
	return c->card[h->card].next == CLUSTER_END ? h->name :
	    text_slice(NULL, 0);
}

/* One entry; GPUs of a mixed node say which model. */
static void
put_entry(const struct place *p, struct buf *b, uint32_t card, int64_t n)
{
	const struct cluster *c = p->cluster;
	const struct cluster_host *h = &c->host[c->card[card].host];

	buf_add(b, h->name.p, h->name.n);
	if (c->card[h->card].next != CLUSTER_END) {
		buf_char(b, ':');
		buf_add(b, c->card[card].model.p, c->card[card].model.n);
	}
	if (n > 1) {
		buf_char(b, '*');
		buf_i64(b, n);
	}
}

static int
run_cmp(const void *va, const void *vb)
{
	const struct place_run *a = va, *b = vb;

	return (a->card > b->card) - (a->card < b->card);
}

void
place_put(const struct place *p, struct buf *b)
{
	struct place_run *run = mem_array(p->runs, sizeof(*run));
	size_t i, n = 0;

	/* Spreading comes back to a card: its instances are told once. */
	memcpy(run, p->run, p->runs * sizeof(*run));
	if (p->trees.descending)
		qsort(run, p->runs, sizeof(*run), run_cmp);
	for (i = 0; i < p->runs; i++)
		if (n > 0 && run[n - 1].card == run[i].card)
			run[n - 1].n += run[i].n;
		else
			run[n++] = run[i];
	for (i = 0; i < n; i++) {
		buf_str(b, i > 0 ? "," : "");
		put_entry(p, b, run[i].card, run[i].n);
	}
	free(run);
}

void
place_free(struct place *p)
{
	size_t i;

	for (i = 0; i < p->groups; i++)
		free(p->group[i].view);
	free(p->group);
	free(p->view);
	treap_free(&p->trees);
	free(p->member);
	free(p->run);
}
