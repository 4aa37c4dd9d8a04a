/*
 * hintdraw: random clusters, and how they stand in a file of any form.
 */
#ifndef HINTDRAW_H
#define HINTDRAW_H

#include <bsd/string.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "hintmodel.h"
#include "quant.h"
#include "random.h"

static const char *const models[] = { "", "T4", "A100", "gpu" };
static const char *const pools[] = { "", "p", "q", "p,q", "pq" };
static const char *const labels[] = { "", "z=a", "z=b", "z=a,r=1", "r=1" };
static const char *const tails[] = { "", "", "i", "B", "iB" };

#define ONE_OF(a) ((a)[random_below((int)(sizeof(a) / sizeof((a)[0])))])

/* Small, so that ties and zeros are common; huge now and then. */
static int64_t
some_amount(int64_t unit)
{
	if (random_once(200))
		return INT64_MAX - random_below(3);
	if (random_once(10))
		return random_below(4);
	return random_below(6) * unit;
}

static int64_t
unit_of(int a)
{
	if (a == MEM)
		return random_once(4) ? INT64_C(3) << 20 : INT64_C(1) << 30;
	return random_once(8) ? 500 : 1000;
}

static bool
is_there(const struct cluster *c, const struct record *r)
{
	int i;
	bool same;

	for (i = 0; i < c->n; i++) {
		same = strcmp(c->record[i].model, r->model) == 0 ||
		    ((c->record[i].model[0] == '\0' ||
		    r->model[0] == '\0') && (strcmp(r->model, "gpu") == 0 ||
		    strcmp(c->record[i].model, "gpu") == 0));
		if (same && strcmp(c->record[i].name, r->name) == 0)
			return true;
	}
	return false;
}

/* Draws a cluster.  absent: bits of the columns that it lacks. */
static void
draw_nodes(struct cluster *c)
{
	int i, a, n = random_once(20) ? random_below(MOST) : random_below(9);
	int names = random_once(2) ? n + 1 : n / 2 + 1;
	int absent = random_once(3) ? random_below(8) : 0;
	bool totals = random_once(3);
	struct record *r;

	c->n = 0;
	for (i = 0; i < n; i++) {
		r = &c->record[c->n];
		snprintf(r->name, sizeof(r->name), "n%d",
		    random_below(names));
		strlcpy(r->model, ONE_OF(models), sizeof(r->model));
		strlcpy(r->pool, ONE_OF(pools), sizeof(r->pool));
		strlcpy(r->labels, ONE_OF(labels), sizeof(r->labels));
		r->ready = !random_once(6);
		r->vgpu = random_once(2);
		for (a = 0; a < AMOUNTS; a++) {
			r->free[a] = r->total[a] = -1;
			if (absent & 1 << a)
				continue;
			if (!random_once(6))
				r->free[a] = some_amount(unit_of(a));
			if (totals && random_once(2))
				r->total[a] = some_amount(unit_of(a));
		}
		if (!is_there(c, r))
			c->n++;
	}
}

static void
draw_question(struct question *q)
{
	int a;

	memset(q, 0, sizeof(*q));
	q->way = (enum way)random_below(4);
	q->primary = random_below(AMOUNTS);
	q->local_first = q->way == WAY_VGPU && random_once(2);
	q->instances = random_once(40) ? INT64_MAX : 1 + random_below(7);
	if (q->way != WAY_CPU && random_once(4))
		strlcpy(q->model, ONE_OF(models), sizeof(q->model));
	if (random_once(4))
		strlcpy(q->pool, random_once(3) ? "q" : "p", sizeof(q->pool));
	if (random_once(4))
		strlcpy(q->selector, ONE_OF(labels), sizeof(q->selector));
	if (!random_once(3))
		return;
	q->want = true;
	for (a = q->way == WAY_CPU ? CPU : GPU; a < AMOUNTS; a++)
		if (!random_once(3))
			q->shape[a] = some_amount(unit_of(a));
	if (q->shape[GPU] == 0 && q->shape[CPU] == 0 && q->shape[MEM] == 0)
		q->shape[CPU] = 1000;
	if (q->way == WAY_AUTO)
		q->way = q->shape[GPU] > 0 ? WAY_GPU : WAY_CPU;
}

/* Puts an amount into a line, as text of any of its grammars. */
static void
put_amount(struct buf *b, int64_t v, int a, const char *none)
{
	if (v == -1)
		buf_str(b, none);
	else if (a == MEM && random_once(2)) {
		quant_put_mem(b, v);
		/* A unit, with or without its tail. */
		if (b->p[b->n - 1] > '9')
			buf_str(b, ONE_OF(tails));
	}
	else if (a == MEM)
		buf_i64(b, v);
	else if (random_once(2)) {
		buf_i64(b, v);
		buf_char(b, 'm');
	} else
		quant_put_count(b, v);
}

/* What stands for nothing in a form. */
static const char *
draw_none(char sep)
{
	return sep == ' ' || (sep == '\t' && random_once(2)) ? "-" : "";
}

/* Writes a field of a form that its sep tells: a tab, a blank, or JSON's. */
static void
put_text(struct buf *b, const char *s, char sep)
{
	buf_str(b, sep == ',' ? "\"" : "");
	buf_str(b, s[0] == '\0' ? draw_none(sep) : s);
	buf_str(b, sep == ',' ? "\"" : "");
}

/* Column i of a record. */
static void
put_field(struct buf *b, const struct record *r, int i, char sep)
{
	const char *text[] = { r->name, r->model, r->pool, r->labels,
	    r->ready ? "" : "down", r->vgpu ? "yes" : "" };

	if (i < 6) {
		put_text(b, text[i], sep);
		return;
	}
	buf_str(b, sep == ',' ? "\"" : "");
	put_amount(b, i < 9 ? r->free[i - 6] : r->total[i - 9], i % 3,
	    draw_none(sep));
	buf_str(b, sep == ',' ? "\"" : "");
}

/* Bits of the columns that records from..to have nothing in. */
static unsigned
unused(const struct cluster *c, int from, int to)
{
	const struct record *r;
	unsigned used = 1;
	int k;

	for (; from < to; from++) {
		r = &c->record[from];
		used |= (r->model[0] != '\0') << 1 | (r->pool[0] != '\0') << 2 |
		    (r->labels[0] != '\0') << 3 | !r->ready << 4 | r->vgpu << 5;
		for (k = 0; k < AMOUNTS; k++)
			used |= (r->free[k] != -1) << (6 + k) |
			    (r->total[k] != -1) << (9 + k);
	}
	return ~used;
}

static const char *const draw_column[] = { "node", "gpu_model", "pool",
	"labels", "state", "vgpu", "gpu", "cpu", "mem", "gpu_total",
	"cpu_total", "mem_total" };

/* A line without the columns `out`; r: NULL for the header. */
static void
put_line(struct buf *b, const struct record *r, char sep, unsigned out)
{
	int i;

	buf_str(b, sep == ',' ? "{" : "");
	for (i = 0; i < 12; i++) {
		if (out & 1U << i)
			continue;
		if (i > 0)
			buf_char(b, sep);
		if (sep == ',' || r == NULL)
			put_text(b, draw_column[i], sep);
		buf_str(b, sep == ',' ? ":" : "");
		if (r != NULL)
			put_field(b, r, i, sep);
	}
	buf_str(b, sep == ',' ? "}" : "");
	buf_str(b, random_once(9) ? "\r\n" : "\n");
}

/*
 * The records from..to as an operand of any form.  Columns that hold nothing
 * may be left out: in JSON by each record, so that they come up late.
 */
static void
put_operand(struct buf *b, const struct cluster *c, int from, int to)
{
	char sep = "\t ,"[random_below(3)];
	unsigned out = unused(c, from, to) & (unsigned)random_any();

	b->n = 0;
	if (sep != ',')
		put_line(b, NULL, sep, out);
	else if (from == to)
		buf_char(b, '\n');
	for (; from < to; from++) {
		if (sep == ',')
			out = unused(c, from, from + 1) &
			    (unsigned)random_any();
		put_line(b, &c->record[from], sep, out);
	}
}

#endif
