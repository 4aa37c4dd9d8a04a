/*
 * gen: node records for the benchmarks, on standard output.
 *
 *	gen [-j | -t] [-n nodes] [-s seed]
 *
 * The same options give the same bytes everywhere.  -j writes JSON Lines in
 * place of TSV, with the same values.  -t writes what the nodes have in all in
 * place of what is free on them.  Names are unique and in no order.
 */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>

#include "draw.h"

/* A kind of machine, as it is when nothing runs on it. */
struct shape {
	const char *model;
	uint32_t gpus, cpus, mem_g;
};

static const struct shape shapes[] = {
	{ "A100-SXM4-40GB", 8, 96, 512 },
	{ "A100-SXM4-80GB", 8, 128, 1024 },
	{ "H100-SXM5-80GB", 8, 192, 2048 },
	{ "V100-SXM2-32GB", 4, 64, 256 },
};

static const char *
draw_state(uint64_t *state)
{
	switch (draw(state, 32)) {
	case 0:
		return "drain";
	case 1:
		return "down";
	}
	return "ready";
}

enum form { FREE, FREE_JSON, TOTALS };

static void
write_node(uint64_t name, uint64_t *state, enum form form)
{
	const struct shape *s;
	uint32_t gpu, cpu, mem_g;

	s = &shapes[draw(state, sizeof(shapes) / sizeof(shapes[0]))];
	gpu = draw(state, s->gpus + 1);
	cpu = draw(state, s->cpus + 1);
	mem_g = draw(state, s->mem_g + 1);
	if (form == TOTALS) {
		gpu = s->gpus;
		cpu = s->cpus;
		mem_g = s->mem_g;
	}
	if (form == FREE_JSON)
		printf("{\"node\":\"gpu-node-%07" PRIu64 "\",\"gpu_model\":"
		    "\"%s\",\"gpu\":%" PRIu32 ",\"cpu\":%" PRIu32
		    ",\"mem\":%" PRIu64 ",\"state\":\"%s\"}\n", name,
		    s->model, gpu, cpu, (uint64_t)mem_g << 30,
		    draw_state(state));
	else
		printf("gpu-node-%07" PRIu64 "\t%s\t%" PRIu32 "\t%" PRIu32
		    "\t%" PRIu32 "G\t%s\n", name, s->model, gpu, cpu, mem_g,
		    draw_state(state));
}

int
main(int argc, char *argv[])
{
	/* A prime above any count: multiples of it visit every name once. */
	const uint64_t stride = 4294967311U;
	uint64_t i, n = 1000000, state = 1, json = 0, totals = 0;
	enum form form;

	numbers(argc, argv, "jn:s:t", "gen [-j | -t] [-n nodes] [-s seed]",
	    (uint64_t *[]){ &json, &n, &state, &totals });
	form = totals ? TOTALS : json ? FREE_JSON : FREE;
	if (form == FREE)
		puts("node\tgpu_model\tgpu\tcpu\tmem\tstate");
	else if (form == TOTALS)
		puts("node\tgpu_model\tgpu_total\tcpu_total\tmem_total"
		    "\tstate");
	for (i = 0; i < n; i++)
		write_node(i * stride % n, &state, form);
	if (fflush(stdout) != 0)
		err(2, "standard output");
	return 0;
}
