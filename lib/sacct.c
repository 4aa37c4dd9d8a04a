#include "sacct.h"

#include <stdlib.h>
#include <string.h>

#include "intake.h"
#include "job.h"
#include "memo.h"
#include "num.h"
#include "quant.h"
#include "sacctrow.h"
#include "slurmask.h"
#include "slurmrun.h"
#include "slurmword.h"
#include "tres.h"

/* A text that is being read, and what is kept from row to row. */
struct walk {
	struct intake *in;
	const struct foreign *f;
	struct sacctrow row;
	struct slurmrun run;
	struct slurmask ask;
	struct memo memo;
	int64_t started_s, ended_s;	/* ended_s 0: it runs */
	unsigned states;
};

static struct slice
get(const struct walk *w, enum sacctrow_column c)
{
	return w->row.value[c];
}

/* What is wrong with a column of the row. */
static int
bad(const struct walk *w, enum sacctrow_column c, const char *what,
    struct diag *why)
{
	char shown[TEXT_QUOTE];

	return sacctrow_fault(c, why, "%s %s", text_quote(get(w, c), shown),
	    what);
}

/* `11_3` of an array; the plain number of all others, components too. */
static struct slice
id_of(const struct walk *w)
{
	struct slice id = get(w, SACCTROW_JOBID);
	struct slice raw = get(w, SACCTROW_JOBIDRAW);

	if (raw.n == 0 || (id.n > 0 && memchr(id.p, '_', id.n) != NULL))
		return id;
	return raw;
}

/* Reads when it ran: 1, 0 when it never did, -1. */
static int
times(struct walk *w, struct diag *why)
{
	int r;

	w->states = slurmword_state(get(w, SACCTROW_STATE));
	if (w->states == 0)
		return bad(w, SACCTROW_STATE, "is no state", why);
	r = slurmword_time(get(w, SACCTROW_START), &w->started_s);
	if (r == -1)
		return bad(w, SACCTROW_START, "is no time", why);
	if (r == 0 || slurmword_none(get(w, SACCTROW_NODELIST)))
		return 0;
	w->ended_s = 0;
	if (w->states == SLURMWORD_RUNS || w->states == SLURMWORD_WAITS)
		return 1;
	if (slurmword_time(get(w, SACCTROW_END), &w->ended_s) != 1)
		return bad(w, SACCTROW_END, "is no time, of a job that has "
		    "ended", why);
	if (w->ended_s < w->started_s)
		return bad(w, SACCTROW_END, "is before its start", why);
	return 1;
}

/*
 * Memory of the whole job when AllocTRES does not tell: up to 20.11 it is
 * that of a core or a node, `4Gc`, `8Gn`.
 */
static int
asked_memory(const struct walk *w, int64_t cpus, int64_t *out_b)
{
	struct slice s = get(w, SACCTROW_REQMEM);
	int64_t units = 1;

	*out_b = 0;
	if (slurmword_none(s))
		return 0;
	if (s.p[s.n - 1] == 'c')
		units = cpus;
	else if (s.p[s.n - 1] == 'n')
		units = (int64_t)w->run.n;
	if (s.p[s.n - 1] == 'c' || s.p[s.n - 1] == 'n')
		s.n--;
	if (quant_int(s, out_b) == QUANT_OK) {
		/* Without a unit it is in mebibytes. */
		if (num_mul(*out_b, INT64_C(1) << 20, out_b) == -1)
			return -1;
	} else if (quant_mem(s, out_b) != QUANT_OK)
		return -1;
	return num_mul(*out_b, units, out_b);
}

/* What it had, where AllocTRES is silent. */
static int
fill(struct walk *w, const struct tres *t, struct diag *why)
{
	struct slurmask *a = &w->ask;
	int64_t cpus = t->cpus, mem_b;

	if (cpus < 0) {
		cpus = 0;
		if (get(w, SACCTROW_ALLOCCPUS).n > 0 && (quant_int(get(w,
		    SACCTROW_ALLOCCPUS), &cpus) != QUANT_OK ||
		    cpus > INT32_MAX))
			return bad(w, SACCTROW_ALLOCCPUS, "is no number",
			    why);
		a->cpus = cpus / a->instances + (cpus % a->instances != 0);
	}
	if (t->mem_b < 0) {
		if (asked_memory(w, cpus, &mem_b) == -1)
			return bad(w, SACCTROW_REQMEM, "is no memory", why);
		a->mem_b = mem_b / a->instances +
		    (mem_b % a->instances != 0);
	}
	return 0;
}

/* Reads where it ran, and what its instances had. */
static int
amounts(struct walk *w, struct diag *why)
{
	const struct slice given = get(w, SACCTROW_ALLOCTRES);
	char shown[TEXT_QUOTE];
	struct tres t;

	if (slurmrun_begin(&w->run, get(w, SACCTROW_NODELIST), why) == -1 ||
	    tres_read(given, &t, why) == -1)
		return -1;
	if (!slurmrun_split(&w->run, num_max(0, t.gpus)))
		diag_add(w->f->notes, w->f->file, w->row.line, "NodeList",
		    "job %s had unequal parts of its GPUs on its nodes, and "
		    "which is a guess", text_quote(id_of(w), shown));
	slurmrun_end(&w->run);
	if (slurmask_given(given, num_max(1, w->run.instances), w->run.each,
	    &w->ask, why) == -1)
		return -1;
	return fill(w, &t, why);
}

static void
put_text(struct walk *w, enum job_column c, struct slice v)
{
	if (!slurmword_none(v))
		sheet_text(&w->in->sheet, c, v);
}

static enum job_state
state_of(unsigned states)
{
	if ((states & (SLURMWORD_RUNS | SLURMWORD_WAITS)) != 0)
		return JOB_RUNNING;
	if ((states & SLURMWORD_SUCCEEDED) != 0)
		return JOB_SUCCEEDED;
	return (states & SLURMWORD_FAILED) != 0 ? JOB_FAILED : JOB_STOPPED;
}

static void
put_amounts(struct walk *w)
{
	const struct slurmask *a = &w->ask;
	struct sheet *s = &w->in->sheet;

	sheet_number(s, JOB_INSTANCES, a->instances);
	sheet_number(s, JOB_GPU, a->gpus * 1000);
	sheet_number(s, JOB_CPU, a->cpus * 1000);
	sheet_number(s, JOB_MEM, a->mem_b);
	put_text(w, JOB_GPU_MODEL, a->model);
	put_text(w, JOB_NODES, text_slice(w->run.nodes.p, w->run.nodes.n));
	sheet_number(s, JOB_STARTED, w->started_s);
	if (w->ended_s > 0)
		sheet_number(s, JOB_ENDED, w->ended_s);
}

/* What the memo has to say, else the columns. */
static int
put_rest(struct walk *w, struct diag *why)
{
	const struct slice *m = w->memo.value;
	struct slice limit = get(w, SACCTROW_TIMELIMIT);
	struct sheet *s = &w->in->sheet;
	int64_t v;
	int r;

	put_text(w, JOB_CREATED, m[JOB_CREATED]);
	if (m[JOB_CREATED].p == NULL) {
		r = slurmword_time(get(w, SACCTROW_SUBMIT), &v);
		if (r == -1)
			return bad(w, SACCTROW_SUBMIT, "is no time", why);
		if (r == 1)
			sheet_number(s, JOB_CREATED, v);
	}
	if ((r = slurmword_duration(limit, &v)) == -1)
		return bad(w, SACCTROW_TIMELIMIT, "is no duration", why);
	if (r == 1)
		sheet_number(s, JOB_TIME_LIMIT, v);
	put_text(w, JOB_MIN_RUNTIME, m[JOB_MIN_RUNTIME]);
	if (m[JOB_PRIORITY].p != NULL)
		put_text(w, JOB_PRIORITY, m[JOB_PRIORITY]);
	else if (w->in->priority == INTAKE_QOS)
		intake_put_qos(w->in, w->f, w->row.line,
		    get(w, SACCTROW_QOS));
	return 0;
}

/* One row: 0, or -1 with what is wrong. */
static int
record(struct walk *w, struct diag *why)
{
	struct slice id = id_of(w), partition = get(w, SACCTROW_PARTITION);
	int r;

	/* A step of a job: `1.batch`. */
	if (id.n > 0 && memchr(id.p, '.', id.n) != NULL)
		return 0;
	if (id.n == 0)
		return diag_set(why, "a row without a job");
	if ((r = times(w, why)) != 1)
		return r;
	if (amounts(w, why) == -1 ||
	    memo_read(&w->memo, get(w, SACCTROW_ADMINCOMMENT), why) == -1)
		return -1;
	intake_ahead(w->in, w->f, w->row.line, w->started_s);
	intake_run(w->in, id);
	put_text(w, JOB_QUEUE, partition);
	put_text(w, JOB_POOL, partition);
	intake_put_group(w->in, get(w, SACCTROW_ACCOUNT),
	    get(w, SACCTROW_USER));
	put_text(w, JOB_STATE, text_of(job_state_name(state_of(w->states))));
	put_amounts(w);
	if (put_rest(w, why) == -1) {
		sheet_drop(&w->in->sheet);
		return -1;
	}
	return 0;
}

bool
sacct_tells(struct slice text)
{
	return sacctrow_is_header(foreign_first_line(text));
}

int
sacct_read(void *intake, const struct foreign *f)
{
	struct walk w = { .in = intake, .f = f };
	struct diag why;
	int r;

	if (sacctrow_begin(&w.row, f) == -1)
		return -1;
	for (;;) {
		memset(&why, 0, sizeof(why));
		if ((r = sacctrow_next(&w.row, &why)) == 0)
			break;
		if (r == -1 || record(&w, &why) == -1)
			diag_add(f->faults, f->file, w.row.line,
			    why.column[0] != '\0' ? why.column : NULL, "%s",
			    why.what);
	}
	sacctrow_end(&w.row);
	slurmrun_free(&w.run);
	memo_free(&w.memo);
	return 0;
}
