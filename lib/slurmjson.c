#include "slurmjson.h"

#include <bsd/string.h>
#include <stdlib.h>

#include "num.h"
#include "slurmword.h"
#include "vec.h"

/* What the value of a member is. */
enum form {
	TEXT, NUMBER, TIME, MINUTES, MIB, YES,
	STATES,		/* one name, or a list of them */
	NICE,		/* 22.05 writes it as an unsigned 32-bit number */
	HELD,		/* true: as if the priority were 0 */
	HOSTS,		/* a list of hosts, or an object that has it */
	RESOURCES,	/* an object that may have one, too */
	WHOLE,		/* shared: none, or exclusive: true; maybe in a list */
	GRES		/* a list of texts, one for each host */
};

struct member {
	const char *name;
	enum form form;
	size_t at;	/* in struct slurmsaid */
};

#define AT(field) offsetof(struct slurmsaid, field)

/* By name, for bsearch. */
static const struct member members[] = {
	{ "account", TEXT, AT(account) },
	{ "admin_comment", TEXT, AT(memo) },
	{ "array_job_id", NUMBER, AT(array) },
	{ "array_task_id", NUMBER, AT(task) },
	{ "array_task_string", TEXT, AT(tasks) },
	{ "batch_flag", YES, AT(batch) },
	{ "cpus", NUMBER, AT(cpus) },
	{ "cpus_per_tres", TEXT, AT(cpus_per_gres) },
	{ "dependency", TEXT, AT(dependency) },
	{ "eligible_time", TIME, AT(eligible_s) },
	{ "end_time", TIME, AT(ended_s) },
	{ "excluded_nodes", TEXT, AT(excluded) },
	{ "exclusive", WHOLE, AT(exclusive) },
	{ "features", TEXT, AT(features) },
	{ "gres_detail", GRES, AT(gres) },
	{ "het_job_id", NUMBER, AT(het) },
	{ "hold", HELD, AT(priority) },
	{ "job_id", NUMBER, AT(job) },
	{ "job_resources", RESOURCES, AT(hosts) },
	{ "job_state", STATES, AT(states) },
	{ "max_nodes", NUMBER, AT(most_nodes) },
	{ "memory_per_cpu", MIB, AT(mem_per_cpu_b) },
	{ "memory_per_node", MIB, AT(mem_per_node_b) },
	{ "memory_per_tres", TEXT, AT(mem_per_gres) },
	{ "minimum_cpus_per_node", NUMBER, AT(cpus_per_node) },
	{ "nice", NICE, AT(nice) },
	{ "node_count", NUMBER, AT(nodes) },
	{ "nodes", HOSTS, AT(hosts) },
	{ "partition", TEXT, AT(partition) },
	{ "priority", NUMBER, AT(priority) },
	{ "qos", TEXT, AT(qos) },
	{ "requeue", YES, AT(requeue) },
	{ "shared", WHOLE, AT(exclusive) },
	{ "start_time", TIME, AT(started_s) },
	{ "state_reason", TEXT, AT(reason) },
	{ "submit_time", TIME, AT(submitted_s) },
	{ "tasks", NUMBER, AT(tasks_n) },
	{ "tasks_per_node", NUMBER, AT(tasks_per_node) },
	{ "time_limit", MINUTES, AT(time_limit_s) },
	{ "tres_alloc_str", TEXT, AT(given) },
	{ "tres_per_job", TEXT, AT(per_job) },
	{ "tres_per_node", TEXT, AT(per_node) },
	{ "tres_per_socket", TEXT, AT(per_socket) },
	{ "tres_per_task", TEXT, AT(per_task) },
	{ "tres_req_str", TEXT, AT(asked) },
	{ "user_name", TEXT, AT(user) }
};

static int
by_name(const void *key, const void *member)
{
	return text_cmp(*(const struct slice *)key,
	    text_of(((const struct member *)member)->name));
}

static const struct member *
find(struct slice name)
{
	return bsearch(&name, members, sizeof(members) / sizeof(members[0]),
	    sizeof(members[0]), by_name);
}

/* The first of a list's elements, or the value itself. */
static const struct cJSON *
first_of(const struct cJSON *v)
{
	return jsondoc_text(v).n > 0 ? v : jsondoc_first(v);
}

/* Whether the value is a text, or a list that has it as an element. */
static bool
names(const struct cJSON *v, const char *word)
{
	const struct cJSON *e;

	for (e = first_of(v); e != NULL;
	    e = e == v ? NULL : jsondoc_after(e))
		if (text_is(jsondoc_text(e), word))
			return true;
	return false;
}

static void
states(const struct cJSON *v, struct slurmsaid *out)
{
	const struct cJSON *e;

	out->state = jsondoc_text(first_of(v));
	for (e = first_of(v); e != NULL;
	    e = e == v ? NULL : jsondoc_after(e))
		out->states |= slurmword_state(jsondoc_text(e));
}

static void
gres(const struct cJSON *v, struct slurmsaid *out)
{
	const struct cJSON *e;

	for (e = jsondoc_first(v); e != NULL; e = jsondoc_after(e)) {
		out->gres = VEC_MORE(out->gres, out->gres_n, out->gres_cap);
		out->gres[out->gres_n++] = jsondoc_text(e);
	}
}

/* Where it runs, if it is said there; it may be said twice. */
static void
hosts(const struct cJSON *v, struct slice *out)
{
	struct slice list = jsondoc_text(v);

	if (list.n == 0)
		list = jsondoc_text(jsondoc_get(v, "list"));
	if (list.n > 0)
		*out = list;
}

/* A number in its unit, as the struct has it: 1, 0 when it is absent, -1. */
static int
number(enum form form, const struct cJSON *v, int64_t *out)
{
	int64_t n, unit = form == MINUTES ? 60 :
	    form == MIB ? INT64_C(1) << 20 : 1;
	int r = jsondoc_int(v, &n);

	if (r != 1)
		return r;
	if (form == NICE) {
		*out = n > INT32_MAX ? n - (INT64_C(1) << 32) : n;
		return *out < INT32_MIN || *out > INT32_MAX ? -1 : 1;
	}
	return n < 0 || num_mul(n, unit, out) == -1 ? -1 : 1;
}

static int
read_member(const struct member *m, const struct cJSON *v,
    struct slurmsaid *out)
{
	char *at = (char *)out + m->at;

	switch (m->form) {
	case TEXT:
		*(struct slice *)at = jsondoc_text(v);
		return 0;
	case YES:
		*(bool *)at = jsondoc_true(v);
		return 0;
	case STATES:
		states(v, out);
		return 0;
	case HELD:
		if (jsondoc_true(v))
			out->priority = 0;
		return 0;
	case HOSTS:
		hosts(v, &out->hosts);
		return 0;
	case RESOURCES:
		hosts(jsondoc_get(v, "nodes"), &out->hosts);
		return 0;
	case WHOLE:
		*(bool *)at |= names(v, "none") || names(v, "true");
		return 0;
	case GRES:
		gres(v, out);
		return 0;
	case NUMBER:
	case TIME:
	case MINUTES:
	case MIB:
	case NICE:
		break;
	}
	return number(m->form, v, (int64_t *)at);
}

int
slurmjson_read(const struct cJSON *job, struct slurmsaid *out,
    struct diag *why)
{
	const struct slurmsaid none = { .job = -1, .task = -1,
		.priority = -1, .time_limit_s = -1, .nodes = -1,
		.cpus = -1, .cpus_per_node = -1, .mem_per_node_b = 0,
		.gres = out->gres, .gres_cap = out->gres_cap };
	const struct cJSON *v;
	const struct member *m;

	*out = none;
	for (v = jsondoc_first(job); v != NULL; v = jsondoc_after(v)) {
		if ((m = find(jsondoc_key(v))) == NULL ||
		    read_member(m, v, out) != -1)
			continue;
		diag_set(why, "is no whole number, or is out of range");
		strlcpy(why->column, m->name, sizeof(why->column));
		return -1;
	}
	return 0;
}
