#include "slurmtext.h"

#include <bsd/string.h>

#include "num.h"
#include "quant.h"
#include "slurmword.h"

/* What the value of a key is. */
enum form {
	TEXT, NUMBER, NICE, TIME, DURATION, MEM, FLAG,
	WORD,		/* it ends at a blank */
	USER,		/* name(number) */
	TASK,		/* a number, or the list that the tasks are */
	NODES,		/* `2`, or the least and the most: `2-4` */
	PER_NODE,	/* the first of `4:0:*:*` */
	STATE, SHARED
};

struct key {
	const char *name;
	enum form form;
	size_t at;	/* in struct slurmsaid */
};

#define AT(field) offsetof(struct slurmsaid, field)

static const struct key keys[] = {
	{ "JobId", NUMBER, AT(job) },
	{ "ArrayJobId", NUMBER, AT(array) },
	{ "ArrayTaskId", TASK, AT(tasks) },
	{ "HetJobId", NUMBER, AT(het) },
	{ "UserId", USER, AT(user) },
	{ "Priority", NUMBER, AT(priority) },
	{ "Nice", NICE, AT(nice) },
	{ "Account", TEXT, AT(account) },
	{ "QOS", TEXT, AT(qos) },
	{ "JobState", STATE, AT(states) },
	{ "Reason", TEXT, AT(reason) },
	{ "Dependency", TEXT, AT(dependency) },
	{ "Requeue", FLAG, AT(requeue) },
	{ "BatchFlag", FLAG, AT(batch) },
	{ "TimeLimit", DURATION, AT(time_limit_s) },
	{ "SubmitTime", TIME, AT(submitted_s) },
	{ "EligibleTime", TIME, AT(eligible_s) },
	{ "StartTime", TIME, AT(started_s) },
	{ "EndTime", TIME, AT(ended_s) },
	{ "Partition", TEXT, AT(partition) },
	{ "ExcNodeList", TEXT, AT(excluded) },
	{ "NodeList", TEXT, AT(hosts) },
	{ "NumNodes", NODES, AT(nodes) },
	{ "NumCPUs", NUMBER, AT(cpus) },
	{ "NumTasks", NUMBER, AT(tasks_n) },
	{ "NtasksPerN:B:S:C", PER_NODE, AT(tasks_per_node) },
	{ "MinCPUsNode", NUMBER, AT(cpus_per_node) },
	{ "MinMemoryNode", MEM, AT(mem_per_node_b) },
	{ "MinMemoryCPU", MEM, AT(mem_per_cpu_b) },
	{ "Features", WORD, AT(features) },
	{ "OverSubscribe", SHARED, AT(exclusive) },
	{ "TRES", TEXT, AT(asked) },
	{ "ReqTRES", TEXT, AT(asked) },
	{ "AllocTRES", TEXT, AT(given) },
	{ "CpusPerTres", TEXT, AT(cpus_per_gres) },
	{ "MemPerTres", TEXT, AT(mem_per_gres) },
	{ "TresPerJob", TEXT, AT(per_job) },
	{ "TresPerNode", TEXT, AT(per_node) },
	{ "TresPerSocket", TEXT, AT(per_socket) },
	{ "TresPerTask", TEXT, AT(per_task) }
};

enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

void
slurmtext_begin(struct scontrol *s, struct slice text)
{
	const char *wanted[KEYS];
	size_t i;

	for (i = 0; i < KEYS; i++)
		wanted[i] = keys[i].name;
	scontrol_begin(s, SCONTROL_JOBS, text, wanted, KEYS);
}

/* Memory without a unit is in mebibytes. */
static int
memory(struct slice s, int64_t *out_b)
{
	int64_t v;

	if (quant_int(s, &v) == QUANT_OK)
		return num_mul(v, INT64_C(1) << 20, out_b);
	return quant_mem(s, out_b) == QUANT_OK ? 0 : -1;
}

static int
nodes(struct slice s, struct slurmsaid *out)
{
	struct slice least, rest = s;

	if (!text_cut(&rest, '-', &least) ||
	    quant_int(least, &out->nodes) != QUANT_OK)
		return -1;
	return rest.p == NULL || quant_int(rest, &out->most_nodes) ==
	    QUANT_OK ? 0 : -1;
}

/* A value that is not nothing. */
static int
read_value(const struct key *k, struct slice v, struct slurmsaid *out)
{
	char *at = (char *)out + k->at;
	struct slice part;

	switch (k->form) {
	case TEXT:
		*(struct slice *)at = v;
		return 0;
	case WORD:
		text_cut(&v, ' ', &part);
		*(struct slice *)at = slurmword_none(part) ?
		    text_slice(NULL, 0) : part;
		return 0;
	case NUMBER:
		return quant_int(v, (int64_t *)at) == QUANT_OK ? 0 : -1;
	case NICE:
		return quant_signed(v, &out->nice) == QUANT_OK &&
		    out->nice >= INT32_MIN && out->nice <= INT32_MAX ? 0 : -1;
	case TIME:
		return slurmword_time(v, (int64_t *)at);
	case DURATION:
		return slurmword_duration(v, (int64_t *)at);
	case MEM:
		return memory(v, (int64_t *)at);
	case FLAG:
		*(bool *)at = text_is(v, "1");
		return 0;
	case USER:
		text_cut(&v, '(', (struct slice *)at);
		return 0;
	case TASK:
		if (quant_int(v, &out->task) != QUANT_OK)
			out->tasks = v;
		return 0;
	case NODES:
		return nodes(v, out);
	case PER_NODE:
		return text_cut(&v, ':', &part) &&
		    quant_int(part, (int64_t *)at) == QUANT_OK ? 0 : -1;
	case STATE:
		out->state = v;
		out->states = slurmword_state(v);
		return 0;
	case SHARED:
		*(bool *)at = text_is(v, "NO");
		return 0;
	}
	return -1;
}

/* Whether one of the keys that tell what it asks for, or has, is there. */
static bool
tells_tres(const struct slice value[])
{
	size_t i;

	for (i = 0; i < KEYS; i++)
		if (value[i].p != NULL && (keys[i].at == AT(asked) ||
		    keys[i].at == AT(given)))
			return true;
	return false;
}

int
slurmtext_next(struct scontrol *s, struct slurmsaid *out, struct diag *why)
{
	static const struct slurmsaid none = { .job = -1, .task = -1,
		.priority = -1, .time_limit_s = -1, .nodes = -1,
		.cpus = -1, .cpus_per_node = -1 };
	struct slice value[KEYS];
	char shown[TEXT_QUOTE];
	size_t i;
	int r;

	*out = none;
	why->column[0] = '\0';
	r = scontrol_next(s, value, why);
	out->line = s->line;
	if (r == 1 && !tells_tres(value))
		r = diag_set(why, "the record has no TRES=: is it cut short?");
	for (i = 0; r == 1 && i < KEYS; i++) {
		if (slurmword_none(value[i]) ||
		    read_value(&keys[i], value[i], out) != -1)
			continue;
		diag_set(why, "%s cannot be read",
		    text_quote(value[i], shown));
		strlcpy(why->column, keys[i].name, sizeof(why->column));
		r = -1;
	}
	/* Before 23.11 one key tells of what it asks, or of what it has. */
	if (out->given.n == 0 && (out->states & SLURMWORD_WAITS) == 0)
		out->given = out->asked;
	return r;
}
