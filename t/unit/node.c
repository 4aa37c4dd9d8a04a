/* Tests of node: records as nodes, and their faults. */
#include "node.h"

#include "feed.h"
#include "shown.h"
#include "tap.h"

/* The nodes of a text: read into a batch that is looked at as it passes. */
struct look {
	struct node_batch node;
	struct diag_list faults;
	size_t records, bad;
	void (*at)(const struct node_batch *);
};

static void
columns(void *arg, struct header *h)
{
	struct look *l = arg;

	node_learn(&l->node, h, &l->faults);
}

static void
batch(void *arg, const struct reader_batch *b)
{
	struct look *l = arg;
	size_t i;

	node_read(&l->node, b, &l->faults);
	l->records += l->node.n;
	for (i = 0; l->node.faults && i < l->node.n; i++)
		l->bad += l->node.bad[i];
	if (l->at != NULL)
		l->at(&l->node);
}

static struct look *
look(const char *text, void (*at)(const struct node_batch *))
{
	static struct look l;
	struct reader_sink sink = { columns, batch, &l };
	struct reader *r;
	size_t room;

	node_free(&l.node);
	memset(&l, 0, sizeof(l));
	l.at = at;
	r = reader_new(&sink, &l.faults);
	reader_open(r, "f");
	memcpy(reader_room(r, &room), text, strlen(text));
	reader_took(r, strlen(text));
	reader_close(r);
	reader_free(r);
	return &l;
}

static void
whole(const struct node_batch *n)
{
	tap_is_str(shown_slice(n->name[0]), "a", "its name");
	tap_is_str(shown_slice(n->model[0]), "Tesla\tT4", "its model");
	tap_is_str(shown_slice(n->pool[0]), "p,q", "its pools");
	tap_is_str(shown_slice(n->labels[0]), "z=1", "its labels");
	tap_ok(n->ready[0] && n->vgpu[0], "ready, and virtual");
	tap_ok(n->free[RES_GPU][0] == 500 && n->free[RES_CPU][0] == 64000 &&
	    n->free[RES_MEM][0] == INT64_C(512) << 30, "free amounts");
	tap_ok(n->given[0] == 7 && n->bounded[0] == 7, "all are given");
	tap_ok(n->total[RES_GPU][0] == 8000 && n->total[RES_CPU][0] ==
	    96000 && n->total[RES_MEM][0] == INT64_C(1) << 40, "totals");
}

static void
parts(const struct node_batch *n)
{
	tap_is_str(shown_slice(n->model[0]), "gpu",
	    "GPUs without a model are gpu");
	tap_is_str(shown_slice(n->model[1]), "", "without GPUs there is none");
	tap_is_str(shown_slice(n->model[2]), "gpu", "by the total, too");
	tap_is_str(shown_slice(n->model[3]), "T4", "a model without GPUs");
	tap_ok(n->free[RES_GPU][2] == 4000 && n->free[RES_GPU][0] == 2000,
	    "the total stands in for what is not given");
	tap_ok(n->free[RES_GPU][4] == 0 && n->given[4] == 1,
	    "a 0 that is given is one");
	tap_ok(n->given[2] == 0 && n->bounded[2] == 1, "which are given");
	tap_ok(n->ready[0] && n->ready[1] && !n->ready[2] && !n->ready[3],
	    "ready: by default, or by that word alone");
	tap_ok(!n->vgpu[0], "vgpu is no by default");
}

static void
fault(const char *text, const char *want)
{
	struct look *l = look(text, NULL);

	tap_is_str(shown_fault(&l->faults, 0), want, "a fault");
	tap_is_i64((int64_t)l->bad, 1, "of one record");
}

static void
faults(void)
{
	struct look *l;

	fault("node gpu\na 1\n- 2\n", "f:3: node: is absent");
	fault("node\tgpu\na\tx\nb\t1\n", "f:2: gpu: \"x\" is not a count");
	fault("node\tmem\na\t1\nb\t1Q\n",
	    "f:3: mem: \"1Q\" has an unknown unit");
	fault("node\tcpu_total\na\t1\nb\t-1\n",
	    "f:3: cpu_total: \"-1\" has a sign where none is allowed");
	fault("node vgpu\na yes\nb Yes\n",
	    "f:3: vgpu: \"Yes\" is not yes or no");
	fault("node\na\nb*\n", "f:3: node: \"b*\" cannot stand in a list of "
	    "nodes");
	fault("{\"gpu\":1,\"nod\":1}\n",
	    "f:1: node: no such column; there are nod, gpu");
	l = look("node gpu cpu vgpu\na x y z\nb 1 1 no\nc 1 z -\n", NULL);
	tap_ok(l->faults.n == 4 && l->bad == 2 && l->records == 3,
	    "several faults of a record, several records");
	tap_is_str(shown_fault(&l->faults, 2),
	    "f:2: vgpu: \"z\" is not yes or no", "in order of the lines");
	tap_is_str(shown_fault(&l->faults, 3), "f:4: cpu: \"z\" is not a count",
	    "to the last");
}

int
main(void)
{
	struct look *l;

	l = look("{\"node\":\"a\",\"gpu_model\":\"Tesla\\tT4\",\"gpu\":0.5,"
	    "\"cpu\":64,\"mem\":\"512G\",\"gpu_total\":8,\"cpu_total\":96,"
	    "\"mem_total\":\"1T\",\"state\":\"ready\",\"vgpu\":\"yes\","
	    "\"pool\":\"p,q\",\"labels\":\"z=1\"}\n", whole);
	tap_is_i64((int64_t)l->faults.n, 0, "no fault");
	l = look("node gpu gpu_total gpu_model state\na 2 8 - ready\n"
	    "b - - - -\nc - 4 - drain\nd 0 0 T4 Ready\ne 0 4 - -\n", parts);
	tap_is_i64((int64_t)l->records, 5, "five records");
	faults();
	node_free(&look("node\n", NULL)->node);
	return tap_done();
}
