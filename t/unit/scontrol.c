/*
 * scontrol: values with anything in them, and what users put there to be
 * taken for keys.
 */
#include "scontrol.h"

#include <stdlib.h>

#include "shown.h"
#include "tap.h"

static const char *const node_wanted[] = { "NodeName", "OS", "RealMemory",
	"State", "Reason", "GresUsed", "Comment" };
enum { NAME, OS, MEM, STATE, REASON, USED, COMMENT, NODE_WANTED };

static const char *const job_wanted[] = { "JobId", "JobName", "UserId",
	"JobState", "Reason", "Partition", "NumNodes", "WorkDir", "StdOut",
	"TresPerNode", "Comment", "GroupId", "TRES" };
enum { ID, JOB_NAME, USER, JOB_STATE, JOB_REASON, PARTITION, NODES, WORKDIR,
	STDOUT, PER_NODE, JOB_COMMENT, GROUP, TRES, JOB_WANTED };

/* What of a record stands in front of its name, and behind. */
#define FIXED(command) \
	" UserId=ana(7) GroupId=domain users(9) MCS_label=N/A Priority=5" \
	" Nice=0 Account=nlp QOS=normal JobState=PENDING Reason=None" \
	" Dependency=(null) Requeue=1 Restarts=0 BatchFlag=1 Reboot=0" \
	" ExitCode=0:0 RunTime=00:00:00 TimeLimit=1:00 TimeMin=N/A" \
	" SubmitTime=Unknown EligibleTime=Unknown StartTime=Unknown" \
	" EndTime=Unknown Deadline=N/A Partition=gpu AllocNode:Sid=h:1" \
	" ReqNodeList=(null) ExcNodeList=(null) NodeList= NumNodes=2" \
	" NumCPUs=2 TRES=cpu=2,node=2 MinCPUsNode=1 OverSubscribe=OK" \
	" Contiguous=0 Licenses=(null) Network=(null)" \
	" Command=" command " WorkDir=/a b"
#define BEHIND FIXED("/bin/sh") TAIL
#define TAIL " StdErr=/dev/null StdIn=/dev/null StdOut=/a b/c Power= "

static struct slice value[JOB_WANTED];

/* Reads one record; 1, 0 or -1, the diag in *why. */
static int
job(const char *text, struct diag *why)
{
	struct scontrol s;
	int r;

	scontrol_begin(&s, SCONTROL_JOBS, text_of(text), job_wanted,
	    JOB_WANTED);
	r = scontrol_next(&s, value, why);
	scontrol_free(&s);
	return r;
}

/* A job of that name is read as what it is. */
static void
name_is(const char *name)
{
	char text[4096];
	struct diag why = { 0 };

	snprintf(text, sizeof(text), "JobId=4 JobName=%s" BEHIND "\n", name);
	if (!tap_ok(job(text, &why) == 1, "the name %s", name)) {
		printf("# %s\n", why.what);
		return;
	}
	tap_is_str(shown_slice(value[JOB_NAME]), name, "it comes through");
	tap_ok(text_is(value[USER], "ana(7)") &&
	    text_is(value[JOB_STATE], "PENDING") &&
	    text_is(value[PARTITION], "gpu") && text_is(value[NODES], "2") &&
	    text_is(value[WORKDIR], "/a b") &&
	    text_is(value[STDOUT], "/a b/c") && value[PER_NODE].p == NULL &&
	    text_is(value[GROUP], "domain users(9)"),
	    "and nothing is made of it");
}

static void
names(void)
{
	name_is("plain");
	name_is("odd name|pipe, \"q\" =x");
	/* fedonman/sqwatch#11 */
	name_is("my job");
	name_is("x State=IDLE");
	name_is("a JobState=RUNNING Partition=b");
	name_is("x UserId=root(0)");
	name_is("x UserId=root(0) GroupId=root(0) Priority=9 Nice=0");
	name_is("x\n   JobState=RUNNING");
	name_is("JobId=5 JobName=y");
	name_is("$(id) 'a' `b` \x1b[2J -rf");
	name_is("a TresPerNode=gres:gpu:8");
	name_is("");
}

/* Two sets of keys in full: nobody can tell which is the true one. */
static void
guesses(void)
{
	static const char *const trick[] = {
		"JobId=4 JobName=x" BEHIND BEHIND "\n",
		"JobId=4 JobName=x" BEHIND " Comment=a" TAIL "\n",
		"JobId=4 JobName=x\nJobId=5 JobName=y" BEHIND "\n",
		"JobId=4 JobName=x" FIXED("/bin/sh") " Comment=a\n"
		    "JobId=5 JobName=y" BEHIND "\n"
	};
	struct diag why;

	tap_is_i64(job(trick[0], &why), -1, "the keys twice");
	tap_is_str(why.what, "JobName= can be read in two ways, of which one "
	    "is a trick: use squeue --json", "it is said");
	tap_is_i64(job(trick[1], &why), -1, "the last keys twice");
	tap_is_i64(job(trick[2], &why), -1, "a record within a name");
	tap_is_str(why.what, "the record has no UserId=: is it cut short?",
	    "it is said");
	tap_is_i64(job(trick[3], &why), -1, "a record within a comment");
	tap_is_str(why.what, "the record has no StdOut=: is it cut short?",
	    "it is said");
}

/* Behind a record that stops in the middle anything may be a forgery. */
static void
lost(void)
{
	struct scontrol s;
	struct diag why;

	scontrol_begin(&s, SCONTROL_JOBS, text_of("JobId=4 JobName=x\n"
	    "JobId=5 JobName=y" BEHIND "\n"), job_wanted, JOB_WANTED);
	tap_is_i64(scontrol_next(&s, value, &why), -1, "it stops");
	tap_ok(s.lost, "the walk is lost");
	tap_is_i64(scontrol_next(&s, value, &why), 0, "and ends");
	scontrol_free(&s);
}

static void
tails(void)
{
	struct diag why;

	tap_ok(job("JobId=4 JobName=x" BEHIND "TresPerNode=gres:gpu:a100:4 \n",
	    &why) == 1 && text_is(value[PER_NODE], "gres:gpu:a100:4"),
	    "what is asked per node");
	tap_ok(text_is(value[TRES], "cpu=2,node=2"), "and in all");
}

#define NODE(name, os, state, more) \
	"NodeName=" name " Arch=x86_64  CPUAlloc=1 CPUTot=2" \
	" CPULoad=0.77 AvailableFeatures=a ActiveFeatures=a Gres=gpu:1" \
	" NodeAddr=a Version=22.05.8 OS=" os "  RealMemory=5 AllocMem=0" \
	" FreeMem=9 State=" state " ThreadsPerCore=1 Owner=a b(1) Weight=1" \
	" Partitions=gpu  CfgTRES=cpu=2 AllocTRES= CurrentWatts=0" more

static void
node_is(const struct slice *v, const char *name, const char *os,
    const char *state, const char *reason)
{
	tap_is_str(shown_slice(v[NAME]), name, "the node");
	tap_is_str(shown_slice(v[OS]), os, "its system");
	tap_is_str(shown_slice(v[MEM]), "5", "its memory");
	tap_is_str(shown_slice(v[STATE]), state, "its state");
	tap_is_str(shown_slice(v[REASON]), reason, "the reason");
	tap_ok(v[USED].p == NULL, "what is not there");
}

static void
nodes(void)
{
	static const char text[] = "\n"
	    NODE("n1", "Linux 6 #1 SMP @0 a=b", "IDLE+DRAIN",
	    " Reason=ECC errors, ticket #42 State=IDLE [root@now]") "\n\n"
	    NODE("n2", "", "IDLE", "") "\n";
	struct slice v[NODE_WANTED];
	struct scontrol s;
	struct diag why;

	tap_ok(scontrol_tells(SCONTROL_NODES, text_of(text)), "nodes");
	tap_ok(!scontrol_tells(SCONTROL_JOBS, text_of(text)), "not jobs");
	scontrol_begin(&s, SCONTROL_NODES, text_of(text), node_wanted,
	    NODE_WANTED);
	tap_is_i64(scontrol_next(&s, v, &why), 1, "one");
	node_is(v, "n1", "Linux 6 #1 SMP @0 a=b", "IDLE+DRAIN",
	    "ECC errors, ticket #42 State=IDLE [root@now]");
	tap_is_i64((int64_t)scontrol_line(&s, v[REASON]), 2, "its line");
	tap_is_i64(scontrol_next(&s, v, &why), 1, "two");
	node_is(v, "n2", "", "IDLE", "");
	tap_is_i64((int64_t)s.line, 4, "its line");
	tap_is_i64(scontrol_next(&s, v, &why), 0, "and no more");
	scontrol_free(&s);
}

static void
lines(void)
{
	static const char text[] =
	    "NodeName=n1 Arch=x86_64 CoresPerSocket=16 \n"
	    "   CPUAlloc=0 CPUEfctv=64 CPUTot=64 CPULoad=0.77\n"
	    "   AvailableFeatures=a\n"
	    "   ActiveFeatures=a\n"
	    "   Gres=(null)\n"
	    "   OS=Linux 6 #1 SMP @0 \n"
	    "   RealMemory=5 AllocMem=0 FreeMem=N/A\n"
	    "   State=IDLE ThreadsPerCore=2\n"
	    "   CfgTRES=cpu=64\n"
	    "   AllocTRES=\n"
	    "   Reason=two\n"
	    "          lines\n"
	    "   Comment=a b\n\n";
	struct slice v[NODE_WANTED];
	struct scontrol s;
	struct diag why;

	scontrol_begin(&s, SCONTROL_NODES, text_of(text), node_wanted,
	    NODE_WANTED);
	tap_is_i64(scontrol_next(&s, v, &why), 1, "one of several lines");
	node_is(v, "n1", "Linux 6 #1 SMP @0", "IDLE",
	    "two\n          lines");
	tap_is_str(shown_slice(v[COMMENT]), "a b", "the comment");
	tap_is_i64((int64_t)scontrol_line(&s, v[STATE]), 8, "a value's line");
	tap_is_i64(scontrol_next(&s, v, &why), 0, "and no more");
	scontrol_free(&s);
}

/* Any end of it but the true one is a fault, or tells of no record. */
static void
cut_short(void)
{
	static const char text[] = NODE("n1", "Linux", "IDLE", "") "\n";
	struct slice v[NODE_WANTED];
	struct diag why = { 0 };
	struct scontrol s;
	size_t n, bad = 0;
	char *copy;

	for (n = 1; n < sizeof(text) - 1; n++) {
		copy = malloc(n);
		if (copy == NULL)
			break;
		memcpy(copy, text, n);
		scontrol_begin(&s, SCONTROL_NODES, text_slice(copy, n),
		    node_wanted, NODE_WANTED);
		bad += scontrol_next(&s, v, &why) != -1;
		scontrol_free(&s);
		free(copy);
	}
	tap_is_i64((int64_t)bad, 0, "no part of a record is one");
	tap_is_str(why.what, "the last line is cut short", "it is said");
}

/* The values of a shorter record are its own, or it is a fault. */
static void
shorter(void)
{
#define OWN "JobId=4 Partition=gpu TRES=cpu=2 NumNodes=2 JobState=PENDING" \
	" Priority=5 UserId=ana(7)"
	static const char *const trick[] = {
		OWN " JobName=x TresPerNode=gres:gpu:8\n",
		OWN " Comment=x WorkDir=/y\n",
		OWN " UserId=root(0)\n",
		OWN " x\n",
		"JobId=4 JobName=x TRES=cpu=2 NumNodes=2 JobState=PENDING\n",
		"JobId=4 Partition=gpu TRES=cpu=2 NumNodes=2 Priority=5\n"
	};
	struct scontrol s;
	struct diag why;
	size_t i;

	tap_ok(job(OWN " JobName=x UserId=root(0) NumNodes=9 a=b\n", &why) ==
	    1 && text_is(value[USER], "ana(7)") &&
	    text_is(value[NODES], "2") && text_is(value[TRES], "cpu=2") &&
	    text_is(value[JOB_NAME], "x UserId=root(0) NumNodes=9 a=b"),
	    "the first of a key counts");
	for (i = 0; i < sizeof(trick) / sizeof(trick[0]); i++)
		tap_is_i64(job(trick[i], &why), -1, "no guess %zu", i);
	/* What may be a line of a text has all that its record had. */
	scontrol_begin(&s, SCONTROL_JOBS, text_of(OWN " JobName=x\n"
	    "JobId=5 Partition=gpu TRES=cpu=2 NumNodes=2 JobState=PENDING"
	    " Priority=5\n" OWN "\n"), job_wanted, JOB_WANTED);
	tap_is_i64(scontrol_next(&s, value, &why), 1, "one with a text");
	tap_is_i64(scontrol_next(&s, value, &why), -1, "and one of less");
	tap_is_str(why.what, "the record has no JobName=: is it cut short?",
	    "it is said");
	tap_is_i64(scontrol_next(&s, value, &why), 0, "and no more");
	scontrol_free(&s);
}

int
main(void)
{
	names();
	guesses();
	lost();
	tails();
	nodes();
	lines();
	cut_short();
	shorter();
	return tap_done();
}
