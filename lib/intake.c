#include "intake.h"

#include <string.h>

#include "job.h"

void
intake_init(struct intake *in, int64_t now_s)
{
	memset(in, 0, sizeof(*in));
	in->now_s = now_s;
	sheet_init(&in->sheet, job_columns());
}

int
intake_job(struct intake *in, const struct foreign *f, uint64_t line,
    struct slice id)
{
	char quoted[TEXT_QUOTE];
	size_t n = in->id.n;

	if (id.n == 0)
		return diag_add(f->faults, f->file, line, "job",
		    "a job without an id");
	if (intern_add(&in->id, id) < n)
		return diag_add(f->faults, f->file, line, "job",
		    "%s is there twice", text_quote(id, quoted));
	intake_run(in, id);
	return 0;
}

void
intake_run(struct intake *in, struct slice id)
{
	sheet_row(&in->sheet);
	sheet_text(&in->sheet, JOB_JOB, id);
}

void
intake_free(struct intake *in)
{
	sheet_free(&in->sheet);
	intern_free(&in->id);
}
