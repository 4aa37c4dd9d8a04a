#include "slurmnode.h"

#include <stdio.h>
#include <string.h>

#include "census.h"
#include "intern.h"
#include "num.h"
#include "quant.h"
#include "scontrol.h"
#include "sinfo.h"
#include "slurmhost.h"

/* The keys of scontrol, in the order of the enums of slurmhost. */
static const char *const wanted[SLURMHOST_TEXTS + SLURMHOST_NUMBERS] = {
	"NodeName", "State", "Gres", "GresUsed", "CfgTRES", "AllocTRES",
	"Partitions", "ActiveFeatures", "AvailableFeatures",
	"CPUTot", "CPUEfctv", "CoreSpecCount", "ThreadsPerCore", "CPUAlloc",
	"RealMemory", "MemSpecLimit", "AllocMem"
};

struct reader {
	struct census *census;
	const struct foreign *in;
	struct slurmhost host;		/* the node at hand */
	struct slurmhost_sum sum;
	struct intern grouped;		/* nodes that this text has in groups */
	struct slice features, labels;	/* of the node before */
	struct buf scratch;
	struct diag why;
};

/* Adds the fault in r->why. */
static void
fault(struct reader *r, uint64_t line)
{
	diag_add(r->in->faults, r->in->file, line, r->why.column, "%s",
	    r->why.what);
}

/* Nodes that stand together most often have the same features. */
static struct slice
labels(struct reader *r)
{
	struct slice f = r->host.text[SLURMHOST_ACTIVE], rest, word;
	struct buf *b = &r->scratch;

	if (f.n == 0)
		f = r->host.text[SLURMHOST_FEATURES];
	if (f.n == 0 || text_is(f, "(null)"))
		return text_slice(NULL, 0);
	if (text_eq(f, r->features))
		return r->labels;
	b->n = 0;
	for (rest = f; text_cut(&rest, ',', &word);) {
		if (word.n == 0)
			continue;
		if (b->n > 0)
			buf_char(b, ',');
		buf_add(b, word.p, word.n);
		buf_str(b, "=yes");
	}
	r->features = census_keep(r->census, f);
	r->labels = census_keep(r->census, text_slice(b->p, b->n));
	return r->labels;
}

static void
put_amount(struct census_amount *a, int64_t total, int64_t used, bool ready)
{
	if (total == -1)
		return;
	a->total = total;
	a->used = used;
	a->free = ready ? -1 : 0;
}

static void
put_cards(struct reader *r, struct census_host *h)
{
	const struct slurmhost_card *c = r->sum.card;
	struct slice type;
	size_t i;

	for (i = 0; i < r->sum.cards; i++) {
		type = c[i].type.n > 0 ? c[i].type : text_of("gpu");
		put_amount(&census_card(r->census, h, type)->gpu,
		    c[i].total * 1000, num_min(c[i].used, c[i].total) * 1000,
		    r->sum.ready);
	}
}

/* A node of several partitions is in as many groups. */
static void
add_pool(struct reader *r, struct census_host *h)
{
	struct slice more = r->host.text[SLURMHOST_POOL];
	struct buf *b = &r->scratch;

	b->n = 0;
	buf_add(b, h->pool.p, h->pool.n);
	buf_char(b, ',');
	buf_add(b, more.p, more.n);
	h->pool = census_keep(r->census, text_slice(b->p, b->n));
}

/* Adds the node at hand.  A fault leaves it out. */
static void
put_host(struct reader *r, bool group, uint64_t line)
{
	const size_t n = r->grouped.n;
	const bool again = group && intern_add(&r->grouped,
	    r->host.text[SLURMHOST_NAME]) < n;
	const struct slurmhost_sum *sum = &r->sum;
	char quoted[TEXT_QUOTE];
	struct census_host *h;

	if (slurmhost_weigh(&r->host, r->census->rules.powered_down, &r->sum,
	    &r->why) == -1) {
		fault(r, line);
		return;
	}
	h = census_host(r->census, r->host.text[SLURMHOST_NAME]);
	if (again) {
		add_pool(r, h);
		return;
	}
	if (h->done) {
		diag_add(r->in->faults, r->in->file, line, NULL,
		    "node %s is there twice", text_quote(h->name, quoted));
		return;
	}
	if (sum->note != NULL)
		diag_add(r->in->notes, r->in->file, line, NULL,
		    "node %s: %s", text_quote(h->name, quoted), sum->note);
	h->declared = h->done = true;
	h->counts_gpus = r->host.text[SLURMHOST_GRES].p != NULL;
	if (!sum->ready)
		h->state = census_keep(r->census,
		    text_slice(sum->state.p, sum->state.n));
	put_amount(&h->cpu, sum->cpu_m, sum->cpu_used_m, sum->ready);
	put_amount(&h->mem, sum->mem_b, sum->mem_used_b, sum->ready);
	h->pool = census_keep(r->census, r->host.text[SLURMHOST_POOL]);
	h->labels = labels(r);
	put_cards(r, h);
}

/* Takes the values of a record; -1: *which is no number, and why says so. */
static int
take_values(struct reader *r, const struct slice value[], int *which)
{
	const struct slice *v = value + SLURMHOST_TEXTS;
	char quoted[TEXT_QUOTE];
	int i;

	memcpy(r->host.text, value, sizeof(r->host.text));
	for (i = 0; i < SLURMHOST_NUMBERS; i++) {
		r->host.number[i] = -1;
		if (v[i].p == NULL ||
		    quant_int(v[i], &r->host.number[i]) == QUANT_OK)
			continue;
		diag_set(&r->why, "%s is not a number",
		    text_quote(v[i], quoted));
		snprintf(r->why.column, sizeof(r->why.column), "%s",
		    wanted[SLURMHOST_TEXTS + i]);
		*which = SLURMHOST_TEXTS + i;
		return -1;
	}
	return 0;
}

static int
read_text(struct reader *r)
{
	struct slice value[SLURMHOST_TEXTS + SLURMHOST_NUMBERS];
	struct scontrol s;
	int got, which, result;

	scontrol_begin(&s, SCONTROL_NODES, r->in->text, wanted,
	    sizeof(wanted) / sizeof(wanted[0]));
	for (;;) {
		memset(&r->why, 0, sizeof(r->why));
		if ((got = scontrol_next(&s, value, &r->why)) == 0)
			break;
		if (got == -1)
			fault(r, s.line);
		else if (take_values(r, value, &which) == -1)
			fault(r, scontrol_line(&s, value[which]));
		else
			put_host(r, false, s.line);
	}
	result = s.lost ? -1 : 0;
	scontrol_free(&s);
	return result;
}

/* 22.05 says in JSON neither MemSpecLimit nor that there is none. */
static void
note_spec(const struct reader *r, bool group, struct jsondoc *d)
{
	diag_add(r->in->notes, r->in->file, jsondoc_line(d), NULL,
	    "this JSON does not tell how %smuch memory is set aside (%s"
	    "MemSpecLimit): taken to be none; "
	    "\"scontrol -d -o show node\" tells",
	    group ? "many cores and how " : "",
	    group ? "CoreSpecCount, " : "");
}

/* What a record of a group is: 1 when it is a node, 0 when none, -1. */
static int
check_group(const struct reader *r, const struct cJSON *group,
    struct jsondoc *d)
{
	const int got = sinfo_group(group);

	return got != -1 ? got : diag_add(r->in->faults, r->in->file,
	    jsondoc_line(d), NULL, "this sinfo --json puts nodes together "
	    "that are alike: use \"scontrol show node --json\"");
}

/* The nodes of one document: 0 or -1. */
static int
read_nodes(struct reader *r, bool groups, struct jsondoc *d)
{
	const struct cJSON *node;
	struct buf text = { 0 };
	bool noted = false;
	int got, is = 1;

	while ((got = jsondoc_record(d, &node)) == 1) {
		memset(&r->why, 0, sizeof(r->why));
		if (groups && (is = check_group(r, node, d)) == -1)
			break;
		if (is == 0)
			continue;
		if (sinfo_read(node, groups, &r->host, &text, &r->why) == -1) {
			fault(r, jsondoc_line(d));
			continue;
		}
		if (!noted && r->host.number[SLURMHOST_MEM_SPEC] == -1) {
			note_spec(r, groups, d);
			noted = true;
		}
		put_host(r, groups, jsondoc_line(d));
	}
	buf_free(&text);
	return is == -1 ? -1 : got;
}

static int
read_json(struct reader *r)
{
	struct jsondoc d;
	bool groups;
	int got;

	jsondoc_init(&d, r->in->file, r->in->text, r->in->faults);
	while ((got = sinfo_next(&d, &groups)) == 1)
		if ((got = read_nodes(r, groups, &d)) == -1)
			break;
	jsondoc_free(&d);
	return got;
}

/* CPUs as sinfo counts them: allocated, idle, other, all: 16/0/48/64. */
static bool
is_cpus_state(struct slice s)
{
	struct slice part;
	int64_t v;
	int n = 0;

	for (; text_cut(&s, '/', &part); n++)
		if (quant_int(part, &v) != QUANT_OK)
			return false;
	return n == 4;
}

/* Whether a line has a word in it that tables of sinfo have. */
static bool
is_table(struct slice line)
{
	static const char *const heads[] = { "PARTITION", "NODELIST",
		"HOSTNAMES", "NODES(A/I/O/T)", "(null)" };
	struct slice word;
	size_t i, n;

	while (line.n > 0) {
		for (n = 0; n < line.n && strchr(" \t|", line.p[n]) == NULL;)
			n++;
		word = text_slice(line.p, n);
		n += n < line.n;
		line = text_slice(line.p + n, line.n - n);
		for (i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
			if (text_is(word, heads[i]))
				return true;
		if (is_cpus_state(word) || (word.n > 4 &&
		    memcmp(word.p, "gpu:", 4) == 0))
			return true;
	}
	return false;
}

bool
slurmnode_tells(struct slice text)
{
	return scontrol_tells(SCONTROL_NODES, text) || sinfo_tells(text) ||
	    is_table(foreign_first_line(text));
}

int
slurmnode_read(void *census, const struct foreign *in)
{
	struct reader r = { .census = census, .in = in };
	struct slice text = in->text;
	int result;

	if (scontrol_tells(SCONTROL_NODES, text))
		result = read_text(&r);
	else if (foreign_first_line(text).p[0] == '{')
		result = read_json(&r);
	else
		result = diag_add(in->faults, in->file, 1, NULL, "no text of "
		    "nodes that says enough: use \"scontrol -d -o show "
		    "node\"");
	intern_free(&r.grouped);
	buf_free(&r.scratch);
	buf_free(&r.sum.state);
	return result;
}
