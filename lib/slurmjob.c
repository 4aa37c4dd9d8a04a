#include "slurmjob.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "intake.h"
#include "job.h"
#include "memo.h"
#include "slurmask.h"
#include "slurmdep.h"
#include "slurmfeed.h"
#include "slurmrun.h"
#include "slurmsaid.h"
#include "slurmstate.h"
#include "slurmword.h"
#include "tasklist.h"
#include "vec.h"

/* Records of which the dependency is judged when all jobs are known. */
struct depends {
	size_t row, rows;
	struct slice on;	/* in the walk's arena */
};

/* What is kept from job to job. */
struct walk {
	struct intake *in;
	const struct foreign *f;
	struct slurmsaid said;
	struct memo memo;
	struct slurmask ask;
	struct slurmrun run;
	struct slurmstate state;
	struct buf selector, reason, id;
	struct slurmdep dep;
	struct depends *depends;
	size_t depends_n, depends_cap;
	struct mem_arena text;
};

static int
fault(const struct walk *w, const struct diag *why)
{
	return diag_add(w->f->faults, w->f->file, w->said.line,
	    why->column[0] != '\0' ? why->column : NULL, "%s", why->what);
}

/* Tells what the record of a job does not say. */
static void
note(const struct walk *w, const char *column, const char *what)
{
	diag_add(w->f->notes, w->f->file, w->said.line, column,
	    "job %" PRId64 " %s", w->said.job, what);
}

/* Whether it has, or had, hosts. */
static bool
placed(const struct slurmsaid *s)
{
	return s->hosts.n > 0 && (s->states & (SLURMWORD_WAITS |
	    SLURMWORD_REQUEUED)) == 0;
}

/*
 * What else a record does not say of a job that waits for us, or runs.  at_once
 * is how many tasks of its array may run together, 0 for any number.
 */
static void
notes(struct walk *w, int64_t at_once)
{
	const struct slurmsaid *s = &w->said;

	if (slurmask_parts(s) && (w->state.state == JOB_RUNNING ||
	    w->state.state == JOB_PENDING || w->state.state == JOB_INQUEUE))
		note(w, "gpu", "has parts of GPUs (shard, mps), which records "
		    "cannot say: taken for 0");
	if (w->state.state != JOB_PENDING && w->state.state != JOB_INQUEUE)
		return;
	if (s->exclusive)
		note(w, NULL, "takes whole nodes, more than its record says");
	if (s->excluded.n > 0)
		note(w, NULL, "excludes nodes, which records cannot say");
	if (w->ask.all_mem)
		note(w, "mem", "takes all memory of its nodes: taken for 0");
	if (at_once > 0)
		diag_add(w->f->notes, w->f->file, s->line, NULL, "job %" PRId64
		    " runs at most %" PRId64 " of its tasks at once, which "
		    "records cannot say", s->job, at_once);
}

static void
put_text(struct walk *w, enum job_column c, struct slice v)
{
	if (v.n > 0)
		sheet_text(&w->in->sheet, c, v);
}

/* A number that is known; times are when they are not 0. */
static void
put_number(struct walk *w, enum job_column c, int64_t v)
{
	if (v > 0)
		sheet_number(&w->in->sheet, c, v);
}

static void
put_priority(struct walk *w)
{
	const struct slurmsaid *s = &w->said;

	if (w->memo.value[JOB_PRIORITY].p != NULL)
		put_text(w, JOB_PRIORITY, w->memo.value[JOB_PRIORITY]);
	else if (w->in->priority == INTAKE_NICE)
		sheet_number(&w->in->sheet, JOB_PRIORITY, -s->nice);
	else
		intake_put_qos(w->in, w->f, s->line, s->qos);
}

/* Columns that only the memo knows. */
static void
put_memo(struct walk *w)
{
	static const enum job_column always[] = {
		JOB_REQUEUES, JOB_PREEMPTIONS, JOB_QUEUED, JOB_TOP,
		JOB_MIN_RUNTIME, JOB_ATTAINED
	};
	const struct slice *v = w->memo.value;
	size_t i;

	for (i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		put_text(w, always[i], v[always[i]]);
	if (v[JOB_CREATED].p != NULL)
		put_text(w, JOB_CREATED, v[JOB_CREATED]);
	else
		put_number(w, JOB_CREATED, w->said.submitted_s);
	if (w->state.state != JOB_PENDING && w->state.state != JOB_INQUEUE)
		return;
	put_text(w, JOB_RESERVED, v[JOB_RESERVED]);
	if (w->state.state == JOB_PENDING)
		put_text(w, JOB_NOT_BEFORE, v[JOB_NOT_BEFORE]);
}

/* Since when it is in its state, and its latest run. */
static void
put_times(struct walk *w)
{
	const struct slurmsaid *s = &w->said;
	const struct slurmstate *st = &w->state;

	switch (st->state) {
	case JOB_PENDING:
	case JOB_INQUEUE:
	case JOB_HELD:
		if (st->as_memo)
			put_text(w, JOB_SINCE, w->memo.value[JOB_SINCE]);
		else if (st->changed)
			put_number(w, JOB_SINCE, w->in->now_s);
		return;
	case JOB_RUNNING:
		put_number(w, JOB_SINCE, s->started_s);
		put_number(w, JOB_STARTED, s->started_s);
		return;
	case JOB_SUCCEEDED:
	case JOB_FAILED:
	case JOB_STOPPED:
	case JOB_STATES:
		break;
	}
	put_number(w, JOB_SINCE, s->ended_s);
	if (!placed(s))
		return;
	put_number(w, JOB_STARTED, s->started_s);
	put_number(w, JOB_ENDED, s->ended_s);
}

static void
put_ask(struct walk *w)
{
	const struct slurmask *a = &w->ask;
	struct sheet *sheet = &w->in->sheet;

	sheet_number(sheet, JOB_INSTANCES, a->instances);
	sheet_number(sheet, JOB_GPU, a->gpus * 1000);
	sheet_number(sheet, JOB_CPU, a->cpus * 1000);
	sheet_number(sheet, JOB_MEM, a->mem_b);
	put_text(w, JOB_GPU_MODEL, a->model);
}

/* All columns but the id, of the record that was begun. */
static void
put_record(struct walk *w)
{
	const struct slurmsaid *s = &w->said;
	struct slice rest = s->partition, queue;

	if (text_cut(&rest, ',', &queue))
		put_text(w, JOB_QUEUE, queue);
	put_text(w, JOB_POOL, s->partition);
	intake_put_group(w->in, s->account, s->user);
	put_priority(w);
	put_text(w, JOB_STATE, text_of(job_state_name(w->state.state)));
	put_memo(w);
	put_times(w);
	put_ask(w);
	put_text(w, JOB_SELECTOR, text_slice(w->selector.p, w->selector.n));
	if (placed(s))
		put_text(w, JOB_NODES, text_slice(w->run.nodes.p,
		    w->run.nodes.n));
	put_text(w, JOB_RESUMABLE, text_of(s->requeue && s->batch ? "yes" :
	    "no"));
	put_number(w, JOB_TIME_LIMIT, s->time_limit_s);
	put_text(w, JOB_REASON, text_slice(w->reason.p, w->reason.n));
}

/* Reads what a job asks or has, and which state it is in. */
static int
understand(struct walk *w, struct diag *why)
{
	const struct slurmsaid *s = &w->said;
	struct slurmstate_view v = { .adopt = w->in->adopt,
		.now_s = w->in->now_s };
	struct memo *m = &w->memo;
	bool guess = false;

	if (s->job < 0)
		return diag_set(why, "a job without a number");
	if (s->states == 0)
		return diag_set(why, "job %" PRId64 " is in no state that "
		    "Slurm has: is this the output of squeue?", s->job);
	if (memo_read(m, s->memo, why) == -1)
		return -1;
	if ((placed(s) ? slurmrun_read(&w->run, s, &w->ask, &guess, why) :
	    slurmask_read(s, &w->ask, why)) == -1)
		return -1;
	if (s->hosts.n == 0 && (s->states & SLURMWORD_RUNS) != 0 &&
	    (s->states & (SLURMWORD_WAITS | SLURMWORD_REQUEUED)) == 0)
		note(w, "nodes", "runs, and nothing tells on which nodes");
	if (guess)
		note(w, "nodes", "has unequal parts of its GPUs on its "
		    "nodes, and which is a guess: use squeue --json");
	intake_ahead(w->in, w->f, s->line, s->submitted_s);
	v.phase = memo_is(s->memo) ? slurmstate_phase(m->value[JOB_STATE]) :
	    SLURMSTATE_NO_MEMO;
	v.preempted = m->value[JOB_PREEMPTIONS].p != NULL &&
	    !text_is(m->value[JOB_PREEMPTIONS], "0");
	v.bar = slurmask_bar(s, &w->ask, &v.bar_more);
	slurmstate_of(s, &v, &w->state);
	w->selector.n = w->reason.n = 0;
	slurmask_selector(s->features, &w->selector);
	slurmstate_reason(&w->state, &w->reason);
	return 0;
}

/* Remembers the dependency of the records from a row on. */
static void
remember(struct walk *w, size_t row)
{
	const struct slice on = w->said.dependency;
	struct depends *d;

	if (on.n == 0 || (w->state.state != JOB_PENDING &&
	    w->state.state != JOB_INQUEUE))
		return;
	w->depends = VEC_MORE(w->depends, w->depends_n, w->depends_cap);
	d = &w->depends[w->depends_n++];
	d->row = row;
	d->rows = w->in->sheet.rows - row;
	d->on = text_slice(mem_arena_copy(&w->text, on.p, on.n), on.n);
}

/* One record; task -1: the job is in no array. */
static void
record(struct walk *w, int64_t task)
{
	const struct slurmsaid *s = &w->said;

	w->id.n = 0;
	buf_i64(&w->id, task >= 0 ? s->array : s->job);
	if (task >= 0) {
		slurmdep_add(&w->dep, text_slice(w->id.p, w->id.n),
		    s->states);
		buf_char(&w->id, '_');
		buf_i64(&w->id, task);
	}
	slurmdep_add(&w->dep, text_slice(w->id.p, w->id.n), s->states);
	if (intake_job(w->in, w->f, s->line,
	    text_slice(w->id.p, w->id.n)) == 0)
		put_record(w);
}

/* The records of a job: one, or one for each task of an array. */
static int
records(struct walk *w, struct diag *why)
{
	const struct slurmsaid *s = &w->said;
	size_t row = w->in->sheet.rows;
	struct tasklist list;
	int64_t task, at_once = 0;

	if (understand(w, why) == -1)
		return -1;
	if (s->array > 0 && s->task < 0 && s->tasks.n > 0) {
		if (tasklist_begin(&list, s->tasks, why) == -1)
			return -1;
		if (list.at_once < list.tasks)
			at_once = list.at_once;
		while (tasklist_next(&list, &task))
			record(w, task);
	} else
		record(w, s->array > 0 ? s->task : -1);
	notes(w, at_once);
	remember(w, row);
	return 0;
}

/* Holds what waits for other jobs, now that all are known. */
static void
judge(struct walk *w)
{
	const struct slice held = text_of(job_state_name(JOB_HELD));
	struct sheet *sheet = &w->in->sheet;
	const struct depends *d;
	size_t i, row;

	for (i = 0; i < w->depends_n; i++) {
		d = &w->depends[i];
		if (slurmdep_met(&w->dep, d->on))
			continue;
		w->reason.n = 0;
		buf_str(&w->reason, "dependency ");
		buf_add(&w->reason, d->on.p, d->on.n);
		for (row = d->row; row < d->row + d->rows; row++) {
			sheet_set(sheet, row, JOB_STATE, held);
			sheet_set(sheet, row, JOB_REASON,
			    text_slice(w->reason.p, w->reason.n));
		}
	}
}

static void
walk_free(struct walk *w)
{
	memo_free(&w->memo);
	slurmrun_free(&w->run);
	slurmdep_free(&w->dep);
	buf_free(&w->selector);
	buf_free(&w->reason);
	buf_free(&w->id);
	mem_arena_free(&w->text);
	free(w->depends);
	free(w->said.gres);
}

bool
slurmjob_tells(struct slice text)
{
	return slurmfeed_tells(text);
}

int
slurmjob_read(void *intake, const struct foreign *f)
{
	struct walk w = { .in = intake, .f = f };
	struct slurmfeed feed;
	struct diag why;
	int r;

	if (slurmfeed_begin(&feed, f) == -1)
		return -1;
	while ((r = slurmfeed_next(&feed, &w.said, &why)) == 1) {
		if (why.what[0] != '\0' || records(&w, &why) == -1)
			fault(&w, &why);
	}
	slurmfeed_end(&feed);
	judge(&w);
	walk_free(&w);
	return r;
}
