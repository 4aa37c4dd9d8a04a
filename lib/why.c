#include "why.h"

#include <stdlib.h>

#include "buf.h"
#include "match.h"
#include "mem.h"
#include "num.h"

enum { WHY_FREE = 8 };	/* free amounts that are told one by one */

void
why_quota(struct buf *b, const struct room *r, const struct job *j)
{
	enum room_test t = room_test(r, j);
	struct room_figures f;
	bool any = false;
	int res;

	if (t == ROOM_FITS)
		return;
	buf_str(b, "quota");
	for (res = 0; res < RES_N; res++) {
		const enum kind kind = res_kind((enum res)res);

		if (!room_short(r, j, t, (enum res)res, &f))
			continue;
		buf_str(b, any ? "; needs " : " needs ");
		kind_put(b, kind, f.needs);
		buf_char(b, ' ');
		buf_str(b, res_name((enum res)res));
		buf_str(b, ", ");
		kind_put(b, kind, f.idle);
		buf_str(b, " idle, ");
		kind_put(b, kind, f.inqueue);
		buf_str(b, " inqueue");
		any = true;
	}
}

static int
descending(const void *a, const void *b)
{
	return num_cmp(*(const int64_t *)b, *(const int64_t *)a);
}

/*
 * What is free of a resource on each card that the job may use (a host's cpu
 * and mem once), greatest first; owned by the caller.
 */
static int64_t *
free_amounts(const struct room *r, const struct job *j, int res, size_t *n)
{
	const struct cluster *c = r->cluster;
	int64_t *v = mem_array(c->cards, sizeof(*v));
	uint32_t last = CLUSTER_END;
	size_t i;

	*n = 0;
	for (i = 0; i < c->cards; i++) {
		const struct cluster_card *k = &c->card[i];

		if (!c->host[k->host].ready ||
		    !room_matches(r, j->class, k->kind) ||
		    (res != RES_GPU && k->host == last))
			continue;
		last = k->host;
		v[(*n)++] = cluster_free(c, (uint32_t)i).of[res];
	}
	if (*n > 0)
		qsort(v, *n, sizeof(*v), descending);
	return v;
}

/* How many instances the amounts hold, one resource by itself. */
static int64_t
alone(const int64_t *v, size_t n, int64_t ask)
{
	int64_t sum = 0;
	size_t i;

	for (i = 0; i < n; i++)
		sum = num_add_sat(sum, v[i] / ask);
	return sum;
}

static void
put_free(struct buf *b, int res, const int64_t *v, size_t n)
{
	size_t i;

	buf_str(b, " (free ");
	for (i = 0; i < n && i < WHY_FREE; i++) {
		buf_str(b, i > 0 ? "+" : "");
		kind_put(b, res_kind((enum res)res), v[i]);
	}
	buf_str(b, n > WHY_FREE ? "+..." : n == 0 ? "nothing" : "");
	buf_char(b, ')');
}

void
why_fragmented(struct buf *b, const struct room *r, const struct job *j,
    int64_t fits)
{
	int64_t *v[RES_N];
	size_t n[RES_N];
	unsigned asked = 0, lacks = 0, show;
	int res, first = -1;

	for (res = 0; res < RES_N; res++) {
		v[res] = free_amounts(r, j, res, &n[res]);
		if (j->ask.of[res] == 0)
			continue;
		asked |= 1U << res;
		if (alone(v[res], n[res], j->ask.of[res]) < j->instances)
			lacks |= 1U << res;
	}
	show = lacks != 0 ? lacks : asked;
	buf_str(b, "fragmented needs ");
	buf_i64(b, j->instances);
	for (res = 0; res < RES_N; res++) {
		if ((show & 1U << res) == 0)
			continue;
		buf_str(b, first == -1 ? " x " : " + ");
		kind_put(b, res_kind((enum res)res), j->ask.of[res]);
		buf_char(b, ' ');
		buf_str(b, res_name((enum res)res));
		first = first == -1 ? res : first;
	}
	buf_str(b, ", ");
	buf_i64(b, fits);
	buf_str(b, fits == 1 ? " fits" : " fit");
	if (first != -1)
		put_free(b, first, v[first], n[first]);
	for (res = 0; res < RES_N; res++)
		free(v[res]);
}
