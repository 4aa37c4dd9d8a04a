/*
 * Fuzz target of the way of a record: reader, table, node, hint, and out.
 *
 * The first byte says in which pieces the rest comes, the second what is
 * asked; 0xff, which is in no text, ends an operand.  What must hold:
 *
 *	the pieces change nothing: the same faults, the same records
 *	a fault is one line and safe to print
 *	records without faults are written as TSV and as JSON so that they
 *	are read back without faults, with the same values and the same hint
 */
#include <stdio.h>

#include "../unit/feed.h"

int	LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
broken(const char *what)
{
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

static bool
same_buf(const struct buf *a, const struct buf *b)
{
	return a->n == b->n && (a->n == 0 || memcmp(a->p, b->p, a->n) == 0);
}

static void
check_fault(const struct diag *d)
{
	char text[DIAG_TEXT + 256];
	size_t n = diag_text(d, text, sizeof(text)), i;

	if (d->file == NULL || d->what[0] == '\0')
		broken("a fault without a place or a text");
	for (i = 0; i < n; i++)
		if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
			broken("a fault with a control byte in it");
}

/* Reads all operands into *f, as the question asks if there is one. */
static void
read_all(struct feed *f, const struct hint_ask *ask, uint64_t pieces,
    const char *p, size_t n)
{
	const char *end;
	size_t k;

	feed_begin(f, ask);
	f->pieces = pieces;
	do {
		end = n > 0 ? memchr(p, 0xff, n) : NULL;
		k = end != NULL ? (size_t)(end - p) : n;
		feed_operand(f, "-", p, k);
		p += end != NULL ? k + 1 : k;
		n -= end != NULL ? k + 1 : k;
	} while (end != NULL);
	for (k = 0; k < f->faults.n && k < DIAG_SHOWN; k++)
		check_fault(&f->faults.shown[k]);
}

static void
same_faults(const struct diag_list *a, const struct diag_list *b)
{
	char at[DIAG_TEXT + 256], bt[DIAG_TEXT + 256];
	size_t i;

	if (a->n != b->n)
		broken("pieces change how many faults there are");
	for (i = 0; i < a->n && i < DIAG_SHOWN; i++) {
		diag_text(&a->shown[i], at, sizeof(at));
		diag_text(&b->shown[i], bt, sizeof(bt));
		if (strcmp(at, bt) != 0)
			broken("pieces change a fault");
	}
}

/*
 * TSV cannot begin with what says that it is something else, and a single
 * column is told by its one word.
 */
static bool
tsv_can(const struct table *t)
{
	struct slice s = t->columns > 0 ? t->column[0].name :
	    text_slice(NULL, 0);
	size_t i;

	if (s.n == 0 || s.p[0] == '{' || s.p[0] == '#' ||
	    (s.n >= 3 && memcmp(s.p, "\xef\xbb\xbf", 3) == 0))
		return false;
	for (i = 0; i < s.n && t->columns == 1; i++)
		if (s.p[i] == ' ' || s.p[i] == '"')
			return false;
	return true;
}

/* As text, or as amounts: JSON writes 1G as 1073741824. */
static bool
same_value(struct slice name, struct slice a, struct slice b)
{
	enum kind kind = kind_of(node_columns(), name);
	int64_t x, y;

	return text_eq(a, b) || (kind != KIND_TEXT &&
	    kind_read(kind, a, &x) == QUANT_OK &&
	    kind_read(kind, b, &y) == QUANT_OK && x == y);
}

static void
same_row(struct feed *a, struct feed *b, size_t i, struct cell *ca,
    struct cell *cb)
{
	struct mem_arena arena = { 0 };
	size_t j;

	table_get(&a->table, i, ca);
	table_get(&b->table, i, cb);
	for (j = 0; j < a->table.columns; j++)
		if (!same_value(a->table.column[j].name,
		    row_text(&ca[j], &arena), row_text(&cb[j], &arena)))
			broken("another value");
	mem_arena_free(&arena);
}

static void
same_values(struct feed *a, struct feed *b)
{
	size_t n = a->table.columns, i;
	struct cell *ca = mem_zero(n + 1, sizeof(*ca));
	struct cell *cb = mem_zero(n + 1, sizeof(*cb));

	if (b->table.rows != a->table.rows)
		broken("another number of records");
	if (b->table.columns != n && a->table.rows > 0)
		broken("another number of columns");
	for (i = 0; i < b->table.columns; i++)
		if (!text_eq(a->table.column[i].name,
		    b->table.column[i].name))
			broken("another column");
	for (i = 0; i < a->table.rows; i++)
		same_row(a, b, i, ca, cb);
	free(ca);
	free(cb);
}

/* Compares answers, and the places of all nodes in them. */
static void
same_hint(struct feed *a, struct feed *b)
{
	struct hint_row *ra, *rb;
	struct hint_ranked *pa, *pb;
	size_t n = hint_answer(&a->hint, &ra), i;

	if (hint_answer(&b->hint, &rb) != n)
		broken("another number of answers");
	for (i = 0; i < n; i++)
		if (!text_eq(ra[i].model, rb[i].model) ||
		    ra[i].known != rb[i].known || ra[i].fits != rb[i].fits ||
		    memcmp(&ra[i].shape, &rb[i].shape,
		    sizeof(ra[i].shape)) != 0)
			broken("another answer");
	n = hint_rankings(&a->hint, ra, n, false, &pa);
	if (hint_rankings(&b->hint, rb, i, false, &pb) != n)
		broken("a ranking of another length");
	for (i = 0; i < n; i++)
		if (pa[i].row != pb[i].row || pa[i].item != pb[i].item)
			broken("another ranking");
	free(ra);
	free(rb);
	free(pa);
	free(pb);
}

/* Writes the records, reads that, and compares; the same text comes again. */
static void
there_and_back(struct feed *a, const struct hint_ask *ask,
    enum format_name name)
{
	static struct feed b;
	struct buf out = { 0 }, again = { 0 };

	feed_write(a, name, &out);
	read_all(&b, ask, 0, out.p, out.n);
	if (b.faults.n > 0)
		broken("what was written is not read");
	same_values(a, &b);
	if (ask != NULL)
		same_hint(a, &b);
	feed_write(&b, name, &again);
	if (a->table.rows > 0 && !same_buf(&out, &again))
		broken("what was read is written another way");
	feed_end(&b);
	buf_free(&out);
	buf_free(&again);
}

static struct hint_ask
question(unsigned byte)
{
	struct hint_ask ask = { .instances = 1 + (byte >> 6 & 3) };

	ask.resource = (enum hint_resource)(byte & 3);
	ask.local_first = ask.resource == HINT_VGPU && (byte & 4) != 0;
	ask.primary = (enum res)((byte >> 3 & 3) % RES_N);
	ask.want = (byte & 32) != 0;
	if (ask.want && ask.resource == HINT_AUTO)
		ask.resource = HINT_GPU;
	if (ask.want && ask.resource != HINT_CPU)
		ask.shape.of[RES_GPU] = 2000;
	if (ask.want)
		ask.shape.of[RES_CPU] = 1500;
	return ask;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct feed whole, parts;
	const char *p = (const char *)data + 2;
	struct hint_ask ask;

	if (size < 2)
		return 0;
	read_all(&whole, NULL, 0, p, size - 2);
	read_all(&parts, NULL, data[0], p, size - 2);
	same_faults(&whole.faults, &parts.faults);
	if (whole.faults.n == 0) {
		same_values(&whole, &parts);
		there_and_back(&parts, NULL, FORMAT_JSON);
		if (tsv_can(&whole.table))
			there_and_back(&whole, NULL, FORMAT_TSV);
	}
	feed_end(&whole);
	feed_end(&parts);
	ask = question(data[1]);
	read_all(&whole, &ask, data[0], p, size - 2);
	read_all(&parts, &ask, 0, p, size - 2);
	if (whole.faults.n == 0 && parts.faults.n == 0) {
		there_and_back(&whole, &ask, FORMAT_JSON);
		if (tsv_can(&parts.table))
			there_and_back(&parts, &ask, FORMAT_TSV);
	} else
		same_faults(&whole.faults, &parts.faults);
	feed_end(&whole);
	feed_end(&parts);
	return 0;
}
