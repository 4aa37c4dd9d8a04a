#include "filter.h"

#include <stdlib.h>
#include <string.h>

#include "io.h"
#include "jobrow.h"
#include "state.h"

static void
node_columns_in(void *arg, struct header *h)
{
	struct filter *f = arg;

	node_learn(&f->node, h, &f->faults);
}

static void
node_batch_in(void *arg, const struct reader_batch *b)
{
	struct filter *f = arg;
	uint64_t had = f->faults.n;

	node_read(&f->node, b, &f->faults);
	cluster_add(&f->cluster, &f->node, &f->faults);
	diag_sort(&f->faults, had);
}

static void
read_into(struct filter *f, int input, struct reader_sink sink,
    char *const *file, int n)
{
	f->reader[input] = reader_new(&sink, &f->faults);
	io_read(f->reader[input], file, n, &f->faults);
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
	int n = is_stdin(f->nodes) + is_stdin(f->queue_file), i;

	n += f->opt.files == 0;
	for (i = 0; i < f->opt.files; i++)
		n += is_stdin(f->opt.file[i]);
	if (n > 1)
		opt_usage("standard input is named twice");
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

	check_stdin(f);
	job_init(&f->jobs, need_created, &f->faults);
	f->queues.faults = &f->faults;
	io_stdout(&f->out);
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
	if (f->faults.n == 0 && f->nodes != NULL)
		cluster_jobs(&f->cluster, &f->jobs, f->opt.now_s,
		    &f->faults);
	if (io_faults(&f->faults) == -1)
		exit(IO_WRONG);
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
	cluster_free_all(&f->cluster);
	node_free(&f->node);
	for (i = 0; i < FILTER_INPUTS; i++)
		if (f->reader[i] != NULL)
			reader_free(f->reader[i]);
	opt_free(&f->opt);
	return status;
}
