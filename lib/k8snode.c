#include "k8snode.h"

#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "census.h"
#include "k8scard.h"
#include "k8sobj.h"
#include "k8spod.h"
#include "k8squant.h"
#include "num.h"

/* A reading of one text. */
struct reading {
	struct census *census;
	struct intern taint;	/* told of already */
	struct buf scratch;
};

bool
k8snode_tells(struct slice text)
{
	return k8sobj_tells(text);
}

/* Whether an object is there for the first time; what is twice counts once. */
static bool
is_first(struct reading *r, const struct k8sobj *o)
{
	struct buf *b = &r->scratch;

	b->n = 0;
	buf_char(b, o->kind == K8SOBJ_NODE ? 'n' : 'p');
	if (o->uid.n > 0)
		buf_add(b, o->uid.p, o->uid.n);
	else {
		buf_add(b, o->space.p, o->space.n);
		buf_char(b, '/');
		buf_add(b, o->name.p, o->name.n);
	}
	if (census_first(r->census, text_slice(b->p, b->n)))
		return true;
	k8sobj_note(o, NULL, "is there twice and counts once");
	return false;
}

/* Adds a word to a list in scratch, once. */
static void
add_word(struct buf *b, char sep, struct slice word)
{
	struct slice rest = text_slice(b->p, b->n), part;

	while (text_cut(&rest, sep, &part))
		if (text_eq(part, word))
			return;
	if (b->n > 0)
		buf_char(b, sep);
	buf_add(b, word.p, word.n);
}

static struct slice
keep(struct reading *r)
{
	return census_keep(r->census, text_slice(r->scratch.p, r->scratch.n));
}

/* The part of a key behind its domain. */
static struct slice
bare(struct slice key)
{
	const char *slash = memchr(key.p, '/', key.n);

	return slash == NULL ? key :
	    text_slice(slash + 1, key.n - (size_t)(slash + 1 - key.p));
}

/*
 * Whether a taint is one that the system sets because of the node's own
 * state: nothing that may wait tolerates those.
 */
static bool
is_system(struct slice key)
{
	static const char *const prefix[] = {
		"node.kubernetes.io/", "node.cloudprovider.kubernetes.io/",
		"karpenter.sh/disrupt", "ToBeDeletedByClusterAutoscaler"
	};
	size_t i, n;

	for (i = 0; i < sizeof(prefix) / sizeof(prefix[0]); i++) {
		n = strlen(prefix[i]);
		if (key.n >= n && memcmp(key.p, prefix[i], n) == 0)
			return true;
	}
	return false;
}

/* A taint of an owner; those named after cards are for jobs that ask some. */
static void
tell_taint(struct reading *r, const struct k8sobj *o, struct slice key)
{
	char quoted[TEXT_QUOTE], what[TEXT_QUOTE + 80];
	size_t n = r->taint.n;

	if (k8spod_is_card(key) || intern_add(&r->taint, key) < n)
		return;
	snprintf(what, sizeof(what), "the taint %s is left to those who "
	    "tolerate it", text_quote(key, quoted));
	k8sobj_note(o, "state", what);
}

static void
add_taints(struct reading *r, const struct k8sobj *o)
{
	const struct cJSON *t = jsondoc_first(jsondoc_path(o->value, "spec",
	    "taints"));
	struct slice key, word;

	for (; t != NULL; t = jsondoc_after(t)) {
		key = jsondoc_text(jsondoc_get(t, "key"));
		if (key.n == 0 || text_is(jsondoc_text(jsondoc_get(t,
		    "effect")), "PreferNoSchedule"))
			continue;
		word = bare(key);
		if (!is_system(key))
			tell_taint(r, o, key);
		else if (text_is(word, "unschedulable"))
			add_word(&r->scratch, '+', text_of("cordoned"));
		else if (text_is(word, "not-ready") ||
		    text_is(word, "unreachable"))
			add_word(&r->scratch, '+', text_of("notready"));
		else
			add_word(&r->scratch, '+', word);
	}
}

/* Empty when pods may come. */
static struct slice
state(struct reading *r, const struct k8sobj *o)
{
	struct slice changed;

	r->scratch.n = 0;
	if (jsondoc_true(jsondoc_path(o->value, "spec", "unschedulable")))
		add_word(&r->scratch, '+', text_of("cordoned"));
	if (!text_is(k8sobj_condition(o, "Ready", &changed), "True"))
		add_word(&r->scratch, '+', text_of("notready"));
	add_taints(r, o);
	return keep(r);
}

/* The pools that a node is in, by the labels of those who make pools. */
static struct slice
pool(struct reading *r, const struct k8sobj *o)
{
	static const char *const key[] = {
		"cloud.google.com/gke-nodepool", "eks.amazonaws.com/nodegroup",
		"alpha.eksctl.io/nodegroup-name",
		"kubernetes.azure.com/agentpool", "agentpool",
		"karpenter.sh/nodepool", "karpenter.sh/provisioner-name"
	};
	struct slice s;
	size_t i;

	r->scratch.n = 0;
	for (i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
		s = k8sobj_label(o, key[i]);
		if (s.n > 0 && memchr(s.p, ',', s.n) == NULL)
			add_word(&r->scratch, ',', s);
	}
	return keep(r);
}

/* The labels that can stand in a list of NAME=VALUE. */
static struct slice
labels(struct reading *r, const struct k8sobj *o)
{
	const struct cJSON *l = jsondoc_first(jsondoc_path(o->value,
	    "metadata", "labels"));
	struct buf *b = &r->scratch;
	struct slice key, value;

	b->n = 0;
	for (; l != NULL; l = jsondoc_after(l)) {
		key = jsondoc_key(l);
		value = jsondoc_text(l);
		if (key.n == 0 || text_any(key, ',', '=') ||
		    text_any(value, ',', ',')) {
			k8sobj_note(o, "labels", "a label that cannot stand "
			    "in a list is left out");
			continue;
		}
		if (b->n > 0)
			buf_char(b, ',');
		buf_add(b, key.p, key.n);
		buf_char(b, '=');
		buf_add(b, value.p, value.n);
	}
	return keep(r);
}

static struct slice
model(struct reading *r, const struct k8sobj *o, struct slice resource)
{
	r->scratch.n = 0;
	k8scard_model(o, resource, &r->scratch);
	return keep(r);
}

/* Declares the cards of a resource. */
static void
add_card(struct reading *r, const struct k8sobj *o, struct census_host *h,
    struct slice resource, int64_t total_m, int64_t limit_m)
{
	struct census_card *c = census_card(r->census, h, resource);
	struct slice name = model(r, o, resource);
	size_t i;

	for (i = 0; i < h->cards; i++)
		if (&h->card[i] != c && text_eq(h->card[i].model, name))
			name = c->key;
	c->model = name;
	c->gpu.total = total_m;
	c->gpu.limit = limit_m;
	c->vgpu = text_is(k8sobj_label(o, "nvidia.com/vgpu.present"), "true");
	r->scratch.n = 0;
	buf_add(&r->scratch, h->labels.p, h->labels.n);
	if (h->labels.n > 0)
		buf_char(&r->scratch, ',');
	buf_str(&r->scratch, "sluice/resource=");
	buf_add(&r->scratch, resource.p, resource.n);
	c->labels = keep(r);
}

/* One resource of a node's capacity or of what is allocatable. */
static int
amount(const struct cJSON *list, const char *key, enum k8spod_unit unit,
    int64_t absent, int64_t *out, struct diag *why)
{
	const struct cJSON *v = jsondoc_get(list, key);

	*out = absent;
	return v == NULL ? 0 : k8spod_amount(v, unit, false, out, why);
}

/* All kinds of cards that are in one of the two lists. */
static int
add_cards(struct reading *r, const struct k8sobj *o, struct census_host *h,
    const struct cJSON *capacity, const struct cJSON *allocatable,
    const struct cJSON *of, struct diag *why)
{
	const struct cJSON *v;
	int64_t total, limit;

	for (v = jsondoc_first(of); v != NULL; v = jsondoc_after(v)) {
		struct slice key = jsondoc_key(v);

		if (!k8spod_is_card(key))
			continue;
		if (amount(capacity, key.p, K8SPOD_CARD, -1, &total,
		    why) == -1 || amount(allocatable, key.p, K8SPOD_CARD, 0,
		    &limit, why) == -1)
			return -1;
		if (total > 0 || limit > 0)
			add_card(r, o, h, key, total, limit);
	}
	return 0;
}

/* Cards that the labels know of and nobody offers: their driver is down. */
static void
add_silent(struct reading *r, const struct k8sobj *o, struct census_host *h)
{
	static const char *const resource[] = {
		"nvidia.com/gpu", "amd.com/gpu"
	};
	struct slice key, count;
	int64_t total;
	size_t i;

	for (i = 0; i < sizeof(resource) / sizeof(resource[0]); i++) {
		key = text_of(resource[i]);
		if (k8scard_product(o, key).n == 0)
			continue;
		count = k8scard_label(o, key, ".count");
		total = -1;
		k8squant_cards(count, &total);
		add_card(r, o, h, key, total, 0);
	}
}

static int
add_amounts(struct reading *r, const struct k8sobj *o, struct census_host *h,
    struct diag *why)
{
	const struct cJSON *status = jsondoc_get(o->value, "status");
	const struct cJSON *c = jsondoc_get(status, "capacity");
	const struct cJSON *a = jsondoc_get(status, "allocatable");
	size_t i;

	if (amount(c, "cpu", K8SPOD_CPU, -1, &h->cpu.total, why) == -1 ||
	    amount(a, "cpu", K8SPOD_CPU, -1, &h->cpu.limit, why) == -1 ||
	    amount(c, "memory", K8SPOD_MEM, -1, &h->mem.total, why) == -1 ||
	    amount(a, "memory", K8SPOD_MEM, -1, &h->mem.limit, why) == -1 ||
	    add_cards(r, o, h, c, a, c, why) == -1 ||
	    add_cards(r, o, h, c, a, a, why) == -1)
		return -1;
	for (i = 0; i < h->cards; i++)
		if (h->card[i].gpu.limit != -1)
			return 0;
	add_silent(r, o, h);
	return 0;
}

static void
add_node(struct reading *r, const struct k8sobj *o)
{
	struct census_host *h;
	struct diag why;

	r->census->wants_use = true;
	if (!is_first(r, o))
		return;
	if (text_any(o->name, ',', '*')) {
		k8sobj_fault(o, "node", "cannot stand in a list of nodes");
		return;
	}
	h = census_host(r->census, o->name);
	h->state = state(r, o);
	h->pool = pool(r, o);
	h->labels = labels(r, o);
	h->counts_gpus = true;
	if (add_amounts(r, o, h, &why) == -1)
		k8sobj_fault(o, why.column, why.what);
	else
		h->declared = true;
}

static void
add_pod(struct reading *r, const struct k8sobj *o)
{
	struct slice node = jsondoc_text(jsondoc_path(o->value, "spec",
	    "nodeName"));
	const struct cJSON *status = jsondoc_get(o->value, "status");
	struct slice phase = jsondoc_text(jsondoc_get(status, "phase"));
	struct census_card *c;
	struct census_host *h;
	struct k8spod pod;
	struct diag why;
	size_t i;

	r->census->has_use = true;
	if (node.n == 0 || text_is(phase, "Succeeded") ||
	    text_is(phase, "Failed") || !is_first(r, o))
		return;
	if (k8spod_read(jsondoc_get(o->value, "spec"), status, false, &pod,
	    &why) == -1) {
		k8sobj_fault(o, why.column, why.what);
		return;
	}
	h = census_host(r->census, node);
	h->cpu.used = num_add_sat(h->cpu.used, pod.cpu_m);
	h->mem.used = num_add_sat(h->mem.used, pod.mem_b);
	for (i = 0; i < pod.cards; i++) {
		c = census_card(r->census, h, pod.card[i].resource);
		c->gpu.used = num_add_sat(c->gpu.used, pod.card[i].gpu_m);
	}
}

static void
take(void *arg, const struct k8sobj *o)
{
	switch (o->kind) {
	case K8SOBJ_NODE:
		add_node(arg, o);
		break;
	case K8SOBJ_POD:
		add_pod(arg, o);
		break;
	case K8SOBJ_JOB:
	case K8SOBJ_OTHER:
		break;
	}
}

int
k8snode_read(void *census, const struct foreign *in)
{
	struct reading r = { .census = census };
	int rc = k8sobj_read(in, &r, take);

	intern_free(&r.taint);
	buf_free(&r.scratch);
	return rc;
}
