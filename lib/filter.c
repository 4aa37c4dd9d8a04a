#include "filter.h"

#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "io.h"
#include "mem.h"
#include "num.h"
#include "jobrow.h"
#include "owed.h"
#include "reserve.h"
#include "state.h"

static void
node_columns_in(void *arg, struct header *h)
{
	struct filter *f = arg;

	node_learn(&f->node, h, &f->faults);
}

/* The GPUs of the cluster: totals, or what is free where there are none. */
static void
add_capacity(struct filter *f)
{
	const struct node_batch *b = &f->node;
	size_t i;

	for (i = 0; i < b->n; i++)
		f->budget.capacity_m = num_add_sat(num_max(0,
		    f->budget.capacity_m),
		    (b->bounded[i] & 1 << RES_GPU) != 0 ?
		    b->total[RES_GPU][i] : b->free[RES_GPU][i]);
}

/* Those of them on hosts that are ready; a mixed one is one host. */
static int64_t
ready_m(const struct cluster *c)
{
	const struct cluster_card *card;
	int64_t sum_m = 0;
	size_t i;

	for (i = 0; i < c->cards; i++) {
		card = &c->card[i];
		if (c->host[card->host].ready)
			sum_m = num_add_sat(sum_m, card->bounded != 0 ?
			    card->gpu_total_m : card->gpu_m);
	}
	return sum_m;
}

static void
node_batch_in(void *arg, const struct reader_batch *b)
{
	struct filter *f = arg;
	uint64_t had = f->faults.n;

	node_read(&f->node, b, &f->faults);
	cluster_add(&f->cluster, &f->node, &f->faults);
	if (!f->capacity_given)
		add_capacity(f);
	diag_sort(&f->faults, had);
}

static void
read_into(struct filter *f, int input, struct reader_sink sink,
    char *const *file, int n)
{
	f->reader[input] = reader_new(&sink, &f->faults);
	io_read(f->reader[input], file, n, &f->faults);
}

struct filter *
filter_new(void)
{
	struct filter *f = mem_zero(1, sizeof(*f));

	f->budget.o.window_s = USAGE_WINDOW_S;
	f->budget.o.cap_s = USAGE_CAP_S;
	f->budget.capacity_m = -1;
	return f;
}

bool
filter_budget_option(struct filter *f, int letter)
{
	static const char *const unknown[] = { "unallocated" };
	char *arg = f->opt.arg;
	struct diag d;

	switch (letter) {
	case 'B':
		f->budget.file = arg;
		return true;
	case 'U':
		f->budget.runs = arg;
		return true;
	case FILTER_WINDOW:
		f->budget.o.window_s = opt_amount("window", arg,
		    KIND_DURATION);
		if (f->budget.o.window_s == 0)
			opt_usage("--window: at least a second");
		if (f->budget.o.window_s > USAGE_LONGEST_S)
			opt_usage("--window: more than 100 years");
		return true;
	case FILTER_CAPACITY:
		f->budget.capacity_m = opt_amount("capacity", arg,
		    KIND_COUNT);
		f->capacity_given = true;
		return true;
	case FILTER_CAP:
		f->budget.o.cap_s = opt_amount("cap", arg, KIND_DURATION);
		return true;
	case FILTER_LANE:
		if (lane_read(text_of(arg), &f->budget.lane, &d) == -1)
			opt_usage("--debug-lane: %s", d.what);
		return true;
	case FILTER_RESERVE:
		f->budget.reserve_m = opt_amount("reserve", arg, KIND_COUNT);
		return true;
	case FILTER_UNKNOWN:
		opt_word("unknown-groups", arg, unknown, 1);
		f->budget.o.unknown_free = true;
		return true;
	}
	return false;
}

void
filter_quota(struct queue *q, const char *arg)
{
	struct ask ask;
	struct diag d;

	if (ask_amounts(text_of(arg), &ask, &d) == -1)
		opt_usage("--quota: %s", d.what);
	q->quota = ask.shape;
	q->limited = ask.given;
}

void
filter_check_policy(const struct filter *f, enum order_policy p)
{
	if (order_ranked(p) && f->budget.file == NULL)
		opt_usage("--policy %s needs --budgets", order_names()[p]);
	if (p == ORDER_DESERVED && f->nodes == NULL && !f->capacity_given)
		opt_usage("--policy deserved needs --capacity, or --nodes");
}

static bool
is_stdin(const char *file)
{
	return file != NULL && strcmp(file, "-") == 0;
}

/* Standard input can be one input only. */
static void
check_stdin(const struct filter *f)
{
	int n = is_stdin(f->nodes) + is_stdin(f->queue_file) +
	    is_stdin(f->budget.file) + is_stdin(f->budget.runs), i;

	n += f->opt.files == 0;
	for (i = 0; i < f->opt.files; i++)
		n += is_stdin(f->opt.file[i]);
	if (n > 1)
		opt_usage("standard input is named twice");
}

/* Budgets first: what was used is told by their groups. */
static void
read_budgets(struct filter *f)
{
	struct filter_budget *b = &f->budget;
	const struct reader_sink budgets = { budget_learn, budget_batch,
		&b->budgets };
	const struct reader_sink runs = { usage_learn, usage_batch,
		&b->usage };

	b->budgets.faults = &f->faults;
	read_into(f, 3, budgets, &b->file, 1);
	budget_end(&b->budgets);
	/* With faults in the tree groups would be unknown that are not. */
	b->o.unknown_free |= f->faults.n > 0;
	usage_init(&b->usage, &b->budgets, &b->o, &f->faults);
	b->usage.runs_only = b->runs_only;
	if (b->runs != NULL)
		read_into(f, 4, runs, &b->runs, 1);
}

void
filter_read(struct filter *f, bool need_created)
{
	const struct reader_sink jobs = { jobrow_learn, jobrow_batch,
		&f->jobs };
	const struct reader_sink queues = { queue_learn, queue_batch,
		&f->queues };
	const struct reader_sink nodes = { node_columns_in, node_batch_in,
		f };
	size_t i;

	check_stdin(f);
	job_init(&f->jobs, need_created, &f->faults);
	f->queues.faults = &f->faults;
	io_stdout(&f->out);
	f->budget.o.now_s = f->opt.now_s;
	if (f->budget.file != NULL)
		read_budgets(f);
	if (f->queue_file != NULL)
		read_into(f, 0, queues, &f->queue_file, 1);
	if (f->nodes != NULL)
		read_into(f, 1, nodes, &f->nodes, 1);
	read_into(f, 2, jobs, f->opt.file, f->opt.files);
	if (f->jobs.table.columns == 0) {
		/* Nothing at all came: what goes out must be read again. */
		table_add(&f->jobs.table, "job");
		table_add(&f->jobs.table, "created");
	}
	if (f->budget.file != NULL && f->faults.n == 0)
		for (i = 0; i < f->jobs.n; i++)
			usage_add(&f->budget.usage, &f->jobs, i);
	if (f->faults.n == 0 && f->nodes != NULL) {
		cluster_jobs(&f->cluster, &f->jobs, f->opt.now_s,
		    &f->faults);
		reserve_check(&f->jobs, &f->faults);
	}
	if (io_faults(&f->faults) == -1)
		exit(IO_WRONG);
}

struct share *
filter_share(struct filter *f, enum order_policy p)
{
	struct filter_budget *b = &f->budget;

	if (!order_ranked(p))
		return NULL;
	usage_sum(&b->usage);
	share_init(&b->share, &b->usage, &f->jobs, num_max(0, b->capacity_m),
	    p == ORDER_DESERVED, &b->lane);
	return &b->share;
}

void
filter_records(struct filter *f, const struct reader_sink *sink)
{
	const struct reader_sink nodes = { node_columns_in, node_batch_in,
		f };

	check_stdin(f);
	job_init(&f->jobs, false, &f->faults);
	io_stdout(&f->out);
	if (f->budget.file != NULL)
		read_budgets(f);
	if (f->nodes != NULL)
		read_into(f, 1, nodes, &f->nodes, 1);
	f->budget.usage.operand = true;
	read_into(f, 2, *sink, f->opt.file, f->opt.files);
	if (io_faults(&f->faults) == -1)
		exit(IO_WRONG);
	f->budget.ready_m = f->capacity_given ? f->budget.capacity_m :
	    ready_m(&f->cluster);
}

const struct share *
filter_runs(struct filter *f)
{
	struct filter_budget *b = &f->budget;
	const struct reader_sink runs = { usage_learn, usage_batch,
		&b->usage };

	b->o.now_s = f->opt.now_s;
	filter_records(f, &runs);
	owed_sum(&b->usage, num_max(0, b->capacity_m));
	share_init(&b->share, &b->usage, &f->jobs, num_max(0, b->capacity_m),
	    false, NULL);
	return &b->share;
}

void
filter_begin(struct filter *f, const char *lead)
{
	size_t n;

	listing_init(&f->list, &f->jobs.table, job_columns(), lead);
	f->column = opt_columns(&f->opt, f->list.column, f->list.n,
	    job_columns(), &n);
	format_begin(&f->format, f->opt.format, &f->out, f->column, n,
	    !f->opt.no_header);
}

void
filter_row(struct filter *f, size_t row, uint64_t lead)
{
	struct buf b = { 0 };
	char digits[24];

	b.p = digits;
	b.cap = sizeof(digits);
	if (lead > 0)
		buf_u64(&b, lead);
	listing_row(&f->list, &f->format, row, text_slice(b.p, b.n));
}

void
filter_write(struct filter *f, uint32_t own)
{
	size_t i;

	state_store(&f->jobs, own);
	if (f->opt.quiet)
		return;
	filter_begin(f, NULL);
	for (i = 0; i < f->jobs.n; i++)
		filter_row(f, i, 0);
}

int
filter_end(struct filter *f, int status)
{
	int i;

	if (f->column != NULL) {
		format_end(&f->format);
		listing_free(&f->list);
		free(f->column);
	}
	if (io_close(&f->out) == -1)
		status = IO_WRONG;
	job_free(&f->jobs);
	queue_free(&f->queues);
	share_free(&f->budget.share);
	usage_free(&f->budget.usage);
	budget_free(&f->budget.budgets);
	cluster_free_all(&f->cluster);
	node_free(&f->node);
	for (i = 0; i < FILTER_INPUTS; i++)
		if (f->reader[i] != NULL)
			reader_free(f->reader[i]);
	opt_free(&f->opt);
	return status;
}
