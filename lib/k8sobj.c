#include "k8sobj.h"

#include <string.h>

/* A reading of one text. */
struct reading {
	const struct foreign *in;
	struct jsondoc doc;
	void (*take)(void *arg, const struct k8sobj *);
	void *arg;
};

bool
k8sobj_tells(struct slice text)
{
	static const char *const first[] = {
		"apiVersion", "kind", "items", "metadata"
	};
	struct slice s = jsondoc_opening(text);
	size_t i;

	for (i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		if (text_is(s, first[i]))
			return true;
	return false;
}

/* Others have kinds of the same names: Volcano's Job is not ours. */
static enum k8sobj_kind
kind_of(struct slice version, struct slice kind)
{
	bool core = version.n == 0 || text_is(version, "v1");
	bool batch = version.n == 0 || (version.n > 6 &&
	    memcmp(version.p, "batch/", 6) == 0);

	if (core && text_is(kind, "Node"))
		return K8SOBJ_NODE;
	if (core && text_is(kind, "Pod"))
		return K8SOBJ_POD;
	if (batch && text_is(kind, "Job"))
		return K8SOBJ_JOB;
	return K8SOBJ_OTHER;
}

static void
add(struct diag_list *list, const struct k8sobj *o, const char *column,
    const char *what)
{
	static const char *const word[] = { "node", "pod", "job", "object" };
	char space[TEXT_QUOTE], name[TEXT_QUOTE];
	uint64_t line = jsondoc_line(o->doc);

	text_quote(o->name, name);
	if (o->space.n == 0) {
		diag_add(list, o->in->file, line, column, "%s (%s %s)", what,
		    word[o->kind], name);
		return;
	}
	text_quote(o->space, space);
	diag_add(list, o->in->file, line, column, "%s (%s %s in %s)", what,
	    word[o->kind], name, space);
}

void
k8sobj_fault(const struct k8sobj *o, const char *column, const char *what)
{
	add(o->in->faults, o, column, what);
}

void
k8sobj_note(const struct k8sobj *o, const char *column, const char *what)
{
	add(o->in->notes, o, column, what);
}

/* One object; what it does not say of itself its list says. */
static void
object(struct reading *r, const struct cJSON *v, struct slice version,
    struct slice kind)
{
	const struct cJSON *meta = jsondoc_get(v, "metadata");
	struct slice own = jsondoc_text(jsondoc_get(v, "kind"));
	struct k8sobj o = { .value = v, .doc = &r->doc, .in = r->in };

	if (own.n > 0) {
		kind = own;
		version = jsondoc_text(jsondoc_get(v, "apiVersion"));
	}
	o.kind = kind_of(version, kind);
	if (kind.n > 0 && o.kind == K8SOBJ_OTHER)
		return;
	o.name = jsondoc_text(jsondoc_get(meta, "name"));
	o.space = jsondoc_text(jsondoc_get(meta, "namespace"));
	o.uid = jsondoc_text(jsondoc_get(meta, "uid"));
	if (kind.n == 0 || o.name.n == 0)
		diag_add(r->in->faults, r->in->file, jsondoc_line(&r->doc),
		    NULL, kind.n == 0 ? "an object without a kind" :
		    "an object without a name");
	else
		r->take(r->arg, &o);
}

/* A member of the document that is a plain string. */
static struct slice
plain(const struct jsondoc *d, const char *key)
{
	const struct jsondoc_member *m = jsondoc_member(d, key);

	if (m == NULL || m->value.p[0] != '"')
		return text_slice(NULL, 0);
	return text_slice(m->value.p + 1, m->value.n - 2);
}

/* What a server says when it cannot answer. */
static int
refused(struct reading *r, const struct cJSON *v)
{
	char quoted[TEXT_QUOTE];

	text_quote(jsondoc_text(jsondoc_get(v, "message")), quoted);
	return diag_add(r->in->faults, r->in->file, jsondoc_line(&r->doc),
	    NULL, "no objects, but the status of a failure: %s", quoted);
}

/* Of a PodList the items are Pods; of a List each has its own kind. */
static struct slice
item_kind(struct slice kind)
{
	return kind.n > 4 && memcmp(kind.p + kind.n - 4, "List", 4) == 0 ?
	    text_slice(kind.p, kind.n - 4) : text_slice(NULL, 0);
}

static int
document(struct reading *r)
{
	const struct jsondoc_member *items = jsondoc_member(&r->doc, "items");
	struct slice version = plain(&r->doc, "apiVersion");
	struct slice kind = plain(&r->doc, "kind");
	const struct cJSON *v;
	int more;

	/* An empty list of a Go program may be a null. */
	if (items != NULL && text_is(items->value, "null"))
		return 0;
	if (items != NULL) {
		if (jsondoc_list(&r->doc, items) == -1)
			return -1;
		kind = item_kind(kind);
	} else
		jsondoc_whole(&r->doc);
	while ((more = jsondoc_record(&r->doc, &v)) == 1) {
		if (items == NULL && text_is(kind, "Status"))
			return refused(r, v);
		object(r, v, version, kind);
	}
	return more;
}

int
k8sobj_read(const struct foreign *in, void *arg,
    void (*take)(void *arg, const struct k8sobj *))
{
	struct reading r = { .in = in, .take = take, .arg = arg };
	int more;

	jsondoc_init(&r.doc, in->file, in->text, in->faults);
	while ((more = jsondoc_next(&r.doc)) == 1)
		if ((more = document(&r)) == -1)
			break;
	jsondoc_free(&r.doc);
	return more;
}

struct slice
k8sobj_label(const struct k8sobj *o, const char *key)
{
	return jsondoc_text(jsondoc_path(o->value, "metadata", "labels", key));
}

struct slice
k8sobj_annotation(const struct k8sobj *o, const char *key)
{
	return jsondoc_text(jsondoc_path(o->value, "metadata", "annotations",
	    key));
}

struct slice
k8sobj_condition(const struct k8sobj *o, const char *type,
    struct slice *changed)
{
	const struct cJSON *c = jsondoc_first(jsondoc_path(o->value, "status",
	    "conditions"));

	while (c != NULL && !text_is(jsondoc_text(jsondoc_get(c, "type")),
	    type))
		c = jsondoc_after(c);
	*changed = jsondoc_text(jsondoc_get(c, "lastTransitionTime"));
	return jsondoc_text(jsondoc_get(c, "status"));
}
