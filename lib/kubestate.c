#include "kubestate.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "kubelabels.h"
#include "kuberes.h"
#include "promhost.h"
#include "vec.h"

enum metric {
	ALLOCATABLE, CAPACITY, UNSCHEDULABLE, CONDITION, TAINT, LABELS, INFO,
	REQUESTS, LIMITS, INIT_REQUESTS, INIT_LIMITS, INIT_INFO,
	OVERHEAD_CPU, OVERHEAD_MEM, PHASE, METRICS
};

static const char *const metric_name[METRICS] = {
	[ALLOCATABLE] = "kube_node_status_allocatable",
	[CAPACITY] = "kube_node_status_capacity",
	[UNSCHEDULABLE] = "kube_node_spec_unschedulable",
	[CONDITION] = "kube_node_status_condition",
	[TAINT] = "kube_node_spec_taint",
	[LABELS] = "kube_node_labels",
	[INFO] = "kube_node_info",
	[REQUESTS] = "kube_pod_container_resource_requests",
	[LIMITS] = "kube_pod_container_resource_limits",
	[INIT_REQUESTS] = "kube_pod_init_container_resource_requests",
	[INIT_LIMITS] = "kube_pod_init_container_resource_limits",
	[INIT_INFO] = "kube_pod_init_container_info",
	[OVERHEAD_CPU] = "kube_pod_overhead_cpu_cores",
	[OVERHEAD_MEM] = "kube_pod_overhead_memory_bytes",
	[PHASE] = "kube_pod_status_phase"
};

int
kubestate_metric(struct slice name)
{
	int i;

	if (name.n < 5 || memcmp(name.p, "kube_", 5) != 0)
		return -1;
	for (i = 0; i < METRICS; i++)
		if (text_is(name, metric_name[i]))
			return i;
	return -1;
}

static struct kubestate_node *
find_node(struct kubestate *k, struct promtext *t)
{
	struct slice name = promhost_label(t, "node");
	size_t i = intern_add(&k->names, name);
	struct kubestate_node *n;

	if (i < k->nodes)
		return &k->node[i];
	k->node = VEC_MORE(k->node, k->nodes, k->node_cap);
	n = &k->node[k->nodes++];
	memset(n, 0, sizeof(*n));
	n->name = name;
	return n;
}

static struct kubestate_amount *
find_amount(struct kubestate *k, struct kubestate_node *n,
    struct slice resource)
{
	struct kubestate_amount *a;
	size_t i;

	for (i = n->amount; i > 0; i = k->amount[i - 1].next)
		if (text_eq(k->amount[i - 1].resource, resource))
			return &k->amount[i - 1];
	k->amount = VEC_MORE(k->amount, k->amounts, k->amount_cap);
	a = &k->amount[k->amounts++];
	a->next = n->amount;
	a->resource = resource;
	a->capacity = a->allocatable = -1;
	n->amount = k->amounts;
	return a;
}

static int
take_amount(struct kubestate *k, enum metric m, struct promtext *t,
    struct diag *why)
{
	struct slice resource = promtext_label(t, "resource");
	const enum kuberes kind = kuberes_kind(resource);
	struct kubestate_node *n = find_node(k, t);
	struct kubestate_amount *a;
	int64_t v;
	int r;

	if (kind == KUBERES_OTHER)
		return 0;
	r = promtext_amount(t, kuberes_places(kind), &v, why);
	if (r != 1)
		return r;
	a = find_amount(k, n, resource);
	*(m == CAPACITY ? &a->capacity : &a->allocatable) = v;
	return 0;
}

/* Sets a flag if the sample's value is not 0. */
static int
take_flag(const struct promtext *t, bool *out, struct diag *why)
{
	int64_t v;
	int r = promtext_amount(t, 0, &v, why);

	if (r == 1 && v != 0)
		*out = true;
	return r == -1 ? -1 : 0;
}

/* One series for each status a condition may have: 1 for that it has. */
static int
take_condition(struct kubestate *k, struct promtext *t, struct diag *why)
{
	struct kubestate_node *n = find_node(k, t);
	bool has = false;

	if (take_flag(t, &has, why) == -1)
		return -1;
	if (has && text_is(promtext_label(t, "condition"), "Ready"))
		n->not_ready = !text_is(promtext_label(t, "status"), "true");
	return 0;
}

/* Taints of others are their affair: pods may tolerate them. */
static int
take_taint(struct kubestate *k, struct promtext *t, struct diag *why)
{
	static const char system[] = "node.kubernetes.io/";
	struct kubestate_node *n = find_node(k, t);
	struct slice key = promtext_label(t, "key");
	bool has = false;

	if (take_flag(t, &has, why) == -1)
		return -1;
	if (!has || key.n <= strlen(system) ||
	    memcmp(key.p, system, strlen(system)) != 0 ||
	    text_is(promtext_label(t, "effect"), "PreferNoSchedule"))
		return 0;
	key = text_slice(key.p + strlen(system), key.n - strlen(system));
	if (text_is(key, "unschedulable"))
		n->cordoned = true;
	else if (text_is(key, "not-ready") || text_is(key, "unreachable"))
		n->not_ready = true;
	else
		n->taint = key;
	return 0;
}

static void
take_labels(struct kubestate *k, struct promtext *t)
{
	struct kubestate_node *n = find_node(k, t);
	struct buf b = { 0 };

	n->product = kubelabels_product(t);
	kubelabels_list(t, &b);
	n->labels = text_slice(mem_arena_copy(&k->text, b.p, b.n), b.n);
	b.n = 0;
	kubelabels_pool(t, &b);
	n->pool = text_slice(mem_arena_copy(&k->text, b.p, b.n), b.n);
	buf_free(&b);
}

/* A flat switch. */
int
kubestate_add(struct kubestate *k, int metric, struct promtext *t,
    struct diag *why)
{
	const struct slice resource = promtext_label(t, "resource");
	const enum metric m = (enum metric)metric;

	switch (m) {
	case ALLOCATABLE:
	case CAPACITY:
		return take_amount(k, m, t, why);
	case UNSCHEDULABLE:
		return take_flag(t, &find_node(k, t)->cordoned, why);
	case CONDITION:
		return take_condition(k, t, why);
	case TAINT:
		return take_taint(k, t, why);
	case LABELS:
		take_labels(k, t);
		return 0;
	case INFO:
		find_node(k, t);
		return 0;
	case REQUESTS:
	case LIMITS:
		return kubepods_take(&k->pods, t, KUBEPODS_MAIN, resource,
		    m == LIMITS, why);
	case INIT_REQUESTS:
	case INIT_LIMITS:
		return kubepods_take(&k->pods, t, KUBEPODS_INIT, resource,
		    m == INIT_LIMITS, why);
	case INIT_INFO:
		return kubepods_init(&k->pods, t, why);
	case OVERHEAD_CPU:
		return kubepods_take(&k->pods, t, KUBEPODS_OVERHEAD,
		    text_of("cpu"), false, why);
	case OVERHEAD_MEM:
		return kubepods_take(&k->pods, t, KUBEPODS_OVERHEAD,
		    text_of("memory"), false, why);
	case PHASE:
		return kubepods_phase(&k->pods, t, why);
	case METRICS:
		break;
	}
	return 0;
}

/* The host's cards of that kind, by the resource's own name. */
static struct census_card *
card_of(struct census *c, struct census_host *h, struct slice resource)
{
	struct census_card *card;
	struct buf name = { 0 };

	kuberes_name(&name, resource);
	card = census_card(c, h, text_slice(name.p, name.n));
	buf_free(&name);
	return card;
}

/* The amount of a resource on a host of the census. */
static struct census_amount *
amount_of(struct census *c, struct census_host *h, struct slice resource)
{
	switch (kuberes_kind(resource)) {
	case KUBERES_CPU:
		return &h->cpu;
	case KUBERES_MEM:
		return &h->mem;
	case KUBERES_CARD:
		return &card_of(c, h, resource)->gpu;
	case KUBERES_OTHER:
		break;
	}
	return NULL;
}

/* The label by which a job of Kubernetes finds the cards that it asks for. */
static void
label_card(struct census *c, const struct census_host *h,
    struct census_card *card)
{
	struct buf b = { 0 };

	buf_add(&b, h->labels.p, h->labels.n);
	buf_str(&b, b.n > 0 ? ",sluice/resource=" : "sluice/resource=");
	buf_add(&b, card->key.p, card->key.n);
	card->labels = census_keep(c, text_slice(b.p, b.n));
	buf_free(&b);
}

static void
name_card(struct census *c, struct census_host *h, struct slice resource,
    struct slice product)
{
	struct census_card *card = card_of(c, h, resource);
	struct buf model = { 0 };

	label_card(c, h, card);
	/* A profile does not tell which resource it is, nor do shares. */
	card->unnamed = product.n == 0 && text_is(resource, "nvidia_com_gpu");
	kuberes_model(&model, resource, product);
	card->model = census_keep(c, text_slice(model.p, model.n));
	buf_free(&model);
}

/* A kind of cards that the node has none of is none of its kinds. */
static void
tell_amount(struct census *c, struct census_host *h,
    const struct kubestate_node *n, const struct kubestate_amount *a)
{
	const bool card = kuberes_kind(a->resource) == KUBERES_CARD;
	struct census_amount *out;

	if (card && a->capacity <= 0 && a->allocatable <= 0)
		return;
	out = amount_of(c, h, a->resource);
	out->total = a->capacity != -1 ? a->capacity : a->allocatable;
	out->limit = a->allocatable;
	if (card)
		name_card(c, h, a->resource, n->product);
}

/* Why no pod can come, word by word; empty: one can. */
static void
put_state(struct buf *out, const struct kubestate_node *n)
{
	if (n->cordoned)
		buf_str(out, "cordoned");
	if (n->not_ready)
		buf_str(out, out->n > 0 ? "+notready" : "notready");
	if (out->n > 0 && n->taint.n > 0)
		buf_char(out, '+');
	buf_add(out, n->taint.p, n->taint.n);
}

/* What was told of a node before is not what is so now. */
static void
begin_again(struct census_host *h)
{
	h->cpu.used = h->mem.used = 0;
	h->cards = 0;
}

static void
tell_node(const struct kubestate *k, const struct kubestate_node *n,
    struct census *c)
{
	struct census_host *h = census_host(c, n->name);
	struct buf b = { 0 };
	size_t i;

	if (h->declared)
		begin_again(h);
	h->declared = true;
	h->counts_gpus = n->amount > 0;
	put_state(&b, n);
	h->state = census_keep(c, text_slice(b.p, b.n));
	buf_free(&b);
	h->pool = census_keep(c, n->pool);
	h->labels = census_keep(c, n->labels);
	for (i = n->amount; i > 0; i = k->amount[i - 1].next)
		tell_amount(c, h, n, &k->amount[i - 1]);
}

static void
use(void *arg, struct slice node, struct slice resource, int64_t amount)
{
	struct census *c = arg;
	struct census_host *h = census_host(c, node);

	census_more(&amount_of(c, h, resource)->used, amount);
}

void
kubestate_tell(const struct kubestate *k, struct census *c,
    const struct foreign *in)
{
	size_t i;

	for (i = 0; i < k->nodes; i++)
		if (k->node[i].name.n > 0)
			tell_node(k, &k->node[i], c);
	kubepods_each(&k->pods, use, c);
	c->wants_use = c->wants_use || k->nodes > 0;
	c->has_use = c->has_use || k->pods.phases || k->pods.pod_n > 0;
	if (k->pods.pod_n > 0 && !k->pods.phases)
		diag_add(in->notes, in->file, 0, NULL, "pods that have ended "
		    "are counted, too: kube_pod_status_phase is missing");
}

void
kubestate_free(struct kubestate *k)
{
	intern_free(&k->names);
	free(k->node);
	free(k->amount);
	mem_arena_free(&k->text);
	kubepods_free(&k->pods);
	memset(k, 0, sizeof(*k));
}
