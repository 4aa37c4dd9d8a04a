/*
 * Fuzz target of what is read from Slurm.
 *
 * The first byte says what the rest is:
 *
 *	0	text of nodes or JSON: what is free is of what there is, and
 *		what a reader of records is given is read without faults
 *	1	a job's name: whatever it is, the job's other values are its
 *		own, or the record is refused
 *	2	its name and its comment, parted by a NUL: the same
 *	3	a list of hosts: as many names as were counted
 *	4	generic resources and TRES: no count is negative
 */
#include <stdio.h>
#include <stdlib.h>

#include "buf.h"
#include "census.h"
#include "foreign.h"
#include "gres.h"
#include "hostlist.h"
#include "node.h"
#include "scontrol.h"
#include "sheet.h"
#include "slurmnode.h"
#include "tres.h"

enum { MANY = 10000 };

int	LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
broken(const char *what)
{
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

static void
check_amount(const struct sheet *s, size_t row, size_t free, size_t total)
{
	enum kind kind = s->kinds->column[free].kind;
	int64_t a = 0, b = 0;

	/* Nothing is said of either. */
	if (sheet_get(s, row, free).n == 0 && sheet_get(s, row, total).n == 0)
		return;
	if (kind_read(kind, sheet_get(s, row, free), &a) != QUANT_OK ||
	    kind_read(kind, sheet_get(s, row, total), &b) != QUANT_OK)
		broken("an amount that is none");
	if (a > b)
		broken("more is free than there is");
}

static void
nodes(struct slice text)
{
	struct diag_list faults = { .n = 0 }, notes = { .n = 0 };
	struct census c = { .rules = { .powered_down = true } };
	struct buf b = { 0 };
	struct foreign in = { "-", { 0 }, &faults, &notes };
	struct sheet s;
	size_t i;

	buf_add(&b, text.p, text.n);
	foreign_mend(&b);
	in.text = text_slice(b.p, b.n);
	if (foreign_first_line(in.text).n > 0 && slurmnode_tells(in.text)) {
		if (slurmnode_read(&c, &in) == -1 && faults.n == 0)
			broken("it failed and said nothing");
		sheet_init(&s, node_columns());
		census_records(&c, &s);
		for (i = 0; i < s.rows; i++) {
			check_amount(&s, i, NODE_CPU, NODE_CPU_TOTAL);
			check_amount(&s, i, NODE_MEM, NODE_MEM_TOTAL);
			check_amount(&s, i, NODE_GPU, NODE_GPU_TOTAL);
		}
		sheet_free(&s);
	}
	census_free(&c);
	buf_free(&b);
}

static const char fixed[] =
    " UserId=ana(7) GroupId=domain users(9) MCS_label=N/A Priority=5 Nice=0"
    " Account=nlp QOS=normal JobState=PENDING Reason=None Dependency=(null)"
    " Requeue=1 Restarts=0 BatchFlag=1 Reboot=0 ExitCode=0:0"
    " RunTime=00:00:00 TimeLimit=1:00 TimeMin=N/A SubmitTime=Unknown"
    " EligibleTime=Unknown StartTime=Unknown EndTime=Unknown Deadline=N/A"
    " Partition=gpu AllocNode:Sid=h:1 ReqNodeList=(null)"
    " ExcNodeList=(null) NodeList= NumNodes=2 NumCPUs=2"
    " TRES=cpu=2,node=2 MinCPUsNode=1 OverSubscribe=OK Contiguous=0"
    " Licenses=(null) Network=(null) Command=/bin/sh WorkDir=/a b";
static const char tail[] =
    " StdErr=/dev/null StdIn=/dev/null StdOut=/a b/c Power= \n";

static const char *const wanted[] = { "JobId", "UserId", "GroupId",
	"JobState", "Partition", "NumNodes", "TRES", "WorkDir", "Priority" };
static const char *const own[] = { "4", "ana(7)", "domain users(9)",
	"PENDING", "gpu", "2", "cpu=2,node=2", "/a b", "5" };
enum { WANTED = sizeof(wanted) / sizeof(wanted[0]) };

static void
job(struct slice name, struct slice comment)
{
	struct slice value[WANTED];
	struct buf b = { 0 };
	struct scontrol s;
	struct diag why;
	int i, r;

	buf_str(&b, "JobId=4 JobName=");
	buf_add(&b, name.p, name.n);
	buf_str(&b, fixed);
	if (comment.p != NULL) {
		buf_str(&b, " Comment=");
		buf_add(&b, comment.p, comment.n);
	}
	buf_str(&b, tail);
	scontrol_begin(&s, SCONTROL_JOBS, text_slice(b.p, b.n), wanted,
	    WANTED);
	while ((r = scontrol_next(&s, value, &why)) != 0) {
		if (r == -1)
			continue;
		for (i = 0; i < WANTED; i++)
			if (!text_is(value[i], own[i]))
				broken("a value is not the job's own");
	}
	scontrol_free(&s);
	buf_free(&b);
}

static void
jobs(struct slice text, bool commented)
{
	struct slice name = text;

	if (commented)
		text_cut(&text, '\0', &name);
	job(name, commented ? text : text_slice(NULL, 0));
}

static void
hosts(struct slice text)
{
	struct buf name = { 0 };
	struct hostlist h;
	struct diag why;
	int64_t n = hostlist_count(text, &why), seen = 0;

	if (n > HOSTLIST_MOST)
		broken("more hosts than may be");
	if (n > 0 && n <= MANY) {
		hostlist_begin(&h, text);
		while (hostlist_next(&h, &name)) {
			seen++;
			if (name.n == 0)
				broken("a host without a name");
		}
		if (seen != n)
			broken("not as many hosts as were counted");
	}
	buf_free(&name);
}

static void
resources(struct slice text)
{
	struct slice rest = text;
	struct gres_item g;
	struct tres sum;
	struct diag why;

	while (gres_next(&rest, &g, &why) == 1)
		if (g.count < 0 || g.name.n == 0)
			broken("a resource that is none");
	if (tres_read(text, &sum, &why) == 0 && (sum.gpus < sum.typed ||
	    sum.cpus < -1 || sum.mem_b < -1 || sum.nodes < -1))
		broken("a sum that is none");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice text;

	if (size < 1)
		return 0;
	text = text_slice((const char *)data + 1, size - 1);
	switch (data[0] % 5) {
	case 0:
		nodes(text);
		break;
	case 1:
	case 2:
		jobs(text, data[0] % 5 == 2);
		break;
	case 3:
		hosts(text);
		break;
	case 4:
		resources(text);
		break;
	}
	return 0;
}
