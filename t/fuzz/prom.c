/*
 * Fuzz target of the Prometheus text format, and of what is made of it.
 *
 * What must hold, whatever the bytes:
 *
 *	a sample that is read, written by prom and read again is the same
 *	no amount is negative, and no more of what was measured is free than
 *	there is
 *	a text that is read twice tells what it told before; and one of a
 *	single scrape does so behind itself
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "census.h"
#include "node.h"
#include "prom.h"
#include "promnode.h"
#include "promnum.h"
#include "promtext.h"

int	LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
broken(const char *what)
{
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

/* Writes the sample anew, and reads that. */
static void
again(struct promtext *t)
{
	struct prom_label label[8];
	struct promtext u;
	struct diag why;
	struct buf b = { 0 };
	char name[8][32];
	int64_t v = 0, w;
	int i, n = t->labels < 8 ? (int)t->labels : 8;

	if (promnum_scaled(t->value, 0, &v) == PROMNUM_SYNTAX)
		broken("a value that is no number");
	for (i = 0; i < n; i++) {
		snprintf(name[i], sizeof(name[i]), "%.*s",
		    (int)t->label[i].name.n, t->label[i].name.p);
		label[i].name = name[i];
		label[i].value = promtext_label(t, name[i]);
	}
	prom_sample(&b, "m", label, n, KIND_SIGNED, v);
	promtext_init(&u, text_slice(b.p, b.n));
	if (promtext_next(&u, &why) != 1)
		broken("what was written is no sample");
	for (i = 0; i < n; i++)
		if (!text_eq(promtext_label(&u, name[i]),
		    promtext_label(t, name[i])))
			broken("another label");
	if (promnum_scaled(u.value, 0, &w) != PROMNUM_OK || v != w)
		broken("another value");
	promtext_free(&u);
	buf_free(&b);
}

/* True: no series comes twice, so that it is one scrape. */
static bool
walk(struct slice text)
{
	struct intern series = { 0 };
	struct promtext t;
	struct diag why;
	size_t n = 0;
	bool one;
	int r;

	promtext_init(&t, text);
	while ((r = promtext_next(&t, &why)) != 0) {
		if (r == -1)
			continue;
		again(&t);
		intern_add_kept(&series, t.series);
		n++;
	}
	one = series.n == n;
	promtext_free(&t);
	intern_free(&series);
	return one;
}

static void
check_amount(const struct census_amount *a)
{
	if (a->used < 0 || a->total < -1 || a->limit < -1 || a->free < -1)
		broken("a negative amount");
}

static void
check_census(const struct census *c)
{
	const struct census_host *h;
	size_t i, j;

	for (j = 0; j < c->hosts; j++) {
		h = &c->host[j];
		check_amount(&h->cpu);
		check_amount(&h->mem);
		check_amount(&h->seen_cpu);
		check_amount(&h->seen_mem);
		if (h->seen_cpu.free > h->seen_cpu.total)
			broken("more CPUs are free than there are");
		for (i = 0; i < h->cards; i++)
			check_amount(&h->card[i].gpu);
		for (i = 0; i < h->seens; i++) {
			check_amount(&h->seen[i].gpu);
			if (h->seen[i].gpu.free > h->seen[i].gpu.total)
				broken("more GPUs are free than there are");
		}
	}
}

/* The records that times readings of the text give. */
static void
records(struct slice text, int times, struct buf *out)
{
	static struct diag_list faults, notes;
	const struct foreign in = { "-", text, &faults, &notes };
	struct census c = { .rules = { .idle_util_m = 5000,
		.idle_mem_b = INT64_C(512) << 20 } };
	struct format_column *columns;
	struct format f;
	struct sheet s;

	faults.n = notes.n = 0;
	while (times-- > 0)
		promnode_read(&c, &in);
	check_census(&c);
	sheet_init(&s, node_columns());
	census_records(&c, &s);
	columns = sheet_columns(&s);
	format_begin(&f, FORMAT_TSV, out, columns, s.kinds->n, true);
	sheet_write(&s, &f);
	format_end(&f);
	free(columns);
	sheet_free(&s);
	census_free(&c);
}

static void
twice(struct slice text, bool one)
{
	struct buf once = { 0 }, same = { 0 }, both = { 0 };

	records(text, 1, &once);
	records(text, 2, &same);
	if (!text_eq(text_slice(once.p, once.n), text_slice(same.p, same.n)))
		broken("two texts alike tell something else than one");
	same.n = 0;
	buf_add(&both, text.p, text.n);
	buf_char(&both, '\n');
	buf_add(&both, text.p, text.n);
	records(text_slice(both.p, both.n), 1, &same);
	if (one && !text_eq(text_slice(once.p, once.n),
	    text_slice(same.p, same.n)))
		broken("two scrapes alike tell something else than one");
	buf_free(&once);
	buf_free(&same);
	buf_free(&both);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice text = text_slice((const char *)data, size);
	struct buf b = { 0 };

	buf_add(&b, text.p, text.n);
	foreign_mend(&b);
	text = text_slice(b.p, b.n);
	promtext_tells(text);
	twice(text, walk(text));
	buf_free(&b);
	return 0;
}
