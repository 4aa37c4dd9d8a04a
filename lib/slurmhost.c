#include "slurmhost.h"

#include <stdio.h>

#include "gres.h"
#include "num.h"
#include "nodestate.h"
#include "tres.h"

static int
wrong(struct diag *why, const char *column, const char *what)
{
	if (what != NULL)
		diag_set(why, "%s", what);
	snprintf(why->column, sizeof(why->column), "%s", column);
	return -1;
}

static struct slurmhost_card *
find_card(struct slurmhost_sum *out, struct slice type)
{
	size_t i;

	for (i = 0; i < out->cards; i++)
		if (text_eq(out->card[i].type, type))
			return &out->card[i];
	return NULL;
}

static int
add_card(struct slurmhost_sum *out, const struct gres_item *g)
{
	struct slurmhost_card *c = find_card(out, g->type);

	if (c == NULL) {
		if (out->cards == SLURMHOST_TYPES)
			return -1;
		c = &out->card[out->cards++];
		memset(c, 0, sizeof(*c));
		c->type = g->type;
	}
	c->total = num_add_sat(c->total, g->count);
	return 0;
}

/* What the node has.  Shards and the like are parts of what is counted. */
static int
read_cards(struct slice gres, struct slurmhost_sum *out, struct diag *why)
{
	struct gres_item g;
	int r;

	while ((r = gres_next(&gres, &g, why)) == 1)
		if (gres_is_gpu(&g) && add_card(out, &g) == -1)
			return wrong(why, "Gres", "more than 32 types of GPUs");
	return r == 0 ? 0 : wrong(why, "Gres", NULL);
}

/* Takes what is used of a type; false when the node has no such type. */
static bool
use(struct slurmhost_sum *out, struct slice type, int64_t count)
{
	struct slurmhost_card *c = find_card(out, type);

	if (c == NULL)
		return false;
	c->used = num_add_sat(c->used, count);
	return true;
}

/* Whether so many cards can be of the types that are not told apart. */
static bool
fits_untracked(const struct slurmhost_sum *out, int64_t count)
{
	int64_t n = 0;
	size_t i;

	for (i = 0; i < out->cards; i++)
		if (!out->card[i].tracked)
			n = num_add_sat(n, out->card[i].total);
	return n >= count;
}

/*
 * Cards that are used, but nobody says which: they are taken from each type
 * that they could be of, so that no card is free that is not.
 */
static void
use_some(struct slurmhost_sum *out, int64_t count, bool untracked)
{
	size_t i, types = 0;

	untracked = untracked && fits_untracked(out, count);
	for (i = 0; i < out->cards; i++) {
		if (untracked && out->card[i].tracked)
			continue;
		out->card[i].used = num_add_sat(out->card[i].used, count);
		types++;
	}
	if (types > 1)
		out->note = "more GPUs are used than those whose type is "
		    "told: taken from each type that they could be of; "
		    "\"scontrol -d\" tells";
}

/*
 * A card of which parts are used cannot be had whole.  Of how many cards they
 * are is not told; they are of one each at most.
 */
static void
use_parts(struct slurmhost_sum *out, struct slice name, int64_t count)
{
	if (count == 0 || (!text_is(name, "shard") && !text_is(name, "mps")))
		return;
	use_some(out, count, false);
	out->note = "parts of GPUs are used, and nothing tells of how many: "
	    "taken to be of one each";
}

/*
 * GresUsed: 1; 0 when it does not speak of GPUs; -1.  gpu:(null):4 is of the
 * only type, whatever it is called.
 */
static int
read_used(struct slice used, struct slurmhost_sum *out, struct diag *why)
{
	struct gres_item g;
	int64_t others = 0;
	bool gpus = false;
	int r;

	while ((r = gres_next(&used, &g, why)) == 1) {
		use_parts(out, g.name, g.count);
		if (!gres_is_gpu(&g))
			continue;
		gpus = true;
		if (!use(out, g.type, g.count))
			others = num_add_sat(others, g.count);
	}
	if (r == -1)
		return wrong(why, "GresUsed", NULL);
	if (others > 0)
		use_some(out, others, false);
	return gpus;
}

/* Which types are told apart: of those, all that is used is told. */
static int
read_tracked(struct slice cfg, struct slurmhost_sum *out, struct diag *why)
{
	struct slurmhost_card *c;
	struct tres_item t;
	int r;

	while ((r = tres_next(&cfg, &t, why)) == 1) {
		c = tres_is_typed_gpu(&t) ? find_card(out, t.type) : NULL;
		if (c != NULL)
			c->tracked = true;
	}
	return r == 0 ? 0 : wrong(why, "CfgTRES", NULL);
}

/* Whether a list of trackable resources counts GPUs. */
static bool
counts_gpus(struct slice list)
{
	struct tres_item t;
	struct diag why;

	while (tres_next(&list, &t, &why) == 1)
		if (text_is(t.name, "gres/gpu"))
			return true;
	return false;
}

static int
read_alloc(struct slice alloc, struct slurmhost_sum *out, struct diag *why)
{
	struct slice rest = alloc;
	struct tres_item t;
	struct tres sum;
	int64_t told = 0;

	if (tres_read(alloc, &sum, why) == -1)
		return wrong(why, "AllocTRES", NULL);
	while (tres_next(&rest, &t, why) == 1) {
		if (tres_is_typed_gpu(&t) && use(out, t.type, t.count))
			told = num_add_sat(told, t.count);
		if (t.name.n > 5 && memcmp(t.name.p, "gres/", 5) == 0)
			use_parts(out, text_slice(t.name.p + 5, t.name.n - 5),
			    t.count);
	}
	if (sum.gpus > told)
		use_some(out, sum.gpus - told, true);
	return 0;
}

/* Without GresUsed, AllocTRES tells; unless the accounting counts no GPUs. */
static int
read_use(const struct slurmhost *h, struct slurmhost_sum *out,
    struct diag *why)
{
	const struct slice cfg = h->text[SLURMHOST_CFG],
	    alloc = h->text[SLURMHOST_ALLOC];
	size_t i;
	int r;

	if (out->cards == 0)
		return 0;
	if ((r = read_used(h->text[SLURMHOST_USED], out, why)) != 0)
		return r == 1 ? 0 : -1;
	if (read_tracked(cfg, out, why) == -1)
		return -1;
	if (alloc.p == NULL)
		return wrong(why, "Gres", "neither GresUsed nor AllocTRES "
		    "tells how many are used");
	/* A job that is suspended holds memory and cards, and no CPU. */
	if (counts_gpus(cfg) || counts_gpus(alloc) ||
	    (h->number[SLURMHOST_CPUS_ALLOC] <= 0 && alloc.n == 0))
		return read_alloc(alloc, out, why);
	for (i = 0; i < out->cards; i++)
		out->card[i].used = out->card[i].total;
	out->note = "nothing tells how many GPUs its jobs use: taken to be "
	    "all; \"scontrol -d\" tells";
	return 0;
}

/* The CPUs that jobs can have. */
static int64_t
cpus(const struct slurmhost *h, const struct tres *cfg)
{
	const int64_t *n = h->number;
	int64_t v, spec;

	if (n[SLURMHOST_EFFECTIVE] != -1)
		return n[SLURMHOST_EFFECTIVE];
	v = n[SLURMHOST_CPUS];
	if (n[SLURMHOST_CORES_SPEC] > 0) {
		spec = num_mul_sat(n[SLURMHOST_CORES_SPEC],
		    num_max(n[SLURMHOST_THREADS], 1));
		v = num_max(v - spec, 0);
	}
	/* JSON of 22.05 does not say what is set aside, but its sum does. */
	return cfg->cpus != -1 ? num_min(v, cfg->cpus) : v;
}

static int
silent(struct diag *why, const char *column)
{
	return wrong(why, column, "it is not said");
}

/* Cores, in thousandths; -1 where nothing is said of any. */
static int
read_cpus(const struct slurmhost *h, struct slurmhost_sum *out,
    struct diag *why)
{
	const int64_t *n = h->number;
	struct tres cfg;

	out->cpu_m = out->cpu_used_m = -1;
	if (tres_read(h->text[SLURMHOST_CFG], &cfg, why) == -1)
		return wrong(why, "CfgTRES", NULL);
	if (n[SLURMHOST_CPUS] == -1 && n[SLURMHOST_EFFECTIVE] == -1 &&
	    n[SLURMHOST_CPUS_ALLOC] == -1)
		return 0;
	if (n[SLURMHOST_CPUS] == -1 && n[SLURMHOST_EFFECTIVE] == -1)
		return silent(why, "CPUTot");
	if (n[SLURMHOST_CPUS_ALLOC] == -1)
		return silent(why, "CPUAlloc");
	if (num_mul(cpus(h, &cfg), 1000, &out->cpu_m) == -1 ||
	    num_mul(n[SLURMHOST_CPUS_ALLOC], 1000, &out->cpu_used_m) == -1)
		return wrong(why, "CPUAlloc", "more CPUs than fit");
	return 0;
}

/* The same of memory, in bytes; of what is set aside it may be silent. */
static int
read_mem(const struct slurmhost *h, struct slurmhost_sum *out,
    struct diag *why)
{
	const int64_t *n = h->number, mib = INT64_C(1) << 20;
	int64_t mem;

	out->mem_b = out->mem_used_b = -1;
	if (n[SLURMHOST_MEM] == -1 && n[SLURMHOST_MEM_SPEC] == -1 &&
	    n[SLURMHOST_MEM_ALLOC] == -1)
		return 0;
	if (n[SLURMHOST_MEM] == -1)
		return silent(why, "RealMemory");
	if (n[SLURMHOST_MEM_ALLOC] == -1)
		return silent(why, "AllocMem");
	mem = num_max(n[SLURMHOST_MEM] - num_max(n[SLURMHOST_MEM_SPEC], 0),
	    0);
	if (num_mul(mem, mib, &out->mem_b) == -1 ||
	    num_mul(n[SLURMHOST_MEM_ALLOC], mib, &out->mem_used_b) == -1)
		return wrong(why, "RealMemory", "more memory than fits");
	return 0;
}

/* Thousandths of them must fit. */
static int
check_cards(const struct slurmhost_sum *out, struct diag *why)
{
	size_t i;

	for (i = 0; i < out->cards; i++)
		if (out->card[i].total > INT64_MAX / 1000)
			return wrong(why, "Gres", "more GPUs than fit");
	return 0;
}

static int
check_name(struct slice name, struct diag *why)
{
	if (name.n == 0)
		return wrong(why, "NodeName", "a node without a name");
	return text_any(name, ',', '*') ? wrong(why, "NodeName",
	    "a comma or an asterisk in it") : 0;
}

int
slurmhost_weigh(const struct slurmhost *h, bool powered_down,
    struct slurmhost_sum *out, struct diag *why)
{
	memset(why, 0, sizeof(*why));
	out->cards = 0;
	out->note = NULL;
	out->state.n = 0;
	if (check_name(h->text[SLURMHOST_NAME], why) == -1 ||
	    read_cpus(h, out, why) == -1 || read_mem(h, out, why) == -1 ||
	    read_cards(h->text[SLURMHOST_GRES], out, why) == -1 ||
	    check_cards(out, why) == -1 || read_use(h, out, why) == -1)
		return -1;
	out->ready = nodestate_ready(h->text[SLURMHOST_STATE], powered_down,
	    &out->state);
	return 0;
}
