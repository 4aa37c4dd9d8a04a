#include "why.h"

#include <stdbool.h>
#include <stdlib.h>

#include "buf.h"
#include "mem.h"
#include "num.h"
#include "text.h"
#include "vec.h"

enum {
	WHY_FREE = 8,		/* free amounts that are told one by one */
	WHY_RECENT = 256	/* amounts that are known without a sort */
};

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
	size_t n, cap;
};

static int
descending(const void *va, const void *vb)
{
	const struct why_amount *a = va, *b = vb;

	return num_cmp(b->free, a->free);
}

/* Counts one more of an amount; where it was counted last is in `recent`. */
static void
count(struct why_free *f, size_t *recent, int64_t free)
{
	size_t *at = &recent[text_hash_mix((uint64_t)free, 0) % WHY_RECENT];

	if (*at < f->n && f->amount[*at].free == free) {
		f->amount[*at].n++;
		return;
	}
	f->amount = VEC_MORE(f->amount, f->n, f->cap);
	*at = f->n++;
	f->amount[*at] = (struct why_amount){ free, 1 };
}

/* Sorts the amounts, and joins those that were counted in two places. */
static void
join(struct why_free *f)
{
	size_t i, n = 0;

	if (f->n == 0)
		return;
	qsort(f->amount, f->n, sizeof(*f->amount), descending);
	for (i = 1; i < f->n; i++)
		if (f->amount[i].free == f->amount[n].free)
			f->amount[n].n += f->amount[i].n;
		else
			f->amount[++n] = f->amount[i];
	f->n = n + 1;
}

/* Gathers what is free; a host's cpu and mem count once. */
static void
gather(const struct room *r, uint32_t class, int res, struct why_free *f)
{
	const struct cluster *c = r->cluster;
	size_t recent[WHY_RECENT] = { 0 };
	uint32_t last = CLUSTER_END, i;
	int64_t free;

	for (i = 0; i < c->cards; i++) {
		const struct cluster_card *card = &c->card[i];

		if (!c->host[card->host].ready ||
		    !room_matches(r, class, card->kind) ||
		    (res != RES_GPU && card->host == last))
			continue;
		last = card->host;
		if ((free = cluster_free(c, i).of[res]) > 0)
			count(f, recent, free);
	}
	join(f);
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
