#include "profile.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

static struct room_sum *
sums(const struct profile *p, size_t i)
{
	return p->free + i * p->width;
}

/* The number of the instant s, which is made if it is not there. */
static size_t
instant(struct profile *p, int64_t s)
{
	size_t lo = 0, hi = p->n, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (p->at_s[mid] < s)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (s == PROFILE_NEVER || (lo < p->n && p->at_s[lo] == s))
		return lo;
	p->at_s = VEC_MORE(p->at_s, p->n, p->cap);
	p->free = vec_room(p->free, &p->free_cap, (p->n + 1) * p->width,
	    sizeof(*p->free));
	memmove(p->at_s + lo + 1, p->at_s + lo,
	    (p->n - lo) * sizeof(*p->at_s));
	memmove(sums(p, lo + 1), sums(p, lo),
	    (p->n - lo) * p->width * sizeof(*p->free));
	p->n++;
	p->at_s[lo] = s;
	/* Nothing changes at it yet: it is as the one before. */
	if (lo > 0)
		memcpy(sums(p, lo), sums(p, lo - 1),
		    p->width * sizeof(*p->free));
	return lo;
}

static void
fill(struct room_sum *s, const struct room *room)
{
	size_t i;

	for (i = 0; i < room->jobs->classes; i++)
		s[i] = room->class[i].idle;
	s[i] = room->idle;
}

void
profile_init(struct profile *p, const struct room *room, int64_t now_s)
{
	memset(p, 0, sizeof(*p));
	p->room = room;
	p->width = room->jobs->classes + 1;
	p->at_s = VEC_MORE(p->at_s, p->n, p->cap);
	p->free = vec_room(p->free, &p->free_cap, p->width,
	    sizeof(*p->free));
	p->at_s[p->n++] = now_s;
	fill(p->free, room);
}

void
profile_from(struct profile *p, const struct room *room, int64_t at_s)
{
	fill(sums(p, instant(p, at_s)), room);
}

static void
take(struct room_sum *s, const struct shape *ask, int64_t n, unsigned mask)
{
	int r;

	for (r = 0; r < RES_N; r++)
		if ((mask & 1U << r) != 0)
			s->of[r] -= (room_wide)n * ask->of[r];
}

/* Which sums of a class a card counts in: bits 1 << res. */
static unsigned
counts_in(const struct room *r, uint32_t class, uint32_t card)
{
	const struct cluster *c = r->cluster;
	unsigned mask = 0;
	uint32_t k;

	if (room_matches(r, class, c->card[card].kind))
		mask |= 1U << RES_GPU;
	for (k = c->host[c->card[card].host].card; k != CLUSTER_END;
	    k = c->card[k].next)
		if (room_matches(r, class, c->card[k].kind))
			mask |= 1U << RES_CPU | 1U << RES_MEM;
	return mask;
}

void
profile_hold(struct profile *p, uint32_t card, const struct shape *ask,
    int64_t n, int64_t from_s, int64_t until_s)
{
	const struct cluster *c = p->room->cluster;
	size_t from, until, i, k;
	unsigned mask;

	if (!c->host[c->card[card].host].ready || from_s >= until_s)
		return;
	from = instant(p, from_s);
	until = instant(p, until_s);
	for (k = 0; k < p->width; k++) {
		mask = k + 1 == p->width ? ~0U :
		    counts_in(p->room, (uint32_t)k, card);
		for (i = from; i < until; i++)
			take(sums(p, i) + k, ask, n, mask);
	}
}

void
profile_reserve(struct profile *p, const struct job *j, int64_t from_s,
    int64_t until_s)
{
	size_t from, until, i;

	from = instant(p, from_s);
	until = instant(p, until_s);
	for (i = from; i < until; i++) {
		take(sums(p, i) + j->class, &j->ask, j->instances, ~0U);
		take(sums(p, i) + p->width - 1, &j->ask, j->instances, ~0U);
	}
}

/* Whether a job fits into the sums of an instant. */
static bool
fits(const struct profile *p, size_t i, const struct job *j)
{
	const struct room_sum *s = sums(p, i);
	room_wide ask;
	int r;

	for (r = 0; r < RES_N; r++) {
		ask = (room_wide)j->instances * j->ask.of[r];
		if (ask > 0 && (p->room->cluster->seen & 1U << r) != 0 &&
		    (ask > s[j->class].of[r] || ask > s[p->width - 1].of[r]))
			return false;
	}
	return true;
}

bool
profile_now(const struct profile *p, const struct job *j)
{
	return fits(p, 0, j);
}

int64_t
profile_slot(const struct profile *p, const struct job *j, int64_t length_s)
{
	size_t start = 0, i;

	for (i = 0; i < p->n; i++) {
		/* Long enough already, from start to this instant? */
		if (start < i && length_s != PROFILE_NEVER &&
		    p->at_s[i] - p->at_s[start] >= length_s)
			break;
		if (!fits(p, i, j))
			start = i + 1;
	}
	return start < p->n ? p->at_s[start] : PROFILE_NEVER;
}

void
profile_free(struct profile *p)
{
	free(p->at_s);
	free(p->free);
}
