/*
 * ledger: budgets, runs and jobs read from text, and what the groups then
 * stand at, as the filters do it but without a file.  For tests.
 */
#ifndef LEDGER_H
#define LEDGER_H

#include "../unit/world.h"
#include "budget.h"
#include "owed.h"
#include "share.h"
#include "usage.h"

/* Large: keep it static.  Begin it anew for each case. */
struct ledger {
	struct world world;	/* its jobs are the operands */
	struct budgets budgets;
	struct usage usage;
	struct share share;
	struct lane lane;	/* nobody's, until the test sets it */
	struct reader *budget_reader, *run_reader;
};

/* Reads the budgets.  A window of an hour up to 3600, a cap of 10 minutes. */
static inline void
ledger_begin(struct ledger *l, const char *budgets,
    const struct usage_options *o)
{
	static const struct usage_options usual = { 3600, 3600, 600, false };
	const struct reader_sink budget_sink = { budget_learn, budget_batch,
		&l->budgets };
	const struct reader_sink run_sink = { usage_learn, usage_batch,
		&l->usage };

	memset(&l->budgets, 0, sizeof(l->budgets));
	memset(&l->share, 0, sizeof(l->share));
	memset(&l->lane, 0, sizeof(l->lane));
	world_begin(&l->world, false);
	l->budgets.faults = &l->world.faults;
	l->budget_reader = reader_new(&budget_sink, &l->world.faults);
	l->run_reader = reader_new(&run_sink, &l->world.faults);
	world_read(l->budget_reader, "budgets", budgets, strlen(budgets));
	budget_end(&l->budgets);
	usage_init(&l->usage, &l->budgets, o != NULL ? o : &usual,
	    &l->world.faults);
}

/* Run records, as those of -U, or as an operand of qshare. */
static inline void
ledger_runs(struct ledger *l, bool operand, const char *text)
{
	l->usage.operand = operand;
	world_read(l->run_reader, "runs", text, strlen(text));
}

/* Job records, as an operand of qorder. */
static inline void
ledger_jobs(struct ledger *l, const char *text)
{
	size_t i = l->world.jobs.n;

	world_jobs(&l->world, text);
	for (; l->world.faults.n == 0 && i < l->world.jobs.n; i++)
		usage_add(&l->usage, &l->world.jobs, i);
}

/* What the groups stand at, and were owed. */
static inline void
ledger_sum(struct ledger *l, int64_t gpus, bool deserved)
{
	owed_sum(&l->usage, 1000 * gpus);
	share_init(&l->share, &l->usage, &l->world.jobs, 1000 * gpus,
	    deserved, &l->lane);
}

/* The group of that path; it is there. */
static inline size_t
ledger_at(const struct ledger *l, const char *path)
{
	return (size_t)intern_find(&l->budgets.path, text_of(path));
}

static inline const struct usage_group *
ledger_group(const struct ledger *l, const char *path)
{
	return &l->usage.group[ledger_at(l, path)];
}

static inline void
ledger_end(struct ledger *l)
{
	share_free(&l->share);
	usage_free(&l->usage);
	budget_free(&l->budgets);
	reader_free(l->budget_reader);
	reader_free(l->run_reader);
	world_end(&l->world);
}

#endif
