#include "swf.h"

#include <inttypes.h>
#include <string.h>

#include "intake.h"
#include "job.h"
#include "num.h"
#include "quant.h"

/* The fields of a line, in the archive's order. */
enum field {
	NUMBER, SUBMIT, WAIT, RUN, PROCESSORS, CPU_TIME, USED_MEMORY,
	WANTED_PROCESSORS, WANTED_TIME, WANTED_MEMORY, STATUS, USER, GROUP,
	PROGRAM, QUEUE, PARTITION, PRECEDING, THINK, FIELDS
};

/* What a status says: 2 to 4 are parts of a job that has a line of its own. */
enum { PART_FIRST = 2, PART_LAST = 4 };

static const char *const name[FIELDS] = {
	"job number", "submit time", "wait time", "run time", "processors",
	"cpu time", "memory", "requested processors", "requested time",
	"requested memory", "status", "user", "group", "executable", "queue",
	"partition", "preceding job", "think time"
};

/* A trace that is being read. */
struct trace {
	struct intake *in;
	const struct foreign *f;
	int64_t epoch_s;	/* of its times */
	uint64_t line;
	uint64_t idle, parts, chained;	/* lines that notes tell of */
	struct slice field[FIELDS];
};

/* The next word of a line. */
static bool
word(struct slice *rest, struct slice *out)
{
	size_t n = 0;

	*rest = foreign_trim(*rest);
	while (n < rest->n && rest->p[n] != ' ' && rest->p[n] != '\t')
		n++;
	*out = text_slice(rest->p, n);
	*rest = text_slice(rest->p + n, rest->n - n);
	return n > 0;
}

static bool
is_number(struct slice s)
{
	int64_t v;

	return quant_signed(s, &v) == QUANT_OK;
}

bool
swf_tells(struct slice text)
{
	struct slice line = foreign_first_line(text), part;
	size_t n = 0;

	if (line.n > 0 && line.p[0] == ';')
		return true;
	while (word(&line, &part)) {
		if (!is_number(part))
			return false;
		n++;
	}
	return n == FIELDS;
}

static int
fault(const struct trace *t, enum field at, const char *what)
{
	char shown[TEXT_QUOTE];

	return diag_add(t->f->faults, t->f->file, t->line, name[at], "%s %s",
	    text_quote(t->field[at], shown), what);
}

/* A field: 1, 0 when it is unknown, -1 with a fault. */
static int
number(const struct trace *t, enum field at, int64_t *out)
{
	int64_t v;

	if (text_is(t->field[at], "-1"))
		return 0;
	if (quant_int(t->field[at], &v) != QUANT_OK)
		return fault(t, at, "is no whole number");
	*out = v;
	return 1;
}

/* The first of two fields that is known and not 0. */
static int
either(const struct trace *t, enum field a, enum field b, int64_t *out)
{
	int r = number(t, a, out);

	if (r == 0 || (r == 1 && *out == 0))
		r = number(t, b, out);
	return r == 1 && *out == 0 ? 0 : r;
}

/* `; UnixStartTime: 1039694400`: what its times count from. */
static int
comment(struct trace *t, struct slice line)
{
	static const char key[] = "UnixStartTime:";
	struct slice part, rest = text_slice(line.p + 1, line.n - 1);
	char shown[TEXT_QUOTE];

	if (!word(&rest, &part) || !text_is(part, key) || !word(&rest, &part))
		return 0;
	if (quant_int(part, &t->epoch_s) == QUANT_OK)
		return 0;
	return diag_add(t->f->faults, t->f->file, t->line, "UnixStartTime",
	    "%s is no time", text_quote(part, shown));
}

/* What one line says, in the record's units. */
struct job_line {
	int64_t submit_s, run_s, limit_s;
	int64_t processors;
	int64_t memory_b;		/* of a processor */
	int limit, memory;		/* 1: they are known */
};

static int
understand(const struct trace *t, struct job_line *j)
{
	int r;

	if ((r = number(t, SUBMIT, &j->submit_s)) == 0)
		r = fault(t, SUBMIT, "is no time");
	if (r == -1)
		return -1;
	if ((r = either(t, WANTED_PROCESSORS, PROCESSORS,
	    &j->processors)) == 0)
		r = fault(t, WANTED_PROCESSORS,
		    "is no number of processors, and none are given");
	if (r == -1)
		return -1;
	j->limit = either(t, WANTED_TIME, WANTED_TIME, &j->limit_s);
	j->memory = either(t, WANTED_MEMORY, USED_MEMORY, &j->memory_b);
	if (j->limit == -1 || j->memory == -1)
		return -1;
	if (num_add(t->epoch_s, j->submit_s, &j->submit_s) == -1)
		return fault(t, SUBMIT, "is too large");
	if (j->memory == 1 && num_mul(j->memory_b, 1024, &j->memory_b) == -1)
		return fault(t, WANTED_MEMORY, "is too large");
	return 0;
}

/* A name, or nothing. */
static struct slice
known(const struct trace *t, enum field at)
{
	return text_is(t->field[at], "-1") ? text_slice(NULL, 0) :
	    t->field[at];
}

static void
record(const struct trace *t, const struct job_line *j)
{
	struct sheet *s = &t->in->sheet;

	if (intake_job(t->in, t->f, t->line, t->field[NUMBER]) == -1)
		return;
	sheet_text(s, JOB_QUEUE, known(t, QUEUE));
	sheet_text(s, JOB_POOL, known(t, PARTITION));
	intake_put_group(t->in, known(t, GROUP), known(t, USER));
	sheet_number(s, JOB_CREATED, j->submit_s);
	sheet_number(s, JOB_INSTANCES, j->processors);
	sheet_number(s, JOB_CPU, 1000);
	sheet_number(s, JOB_RUNTIME, j->run_s);
	if (j->memory == 1)
		sheet_number(s, JOB_MEM, j->memory_b);
	if (j->limit == 1)
		sheet_number(s, JOB_TIME_LIMIT, j->limit_s);
}

/* Whether it was cancelled before it began. */
static bool
never_ran(const struct trace *t, int run, const struct job_line *j)
{
	int64_t given = 0;

	return run == 0 || (j->run_s == 0 &&
	    number(t, PROCESSORS, &given) != -1 && given == 0);
}

/* A line of 18 numbers. */
static void
job(struct trace *t)
{
	struct job_line j = { 0 };
	int64_t status = 0, before, v;
	int r, run, chained;

	if ((r = number(t, NUMBER, &v)) == 0)
		r = fault(t, NUMBER, "is no job's number");
	if (r == -1 || number(t, STATUS, &status) == -1 ||
	    (chained = number(t, PRECEDING, &before)) == -1 ||
	    (run = number(t, RUN, &j.run_s)) == -1)
		return;
	if (status >= PART_FIRST && status <= PART_LAST) {
		t->parts++;
		return;
	}
	if (never_ran(t, run, &j)) {
		t->idle++;
		return;
	}
	t->chained += chained == 1;
	if (understand(t, &j) == 0)
		record(t, &j);
}

static void
read_line(struct trace *t, struct slice line)
{
	struct slice part;
	size_t n = 0;

	while (word(&line, &part)) {
		if (n < FIELDS)
			t->field[n] = part;
		n++;
	}
	if (n != FIELDS)
		diag_add(t->f->faults, t->f->file, t->line, NULL,
		    "%zu fields, not %d", n, FIELDS);
	else
		job(t);
}

static void
note(const struct trace *t, uint64_t n, const char *what)
{
	if (n > 0)
		diag_add(t->f->notes, t->f->file, 0, NULL,
		    "%s: %" PRIu64, what, n);
}

int
swf_read(void *intake, const struct foreign *f)
{
	struct trace t = { .in = intake, .f = f };
	struct slice rest = f->text, line;

	while (text_cut(&rest, '\n', &line)) {
		t.line++;
		line = foreign_trim(line);
		if (line.n == 0)
			continue;
		if (line.p[0] != ';')
			read_line(&t, line);
		else if (comment(&t, line) == -1)
			return -1;
	}
	note(&t, t.idle, "left out, for they never ran");
	note(&t, t.parts, "left out, for they are parts of other lines' jobs");
	note(&t, t.chained, "name a job that goes before, which records "
	    "cannot say");
	return 0;
}
