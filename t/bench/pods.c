/*
 * pods: nodes, and pods on them, for the benchmarks: one List on standard
 * output, laid out as kubectl does.
 *
 *	pods [-n pods] [-N nodes] [-s seed]
 *
 * The same options give the same bytes everywhere.  Amounts are written in
 * whole units and in those that people use: m, Mi, Gi.
 */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>

#include "draw.h"

/* What a container asks for. */
struct ask {
	const char *cpu, *mem;
	uint32_t gpus;
};

static const struct ask asks[] = {
	{ "100m", "128Mi", 0 }, { "250m", "512Mi", 0 }, { "2", "4Gi", 0 },
	{ "4", "32Gi", 1 }, { "1500m", "16Gi", 1 }, { "50m", "64Mi", 0 },
	{ "8", "64Gi", 2 }, { "500m", "1Gi", 0 }
};

static const char *const phases[] = {
	"Running", "Running", "Running", "Running", "Running", "Pending",
	"Succeeded", "Failed"
};

static const char *const products[] = {
	"NVIDIA-A100-SXM4-80GB", "NVIDIA-H100-80GB-HBM3", "Tesla-T4"
};

#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))

static void
write_node(uint64_t i, uint64_t *state)
{
	const char *product = products[draw(state, COUNT(products))];

	printf("%s        {\n"
	    "            \"apiVersion\": \"v1\",\n"
	    "            \"kind\": \"Node\",\n"
	    "            \"metadata\": {\n"
	    "                \"labels\": {\n"
	    "                    \"kubernetes.io/arch\": \"amd64\",\n"
	    "                    \"kubernetes.io/os\": \"linux\",\n"
	    "                    \"nvidia.com/gpu.count\": \"8\",\n"
	    "                    \"nvidia.com/gpu.product\": \"%s\"\n"
	    "                },\n"
	    "                \"name\": \"node-%06" PRIu64 "\",\n"
	    "                \"uid\": \"0a000000-0000-4000-8000-%012" PRIu64
	    "\"\n"
	    "            },\n"
	    "            \"spec\": {},\n"
	    "            \"status\": {\n", i == 0 ? "" : ",\n", product, i, i);
	printf("                \"allocatable\": {\n"
	    "                    \"cpu\": \"191500m\",\n"
	    "                    \"memory\": \"2000Gi\",\n"
	    "                    \"nvidia.com/gpu\": \"8\",\n"
	    "                    \"pods\": \"110\"\n"
	    "                },\n"
	    "                \"capacity\": {\n"
	    "                    \"cpu\": \"192\",\n"
	    "                    \"memory\": \"2113929216Ki\",\n"
	    "                    \"nvidia.com/gpu\": \"8\",\n"
	    "                    \"pods\": \"110\"\n"
	    "                },\n"
	    "                \"conditions\": [\n"
	    "                    {\n"
	    "                        \"reason\": \"KubeletReady\",\n"
	    "                        \"status\": \"True\",\n"
	    "                        \"type\": \"Ready\"\n"
	    "                    }\n"
	    "                ]\n"
	    "            }\n"
	    "        }");
}

static void
write_metadata(uint64_t i)
{
	printf(",\n        {\n"
	    "            \"apiVersion\": \"v1\",\n"
	    "            \"kind\": \"Pod\",\n"
	    "            \"metadata\": {\n"
	    "                \"annotations\": {\n"
	    "                    \"example.com/owner\": \"team-%" PRIu64
	    "\"\n"
	    "                },\n"
	    "                \"creationTimestamp\":"
	    " \"2026-11-30T02:14:30Z\",\n"
	    "                \"labels\": {\n"
	    "                    \"app\": \"train\",\n"
	    "                    \"batch.kubernetes.io/job-name\":"
	    " \"train-%06" PRIu64 "\"\n"
	    "                },\n"
	    "                \"name\": \"train-%06" PRIu64 "-x7k2p\",\n"
	    "                \"namespace\": \"team-%" PRIu64 "\",\n"
	    "                \"ownerReferences\": [\n"
	    "                    {\n"
	    "                        \"apiVersion\": \"batch/v1\",\n"
	    "                        \"controller\": true,\n"
	    "                        \"kind\": \"Job\",\n"
	    "                        \"name\": \"train-%06" PRIu64 "\",\n"
	    "                        \"uid\":"
	    " \"0b000000-0000-4000-8000-%012" PRIu64 "\"\n"
	    "                    }\n"
	    "                ],\n"
	    "                \"uid\": \"0c000000-0000-4000-8000-%012" PRIu64
	    "\"\n"
	    "            },\n", i % 50, i, i, i % 50, i, i, i);
}

static void
write_container(const struct ask *a, uint64_t image)
{
	printf("                    {\n"
	    "                        \"command\": [\n"
	    "                            \"python\",\n"
	    "                            \"train.py\"\n"
	    "                        ],\n"
	    "                        \"image\":"
	    " \"registry.example.com/train:%" PRIu64 "\",\n"
	    "                        \"name\": \"main\",\n"
	    "                        \"resources\": {\n", image);
	if (a->gpus > 0)
		printf("                            \"limits\": {\n"
		    "                                \"nvidia.com/gpu\":"
		    " \"%" PRIu32 "\"\n"
		    "                            },\n", a->gpus);
	printf("                            \"requests\": {\n"
	    "                                \"cpu\": \"%s\",\n"
	    "                                \"memory\": \"%s\"", a->cpu,
	    a->mem);
	if (a->gpus > 0)
		printf(",\n                                \"nvidia.com/gpu\":"
		    " \"%" PRIu32 "\"", a->gpus);
	puts("\n                            }\n"
	    "                        },\n"
	    "                        \"volumeMounts\": [\n"
	    "                            {\n"
	    "                                \"mountPath\": \"/data\",\n"
	    "                                \"name\": \"data\"\n"
	    "                            }\n"
	    "                        ]\n"
	    "                    }");
}

static void
write_pod(uint64_t i, uint64_t nodes, uint64_t *state)
{
	const char *phase = phases[draw(state, COUNT(phases))];

	write_metadata(i);
	puts("            \"spec\": {\n"
	    "                \"containers\": [");
	write_container(&asks[draw(state, COUNT(asks))], i % 7);
	printf("                ],\n"
	    "                \"nodeName\": \"node-%06" PRIu32 "\",\n"
	    "                \"priority\": 0,\n"
	    "                \"restartPolicy\": \"Never\"\n"
	    "            },\n"
	    "            \"status\": {\n"
	    "                \"hostIP\": \"10.0.0.1\",\n"
	    "                \"phase\": \"%s\",\n"
	    "                \"startTime\": \"2026-11-30T02:14:31Z\"\n"
	    "            }\n"
	    "        }", draw(state, (uint32_t)nodes), phase);
}

int
main(int argc, char *argv[])
{
	uint64_t i, n = 100000, nodes = 10000, state = 1;

	numbers(argc, argv, "N:n:s:", "pods [-n pods] [-N nodes] [-s seed]",
	    (uint64_t *[]){ &nodes, &n, &state });
	if (nodes == 0)
		errx(2, "no pods without nodes");
	puts("{\n    \"apiVersion\": \"v1\",\n    \"items\": [");
	for (i = 0; i < nodes; i++)
		write_node(i, &state);
	for (i = 0; i < n; i++)
		write_pod(i, nodes, &state);
	puts("\n    ],\n    \"kind\": \"List\",\n    \"metadata\": {\n"
	    "        \"resourceVersion\": \"\"\n    }\n}");
	if (fflush(stdout) != 0)
		err(2, "standard output");
	return 0;
}
