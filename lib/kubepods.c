#include "kubepods.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "kuberes.h"
#include "mem.h"
#include "num.h"
#include "promhost.h"
#include "vec.h"

/* The sample's pod. */
static struct kubepods_pod *
find_pod(struct kubepods *k, struct promtext *t)
{
	struct slice space = promhost_label(t, "namespace");
	struct slice name = promhost_label(t, "pod"), node;
	struct buf key = { 0 };
	struct kubepods_pod *p;
	size_t i;

	buf_add(&key, space.p, space.n);
	buf_char(&key, '/');
	buf_add(&key, name.p, name.n);
	i = intern_add(&k->pods, text_slice(key.p, key.n));
	buf_free(&key);
	if (i == k->pod_n) {
		k->pod = VEC_MORE(k->pod, k->pod_n, k->pod_cap);
		memset(&k->pod[k->pod_n++], 0, sizeof(*k->pod));
	}
	p = &k->pod[i];
	if ((node = promtext_label(t, "node")).n > 0)
		p->node = node;
	if ((node = promtext_label(t, "exported_node")).n > 0) {
		p->exported_node = node;
		k->exported = true;
	}
	return p;
}

static struct kubepods_container *
find_container(struct kubepods *k, struct promtext *t,
    enum kubepods_kind kind)
{
	struct slice name = promhost_label(t, "container");
	struct kubepods_pod *p = find_pod(k, t);
	struct buf key = { 0 };
	struct kubepods_container *c;
	size_t i;

	buf_i64(&key, p - k->pod);
	buf_char(&key, (char)kind);
	buf_add(&key, name.p, name.n);
	i = intern_add(&k->containers, text_slice(key.p, key.n));
	buf_free(&key);
	if (i < k->container_n)
		return &k->container[i];
	k->container = VEC_MORE(k->container, k->container_n,
	    k->container_cap);
	c = &k->container[k->container_n++];
	memset(c, 0, sizeof(*c));
	c->kind = (char)kind;
	c->next = p->container;
	p->container = i + 1;
	return c;
}

static struct kubepods_ask *
find_ask(struct kubepods *k, struct kubepods_container *c,
    struct slice resource)
{
	size_t r = intern_add(&k->resources, resource), i;
	struct kubepods_ask *a;

	for (i = c->ask; i > 0; i = k->ask[i - 1].next)
		if (k->ask[i - 1].resource == r)
			return &k->ask[i - 1];
	k->ask = VEC_MORE(k->ask, k->ask_n, k->ask_cap);
	a = &k->ask[k->ask_n++];
	a->next = c->ask;
	a->resource = r;
	a->request = a->limit = -1;
	c->ask = k->ask_n;
	return a;
}

int
kubepods_take(struct kubepods *k, struct promtext *t,
    enum kubepods_kind kind, struct slice resource, bool limit,
    struct diag *why)
{
	const enum kuberes what = kuberes_kind(resource);
	struct kubepods_ask *a;
	int64_t v;
	int r;

	if (what == KUBERES_OTHER)
		return 0;
	r = promtext_amount(t, kuberes_places(what), &v, why);
	if (r != 1)
		return r;
	a = find_ask(k, find_container(k, t, kind), resource);
	*(limit ? &a->limit : &a->request) = v;
	return 0;
}

int
kubepods_phase(struct kubepods *k, struct promtext *t, struct diag *why)
{
	struct slice phase = promtext_label(t, "phase");
	int64_t is;
	int r = promtext_amount(t, 0, &is, why);

	if (r != 1)
		return r;
	k->phases = true;
	if (is != 0 && (text_is(phase, "Succeeded") ||
	    text_is(phase, "Failed")))
		find_pod(k, t)->ended = true;
	return 0;
}

int
kubepods_init(struct kubepods *k, struct promtext *t, struct diag *why)
{
	int64_t is;
	int r = promtext_amount(t, 0, &is, why);

	if (r != 1)
		return r;
	if (is != 0 && text_is(promtext_label(t, "restart_policy"), "Always"))
		find_container(k, t, KUBEPODS_INIT)->sidecar = true;
	return 0;
}

/* What a pod asks for of one resource. */
struct sum {
	bool touched;
	int64_t main, sidecars, init, overhead;
};

/* The sums of one pod, and which of them are not 0. */
struct sums {
	struct sum *of;		/* by resource */
	size_t *touched, n;
};

static void
add_ask(struct sums *s, const struct kubepods_container *c,
    const struct kubepods_ask *a)
{
	const int64_t v = a->request != -1 ? a->request : a->limit;
	struct sum *sum = &s->of[a->resource];

	if (!sum->touched) {
		memset(sum, 0, sizeof(*sum));
		sum->touched = true;
		s->touched[s->n++] = a->resource;
	}
	switch ((enum kubepods_kind)c->kind) {
	case KUBEPODS_MAIN:
		sum->main = num_add_sat(sum->main, v);
		break;
	case KUBEPODS_INIT:
		if (c->sidecar)
			sum->sidecars = num_add_sat(sum->sidecars, v);
		else
			sum->init = num_max(sum->init, v);
		break;
	case KUBEPODS_OVERHEAD:
		sum->overhead = num_add_sat(sum->overhead, v);
		break;
	}
}

static void
add_pod(const struct kubepods *k, const struct kubepods_pod *p,
    struct sums *s)
{
	const struct kubepods_container *c;
	size_t i, j;

	s->n = 0;
	for (i = p->container; i > 0; i = c->next) {
		c = &k->container[i - 1];
		for (j = c->ask; j > 0; j = k->ask[j - 1].next)
			add_ask(s, c, &k->ask[j - 1]);
	}
}

static int64_t
effective(const struct sum *s)
{
	return num_add_sat(num_add_sat(num_max(s->main, s->init),
	    s->sidecars), s->overhead);
}

void
kubepods_each(const struct kubepods *k, void (*use)(void *arg,
    struct slice node, struct slice resource, int64_t amount), void *arg)
{
	const struct kubepods_pod *p;
	struct sums s;
	struct slice node;
	size_t i, j, r;

	s.of = mem_zero(k->resources.n + 1, sizeof(*s.of));
	s.touched = mem_zero(k->resources.n + 1, sizeof(*s.touched));
	for (j = 0; j < k->pod_n; j++) {
		p = &k->pod[j];
		node = k->exported ? p->exported_node : p->node;
		if (node.n == 0 || p->ended)
			continue;
		add_pod(k, p, &s);
		for (i = 0; i < s.n; i++) {
			r = s.touched[i];
			use(arg, node, k->resources.name[r],
			    effective(&s.of[r]));
			s.of[r].touched = false;
		}
	}
	free(s.of);
	free(s.touched);
}

void
kubepods_free(struct kubepods *k)
{
	intern_free(&k->pods);
	intern_free(&k->containers);
	intern_free(&k->resources);
	free(k->pod);
	free(k->container);
	free(k->ask);
	memset(k, 0, sizeof(*k));
}
