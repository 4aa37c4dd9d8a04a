#include "census.h"

#include <stdlib.h>
#include <string.h>

#include "node.h"
#include "num.h"
#include "vec.h"

static const struct census_amount unknown = { -1, -1, 0, -1 };

struct slice
census_keep(struct census *c, struct slice s)
{
	return text_slice(mem_arena_copy(&c->text, s.p, s.n), s.n);
}

struct census_host *
census_host(struct census *c, struct slice name)
{
	size_t i = intern_add(&c->name, name);
	struct census_host *h;

	if (i < c->hosts)
		return &c->host[i];
	c->host = VEC_MORE(c->host, c->hosts, c->cap);
	h = &c->host[c->hosts++];
	memset(h, 0, sizeof(*h));
	h->name = census_keep(c, name);
	h->cpu = h->mem = h->seen_cpu = h->seen_mem = unknown;
	return h;
}

/* The card of that kind in an array of n, which it may be added to. */
static struct census_card *
find_card(struct census *c, struct census_card **array, size_t *n,
    size_t *cap, struct slice key)
{
	struct census_card *card;
	size_t i;

	for (i = 0; i < *n; i++)
		if (text_eq((*array)[i].key, key))
			return &(*array)[i];
	/* Most hosts have one kind: room for many would be most of all. */
	if (*n == *cap) {
		*cap = *cap * 2 + 1;
		*array = mem_resize(*array, *cap, sizeof(**array));
	}
	card = &(*array)[(*n)++];
	memset(card, 0, sizeof(*card));
	card->key = card->model = census_keep(c, key);
	card->gpu = unknown;
	return card;
}

struct census_card *
census_card(struct census *c, struct census_host *h, struct slice key)
{
	return find_card(c, &h->card, &h->cards, &h->card_cap, key);
}

struct census_card *
census_seen(struct census *c, struct census_host *h, struct slice key)
{
	return find_card(c, &h->seen, &h->seens, &h->seen_cap, key);
}

bool
census_first(struct census *c, struct slice name)
{
	size_t n = c->seen.n;

	return intern_add(&c->seen, name) == n;
}

void
census_check(const struct census *c, struct diag_list *notes)
{
	if (c->wants_use && !c->has_use)
		diag_add(notes, NULL, 0, NULL, "nodes without their pods: "
		    "what they have is taken to be free");
}

void
census_more(int64_t *amount, int64_t more)
{
	*amount = num_add_sat(*amount == -1 ? 0 : *amount, more);
}

static void
put_amount(struct sheet *s, size_t free_column, size_t total_column,
    const struct census_amount *a)
{
	int64_t limit = a->limit == -1 ? a->total : a->limit;
	int64_t free = a->free;

	if (free == -1 && limit != -1)
		free = limit > a->used ? limit - a->used : 0;
	if (free != -1)
		sheet_number(s, free_column, free);
	if (a->total != -1)
		sheet_number(s, total_column, a->total);
}

/* What a scheduler says, else what was measured. */
static const struct census_amount *
told(const struct census_amount *said, const struct census_amount *seen)
{
	return said->total != -1 || said->limit != -1 || said->free != -1 ?
	    said : seen;
}

/* Exporters know what a scheduler may not: which cards they are. */
static struct slice
model(const struct census_host *h, const struct census_card *card)
{
	return card->unnamed && h->seens == 1 ? h->seen[0].model :
	    card->model;
}

static void
put_record(const struct census_host *h, const struct census_card *card,
    struct sheet *s)
{
	static const struct census_amount none = { 0, 0, 0, 0 };

	sheet_row(s);
	sheet_text(s, NODE_NODE, h->name);
	if (card != NULL) {
		sheet_text(s, NODE_GPU_MODEL, model(h, card));
		put_amount(s, NODE_GPU, NODE_GPU_TOTAL, &card->gpu);
	} else if (h->counts_gpus)
		put_amount(s, NODE_GPU, NODE_GPU_TOTAL, &none);
	put_amount(s, NODE_CPU, NODE_CPU_TOTAL, told(&h->cpu, &h->seen_cpu));
	put_amount(s, NODE_MEM, NODE_MEM_TOTAL, told(&h->mem, &h->seen_mem));
	sheet_text(s, NODE_STATE, h->state.n > 0 ? h->state :
	    text_of("ready"));
	if (card != NULL && card->vgpu)
		sheet_text(s, NODE_VGPU, text_of("yes"));
	sheet_text(s, NODE_POOL, h->pool);
	sheet_text(s, NODE_LABELS, card != NULL && card->labels.n > 0 ?
	    card->labels : h->labels);
}

/* Whether a source says that the cards are there. */
static bool
is_declared(const struct census_card *card)
{
	return card->gpu.total != -1 || card->gpu.limit != -1 ||
	    card->gpu.free != -1;
}

static bool
is_there(const struct census_host *h)
{
	return h->declared || h->measured;
}

bool
census_empty(const struct census *c)
{
	size_t i;

	for (i = 0; i < c->hosts; i++)
		if (is_there(&c->host[i]))
			return false;
	return true;
}

void
census_records(const struct census *c, struct sheet *s)
{
	const struct census_host *h;
	const struct census_card *card;
	size_t i, j, cards, before;

	for (j = 0; j < c->hosts; j++) {
		h = &c->host[j];
		if (!is_there(h))
			continue;
		card = h->card;
		cards = h->cards;
		if (cards == 0 && !h->counts_gpus) {
			card = h->seen;
			cards = h->seens;
		}
		before = s->rows;
		for (i = 0; i < cards; i++)
			if (is_declared(&card[i]))
				put_record(h, &card[i], s);
		if (s->rows == before)
			put_record(h, NULL, s);
	}
}

void
census_free(struct census *c)
{
	size_t i;

	for (i = 0; i < c->hosts; i++) {
		free(c->host[i].card);
		free(c->host[i].seen);
	}
	free(c->host);
	intern_free(&c->name);
	intern_free(&c->seen);
	mem_arena_free(&c->text);
	memset(c, 0, sizeof(*c));
}
