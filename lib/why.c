#include "why.h"

#include <stdbool.h>
#include <stdlib.h>

#include "buf.h"
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

/* What is free of a resource on the cards of a class, greatest first. */
struct why_free {
	bool made;
	struct why_amount *amount;	/* distinct */
	size_t n;
};

static int
descending(const void *va, const void *vb)
{
	const struct why_amount *a = va, *b = vb;

	return num_cmp(b->free, a->free);
}

/* Gathers what is free; a host's cpu and mem count once. */
static void
gather(const struct room *r, uint32_t class, int res, struct why_free *f)
{
	const struct cluster *c = r->cluster;
	struct why_amount *v = mem_array(c->cards, sizeof(*v));
	uint32_t last = CLUSTER_END, i;
	size_t n = 0, k;

	for (i = 0; i < c->cards; i++) {
		const struct cluster_card *card = &c->card[i];

		if (!c->host[card->host].ready ||
		    !room_matches(r, class, card->kind) ||
		    (res != RES_GPU && card->host == last))
			continue;
		last = card->host;
		v[n].free = cluster_free(c, i).of[res];
		v[n].n = 1;
		n += v[n].free > 0;
	}
	if (n > 0)
		qsort(v, n, sizeof(*v), descending);
	for (k = 0; k < n; k++)
		if (f->n > 0 && v[f->n - 1].free == v[k].free)
			v[f->n - 1].n++;
		else
			v[f->n++] = v[k];
	f->amount = v;
	f->made = true;
}

static const struct why_free *
free_of(struct why *w, const struct job *j, int res)
{
	struct why_free *f;

	if (w->free == NULL)
		w->free = mem_zero(w->room->jobs->classes * RES_N + 1,
		    sizeof(*w->free));
	f = &w->free[j->class * RES_N + (size_t)res];
	if (!f->made)
		gather(w->room, j->class, res, f);
	return f;
}

/* How many instances the amounts hold, one resource by itself. */
static int64_t
alone(const struct why_free *f, int64_t ask)
{
	int64_t sum = 0;
	size_t i;

	for (i = 0; i < f->n && f->amount[i].free >= ask; i++)
		sum = num_add_sat(sum, num_mul_sat(f->amount[i].free / ask,
		    f->amount[i].n));
	return sum;
}

static void
put_free(struct buf *b, int res, const struct why_free *f)
{
	int told = 0;
	int64_t k;
	size_t i;

	buf_str(b, " (free ");
	for (i = 0; i < f->n; i++)
		for (k = 0; k < f->amount[i].n && told <= WHY_FREE;
		    k++, told++) {
			buf_str(b, told > 0 ? "+" : "");
			if (told == WHY_FREE)
				buf_str(b, "...");
			else
				kind_put(b, res_kind((enum res)res),
				    f->amount[i].free);
		}
	buf_str(b, told == 0 ? "nothing)" : ")");
}

void
why_fragmented(struct why *w, struct buf *b, const struct job *j,
    int64_t fits)
{
	unsigned asked = 0, lacks = 0, show;
	int res, first = -1;

	for (res = 0; res < RES_N; res++) {
		if (j->ask.of[res] == 0)
			continue;
		asked |= 1U << res;
		if (alone(free_of(w, j, res), j->ask.of[res]) < j->instances)
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
		put_free(b, first, free_of(w, j, first));
}

void
why_free(struct why *w)
{
	size_t i;

	for (i = 0; w->free != NULL &&
	    i < w->room->jobs->classes * RES_N; i++)
		free(w->free[i].amount);
	free(w->free);
}
