#include "k8spod.h"

#include <bsd/string.h>
#include <stdio.h>
#include <string.h>

#include "k8squant.h"
#include "num.h"

static bool
ends_in(struct slice s, const char *end)
{
	size_t n = strlen(end);

	return s.n > n && memcmp(s.p + s.n - n, end, n) == 0;
}

bool
k8spod_is_shared(struct slice s)
{
	return ends_in(s, ".shared");
}

bool
k8spod_is_card(struct slice s)
{
	static const char mig[] = "nvidia.com/mig-";

	if (k8spod_is_shared(s))
		s.n -= strlen(".shared");
	if (text_any(s, ',', ','))
		return false;	/* it could not stand in a list */
	return ends_in(s, "/gpu") || (s.n > sizeof(mig) - 1 &&
	    memcmp(s.p, mig, sizeof(mig) - 1) == 0);
}

int
k8spod_amount(const struct cJSON *v, enum k8spod_unit unit, bool up,
    int64_t *out, struct diag *why)
{
	static const char *const column[] = { "cpu", "mem", "gpu" };
	const enum k8squant_round round = up ? K8SQUANT_UP : K8SQUANT_DOWN;
	char number[24], quoted[TEXT_QUOTE];
	struct slice s = jsondoc_text(v);
	enum quant_fault f = QUANT_SYNTAX;
	int64_t whole;

	if (s.n == 0 && jsondoc_int(v, &whole) == 1) {
		snprintf(number, sizeof(number), "%lld", (long long)whole);
		s = text_of(number);
	}
	switch (unit) {
	case K8SPOD_CPU:
		f = k8squant_count(s, round, out);
		break;
	case K8SPOD_MEM:
		f = k8squant_mem(s, round, out);
		break;
	case K8SPOD_CARD:
		f = k8squant_cards(s, out);
		break;
	}
	if (f == QUANT_OK)
		return 0;
	diag_set(why, "%s %s", text_quote(s, quoted), k8squant_why(f));
	strlcpy(why->column, column[unit], sizeof(why->column));
	return -1;
}

/* The count of a kind of cards, new if there was none; NULL: too many. */
static int64_t *
card(struct k8spod *p, struct slice resource)
{
	size_t i;

	for (i = 0; i < p->cards; i++)
		if (text_eq(p->card[i].resource, resource))
			return &p->card[i].gpu_m;
	if (p->cards == K8SPOD_CARDS)
		return NULL;
	p->card[i].resource = resource;
	p->card[i].gpu_m = 0;
	p->cards++;
	return &p->card[i].gpu_m;
}

/* What a sum does that no machine could have. */
static int
beyond(struct diag *why, const char *column)
{
	diag_set(why, "the sum is out of range");
	strlcpy(why->column, column, sizeof(why->column));
	return -1;
}

static int
too_many(struct diag *why)
{
	diag_set(why, "more than %d kinds of cards", K8SPOD_CARDS);
	strlcpy(why->column, "gpu", sizeof(why->column));
	return -1;
}

/* Adds one resource of a list to what is asked. */
static int
add_one(struct k8spod *p, const struct cJSON *v, struct diag *why)
{
	struct slice key = jsondoc_key(v);
	enum k8spod_unit unit;
	int64_t *to, more;

	if (text_is(key, "cpu")) {
		to = &p->cpu_m;
		unit = K8SPOD_CPU;
	} else if (text_is(key, "memory")) {
		to = &p->mem_b;
		unit = K8SPOD_MEM;
	} else if (k8spod_is_card(key)) {
		if ((to = card(p, key)) == NULL)
			return too_many(why);
		unit = K8SPOD_CARD;
	} else
		return 0;
	if (k8spod_amount(v, unit, true, &more, why) == -1)
		return -1;
	if (num_add(*to, more, to) == -1)
		return beyond(why, unit == K8SPOD_CPU ? "cpu" :
		    unit == K8SPOD_MEM ? "mem" : "gpu");
	return 0;
}

/* All resources of a list. */
static int
add_list(struct k8spod *p, const struct cJSON *list, struct diag *why)
{
	const struct cJSON *v;

	for (v = jsondoc_first(list); v != NULL; v = jsondoc_after(v))
		if (add_one(p, v, why) == -1)
			return -1;
	return 0;
}

/*
 * What `resources` has of requests, and of limits that stand in for them: of
 * cards always, since they are never overcommitted.
 */
static int
add_resources(struct k8spod *p, const struct cJSON *resources, bool limits,
    struct diag *why)
{
	const struct cJSON *requests = jsondoc_get(resources, "requests"), *v;

	if (add_list(p, requests, why) == -1)
		return -1;
	v = jsondoc_first(jsondoc_get(resources, "limits"));
	for (; v != NULL; v = jsondoc_after(v))
		if ((limits || k8spod_is_card(jsondoc_key(v))) &&
		    jsondoc_get(requests, jsondoc_key(v).p) == NULL &&
		    add_one(p, v, why) == -1)
			return -1;
	return 0;
}

/* a += b. */
static int
add_all(struct k8spod *a, const struct k8spod *b, struct diag *why)
{
	int64_t *to;
	size_t i;

	if (num_add(a->cpu_m, b->cpu_m, &a->cpu_m) == -1)
		return beyond(why, "cpu");
	if (num_add(a->mem_b, b->mem_b, &a->mem_b) == -1)
		return beyond(why, "mem");
	for (i = 0; i < b->cards; i++) {
		if ((to = card(a, b->card[i].resource)) == NULL)
			return too_many(why);
		if (num_add(*to, b->card[i].gpu_m, to) == -1)
			return beyond(why, "gpu");
	}
	return 0;
}

/* a = the more of a and b, for each resource. */
static int
most_of(struct k8spod *a, const struct k8spod *b, struct diag *why)
{
	int64_t *to;
	size_t i;

	a->cpu_m = num_max(a->cpu_m, b->cpu_m);
	a->mem_b = num_max(a->mem_b, b->mem_b);
	for (i = 0; i < b->cards; i++) {
		if ((to = card(a, b->card[i].resource)) == NULL)
			return too_many(why);
		*to = num_max(*to, b->card[i].gpu_m);
	}
	return 0;
}

static void
start(struct k8spod *p)
{
	p->cpu_m = p->mem_b = 0;
	p->cards = 0;
}

/* What the list says that a container holds; NULL: it says nothing. */
static const struct cJSON *
status_of(const struct cJSON *statuses, const struct cJSON *container)
{
	struct slice name = jsondoc_text(jsondoc_get(container, "name"));
	const struct cJSON *s = jsondoc_first(statuses);

	while (s != NULL && !text_eq(jsondoc_text(jsondoc_get(s, "name")),
	    name))
		s = jsondoc_after(s);
	return s;
}

/* What one container asks for, or still holds while it is resized. */
static int
read_container(const struct cJSON *c, const struct cJSON *statuses,
    bool limits, struct k8spod *one, struct diag *why)
{
	const struct cJSON *s = status_of(statuses, c);
	struct k8spod held;

	start(one);
	if (add_resources(one, jsondoc_get(c, "resources"), limits,
	    why) == -1)
		return -1;
	if (s == NULL)
		return 0;
	start(&held);
	if (add_list(&held, jsondoc_path(s, "resources", "requests"),
	    why) == -1 || most_of(one, &held, why) == -1)
		return -1;
	start(&held);
	if (add_list(&held, jsondoc_get(s, "allocatedResources"), why) == -1)
		return -1;
	return most_of(one, &held, why);
}

/* The sum of the containers. */
static int
containers(const struct cJSON *spec, const struct cJSON *status, bool limits,
    struct k8spod *p, struct diag *why)
{
	const struct cJSON *c = jsondoc_first(jsondoc_get(spec, "containers"));
	const struct cJSON *statuses = jsondoc_get(status,
	    "containerStatuses");
	struct k8spod one;

	for (; c != NULL; c = jsondoc_after(c))
		if (read_container(c, statuses, limits, &one, why) == -1 ||
		    add_all(p, &one, why) == -1)
			return -1;
	return 0;
}

/*
 * The init containers: those that stay are added to *sidecars; *peak is the
 * most that was needed while they started.
 */
static int
init_containers(const struct cJSON *spec, const struct cJSON *status,
    bool limits, struct k8spod *sidecars, struct k8spod *peak,
    struct diag *why)
{
	const struct cJSON *c = jsondoc_first(jsondoc_get(spec,
	    "initContainers"));
	const struct cJSON *statuses = jsondoc_get(status,
	    "initContainerStatuses");
	struct k8spod one;

	for (; c != NULL; c = jsondoc_after(c)) {
		if (read_container(c, statuses, limits, &one, why) == -1)
			return -1;
		if (text_is(jsondoc_text(jsondoc_get(c, "restartPolicy")),
		    "Always")) {
			if (add_all(sidecars, &one, why) == -1)
				return -1;
			one = *sidecars;
		} else if (add_all(&one, sidecars, why) == -1)
			return -1;
		if (most_of(peak, &one, why) == -1)
			return -1;
	}
	return 0;
}

/*
 * What the pod as a whole is given, cpu and memory alone.  In a template a
 * limit stands in where neither the pod nor a container asks for anything.
 */
static int
pod_level(struct k8spod *p, const struct cJSON *spec, bool limits,
    struct diag *why)
{
	const struct cJSON *r = jsondoc_get(spec, "resources"), *v;

	if ((v = jsondoc_path(r, "requests", "cpu")) == NULL &&
	    limits && p->cpu_m == 0)
		v = jsondoc_path(r, "limits", "cpu");
	if (v != NULL && k8spod_amount(v, K8SPOD_CPU, true, &p->cpu_m,
	    why) == -1)
		return -1;
	if ((v = jsondoc_path(r, "requests", "memory")) == NULL &&
	    limits && p->mem_b == 0)
		v = jsondoc_path(r, "limits", "memory");
	if (v != NULL && k8spod_amount(v, K8SPOD_MEM, true, &p->mem_b,
	    why) == -1)
		return -1;
	return 0;
}

int
k8spod_read(const struct cJSON *spec, const struct cJSON *status, bool limits,
    struct k8spod *p, struct diag *why)
{
	struct k8spod sidecars, peak;

	start(p);
	if (containers(spec, status, limits, p, why) == -1)
		return -1;
	if (jsondoc_get(spec, "initContainers") != NULL) {
		start(&sidecars);
		start(&peak);
		if (init_containers(spec, status, limits, &sidecars, &peak,
		    why) == -1 || add_all(p, &sidecars, why) == -1 ||
		    most_of(p, &peak, why) == -1)
			return -1;
	}
	if (jsondoc_get(spec, "resources") != NULL &&
	    pod_level(p, spec, limits, why) == -1)
		return -1;
	return add_list(p, jsondoc_get(spec, "overhead"), why);
}
