#include "sacctrow.h"

#include <bsd/string.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "hostlist.h"
#include "mem.h"
#include "quant.h"
#include "slurmword.h"
#include "tres.h"
#include "vec.h"

static const char *const name[SACCTROW_COLUMNS] = {
	[SACCTROW_JOBID] = "JobID", [SACCTROW_JOBIDRAW] = "JobIDRaw",
	[SACCTROW_STATE] = "State", [SACCTROW_START] = "Start",
	[SACCTROW_END] = "End", [SACCTROW_NODELIST] = "NodeList",
	[SACCTROW_ALLOCTRES] = "AllocTRES", [SACCTROW_USER] = "User",
	[SACCTROW_ACCOUNT] = "Account", [SACCTROW_QOS] = "QOS",
	[SACCTROW_PARTITION] = "Partition", [SACCTROW_SUBMIT] = "Submit",
	[SACCTROW_TIMELIMIT] = "Timelimit",
	[SACCTROW_ALLOCCPUS] = "AllocCPUS", [SACCTROW_REQMEM] = "ReqMem",
	[SACCTROW_ADMINCOMMENT] = "AdminComment"
};

/* Columns of which the text is someone's own, and some that it is not in. */
static const struct {
	const char *name;
	enum sacctrow_holds holds;
} known[] = {
	{ "JobName", SACCTROW_FREE }, { "AdminComment", SACCTROW_FREE },
	{ "Comment", SACCTROW_FREE }, { "SystemComment", SACCTROW_FREE },
	{ "Constraints", SACCTROW_FREE }, { "Container", SACCTROW_FREE },
	{ "Extra", SACCTROW_FREE }, { "SubmitLine", SACCTROW_FREE },
	{ "WorkDir", SACCTROW_FREE }, { "WCKey", SACCTROW_FREE },
	{ "Reason", SACCTROW_FREE }, { "Licenses", SACCTROW_FREE },
	{ "Reservation", SACCTROW_FREE }, { "StdErr", SACCTROW_FREE },
	{ "StdIn", SACCTROW_FREE }, { "StdOut", SACCTROW_FREE },
	{ "State", SACCTROW_WORD }, { "Start", SACCTROW_TIME },
	{ "End", SACCTROW_TIME }, { "Submit", SACCTROW_TIME },
	{ "Timelimit", SACCTROW_DURATION }, { "NodeList", SACCTROW_HOSTS },
	{ "AllocTRES", SACCTROW_TRES }, { "ReqTRES", SACCTROW_TRES },
	{ "AllocCPUS", SACCTROW_NUMBER }, { "NCPUS", SACCTROW_NUMBER },
	{ "NNodes", SACCTROW_NUMBER }, { "ElapsedRaw", SACCTROW_NUMBER },
	{ "Priority", SACCTROW_NUMBER }, { "QOSRAW", SACCTROW_NUMBER },
	{ "ReqCPUS", SACCTROW_NUMBER }, { "NTasks", SACCTROW_NUMBER },
	{ "Elapsed", SACCTROW_CLOCK }, { "CPUTime", SACCTROW_CLOCK },
	{ "Suspended", SACCTROW_CLOCK }, { "SystemCPU", SACCTROW_CLOCK },
	{ "TotalCPU", SACCTROW_CLOCK }, { "UserCPU", SACCTROW_CLOCK },
	{ "UID", SACCTROW_NUMBER }, { "GID", SACCTROW_NUMBER }
};

static enum sacctrow_holds
holds(struct slice s)
{
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (text_is(s, known[i].name))
			return known[i].holds;
	return SACCTROW_ANY;
}

/* `00:00.012`, `1-00:00:00` or nothing. */
static bool
is_clock(struct slice s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (strchr("0123456789:.-", s.p[i]) == NULL)
			return false;
	return true;
}

/* Whether a column can hold a text. */
static bool
fits(const void *arg, size_t column, struct slice s)
{
	const struct sacctrow *row = arg;
	struct tres tres;
	struct diag why;
	int64_t v;

	switch (row->holds[column]) {
	case SACCTROW_ANY:
	case SACCTROW_FREE:
		return true;
	case SACCTROW_NUMBER:
		return s.n == 0 || quant_int(s, &v) == QUANT_OK;
	case SACCTROW_TIME:
		return slurmword_time(s, &v) != -1;
	case SACCTROW_DURATION:
		return slurmword_duration(s, &v) != -1;
	case SACCTROW_CLOCK:
		return is_clock(s);
	case SACCTROW_WORD:
		return slurmword_state(s) != 0;
	case SACCTROW_HOSTS:
		return slurmword_none(s) || hostlist_count(s, &why) != -1;
	case SACCTROW_TRES:
		return tres_read(s, &tres, &why) == 0;
	}
	return true;
}

bool
sacctrow_is_header(struct slice line)
{
	struct slice part;
	char sep = line.n > 0 && memchr(line.p, '|', line.n) != NULL ? '|' :
	    ' ';

	while (text_cut(&line, sep, &part))
		if (text_is(part, name[SACCTROW_JOBID]) ||
		    text_is(part, name[SACCTROW_JOBIDRAW]))
			return true;
	return false;
}

/* Parts a line into fields. */
static void
cut(struct sacctrow *s, struct slice line)
{
	struct slice part;

	s->fields = 0;
	while (text_cut(&line, '|', &part)) {
		s->field = VEC_MORE(s->field, s->fields, s->cap);
		s->field[s->fields++] = part;
	}
}

/* The header.  A column of free text past the last that fits is not one. */
static void
learn(struct sacctrow *s)
{
	size_t i;
	int c;

	for (c = 0; c < SACCTROW_COLUMNS; c++)
		s->column[c] = -1;
	s->columns = s->fields;
	s->holds = mem_array(s->columns, sizeof(*s->holds));
	for (i = 0; i < s->fields; i++) {
		for (c = 0; c < SACCTROW_COLUMNS; c++)
			if (s->column[c] == -1 && text_is(s->field[i],
			    name[c]))
				s->column[c] = (int)i;
		s->holds[i] = holds(s->field[i]);
		if (s->holds[i] == SACCTROW_FREE && s->frees < ANCHOR_FREE)
			s->free_text[s->frees++] = i;
	}
}

/* The columns without which there is no run. */
static int
lacks(const struct sacctrow *s, const struct foreign *f)
{
	static const enum sacctrow_column needed[] = {
		SACCTROW_STATE, SACCTROW_START, SACCTROW_END,
		SACCTROW_NODELIST, SACCTROW_ALLOCTRES
	};
	size_t i;
	int status = 0;

	for (i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
		if (s->column[needed[i]] == -1)
			status = diag_add(f->faults, f->file, s->line,
			    name[needed[i]], "this column is needed: "
			    "add it to sacct's -o");
	return status;
}

/* The next line that is not blank. */
static bool
next_line(struct sacctrow *s, struct slice *line)
{
	while (text_cut(&s->rest, '\n', line)) {
		s->line++;
		if (line->n > 0 && line->p[line->n - 1] == '\r')
			line->n--;
		if (!text_blank(*line))
			return true;
	}
	return false;
}

int
sacctrow_begin(struct sacctrow *s, const struct foreign *f)
{
	struct slice line;

	memset(s, 0, sizeof(*s));
	s->rest = f->text;
	if (!next_line(s, &line) || memchr(line.p, '|', line.n) == NULL)
		return diag_add(f->faults, f->file, s->line, NULL,
		    "a table of sacct's that is cut to fit: use sacct -P");
	cut(s, foreign_trim(line));
	learn(s);
	if (lacks(s, f) == 0)
		return 0;
	sacctrow_end(s);
	return -1;
}

/*
 * A column of a row of which the runs of columns are moved so.  False: where
 * it is cannot be told.
 */
static bool
take(const struct sacctrow *s, size_t at, const size_t *by, struct slice *out)
{
	const struct slice *from, *to;
	size_t k = 0;

	while (k < s->frees && s->free_text[k] < at)
		k++;
	if (by[k] == ANCHOR_UNKNOWN)
		return false;
	from = to = &s->field[at + by[k]];
	/* Free text goes on up to where the next run begins. */
	if (k < s->frees && s->free_text[k] == at) {
		if (by[k + 1] == ANCHOR_UNKNOWN)
			return false;
		to = &s->field[at + by[k + 1]];
	}
	*out = text_slice(from->p, (size_t)(to->p + to->n - from->p));
	return true;
}

static int
assign(struct sacctrow *s, struct diag *why)
{
	const struct anchor a = { .field = s->field, .fields = s->fields,
		.columns = s->columns, .free_text = s->free_text,
		.frees = s->frees, .fits = fits, .arg = s };
	size_t by[ANCHOR_FREE + 1] = { 0 };
	int c;

	if (s->fields > s->columns)
		anchor_find(&a, by);
	for (c = 0; c < SACCTROW_COLUMNS; c++) {
		s->value[c] = text_slice(NULL, 0);
		if (s->column[c] != -1 && !take(s, (size_t)s->column[c], by,
		    &s->value[c]))
			return sacctrow_fault((enum sacctrow_column)c, why,
			    "a | in a name or a comment hides it: leave out "
			    "JobName, Comment and their like");
	}
	return 1;
}

int
sacctrow_next(struct sacctrow *s, struct diag *why)
{
	struct slice line;

	if (!next_line(s, &line))
		return 0;
	cut(s, line);
	if (s->fields < s->columns ||
	    (s->fields > s->columns && s->frees == 0))
		return diag_set(why, "%zu fields, and the header has %zu",
		    s->fields, s->columns);
	return assign(s, why);
}

int
sacctrow_fault(enum sacctrow_column c, struct diag *why, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why->what, sizeof(why->what), fmt, ap);
	va_end(ap);
	strlcpy(why->column, name[c], sizeof(why->column));
	return -1;
}

void
sacctrow_end(struct sacctrow *s)
{
	free(s->field);
	free(s->holds);
	memset(s, 0, sizeof(*s));
}
