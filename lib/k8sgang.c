#include "k8sgang.h"

#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "vec.h"
#include "when.h"

/* The uid of the Job that made the pod; empty: none did. */
static struct slice
owner(const struct k8sobj *pod)
{
	const struct cJSON *o = jsondoc_first(jsondoc_path(pod->value,
	    "metadata", "ownerReferences"));

	for (; o != NULL; o = jsondoc_after(o))
		if (text_is(jsondoc_text(jsondoc_get(o, "kind")), "Job") &&
		    jsondoc_true(jsondoc_get(o, "controller")))
			return jsondoc_text(jsondoc_get(o, "uid"));
	return text_slice(NULL, 0);
}

static struct k8sgang_job *
job_of(struct k8sgang *g, struct slice uid)
{
	size_t i = intern_add(&g->uid, uid);

	if (i == g->jobs) {
		g->job = VEC_MORE(g->job, g->jobs, g->job_cap);
		memset(&g->job[i], 0, sizeof(g->job[i]));
		g->job[i].started_s = -1;
		g->jobs++;
	}
	return &g->job[i];
}

/* Counts a pod of the Job on a node. */
static void
place(struct k8sgang *g, struct k8sgang_job *j, struct slice node)
{
	struct buf *b = &g->scratch;
	struct k8sgang_node *n;
	size_t i;

	b->n = 0;
	buf_u64(b, (uint64_t)(j - g->job));
	buf_char(b, ' ');
	buf_add(b, node.p, node.n);
	i = intern_add(&g->place, text_slice(b->p, b->n)) + 1;
	if (i > g->nodes) {
		g->node = vec_room(g->node, &g->node_cap, i + 1, sizeof(*n));
		n = &g->node[i];
		memset(n, 0, sizeof(*n));
		/* The name is the end of its key. */
		n->name = g->place.name[i - 1];
		n->name = text_slice(n->name.p + n->name.n - node.n, node.n);
		if (j->first == 0)
			j->first = i;
		else
			g->node[j->last].next = i;
		j->last = i;
		g->nodes = i;
	}
	g->node[i].pods++;
}

void
k8sgang_pod(struct k8sgang *g, const struct k8sobj *pod)
{
	const struct cJSON *status = jsondoc_get(pod->value, "status");
	struct slice phase = jsondoc_text(jsondoc_get(status, "phase"));
	struct slice node = jsondoc_text(jsondoc_path(pod->value, "spec",
	    "nodeName"));
	struct slice uid;
	struct k8sgang_job *j;
	int64_t t;

	g->told = true;
	if (node.n == 0 || text_is(phase, "Succeeded") ||
	    text_is(phase, "Failed") || (uid = owner(pod)).n == 0)
		return;
	j = job_of(g, uid);
	j->bound++;
	if (when_time(jsondoc_text(jsondoc_get(status, "startTime")), &t,
	    NULL) == QUANT_OK)
		j->started_s = j->started_s == -1 ? t :
		    num_min(j->started_s, t);
	/* One that could not stand in a list is not told. */
	if (!text_any(node, ',', '*'))
		place(g, j, node);
}

const struct k8sgang_job *
k8sgang_find(const struct k8sgang *g, struct slice uid)
{
	int64_t i = intern_find(&g->uid, uid);

	return i == INTERN_NONE ? NULL : &g->job[i];
}

void
k8sgang_nodes(const struct k8sgang *g, const struct k8sgang_job *j,
    struct buf *b)
{
	const struct k8sgang_node *n;
	size_t i;

	for (i = j->first; i != 0; i = n->next) {
		n = &g->node[i];
		if (i != j->first)
			buf_char(b, ',');
		buf_add(b, n->name.p, n->name.n);
		if (n->pods > 1) {
			buf_char(b, '*');
			buf_i64(b, n->pods);
		}
	}
}

void
k8sgang_free(struct k8sgang *g)
{
	intern_free(&g->uid);
	intern_free(&g->place);
	free(g->job);
	free(g->node);
	buf_free(&g->scratch);
	memset(g, 0, sizeof(*g));
}
