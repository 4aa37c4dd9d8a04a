#include "sacctrow.h"

#include <bsd/string.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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

/* Columns of which the text is someone's own. */
static const char *const free_text[] = {
	"JobName", "AdminComment", "Comment", "SystemComment", "Constraints",
	"Container", "Extra", "SubmitLine", "WorkDir", "WCKey", "Reason",
	"Licenses", "Reservation", "StdErr", "StdIn", "StdOut"
};

static bool
is_free(struct slice s)
{
	size_t i;

	for (i = 0; i < sizeof(free_text) / sizeof(free_text[0]); i++)
		if (text_is(s, free_text[i]))
			return true;
	return false;
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

static void
learn(struct sacctrow *s)
{
	size_t i;
	int c;

	for (c = 0; c < SACCTROW_COLUMNS; c++)
		s->column[c] = -1;
	s->columns = s->first_free = s->last_free = s->fields;
	for (i = 0; i < s->fields; i++) {
		for (c = 0; c < SACCTROW_COLUMNS; c++)
			if (s->column[c] == -1 && text_is(s->field[i],
			    name[c]))
				s->column[c] = (int)i;
		if (!is_free(s->field[i]))
			continue;
		if (s->first_free == s->columns)
			s->first_free = i;
		s->last_free = i;
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
 * Where a column is in a row with `more` fields than the header has: as it
 * stands in front of all free text, so much further behind it.  -1: it cannot
 * be told.
 */
static int64_t
place(const struct sacctrow *s, size_t at, size_t more)
{
	if (more == 0 || at < s->first_free)
		return (int64_t)at;
	if (at > s->last_free)
		return (int64_t)(at + more);
	return -1;
}

/* The only free text, with all that is in it. */
static struct slice
whole(const struct sacctrow *s, size_t at, size_t more)
{
	const struct slice *from = &s->field[at], *to = from + more;

	return text_slice(from->p, (size_t)(to->p + to->n - from->p));
}

static int
assign(struct sacctrow *s, size_t more, struct diag *why)
{
	int64_t at;
	int c;

	for (c = 0; c < SACCTROW_COLUMNS; c++) {
		s->value[c] = text_slice(NULL, 0);
		if (s->column[c] == -1)
			continue;
		at = place(s, (size_t)s->column[c], more);
		if (at != -1)
			s->value[c] = s->field[at];
		else if (s->first_free == s->last_free)
			s->value[c] = whole(s, s->first_free, more);
		else
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
	if (s->fields < s->columns || (s->fields > s->columns &&
	    s->first_free == s->columns))
		return diag_set(why, "%zu fields, and the header has %zu",
		    s->fields, s->columns);
	return assign(s, s->fields - s->columns, why);
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
	memset(s, 0, sizeof(*s));
}
