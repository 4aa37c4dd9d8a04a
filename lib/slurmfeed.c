#include "slurmfeed.h"

#include <string.h>

#include "slurmerr.h"
#include "slurmjson.h"
#include "slurmtext.h"

/* Whether a line is the head of a table of squeue's. */
static bool
is_table(struct slice line)
{
	static const char *const head[] = { "JOBID", "ARRAY_JOB_ID" };
	size_t i, n;

	for (i = 0; i < sizeof(head) / sizeof(head[0]); i++) {
		n = strlen(head[i]);
		if (line.n >= n && memcmp(line.p, head[i], n) == 0)
			return true;
	}
	return false;
}

/* Whether a line is of a table without a head: `15_[0-9%2]|15|arr|...`. */
static bool
is_row(struct slice line)
{
	size_t i, bars = 0;

	for (i = 0; i < line.n; i++)
		bars += line.p[i] == '|';
	return bars >= 2 && line.p[0] >= '0' && line.p[0] <= '9';
}

bool
slurmfeed_tells(struct slice text)
{
	struct slice line = foreign_first_line(text);
	struct slice key = jsondoc_opening(text);

	return scontrol_tells(SCONTROL_JOBS, text) || text_is(key, "jobs") ||
	    text_is(key, "meta") || text_is(key, "errors") ||
	    is_table(line) || is_row(line);
}

int
slurmfeed_begin(struct slurmfeed *s, const struct foreign *f)
{
	struct slice line = foreign_first_line(f->text);

	memset(s, 0, sizeof(*s));
	s->f = f;
	if (is_table(line))
		return diag_add(f->faults, f->file, 1, NULL, "a table of "
		    "squeue's, which leaves out much: use squeue --json");
	if (is_row(line))
		return diag_add(f->faults, f->file, 1, NULL, "a table without "
		    "its header: use squeue --json, or sacct without -n");
	s->json = !scontrol_tells(SCONTROL_JOBS, f->text);
	if (s->json)
		jsondoc_init(&s->document, f->file, f->text, f->faults);
	else
		slurmtext_begin(&s->text, f->text);
	return 0;
}

/* Goes to the next document, and to its list of jobs: 1, 0, -1. */
static int
next_document(struct slurmfeed *s)
{
	struct jsondoc *d = &s->document;
	const struct jsondoc_member *m;
	int r = jsondoc_next(d);

	if (r != 1)
		return r;
	if (slurmerr_none(d) == -1)
		return -1;
	m = jsondoc_member(d, "jobs");
	if (m == NULL || jsondoc_list(d, m) == -1)
		return diag_add(s->f->faults, s->f->file, 1, NULL, "no list "
		    "of jobs in it: is this the output of squeue --json?");
	s->within = true;
	return 1;
}

static int
next_json(struct slurmfeed *s, struct slurmsaid *out, struct diag *why)
{
	const struct cJSON *job;
	int r;

	for (;;) {
		if (!s->within && (r = next_document(s)) != 1)
			return r;
		if ((r = jsondoc_record(&s->document, &job)) == 1)
			break;
		if (r == -1)
			return -1;
		s->within = false;
	}
	slurmjson_read(job, out, why);
	out->line = jsondoc_line(&s->document);
	return 1;
}

int
slurmfeed_next(struct slurmfeed *s, struct slurmsaid *out, struct diag *why)
{
	int r;

	memset(why, 0, sizeof(*why));
	if (s->json)
		return next_json(s, out, why);
	r = slurmtext_next(&s->text, out, why);
	if (s->text.lost)
		return diag_add(s->f->faults, s->f->file, out->line, NULL,
		    "%s", why->what);
	return r != 0;
}

void
slurmfeed_end(struct slurmfeed *s)
{
	if (s->json)
		jsondoc_free(&s->document);
	else
		scontrol_free(&s->text);
}
