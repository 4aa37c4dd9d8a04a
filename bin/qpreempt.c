/*
 * qpreempt: who is stopped, so that a promise is kept.
 */
#include <stdlib.h>

#include "fields.h"
#include "filter.h"
#include "io.h"
#include "mem.h"
#include "preempt.h"
#include "state.h"
#include "victim.h"

enum { DRAIN = OPT_LONG, LEDGER };

static const struct opt_spec spec[] = {
	{ 'N', "nodes", "FILE", "node records; needed" },
	{ 'P', "policy", "NAME", "deserved (the default) or fairshare" },
	{ DRAIN, "drain", NULL, "stop what runs on nodes that are not ready" },
	{ LEDGER, "ledger", NULL, "print who is protected, and until when" },
	FILTER_BUDGET_SPECS
};

static const struct opt_program program = {
	"-N NODES -B BUDGETS [FILE...]",
	"Reads job records; prints them with those stopped who must make way.",
	spec, sizeof(spec) / sizeof(spec[0]), false, false
};

static const uint32_t own = JOB_BIT(JOB_STATE) | JOB_BIT(JOB_SINCE) |
    JOB_BIT(JOB_PREEMPTIONS) | JOB_BIT(JOB_STARTED) | JOB_BIT(JOB_ENDED) |
    JOB_BIT(JOB_ATTAINED) | JOB_BIT(JOB_RESERVED) | JOB_BIT(JOB_REASON);

/* The columns of --ledger. */
static const struct kind_column ledger_column[] = {
	{ "job", KIND_TEXT }, { "group", KIND_TEXT }, { "gpus", KIND_COUNT },
	{ "charged", KIND_TEXT }, { "protected_until", KIND_TIME },
	{ "heir", KIND_TEXT }
};

static const struct kind_set ledger_set = {
	ledger_column, sizeof(ledger_column) / sizeof(ledger_column[0])
};

static void
say_stop(void *arg, size_t i, size_t j, struct slice why)
{
	const struct filter *f = arg;
	const struct slice a = job_id(&f->jobs, i), b = job_id(&f->jobs, j);

	io_say("%.*s: preempted for %.*s: %.*s", (int)a.n, a.p, (int)b.n, b.p,
	    (int)why.n, why.p);
}

static void
ledger_row(struct filter *f, const struct share *s, size_t i, size_t heir,
    struct fields *row)
{
	int64_t until_s = victim_protected_s(s, &f->jobs, i);

	fields_begin(row);
	fields_text(row, job_id(&f->jobs, i));
	fields_text(row, job_text(&f->jobs, i, JOB_GROUP));
	fields_num(row, KIND_COUNT, job_gpus_m(&f->jobs.job[i]));
	fields_text(row, text_of(s->leaf[i] != BUDGET_ROOT ? "yes" : "no"));
	if (until_s > f->opt.now_s)
		state_put_time(&f->jobs, i, &row->text, until_s);
	fields_end(row);
	if (heir != SIZE_MAX)
		fields_text(row, job_id(&f->jobs, heir));
	else
		fields_none(row);
}

static void
put_ledger(struct filter *f, const struct preempt_options *o)
{
	size_t *heir = mem_array(f->jobs.n, sizeof(*heir)), i, n;
	struct format_column there[sizeof(ledger_column) /
	    sizeof(ledger_column[0])], *c;
	struct fields row = { 0 };
	struct format format;

	preempt_heirs(&f->jobs, &f->cluster, &f->queues, o, heir);
	for (i = 0; i < ledger_set.n; i++)
		there[i] = (struct format_column){
			text_of(ledger_column[i].name),
			ledger_column[i].kind, i
		};
	c = opt_columns(&f->opt, there, ledger_set.n, &ledger_set, &n);
	format_begin(&format, f->opt.format, &f->out, c, n,
	    !f->opt.no_header);
	for (i = 0; i < f->jobs.n; i++) {
		if (f->jobs.job[i].state != JOB_RUNNING)
			continue;
		ledger_row(f, o->share, i, heir[i], &row);
		format_row(&format, fields_cells(&row));
	}
	format_end(&format);
	fields_free(&row);
	free(c);
	free(heir);
}

static void
read_policy(struct preempt_options *o, const char *arg)
{
	static const char *const names[] = { "deserved", "fairshare" };

	o->policy = opt_word("policy", arg, names, 2) == 0 ? ORDER_DESERVED :
	    ORDER_FAIRSHARE;
}

int
main(int argc, char **argv)
{
	struct filter *f = filter_new();
	struct preempt_options o = { .policy = ORDER_DESERVED };
	struct preempt_counts counts;
	bool ledger = false;
	int letter, status;

	opt_init(&f->opt, &program);
	while ((letter = opt_next(&f->opt, argc, argv)) != -1) {
		if (letter == 'N')
			f->nodes = f->opt.arg;
		else if (letter == 'P')
			read_policy(&o, f->opt.arg);
		else if (letter == DRAIN)
			o.drain = true;
		else if (letter == LEDGER)
			ledger = true;
		else
			filter_budget_option(f, letter);
	}
	if (f->nodes == NULL)
		opt_usage("--nodes is needed");
	if (f->budget.file == NULL)
		opt_usage("--budgets is needed");
	o.now_s = f->opt.now_s;
	o.reserve_m = f->budget.reserve_m;
	filter_read(f, true);
	o.share = filter_share(f, o.policy);
	if (f->opt.verbose) {
		o.tell = say_stop;
		o.arg = f;
	}
	if (ledger && !f->opt.quiet)
		put_ledger(f, &o);
	else if (!ledger) {
		preempt_run(&f->jobs, &f->cluster, &f->queues, &o, &counts);
		if (f->opt.verbose)
			io_say("%zu stopped for %zu, %zu drained, "
			    "%zu put off", counts.stopped, counts.for_jobs,
			    counts.drained, counts.put_off);
		filter_write(f, own);
	}
	status = filter_end(f, IO_DONE);
	free(f);
	return status;
}
