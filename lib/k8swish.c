#include "k8swish.h"

#include <stdbool.h>
#include <string.h>

#include "k8spod.h"

/* What is read, and what it makes. */
struct wish {
	struct slice resource;
	struct buf *selector;
	struct slice *model;
};

/* Whether a label is by what gpunodes names the cards of a resource. */
static bool
is_model(struct slice resource, struct slice key)
{
	struct slice ending;

	if (resource.n == 0 || k8spod_is_shared(resource) ||
	    key.n <= resource.n ||
	    memcmp(key.p, resource.p, resource.n) != 0)
		return false;
	ending = text_slice(key.p + resource.n, key.n - resource.n);
	return text_is(ending, ".product") ||
	    text_is(ending, ".product-name");
}

/* A label that a node must have.  -1: it cannot stand in a list. */
static int
want(struct wish *w, struct slice key, struct slice value)
{
	if (is_model(w->resource, key) && (w->model->n == 0 ||
	    text_eq(*w->model, value))) {
		*w->model = value;
		return 0;
	}
	if (key.n == 0 || text_any(key, ',', '=') ||
	    text_any(value, ',', ','))
		return -1;
	if (w->selector->n > 0)
		buf_char(w->selector, ',');
	buf_add(w->selector, key.p, key.n);
	buf_char(w->selector, '=');
	buf_add(w->selector, value.p, value.n);
	return 0;
}

/*
 * The node affinity that is required.  -1: it is more than labels with one
 * value each, all of which must be there.
 */
static int
affinity(struct wish *w, const struct cJSON *spec)
{
	const struct cJSON *e, *v, *term = jsondoc_first(jsondoc_path(spec,
	    "affinity", "nodeAffinity",
	    "requiredDuringSchedulingIgnoredDuringExecution",
	    "nodeSelectorTerms"));

	if (term == NULL)
		return 0;
	if (jsondoc_after(term) != NULL ||
	    jsondoc_get(term, "matchFields") != NULL)
		return -1;
	e = jsondoc_first(jsondoc_get(term, "matchExpressions"));
	for (; e != NULL; e = jsondoc_after(e)) {
		v = jsondoc_first(jsondoc_get(e, "values"));
		if (!text_is(jsondoc_text(jsondoc_get(e, "operator")),
		    "In") || v == NULL || jsondoc_after(v) != NULL ||
		    want(w, jsondoc_text(jsondoc_get(e, "key")),
		    jsondoc_text(v)) == -1)
			return -1;
	}
	return 0;
}

const char *
k8swish_read(const struct cJSON *spec, struct slice resource,
    struct buf *selector, struct slice *model)
{
	struct wish w = { resource, selector, model };
	const struct cJSON *s = jsondoc_first(jsondoc_get(spec,
	    "nodeSelector"));
	const char *bar = NULL;

	for (; s != NULL; s = jsondoc_after(s))
		if (want(&w, jsondoc_key(s), jsondoc_text(s)) == -1)
			bar = "selector";
	if (affinity(&w, spec) == -1)
		bar = "affinity";
	if (resource.n > 0)
		want(&w, text_of("sluice/resource"), resource);
	return bar;
}
