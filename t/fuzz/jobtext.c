/*
 * Fuzz target of the texts that qjobs reads of Slurm and of archives.
 *
 * The first byte says which reader has the rest, and with what options.  What
 * must hold:
 *
 *	a fault or a note is one line and safe to print
 *	a text that cannot be read as a whole says why
 *	job records are written so that they are read back without faults
 */
#include <stdio.h>

#include "../unit/world.h"
#include "foreign.h"
#include "intake.h"
#include "sacct.h"
#include "slurmjob.h"
#include "swf.h"

enum { NOW_S = 1000, DIGITS = 5 };

int	LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
broken(const char *what)
{
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

static void
check_list(const struct diag_list *l)
{
	char text[DIAG_TEXT + 256];
	size_t k, i, n;

	for (k = 0; k < l->n && k < DIAG_SHOWN; k++) {
		n = diag_text(&l->shown[k], text, sizeof(text));
		if (l->shown[k].file == NULL || l->shown[k].what[0] == '\0')
			broken("a fault without a place or a text");
		for (i = 0; i < n; i++)
			if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
				broken("a fault with a control byte in it");
	}
}

/* Arrays and lists of hosts may be large, and the memory for them is. */
static bool
is_large(const uint8_t *p, size_t n)
{
	size_t i, digits = 0;
	bool range = false;

	for (i = 0; i < n; i++) {
		if (p[i] >= '0' && p[i] <= '9')
			digits++;
		else {
			digits = 0;
			range = p[i] == '-';
		}
		if (range && digits > DIGITS)
			return true;
	}
	return false;
}

static void
write_sheet(const struct sheet *s, struct buf *out)
{
	struct format_column *c = sheet_columns(s);
	struct format f;

	format_begin(&f, FORMAT_TSV, out, c, s->kinds->n, true);
	sheet_write(s, &f);
	format_end(&f);
	free(c);
}

/* Job records have ids of their own, and are sound. */
static void
read_back(const struct sheet *s)
{
	static struct world w;
	struct buf out = { 0 };

	write_sheet(s, &out);
	world_begin(&w, false);
	world_read(w.reader[2], "-", out.p, out.n);
	if (w.faults.n > 0) {
		fprintf(stderr, "%s: %s\n", w.faults.shown[0].column,
		    w.faults.shown[0].what);
		broken("what was written is not read");
	}
	if (w.jobs.n != s->rows)
		broken("another number of jobs");
	world_end(&w);
	buf_free(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int (*const reader[])(void *, const struct foreign *) = {
		slurmjob_read, sacct_read, swf_read
	};
	static bool (*const tells[])(struct slice) = {
		slurmjob_tells, sacct_tells, swf_tells
	};
	static struct diag_list faults, notes;
	struct foreign f = { "-", { NULL, 0 }, &faults, &notes };
	struct buf text = { 0 };
	struct intake in;
	unsigned which, r;

	if (size < 2 || is_large(data, size))
		return 0;
	which = data[0] % 3;
	faults.n = notes.n = 0;
	buf_add(&text, (const char *)data + 1, size - 1);
	foreign_mend(&text);
	f.text = text_slice(text.p, text.n);
	/* The program asks, and never gives what is empty. */
	for (r = 0; r < 3; r++)
		tells[r](f.text);
	if (foreign_first_line(f.text).n > 0) {
		intake_init(&in, NOW_S);
		in.adopt = (data[0] & 16) != 0;
		in.group = (data[0] & 32) != 0 ? INTAKE_ACCOUNT_USER :
		    INTAKE_ACCOUNT;
		in.priority = (data[0] & 64) != 0 ? INTAKE_NICE : INTAKE_QOS;
		if (reader[which](&in, &f) == -1 && faults.n == 0)
			broken("a text is refused without a word");
		check_list(&faults);
		check_list(&notes);
		if (which != 1)
			read_back(&in.sheet);
		intake_free(&in);
	}
	buf_free(&text);
	return 0;
}
