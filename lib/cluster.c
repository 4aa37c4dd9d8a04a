#include "cluster.h"

#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "num.h"
#include "vec.h"

static void
add_part(struct buf *b, struct slice s)
{
	buf_add(b, s.p, s.n);
	buf_char(b, '\0');
}

/* The number of a model, pool and labels. */
static uint32_t
kind_number(struct cluster *c, const struct node_batch *b, size_t i)
{
	struct cluster_kind *k;
	struct slice key;
	size_t at;

	c->scratch.n = 0;
	add_part(&c->scratch, b->model[i]);
	add_part(&c->scratch, b->pool[i]);
	add_part(&c->scratch, b->labels[i]);
	at = intern_add(&c->kind_key, text_slice(c->scratch.p,
	    c->scratch.n));
	if (at == c->kinds) {
		/* The key keeps the three, one behind the other. */
		key = c->kind_key.name[at];
		c->kind = VEC_MORE(c->kind, c->kinds, c->kind_cap);
		k = &c->kind[c->kinds++];
		k->model = text_slice(key.p, b->model[i].n);
		k->pool = text_slice(k->model.p + k->model.n + 1,
		    b->pool[i].n);
		k->labels = text_slice(k->pool.p + k->pool.n + 1,
		    b->labels[i].n);
	}
	return (uint32_t)at;
}

/* Hangs a new card onto its host, behind those that it has. */
static void
add_card(struct cluster *c, const struct node_batch *b, size_t i,
    uint32_t host)
{
	struct cluster_card *card;
	uint32_t *at;

	card = &c->card[c->cards];
	card->gpu_m = b->free[RES_GPU][i];
	card->gpu_total_m = b->total[RES_GPU][i];
	card->host = host;
	card->next = CLUSTER_END;
	card->kind = kind_number(c, b, i);
	card->model = c->kind[card->kind].model;
	card->given = b->given[i] & 1U << RES_GPU;
	card->bounded = b->bounded[i] & 1U << RES_GPU;
	for (at = &c->host[host].card; *at != CLUSTER_END;
	    at = &c->card[*at].next)
		;
	*at = (uint32_t)c->cards++;
}

static void
add_host(struct cluster *c, const struct node_batch *b, size_t i, size_t at)
{
	struct cluster_host *h;
	int r;

	h = &c->host[c->hosts++];
	memset(h, 0, sizeof(*h));
	h->name = c->name.name[at];
	for (r = RES_CPU; r < RES_N; r++) {
		h->free[r] = b->free[r][i];
		h->total[r] = b->total[r][i];
	}
	h->given = b->given[i];
	h->bounded = b->bounded[i];
	h->ready = b->ready[i];
	h->card = CLUSTER_END;
}

void
cluster_add(struct cluster *c, const struct node_batch *b,
    struct diag_list *faults)
{
	const size_t left = b->from->left;
	char shown[TEXT_QUOTE];
	size_t i, at;

	c->host = vec_expect(c->host, &c->host_cap, c->hosts + b->n, left,
	    sizeof(*c->host));
	c->card = vec_expect(c->card, &c->card_cap, c->cards + b->n, left,
	    sizeof(*c->card));
	if (left > c->name.cap)
		intern_expect(&c->name, left);
	for (i = 0; i < b->n; i++)
		intern_ahead(&c->name, b->name[i]);
	for (i = 0; i < b->n; i++) {
		if (b->faults && b->bad[i])
			continue;
		at = intern_add(&c->name, b->name[i]);
		if (at == c->hosts)
			add_host(c, b, i, at);
		else if (cluster_find(c, b->name[i], b->model[i]) !=
		    CLUSTER_END) {
			diag_add(faults, b->from->header->file,
			    reader_line(b->from, i), "node",
			    "%s is there twice",
			    text_quote(b->name[i], shown));
			continue;
		}
		add_card(c, b, i, (uint32_t)at);
		c->seen |= b->given[i] | b->bounded[i];
	}
}

uint32_t
cluster_find(const struct cluster *c, struct slice name, struct slice model)
{
	int64_t host = intern_find(&c->name, name);
	uint32_t card;

	if (host == INTERN_NONE)
		return CLUSTER_END;
	for (card = c->host[host].card; card != CLUSTER_END;
	    card = c->card[card].next)
		if (text_eq(c->card[card].model, model))
			return card;
	return CLUSTER_END;
}

int
cluster_next(struct slice *list, struct slice *name, int64_t *count)
{
	struct slice rest;

	if (!text_cut(list, ',', &rest))
		return 0;
	*count = 1;
	text_cut(&rest, '*', name);
	if (name->n == 0 || (rest.p != NULL &&
	    (quant_int(rest, count) != QUANT_OK || *count < 1)))
		return -1;
	return 1;
}

/*
 * The card of an entry of `nodes`: NAME, or NAME:MODEL.  Names may have colons
 * themselves, so the longest name that is there wins.
 */
uint32_t
cluster_entry(const struct cluster *c, struct slice entry,
    const struct job_class *class)
{
	int64_t host = intern_find(&c->name, entry);
	uint32_t card;
	size_t n;

	if (host != INTERN_NONE) {
		card = cluster_find(c, entry, class->model);
		return card != CLUSTER_END ? card : c->host[host].card;
	}
	for (n = entry.n; n-- > 0;)
		if (entry.p[n] == ':' && intern_find(&c->name,
		    text_slice(entry.p, n)) != INTERN_NONE)
			return cluster_find(c, text_slice(entry.p, n),
			    text_slice(entry.p + n + 1, entry.n - n - 1));
	return CLUSTER_END;
}

/*
 * How a job counts on a resource of which free is given, or only the total:
 * 1 takes, -1 gives back, 0 is in the amount already.
 */
static int
counts(const struct jobs *s, size_t i, bool given, int64_t now_s)
{
	const struct job *j = &s->job[i];
	bool started = (j->has & JOB_BIT(JOB_STARTED)) != 0;
	bool ended = (j->has & JOB_BIT(JOB_ENDED)) != 0;

	if (j->state == JOB_RUNNING)
		return !given || (started &&
		    job_number(s, i, JOB_STARTED) >= now_s);
	if (given && started && ended &&
	    job_number(s, i, JOB_STARTED) < now_s &&
	    job_number(s, i, JOB_ENDED) >= now_s)
		return -1;
	return 0;
}

/* Moves what n instances of a job hold on a card. */
static void
count_job(struct cluster *c, const struct jobs *s, size_t i, uint32_t card,
    int64_t n, int64_t now_s)
{
	struct cluster_card *k = &c->card[card];
	struct cluster_host *h = &c->host[k->host];
	int64_t *free;
	int r, sign;

	for (r = 0; r < RES_N; r++) {
		if ((c->seen & 1U << r) == 0)
			continue;
		sign = counts(s, i, ((r == RES_GPU ? k->given : h->given) &
		    1U << r) != 0, now_s);
		free = r == RES_GPU ? &k->gpu_m : &h->free[r];
		*free = num_move_sat(*free,
		    -sign * num_mul_sat(n, s->job[i].ask.of[r]));
	}
}

void
cluster_jobs(struct cluster *c, const struct jobs *s, int64_t now_s,
    struct diag_list *faults)
{
	char shown[TEXT_QUOTE];
	struct slice list, name;
	const struct job *j;
	uint32_t card;
	int64_t n;
	size_t i;
	int more;

	for (i = 0; i < s->n; i++) {
		j = &s->job[i];
		if (j->state != JOB_RUNNING && counts(s, i, true, now_s) == 0)
			continue;
		list = job_text(s, i, JOB_NODES);
		while ((more = cluster_next(&list, &name, &n)) == 1) {
			card = cluster_entry(c, name, &s->class[j->class]);
			if (card != CLUSTER_END)
				count_job(c, s, i, card, n, now_s);
		}
		if (more == -1)
			diag_add(faults, table_file(&s->table, i),
			    table_line_number(&s->table, i), "nodes",
			    "%s is not a list of nodes",
			    text_quote(job_text(s, i, JOB_NODES), shown));
	}
}

struct shape
cluster_free(const struct cluster *c, uint32_t card)
{
	const struct cluster_card *k = &c->card[card];
	const struct cluster_host *h = &c->host[k->host];
	struct shape s = { { num_max(0, k->gpu_m),
	    num_max(0, h->free[RES_CPU]), num_max(0, h->free[RES_MEM]) } };
	int r;

	/* What no node tells of is no bound. */
	for (r = 0; r < RES_N; r++)
		if ((c->seen & 1U << r) == 0)
			s.of[r] = INT64_MAX;
	return s;
}

bool
cluster_over(const struct cluster *c, uint32_t card)
{
	const struct cluster_card *k = &c->card[card];
	const struct cluster_host *h = &c->host[k->host];

	return k->gpu_m < 0 || h->free[RES_CPU] < 0 || h->free[RES_MEM] < 0;
}

void
cluster_take(struct cluster *c, uint32_t card, const struct shape *ask,
    int64_t n)
{
	struct cluster_card *k = &c->card[card];
	struct cluster_host *h = &c->host[k->host];
	int64_t *free, sign = n < 0 ? 1 : -1;
	int r;

	for (r = 0; r < RES_N; r++) {
		if ((c->seen & 1U << r) == 0)
			continue;
		free = r == RES_GPU ? &k->gpu_m : &h->free[r];
		*free = num_move_sat(*free, sign * num_mul_sat(
		    n < 0 ? -n : n, ask->of[r]));
	}
}

void
cluster_release(struct cluster *c, const struct jobs *s, size_t i)
{
	const struct job *j = &s->job[i];
	struct slice rest = job_text(s, i, JOB_NODES), name;
	uint32_t card;
	int64_t n;

	while (cluster_next(&rest, &name, &n) == 1) {
		card = cluster_entry(c, name, &s->class[j->class]);
		if (card != CLUSTER_END)
			cluster_take(c, card, &j->ask, -n);
	}
}

bool
cluster_matches(const struct cluster_kind *k, const struct job_class *c)
{
	return (c->model.n == 0 || text_eq(c->model, k->model)) &&
	    (c->pool.n == 0 || match_lists(k->pool, c->pool)) &&
	    match_selector(k->labels, c->selector);
}

void
cluster_copy(struct cluster *c, const struct cluster *from)
{
	*c = *from;
	c->host = mem_array(c->hosts, sizeof(*c->host));
	c->card = mem_array(c->cards, sizeof(*c->card));
	if (c->hosts > 0)
		memcpy(c->host, from->host, c->hosts * sizeof(*c->host));
	if (c->cards > 0)
		memcpy(c->card, from->card, c->cards * sizeof(*c->card));
}

void
cluster_free_copy(struct cluster *c)
{
	free(c->host);
	free(c->card);
}

void
cluster_free_all(struct cluster *c)
{
	free(c->host);
	free(c->card);
	free(c->kind);
	intern_free(&c->name);
	intern_free(&c->kind_key);
	buf_free(&c->scratch);
	memset(c, 0, sizeof(*c));
}
