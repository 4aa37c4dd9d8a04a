/*
 * slurm: text of `scontrol -o show node` for the benchmarks, on standard
 * output.
 *
 *	slurm [-n nodes] [-s seed]
 *
 * The same options give the same bytes everywhere.
 */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>

#include "draw.h"

/* A kind of machine. */
struct shape {
	const char *model;
	uint32_t gpus, cpus, mem_g;
};

static const struct shape shapes[] = {
	{ "a100", 8, 96, 512 },
	{ "h100", 8, 192, 2048 },
	{ "v100", 4, 64, 256 },
};

static const char *
draw_state(uint64_t *state)
{
	switch (draw(state, 32)) {
	case 0:
		return "MIXED+DRAIN";
	case 1:
		return "DOWN+NOT_RESPONDING";
	}
	return "MIXED";
}

static void
write_hardware(uint64_t name, const struct shape *s, uint32_t cpus)
{
	printf("NodeName=gpu%06" PRIu64 " Arch=x86_64 CoresPerSocket=%" PRIu32
	    "  CPUAlloc=%" PRIu32 " CPUEfctv=%" PRIu32 " CPUTot=%" PRIu32
	    " CPULoad=0.77 AvailableFeatures=%s,nvlink ActiveFeatures=%s"
	    ",nvlink Gres=gpu:%s:%" PRIu32 "(S:0-1) NodeAddr=gpu%06" PRIu64
	    " NodeHostName=gpu%06" PRIu64 " Port=17001 Version=22.05.8"
	    " OS=Linux 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC Debian"
	    " 6.1.76-1 (2024-02-01) ", name, s->cpus / 2, cpus, s->cpus,
	    s->cpus, s->model, s->model, s->model, s->gpus, name, name);
}

static void
write_node(uint64_t name, uint64_t *state)
{
	const struct shape *s;
	const char *reason;
	uint32_t gpus, mem_m;

	s = &shapes[draw(state, sizeof(shapes) / sizeof(shapes[0]))];
	gpus = draw(state, s->gpus + 1);
	mem_m = draw(state, s->mem_g + 1) * 1000;
	write_hardware(name, s, draw(state, s->cpus + 1));
	reason = draw_state(state);
	printf(" RealMemory=%" PRIu32 " AllocMem=%" PRIu32 " FreeMem=23415"
	    " Sockets=2 Boards=1 MemSpecLimit=16000 State=%s"
	    " ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A"
	    " Partitions=gpu,all  BootTime=2026-11-30T01:44:03"
	    " SlurmdStartTime=2026-11-30T02:14:13"
	    " LastBusyTime=2026-11-30T02:14:13", s->mem_g * 1024, mem_m,
	    reason);
	printf(" CfgTRES=cpu=%" PRIu32 ",mem=%" PRIu32 "M,billing=%" PRIu32
	    ",gres/gpu=%" PRIu32 ",gres/gpu:%s=%" PRIu32, s->cpus,
	    s->mem_g * 1024, s->cpus, s->gpus, s->model, s->gpus);
	printf(" AllocTRES=cpu=1,mem=%" PRIu32 "M,gres/gpu=%" PRIu32
	    ",gres/gpu:%s=%" PRIu32 " CapWatts=n/a CurrentWatts=0 AveWatts=0"
	    " ExtSensorsJoules=n/s ExtSensorsWatts=0 ExtSensorsTemp=n/s%s\n",
	    mem_m, gpus, s->model, gpus, reason[0] == 'M' && reason[5] == '\0'
	    ? "" : " Reason=ticket #42 [root@2026-11-30T02:14:29]");
}

int
main(int argc, char *argv[])
{
	uint64_t i, n = 100000, state = 1;

	numbers(argc, argv, "n:s:", "slurm [-n nodes] [-s seed]",
	    (uint64_t *[]){ &n, &state });
	for (i = 0; i < n; i++)
		write_node(i, &state);
	if (fflush(stdout) != 0)
		err(2, "standard output");
	return 0;
}
