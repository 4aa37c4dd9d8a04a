/*
 * Fuzz target of Kubernetes: any text, read for nodes and for Jobs.
 *
 * The first byte says whether Jobs are adopted, and in which form the records
 * are written; the rest is the text.  What must hold:
 *
 *	a text that could not be read has a fault that says so
 *	what is made of it is read back without faults, as many records
 *	no amount is under 0
 */
#include <stdio.h>

#include "../unit/world.h"
#include "census.h"
#include "foreign.h"
#include "intake.h"
#include "k8sjob.h"
#include "k8snode.h"
#include "node.h"
#include "sheet.h"

enum { NOW_S = 1000, ADOPT = 1, JSON = 2 };

int	LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
broken(const char *what)
{
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

static void
write_sheet(const struct sheet *s, unsigned how, struct buf *out)
{
	struct format_column *c = sheet_columns(s);
	struct format f;

	format_begin(&f, (how & JSON) != 0 ? FORMAT_JSON : FORMAT_TSV, out,
	    c, s->kinds->n, true);
	sheet_write(s, &f);
	format_end(&f);
	free(c);
}

static void
no_faults(const struct world *w)
{
	char text[DIAG_TEXT];

	if (w->faults.n == 0)
		return;
	diag_text(&w->faults.shown[0], text, sizeof(text));
	fprintf(stderr, "%s\n", text);
	broken("what was written is not read");
}

/* What a host has of a resource. */
static void
check_amount(const struct census_amount *a)
{
	if (a->total < -1 || a->limit < -1 || a->used < 0)
		broken("an amount under 0");
}

static void
check_census(const struct census *c)
{
	size_t i, k;

	for (i = 0; i < c->hosts; i++) {
		check_amount(&c->host[i].cpu);
		check_amount(&c->host[i].mem);
		for (k = 0; k < c->host[i].cards; k++)
			check_amount(&c->host[i].card[k].gpu);
	}
}

/* Hands a text to a reader of the adapters, as they do. */
static int
hand(struct slice text, int (*read)(void *, const struct foreign *),
    void *arg)
{
	static struct diag_list faults, notes;
	struct foreign in = { "-", text, &faults, &notes };
	int rc;

	memset(&faults, 0, sizeof(faults));
	memset(&notes, 0, sizeof(notes));
	rc = read(arg, &in);
	if (rc == -1 && faults.n == 0)
		broken("no fault says why it could not be read");
	return rc;
}

static void
nodes(struct slice text, unsigned how)
{
	static struct world w;
	struct census c = { 0 };
	struct buf out = { 0 };
	struct sheet s;

	hand(text, k8snode_read, &c);
	check_census(&c);
	sheet_init(&s, node_columns());
	census_records(&c, &s);
	write_sheet(&s, how, &out);
	world_begin(&w, false);
	world_read(w.reader[1], "-", out.p, out.n);
	no_faults(&w);
	if (w.cluster.cards != s.rows)
		broken("another number of nodes");
	world_end(&w);
	sheet_free(&s);
	census_free(&c);
	buf_free(&out);
}

static void
jobs(struct slice text, unsigned how)
{
	static struct world w;
	struct intake in;
	struct buf out = { 0 };

	intake_init(&in, NOW_S);
	in.adopt = (how & ADOPT) != 0;
	hand(text, k8sjob_read, &in);
	write_sheet(&in.sheet, how, &out);
	world_begin(&w, false);
	world_read(w.reader[2], "-", out.p, out.n);
	no_faults(&w);
	if (w.jobs.n != in.sheet.rows)
		broken("another number of jobs");
	world_end(&w);
	intake_free(&in);
	buf_free(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf b = { 0 };

	if (size < 1)
		return 0;
	buf_add(&b, (const char *)data + 1, size - 1);
	foreign_mend(&b);
	nodes(text_slice(b.p, b.n), data[0]);
	jobs(text_slice(b.p, b.n), data[0]);
	buf_free(&b);
	return 0;
}
