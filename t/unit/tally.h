/*
 * tally: run records read from text, and the report of them, as qreport does
 * it but without a file.  For tests.
 */
#ifndef TALLY_H
#define TALLY_H

#include "../unit/world.h"
#include "lane.h"
#include "report.h"
#include "runlog.h"

/* Large: keep it static.  Begin it anew for each case. */
struct tally {
	struct runlog log;
	struct report report;
	struct diag_list faults;
	struct reader *reader;
};

static inline void
tally_begin(struct tally *t, const struct runlog_options *o)
{
	const struct reader_sink sink = { runlog_learn, runlog_batch,
		&t->log };

	memset(t, 0, sizeof(*t));
	runlog_init(&t->log, o, &t->faults);
	t->reader = reader_new(&sink, &t->faults);
}

static inline void
tally_read(struct tally *t, const char *p, size_t n)
{
	world_read(t->reader, "runs", p, n);
}

static inline void
tally_end(struct tally *t)
{
	report_free(&t->report);
	runlog_free(&t->log);
	reader_free(t->reader);
}

/* All of it but the end. */
static inline void
tally_of(struct tally *t, const struct runlog_options *o, const char *text)
{
	tally_begin(t, o);
	tally_read(t, text, strlen(text));
	runlog_end(&t->log);
	report_make(&t->report, &t->log);
}

#endif
