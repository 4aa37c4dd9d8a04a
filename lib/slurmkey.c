#include "slurmkey.h"

enum {
	WORD = SLURMKEY_WORD, PHRASE = SLURMKEY_PHRASE, TEXT = SLURMKEY_TEXT,
	MUST = SLURMKEY_MUST
};

/* The first of each opens a record.  Left out: what nobody asks for. */
static const struct slurmkey node_keys[] = {
	{ "NodeName", MUST }, { "CPUAlloc", WORD }, { "CPUEfctv", WORD },
	{ "CPUTot", WORD }, { "AvailableFeatures", WORD },
	{ "ActiveFeatures", WORD }, { "Gres", WORD }, { "GresDrain", WORD },
	{ "GresUsed", WORD }, { "OS", PHRASE }, { "RealMemory", MUST },
	{ "AllocMem", WORD }, { "FreeMem", WORD }, { "CoreSpecCount", WORD },
	{ "MemSpecLimit", WORD }, { "State", MUST }, { "ThreadsPerCore", WORD },
	{ "Partitions", WORD }, { "CfgTRES", WORD }, { "AllocTRES", MUST },
	{ "Reason", TEXT }, { "Comment", TEXT }, { "Extra", TEXT }
};

static const struct slurmkey job_keys[] = {
	{ "JobId", MUST }, { "ArrayJobId", WORD }, { "ArrayTaskId", WORD },
	{ "ArrayTaskThrottle", WORD }, { "HetJobId", WORD },
	{ "HetJobOffset", WORD }, { "JobName", TEXT | MUST },
	{ "HetJobIdSet", WORD }, { "UserId", MUST },
	{ "GroupId", PHRASE | MUST }, { "MCS_label", WORD },
	{ "Priority", MUST }, { "Nice", MUST }, { "Account", MUST },
	{ "QOS", WORD }, { "JobState", MUST }, { "Reason", PHRASE | MUST },
	{ "Dependency", MUST }, { "Requeue", MUST }, { "Restarts", WORD },
	{ "BatchFlag", WORD }, { "ExitCode", MUST }, { "RunTime", MUST },
	{ "TimeLimit", MUST }, { "SubmitTime", MUST },
	{ "EligibleTime", WORD }, { "StartTime", MUST }, { "EndTime", MUST },
	{ "Partition", MUST }, { "ReqNodeList", WORD },
	{ "ExcNodeList", WORD }, { "NodeList", WORD }, { "NumNodes", MUST },
	{ "NumCPUs", WORD }, { "NumTasks", WORD }, { "CPUs/Task", WORD },
	{ "TRES", WORD }, { "ReqTRES", WORD }, { "AllocTRES", WORD },
	{ "NtasksPerN:B:S:C", WORD }, { "MinCPUsNode", WORD },
	{ "MinMemoryCPU", WORD }, { "MinMemoryNode", WORD },
	{ "Features", PHRASE }, { "Reservation", WORD },
	{ "OverSubscribe", MUST }, { "Licenses", PHRASE }, { "Network", TEXT },
	{ "Command", TEXT | MUST }, { "WorkDir", TEXT | MUST },
	{ "AdminComment", TEXT }, { "SystemComment", TEXT },
	{ "Comment", TEXT }, { "Extra", TEXT }, { "StdErr", TEXT },
	{ "StdIn", TEXT }, { "StdOut", TEXT }, { "Power", WORD },
	{ "CpusPerTres", WORD }, { "MemPerTres", WORD },
	{ "TresPerJob", WORD }, { "TresPerNode", WORD },
	{ "TresPerSocket", WORD }, { "TresPerTask", WORD }
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

const struct slurmkey_order *
slurmkey_order(enum slurmkey_records what)
{
	static const struct slurmkey_order orders[SLURMKEY_RECORDS] = {
		[SLURMKEY_NODES] = { node_keys, COUNT(node_keys), NULL, NULL,
			"scontrol show node --json" },
		[SLURMKEY_JOBS] = { job_keys, COUNT(job_keys), "BatchFlag",
			"StdOut", "squeue --json" }
	};

	return &orders[what];
}
