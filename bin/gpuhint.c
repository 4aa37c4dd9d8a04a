/*
 * gpuhint: which shape can be asked for now without waiting.
 */
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "format.h"
#include "hint.h"
#include "hintrow.h"
#include "io.h"
#include "listing.h"
#include "mem.h"
#include "node.h"
#include "opt.h"
#include "table.h"

enum { POOL = OPT_LONG, SELECTOR, RANK_BY };

static const struct opt_spec spec[] = {
	{ 'r', "resource", "RESOURCE", "cpu, gpu or vgpu" },
	{ 'm', "model", "MODEL", "only this card; default: a row for each" },
	{ 'p', "primary", "RESOURCE", "rank by gpu, cpu or mem first" },
	{ 'n', "instances", "N", "a job of N instances" },
	{ 's', "scheduling", "WAY", "vgpu: local-only or local-first" },
	{ 'w', "want", "SHAPE", "does it fit now? 2x8, or gpu=8,mem=512G" },
	{ 'F', "frontier", NULL, "every largest shape that fits" },
	{ 'l', "list", NULL, "the ranking itself" },
	{ RANK_BY, "rank-by", "gpu", "-l under local-first: the GPU ranking" },
	{ POOL, "pool", "POOL", "only nodes of this pool" },
	{ SELECTOR, "selector", "LABELS", "only nodes with zone=a,rack=3" }
};

static const struct opt_program program = { "[FILE...]",
	"Reads node records; prints what can be asked for without waiting.",
	spec, sizeof(spec) / sizeof(spec[0]), true, false
};

struct app {
	struct opt opt;
	struct hint_ask ask;
	bool distributed;	/* -n was given */
	bool primary;		/* -p was given */
	bool frontier, list, by_gpu;
	struct reader *reader;
	struct node_batch node;
	struct hint hint;
	struct table table;	/* the records, for -l */
	struct diag_list faults;
	struct buf out;
};

static void
take_columns(void *arg, struct header *h)
{
	struct app *a = arg;

	node_learn(&a->node, h, &a->faults);
	if (a->list)
		table_columns(&a->table, h);
}

static void
take_batch(void *arg, const struct reader_batch *b)
{
	struct app *a = arg;
	uint64_t had = a->faults.n;

	node_read(&a->node, b, &a->faults);
	hint_add(&a->hint, &a->node, &a->faults);
	diag_sort(&a->faults, had);
	if (a->list)
		table_batch(&a->table, b);
}

static void
read_want(struct app *a, const char *arg)
{
	struct diag d;
	struct ask want;

	if (ask_want(text_of(arg), &want, &d) == -1)
		opt_usage("--want: %s", d.what);
	a->ask.want = true;
	a->ask.shape = want.shape;
	if (want.instances > 0 && a->distributed)
		opt_usage("--want and --instances both say how many");
	if (want.instances > 0) {
		a->ask.instances = want.instances;
		a->distributed = true;
	}
}

static void
take_option(struct app *a, int letter, const char **want)
{
	static const char *const resources[] = { "cpu", "gpu", "vgpu" };
	static const char *const primaries[] = { "gpu", "cpu", "mem" };
	static const char *const ways[] = { "local-only", "local-first" };
	static const char *const ranks[] = { "gpu" };
	const char *arg = a->opt.arg;

	switch (letter) {
	case 'r':
		a->ask.resource = (enum hint_resource)(HINT_CPU +
		    opt_word("resource", arg, resources, 3));
		break;
	case 'm':
		a->ask.model = text_of(arg);
		break;
	case 'p':
		a->ask.primary = (enum res)opt_word("primary", arg,
		    primaries, 3);
		a->primary = true;
		break;
	case 'n':
		a->ask.instances = opt_amount("instances", arg, KIND_INT);
		a->distributed = true;
		if (a->ask.instances < 1)
			opt_usage("--instances: at least 1");
		break;
	case 's':
		a->ask.local_first = opt_word("scheduling", arg, ways, 2) == 1;
		break;
	case 'w':
		*want = arg;
		break;
	case 'F':
		a->frontier = true;
		break;
	case 'l':
		a->list = true;
		break;
	case RANK_BY:
		opt_word("rank-by", arg, ranks, 1);
		a->by_gpu = true;
		break;
	case POOL:
		a->ask.pool = text_of(arg);
		break;
	case SELECTOR:
		a->ask.selector = text_of(arg);
		break;
	}
}

static void
check_options(struct app *a)
{
	bool first = a->ask.resource == HINT_VGPU && a->ask.local_first;

	if (a->list + a->frontier + a->ask.want > 1)
		opt_usage("--list, --frontier and --want are three questions");
	if (a->ask.want && a->ask.resource == HINT_AUTO)
		a->ask.resource = a->ask.shape.of[RES_GPU] > 0 ? HINT_GPU :
		    HINT_CPU;
	if (a->ask.resource == HINT_AUTO && (a->ask.model.n > 0 ||
	    (a->primary && a->ask.primary == RES_GPU)))
		a->ask.resource = HINT_GPU;
	if (a->ask.resource == HINT_CPU && a->primary &&
	    a->ask.primary == RES_GPU)
		opt_usage("--primary gpu does not go with --resource cpu");
	if (a->ask.resource == HINT_CPU && a->ask.shape.of[RES_GPU] > 0)
		opt_usage("--want gpu does not go with --resource cpu");
	if (a->ask.resource == HINT_CPU && a->ask.model.n > 0)
		opt_usage("--model does not go with --resource cpu");
	if (a->frontier && first)
		opt_usage("--frontier does not go with local-first");
	if (a->ask.local_first && !first)
		opt_usage("--scheduling goes with --resource vgpu");
	if (a->by_gpu && (!a->list || !first))
		opt_usage("--rank-by goes with --list under local-first");
	if (a->opt.format == FORMAT_PROM && (a->list || a->frontier))
		opt_usage("--output prom is for hints and --want");
}

static void
read_options(struct app *a, int argc, char **argv)
{
	const char *want = NULL;
	int letter;

	a->ask.instances = 1;
	opt_init(&a->opt, &program);
	while ((letter = opt_next(&a->opt, argc, argv)) != -1)
		take_option(a, letter, &want);
	if (want != NULL)
		read_want(a, want);
	check_options(a);
}

static void
read_nodes(struct app *a)
{
	struct reader_sink sink = { take_columns, take_batch, a };

	a->reader = reader_new(&sink, &a->faults);
	io_read(a->reader, a->opt.file, a->opt.files, &a->faults);
	if (io_faults(&a->faults) == -1)
		exit(IO_WRONG);
}

/* Begins output of the columns, as -c has them; owned by the caller. */
static struct format_column *
begin(struct app *a, struct format *f, const struct format_column *there,
    size_t n)
{
	struct format_column *c;
	size_t count;

	c = opt_columns(&a->opt, there, n, node_columns(), &count);
	format_begin(f, a->opt.format, &a->out, c, count, !a->opt.no_header);
	return c;
}

/* Writes the shapes of a row's frontier; returns how many. */
static size_t
put_frontier(struct app *a, struct format *out, const struct hintrow *w,
    const struct hint_row *row)
{
	struct frontier_point *point;
	struct fields f = { 0 };
	size_t i, n = hintrow_find_frontier(&a->hint, row, &point);

	for (i = 0; i < n; i++) {
		hintrow_frontier(&f, w, row, &point[i]);
		fields_none(&f);
		format_row(out, fields_cells(&f));
	}
	fields_free(&f);
	free(point);
	return n;
}

static size_t
put_row(struct app *a, struct format *out, const struct hintrow *w,
    const struct hint_row *row)
{
	struct fields f = { 0 };

	if (a->ask.want)
		hintrow_want(&f, w, row);
	else
		hintrow_hint(&f, w, row);
	fields_none(&f);
	format_row(out, fields_cells(&f));
	fields_free(&f);
	return 1;
}

/*
 * Writes the answers; returns how many records.  Without any there is no
 * header either, but the columns asked for are checked all the same.
 */
static size_t
print_rows(struct app *a, const struct hintrow *w,
    const struct hint_row *rows, size_t n)
{
	const struct format_column *all;
	struct format_column *c;
	struct format out;
	size_t i, count, sum = 0;

	all = a->frontier ? hintrow_frontier_columns(&count) :
	    a->ask.want ? hintrow_want_columns(&count) :
	    hintrow_hint_columns(&count);
	c = begin(a, &out, all, count);
	for (i = 0; i < n; i++)
		sum += (a->frontier ? put_frontier : put_row)(a, &out, w,
		    &rows[i]);
	format_end(&out);
	if (sum == 0)
		a->out.n = 0;
	free(c);
	return sum;
}

static void
print_list(struct app *a, const struct hint_row *rows, size_t n)
{
	struct format_column *c;
	struct hint_ranked *ranked;
	struct listing list;
	struct format out;
	struct buf rank = { 0 };
	size_t i, m, at = 0;

	m = hint_rankings(&a->hint, rows, n, a->by_gpu, &ranked);
	listing_init(&list, &a->table, node_columns(), "rank");
	c = begin(a, &out, list.column, list.n);
	for (i = 0; i < m; i++) {
		at = i > 0 && ranked[i].row == ranked[i - 1].row ? at + 1 : 1;
		rank.n = 0;
		buf_u64(&rank, at);
		listing_row(&list, &out, ranked[i].item,
		    text_slice(rank.p, rank.n));
	}
	format_end(&out);
	listing_free(&list);
	buf_free(&rank);
	free(ranked);
	free(c);
}

static void
say(const struct app *a, struct buf *b)
{
	buf_char(b, '\0');
	if (b->n > 1 && !a->opt.quiet)
		io_say("%s", b->p);
	b->n = 0;
}

static void
tell(const struct app *a, const struct hintrow *w,
    const struct hint_row *rows, size_t n)
{
	struct buf b = { 0 };
	size_t i;

	if (n == 0) {
		hintrow_none(&b, &a->hint);
		say(a, &b);
	}
	for (i = 0; i < n; i++) {
		if (a->opt.verbose) {
			hintrow_counts(&b, w, &rows[i]);
			say(a, &b);
		}
		if (!a->list && !a->frontier && !a->ask.want) {
			hintrow_short(&b, w, &rows[i]);
			say(a, &b);
		}
	}
	buf_free(&b);
}

/* Status 0: some row holds; for -w all the instances, else at least one. */
static int
status(const struct app *a, const struct hint_row *rows, size_t n)
{
	int64_t need = a->ask.want ? a->ask.instances : 1;
	size_t i;

	for (i = 0; i < n; i++)
		if (rows[i].fits >= need)
			return IO_DONE;
	return IO_NO;
}

static int
answer(struct app *a)
{
	struct hint_row *rows;
	struct hintrow w = { .distributed = a->distributed,
		.primary = a->ask.primary, .instances = a->ask.instances };
	size_t n = hint_answer(&a->hint, &rows), made;
	int ret = status(a, rows, n);

	w.apart = hint_resource(&a->hint) == HINT_VGPU && a->ask.local_first;
	if (hint_resource(&a->hint) == HINT_CPU && w.primary == RES_GPU)
		w.primary = RES_CPU;
	w.records = a->hint.set.n;
	if (a->opt.format == FORMAT_PROM && n > 0 && !a->opt.quiet)
		hintrow_prom(&a->out, &w, a->ask.want, rows, n);
	else if (a->list && n > 0 && !a->opt.quiet)
		print_list(a, rows, n);
	else if (a->opt.format != FORMAT_PROM && !a->list) {
		made = print_rows(a, &w, rows, n);
		if (a->frontier)
			ret = made > 0 ? IO_DONE : IO_NO;
	}
	tell(a, &w, rows, n);
	free(rows);
	return ret;
}

int
main(int argc, char **argv)
{
	struct app *a = mem_zero(1, sizeof(*a));
	int ret;

	read_options(a, argc, argv);
	hint_init(&a->hint, &a->ask);
	if (!a->opt.quiet)
		io_stdout(&a->out);
	read_nodes(a);
	ret = answer(a);
	if (io_close(&a->out) == -1)
		ret = IO_WRONG;
	hint_free(&a->hint);
	node_free(&a->node);
	table_free(&a->table);
	reader_free(a->reader);
	opt_free(&a->opt);
	free(a);
	return ret;
}
