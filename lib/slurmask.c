#include "slurmask.h"

#include <stddef.h>

#include "gres.h"
#include "num.h"
#include "tres.h"

/* So large that thousandths of it still fit. */
static const int64_t most = INT64_MAX / 1000;

static int64_t
parts_up(int64_t total, int64_t n)
{
	return total / n + (total % n != 0);
}

/* The GPUs in a list of generic resources; -1 with a fault. */
static int
gpus_in(struct slice list, int64_t *n, struct slurmask *a, struct diag *why)
{
	struct gres_item g;
	int r;

	*n = 0;
	while ((r = gres_next(&list, &g, why)) == 1) {
		if (!gres_is_gpu(&g) || g.count == 0)
			continue;
		a->models |= *n > 0 && !text_eq(g.type, a->model);
		a->model = g.type;
		*n = num_add_sat(*n, g.count);
	}
	if (a->models)
		a->model = text_slice(NULL, 0);
	return r;
}

/* The model that a list of trackable resources names, if it is all of them. */
static int
model_in(struct slice list, const struct tres *t, struct slurmask *a,
    struct diag *why)
{
	struct tres_item item;
	int r;

	while ((r = tres_next(&list, &item, why)) == 1) {
		if (!tres_is_typed_gpu(&item) || item.count == 0)
			continue;
		if (item.count == t->gpus)
			a->model = item.type;
		else
			a->models |= t->typed == t->gpus;
	}
	return r;
}

/* Nodes: as many as it may get. */
static int64_t
nodes_of(const struct slurmsaid *s)
{
	int64_t n = num_max(1, num_max(s->nodes, s->most_nodes));

	if (s->tasks_per_node > 0 && s->tasks_n > 0)
		n = num_max(n, parts_up(s->tasks_n, s->tasks_per_node));
	return n;
}

/* So many GPUs in all: on its nodes if those are fixed, else anywhere. */
static void
spread(int64_t nodes, bool fixed, int64_t total, struct slurmask *a)
{
	bool equal = fixed && total % nodes == 0;

	a->instances = equal ? nodes : total;
	a->gpus = equal ? total / nodes : 1;
}

static void
by_task(const struct slurmsaid *s, int64_t each, struct slurmask *a)
{
	int64_t tasks = num_max(1, s->tasks_n);

	a->instances = tasks;
	a->gpus = each;
	if (s->tasks_per_node > 0) {
		a->instances = parts_up(tasks, s->tasks_per_node);
		a->gpus = num_mul_sat(each, s->tasks_per_node);
	}
}

/* Finds instances and the GPUs of each; *node: an instance is a node. */
static int
shape(const struct slurmsaid *s, const struct tres *t, struct slurmask *a,
    bool *node, struct diag *why)
{
	int64_t n, sockets = 0;

	*node = true;
	a->instances = nodes_of(s);
	if (gpus_in(s->per_node, &n, a, why) == -1)
		return -1;
	if (n > 0) {
		a->gpus = n;
		a->instances = num_max(a->instances,
		    parts_up(num_max(t->gpus, 0), n));
		return 0;
	}
	*node = false;
	if (gpus_in(s->per_task, &n, a, why) == -1)
		return -1;
	if (n > 0) {
		by_task(s, n, a);
		return 0;
	}
	if (gpus_in(s->per_job, &n, a, why) == -1 ||
	    (n == 0 && gpus_in(s->per_socket, &sockets, a, why) == -1))
		return -1;
	if (n == 0)
		n = num_max(t->gpus, 0);
	*node = n == 0;
	if (n > 0)
		spread(nodes_of(s), s->most_nodes > 0 || sockets > 0, n, a);
	return 0;
}

/* Cores of an instance. */
static int
cores(const struct slurmsaid *s, const struct tres *t, bool node,
    struct slurmask *a, struct diag *why)
{
	struct slurmask none = { 0 };
	int64_t per_gpu;

	a->cpus = parts_up(num_max(0, s->cpus > 0 ? s->cpus : t->cpus),
	    a->instances);
	if (gpus_in(s->cpus_per_gres, &per_gpu, &none, why) == -1)
		return -1;
	a->cpus = num_max(a->cpus, num_mul_sat(per_gpu, a->gpus));
	if (node)
		a->cpus = num_max(a->cpus, s->cpus_per_node);
	return 0;
}

/* Memory of an instance. */
static int
memory(const struct slurmsaid *s, const struct tres *t, bool node,
    struct slurmask *a, struct diag *why)
{
	struct slurmask none = { 0 };
	int64_t per_gpu_mib, total = t->mem_b;

	if (gpus_in(s->mem_per_gres, &per_gpu_mib, &none, why) == -1)
		return -1;
	if (s->mem_per_node_b <= 0 && s->mem_per_cpu_b <= 0 &&
	    per_gpu_mib == 0) {
		a->all_mem = total > 0;
		a->mem_b = 0;
		return 0;
	}
	if (total < 0 && s->mem_per_cpu_b > 0)
		total = num_mul_sat(s->mem_per_cpu_b, num_max(s->cpus, 1));
	a->mem_b = parts_up(num_max(total, 0), a->instances);
	a->mem_b = num_max(a->mem_b, num_mul_sat(num_mul_sat(per_gpu_mib,
	    INT64_C(1) << 20), a->gpus));
	if (node)
		a->mem_b = num_max(a->mem_b, s->mem_per_node_b);
	return 0;
}

static int
check(const struct slurmask *a, struct diag *why)
{
	if (a->instances > most || a->gpus > most || a->cpus > most ||
	    a->mem_b == INT64_MAX)
		return diag_set(why, "it asks for more than can be counted");
	return 0;
}

int
slurmask_read(const struct slurmsaid *s, struct slurmask *a,
    struct diag *why)
{
	static const struct slurmask none = { .instances = 1 };
	struct tres t;
	bool node;

	*a = none;
	if (tres_read(s->asked, &t, why) == -1 ||
	    shape(s, &t, a, &node, why) == -1)
		return -1;
	if (a->gpus > 0 && a->model.n == 0 && !a->models &&
	    model_in(s->asked, &t, a, why) == -1)
		return -1;
	if (cores(s, &t, node, a, why) == -1 ||
	    memory(s, &t, node, a, why) == -1)
		return -1;
	return check(a, why);
}

int
slurmask_given(struct slice tres, int64_t instances, int64_t gpus,
    struct slurmask *a, struct diag *why)
{
	static const struct slurmask none = { .instances = 1 };
	struct tres t;

	*a = none;
	a->instances = instances;
	a->gpus = gpus;
	if (tres_read(tres, &t, why) == -1 || model_in(tres, &t, a, why) == -1)
		return -1;
	a->cpus = parts_up(num_max(0, t.cpus), instances);
	a->mem_b = parts_up(num_max(0, t.mem_b), instances);
	return check(a, why);
}

static bool
is_part(struct slice name)
{
	return text_is(name, "shard") || text_is(name, "mps") ||
	    text_is(name, "gres/shard") || text_is(name, "gres/mps");
}

bool
slurmask_parts(const struct slurmsaid *s)
{
	struct slice gres[] = { s->per_node, s->per_task, s->per_job,
		s->per_socket };
	struct slice tres[] = { s->asked, s->given };
	struct gres_item g;
	struct tres_item t;
	struct diag why;
	size_t i;

	for (i = 0; i < sizeof(gres) / sizeof(gres[0]); i++)
		while (gres_next(&gres[i], &g, &why) == 1)
			if (is_part(g.name) && g.count > 0)
				return true;
	for (i = 0; i < sizeof(tres) / sizeof(tres[0]); i++)
		while (tres_next(&tres[i], &t, &why) == 1)
			if (is_part(t.name) && t.count > 0)
				return true;
	return false;
}

const char *
slurmask_bar(const struct slurmsaid *s, const struct slurmask *a,
    struct slice *more)
{
	struct buf none = { 0 };
	bool sayable;

	*more = text_slice(NULL, 0);
	/* Its components start together, and are not alike. */
	if (s->het > 0)
		return "het-job";
	sayable = s->features.n == 0 || slurmask_selector(s->features, &none);
	buf_free(&none);
	if (!sayable) {
		*more = s->features;
		return "features";
	}
	if (a->models) {
		*more = s->per_node.n > 0 ? s->per_node : s->asked;
		return "gpu-types";
	}
	return NULL;
}

static bool
is_feature(struct slice s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (strchr("|[]*(),=:! \t\n", s.p[i]) != NULL)
			return false;
	return s.n > 0;
}

bool
slurmask_selector(struct slice features, struct buf *out)
{
	struct slice part, rest = features;

	while (text_cut(&rest, '&', &part))
		if (!is_feature(part))
			return false;
	for (rest = features; text_cut(&rest, '&', &part);) {
		if (part.p != features.p)
			buf_char(out, ',');
		buf_add(out, part.p, part.n);
		buf_str(out, "=yes");
	}
	return true;
}
