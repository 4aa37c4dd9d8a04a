/*
 * gpunodes: node records of what exporters, Slurm and Kubernetes print.
 */
#include <stdlib.h>

#include "adapter.h"
#include "census.h"
#include "k8snode.h"
#include "mem.h"
#include "node.h"
#include "promnode.h"
#include "sheet.h"
#include "slurmnode.h"

/* Told apart by how they begin, in this order. */
static const struct adapter_format formats[] = {
	{ "slurm", slurmnode_tells, slurmnode_read },
	{ "k8s", k8snode_tells, k8snode_read },
	{ "prom", promnode_tells, promnode_read }
};

enum { IDLE_UTIL = OPT_LONG, IDLE_MEM, POWERED_DOWN };

static const struct opt_spec spec[] = {
	{ 'f', "from", "FORMAT", "what the input is; told by its content" },
	{ 'k', "keep-going", NULL, "leave out records that cannot be read" },
	{ IDLE_UTIL, "idle-util", "PERCENT",
	    "a card that is used so little is free; 5" },
	{ IDLE_MEM, "idle-mem", "MEMORY", "and has so little taken; 512Mi" },
	{ POWERED_DOWN, "include-powered-down", NULL,
	    "count nodes that would be started" }
};

static const struct opt_program program = {
	"[FILE...]",
	"Reads what Slurm, Kubernetes or exporters print; writes node records.",
	spec, sizeof(spec) / sizeof(spec[0]), false, false
};

static void
take_option(struct adapter *a, struct census *c, int letter)
{
	const char *arg = a->opt.arg;

	switch (letter) {
	case 'f':
		a->from = arg;
		break;
	case 'k':
		a->keep_going = true;
		break;
	case IDLE_UTIL:
		c->rules.idle_util_m = opt_amount("idle-util", arg, KIND_COUNT);
		break;
	case IDLE_MEM:
		c->rules.idle_mem_b = opt_amount("idle-mem", arg, KIND_MEM);
		break;
	case POWERED_DOWN:
		c->rules.powered_down = true;
		break;
	}
}

int
main(int argc, char **argv)
{
	struct adapter *a = mem_zero(1, sizeof(*a));
	struct census c = { .rules = { .idle_util_m = 5000,
		.idle_mem_b = INT64_C(512) << 20 } };
	struct sheet sheet;
	int letter, status;

	opt_init(&a->opt, &program);
	while ((letter = opt_next(&a->opt, argc, argv)) != -1)
		take_option(a, &c, letter);
	a->format = formats;
	a->formats = sizeof(formats) / sizeof(formats[0]);
	adapter_read(a, &c);
	if (census_empty(&c))
		adapter_refuse(a, "it tells of no node");
	census_check(&c, &a->notes);
	sheet_init(&sheet, node_columns());
	census_records(&c, &sheet);
	status = adapter_write(a, &sheet);
	sheet_free(&sheet);
	census_free(&c);
	free(a);
	return status;
}
