#include "slurmkey.h"

enum {
	WORD = SLURMKEY_WORD, PHRASE = SLURMKEY_PHRASE, TEXT = SLURMKEY_TEXT,
	MUST = SLURMKEY_MUST, NEED = SLURMKEY_MUST | SLURMKEY_NEED
};

#define K(name, flags) { name, sizeof(name) - 1, flags }

/*
 * The first of each opens a record.  Left out: what nobody asks for.  What is
 * read of a job, and always written, must be there: a user's text in front of
 * it could else be taken for it.
 */
static const struct slurmkey node_keys[] = {
	K("NodeName", NEED), K("CPUAlloc", MUST), K("CPUEfctv", WORD),
	K("CPUTot", MUST), K("AvailableFeatures", MUST),
	K("ActiveFeatures", MUST), K("Gres", MUST), K("GresDrain", WORD),
	K("GresUsed", WORD), K("OS", PHRASE), K("RealMemory", MUST),
	K("AllocMem", MUST), K("FreeMem", MUST), K("CoreSpecCount", WORD),
	K("MemSpecLimit", WORD), K("State", NEED), K("ThreadsPerCore", MUST),
	K("Partitions", WORD), K("CfgTRES", MUST), K("AllocTRES", MUST),
	K("Reason", TEXT), K("Comment", TEXT), K("Extra", TEXT)
};

static const struct slurmkey job_keys[] = {
	K("JobId", NEED), K("ArrayJobId", WORD), K("ArrayTaskId", WORD),
	K("ArrayTaskThrottle", WORD), K("HetJobId", WORD),
	K("HetJobOffset", WORD), K("JobName", TEXT | MUST),
	K("HetJobIdSet", WORD), K("UserId", MUST), K("GroupId", PHRASE),
	K("MCS_label", WORD), K("Priority", NEED), K("Nice", MUST),
	K("Account", MUST), K("QOS", WORD), K("JobState", NEED),
	K("Reason", PHRASE | MUST), K("Dependency", MUST), K("Requeue", MUST),
	K("Restarts", WORD), K("BatchFlag", WORD), K("ExitCode", WORD),
	K("RunTime", WORD), K("TimeLimit", MUST), K("SubmitTime", MUST),
	K("EligibleTime", WORD), K("StartTime", MUST), K("EndTime", MUST),
	K("Partition", NEED), K("ReqNodeList", WORD), K("ExcNodeList", WORD),
	K("NodeList", WORD), K("NumNodes", NEED), K("NumCPUs", WORD),
	K("NumTasks", WORD), K("CPUs/Task", WORD), K("TRES", WORD),
	K("ReqTRES", WORD), K("AllocTRES", WORD), K("NtasksPerN:B:S:C", WORD),
	K("MinCPUsNode", WORD), K("MinMemoryCPU", WORD),
	K("MinMemoryNode", WORD), K("Features", PHRASE), K("Reservation", WORD),
	K("OverSubscribe", MUST), K("Licenses", PHRASE), K("Network", TEXT),
	K("Command", TEXT | MUST), K("WorkDir", TEXT | MUST),
	K("AdminComment", TEXT), K("SystemComment", TEXT), K("Comment", TEXT),
	K("Extra", TEXT), K("StdErr", TEXT), K("StdIn", TEXT),
	K("StdOut", TEXT), K("Power", WORD), K("CpusPerTres", WORD),
	K("MemPerTres", WORD), K("TresPerJob", WORD), K("TresPerNode", WORD),
	K("TresPerSocket", WORD), K("TresPerTask", WORD)
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
