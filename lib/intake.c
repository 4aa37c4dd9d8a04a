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
intake_put_group(struct intake *in, struct slice account, struct slice user)
{
	struct buf *b = &in->scratch;

	if (account.n == 0)
		return;
	b->n = 0;
	buf_add(b, account.p, account.n);
	if (in->group == INTAKE_ACCOUNT_USER && user.n > 0) {
		buf_char(b, '/');
		buf_add(b, user.p, user.n);
	}
	sheet_text(&in->sheet, JOB_GROUP, text_slice(b->p, b->n));
}

void
intake_put_qos(struct intake *in, const struct foreign *f, uint64_t line,
    struct slice qos)
{
	static const struct {
		const char *qos, *priority;
	} word[] = {
		{ "high", "high" }, { "normal", "medium" }, { "low", "low" }
	};
	char quoted[TEXT_QUOTE];
	size_t i;

	for (i = 0; i < sizeof(word) / sizeof(word[0]); i++)
		if (text_is(qos, word[i].qos)) {
			sheet_text(&in->sheet, JOB_PRIORITY,
			    text_of(word[i].priority));
			return;
		}
	if (qos.n == 0 || intern_find(&in->qos, qos) != INTERN_NONE)
		return;
	intern_add(&in->qos, qos);
	diag_add(f->notes, f->file, line, "priority", "QOS %s is none of "
	    "high, normal and low: taken for medium", text_quote(qos, quoted));
}

void
intake_ahead(struct intake *in, const struct foreign *f, uint64_t line,
    int64_t s)
{
	if (s <= in->now_s || in->ahead)
		return;
	in->ahead = true;
	diag_add(f->notes, f->file, line, NULL, "a time that is still to "
	    "come: was it printed with TZ=UTC?");
}

void
intake_free(struct intake *in)
{
	intern_free(&in->qos);
	buf_free(&in->scratch);
	sheet_free(&in->sheet);
	intern_free(&in->id);
}
