/* Tests of treap: against an array that is searched from its front. */
#include "treap.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "../prop/random.h"

enum { ITEMS = 60, ROUNDS = 4000 };

/* What a tree should be: for each item whether it is in, and its amounts. */
struct model {
	struct shape free[ITEMS];
	uint32_t slot[ITEMS];
	bool in[ITEMS];
};

static int
compare(const struct model *m, int a, int b, bool descending)
{
	int r;

	for (r = 0; r < RES_N; r++)
		if (m->free[a].of[r] != m->free[b].of[r])
			return (m->free[a].of[r] < m->free[b].of[r]) !=
			    descending ? -1 : 1;
	return a - b;
}

/* The first that has enough, or -1. */
static int
first(const struct model *m, const struct shape *ask, bool descending)
{
	int i, r, best = -1;

	for (i = 0; i < ITEMS; i++) {
		for (r = 0; r < RES_N && m->in[i] &&
		    m->free[i].of[r] >= ask->of[r]; r++)
			;
		if (r == RES_N && (best == -1 ||
		    compare(m, i, best, descending) < 0))
			best = i;
	}
	return best;
}

static struct shape
draw(void)
{
	struct shape s;
	int r;

	for (r = 0; r < RES_N; r++)
		s.of[r] = random_once(50) ? INT64_MAX : random_below(6);
	return s;
}

/* Whether both find the same for some asks. */
static bool
same(struct treap *t, uint32_t root, const struct model *m)
{
	struct shape ask;
	uint32_t got;
	int want, i;

	for (i = 0; i < 4; i++) {
		ask = draw();
		got = treap_first(t, root, &ask);
		want = first(m, &ask, t->descending);
		if ((got == TREAP_NONE) != (want == -1) || (want != -1 &&
		    t->slot[got].item != (uint32_t)want))
			return false;
	}
	return true;
}

/* In two trees over one pool, each item in either, in none or in both. */
static void
random_changes(bool descending)
{
	static struct model m[2];
	struct treap t = { .descending = descending };
	uint32_t root[2] = { TREAP_NONE, TREAP_NONE };
	struct model *w;
	int i, k, tree;

	random_state = 7;
	for (tree = 0; tree < 2; tree++)
		for (k = 0; k < ITEMS; k++) {
			m[tree].in[k] = false;
			m[tree].slot[k] = treap_slot(&t, (uint32_t)k,
			    (uint32_t)tree);
		}
	for (i = 0; i < ROUNDS; i++) {
		tree = random_below(2);
		k = random_below(ITEMS);
		w = &m[tree];
		if (w->in[k])
			treap_erase(&t, root[tree], w->slot[k]);
		else {
			w->free[k] = draw();
			treap_insert(&t, &root[tree], w->slot[k],
			    &w->free[k]);
		}
		w->in[k] = !w->in[k];
		if (!same(&t, root[0], &m[0]) || !same(&t, root[1], &m[1]))
			break;
	}
	tap_is_i64(i, ROUNDS, "%s: as a sorted array", descending ?
	    "descending" : "ascending");
	treap_free(&t);
}

/* Taking the first out again and again gives all items in order. */
static void
in_order(bool descending)
{
	static const struct shape none;
	struct model m = { .in = { false } };
	struct treap t = { .descending = descending };
	uint32_t root = TREAP_NONE, at;
	int i, last = -1, n = 0;

	for (i = 0; i < ITEMS; i++) {
		m.slot[i] = treap_slot(&t, (uint32_t)i, 0);
		m.free[i] = draw();
		treap_insert(&t, &root, m.slot[i], &m.free[i]);
	}
	while ((at = treap_first(&t, root, &none)) != TREAP_NONE) {
		i = (int)t.slot[at].item;
		if (last != -1 && compare(&m, last, i, descending) >= 0)
			break;
		last = i;
		n++;
		treap_erase(&t, root, at);
	}
	tap_is_i64(n, ITEMS, "%s: all, in order", descending ?
	    "descending" : "ascending");
	treap_free(&t);
}

/* Items that come and go through one node, few at a time. */
static void
pass_through(void)
{
	static const struct shape one = { { 1, 1, 1 } };
	struct treap t = { 0 };
	uint32_t root = TREAP_NONE, at, i;
	const uint32_t few = 20, all = 500;
	bool later = true;

	for (i = 0; i < few + all; i++) {
		if (i >= few) {
			at = treap_first(&t, root, &one);
			later &= treap_later(&t, at, 3) == i - few + 3;
			if (t.slot[at].item != i - few)
				break;
			treap_erase(&t, root, at);
		}
		treap_insert(&t, &root, treap_slot(&t, i, 0), &one);
	}
	tap_is_i64(i, few + all, "first in, first out");
	tap_ok(later, "the item that comes later is told");
	at = treap_first(&t, root, &one);
	tap_ok(treap_later(&t, at, few) == TREAP_NONE, "or that none does");
	treap_free(&t);
}

/*
 * Items of one node that leave and come back out of order, with none taken
 * out at the front: those that left are still there, some of them twice.
 */
static void
come_back(void)
{
	static const struct shape one = { { 1, 1, 1 } };
	enum { ALL = 100, LAST = ALL - 1 };
	struct treap t = { 0 };
	uint32_t root = TREAP_NONE, i, k, at;
	bool in[ALL] = { false };

	random_state = 11;
	for (i = 0; i < ALL; i++)
		treap_slot(&t, i, 0);
	/* The greatest comes first: all others are out of order. */
	treap_insert(&t, &root, LAST, &one);
	for (i = 0; i < 20000; i++) {
		/* Mostly few are there, now and then many. */
		k = (uint32_t)random_below(i / 1000 % 4 == 3 ? LAST : 7);
		if (in[k])
			treap_erase(&t, root, k);
		else
			treap_insert(&t, &root, k, &one);
		in[k] = !in[k];
	}
	in[LAST] = true;
	for (i = 0; i < ALL; i++) {
		if (!in[i])
			continue;
		at = treap_first(&t, root, &one);
		if (at != i)
			break;
		treap_erase(&t, root, at);
	}
	tap_is_i64(i, ALL, "who came back is there, once and in order");
	tap_ok(treap_first(&t, root, &one) == TREAP_NONE, "and nobody else");
	treap_free(&t);
}

/* The most memory that was in use so far. */
static int64_t
most_kb(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return u.ru_maxrss;
}

/* Three items of one node come and go for long, out of order. */
static void
stays_small(void)
{
	static const struct shape one = { { 1, 1, 1 } };
	enum { TIMES = 4000000, FREE_KB = 16384 };
	struct treap t = { 0 };
	uint32_t root = TREAP_NONE, i, at[3];
	int64_t had_kb;

	for (i = 0; i < 3; i++)
		at[i] = treap_slot(&t, i, 0);
	for (i = 3; i-- > 0;)
		treap_insert(&t, &root, at[i], &one);
	had_kb = most_kb();
	for (i = 0; i < TIMES; i++) {
		treap_erase(&t, root, at[i % 2]);
		treap_insert(&t, &root, at[i % 2], &one);
	}
	tap_ok(most_kb() - had_kb < FREE_KB,
	    "a node does not grow with what came and went");
	treap_free(&t);
}

int
main(void)
{
	const struct shape one = { { 1, 1, 1 } };
	struct treap t = { 0 };

	tap_ok(treap_first(&t, TREAP_NONE, &one) == TREAP_NONE,
	    "nothing is found in an empty tree");
	random_changes(false);
	random_changes(true);
	in_order(false);
	in_order(true);
	pass_through();
	come_back();
	stays_small();
	treap_free(&t);
	return tap_done();
}
