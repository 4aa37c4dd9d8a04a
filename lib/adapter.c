#include "adapter.h"

#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "io.h"
#include "mem.h"

/* The names of all formats, for a message. */
static void
names(const struct adapter *a, struct buf *out)
{
	size_t i;

	for (i = 0; i < a->formats; i++) {
		if (i > 0)
			buf_str(out, i + 1 < a->formats ? ", " : " or ");
		buf_str(out, a->format[i].name);
	}
	buf_char(out, '\0');
}

static const struct adapter_format *
named(const struct adapter *a)
{
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < a->formats; i++)
		if (strcmp(a->format[i].name, a->from) == 0)
			return &a->format[i];
	names(a, &b);
	opt_usage("--from: \"%s\" is not %s", a->from, b.p);
}

static const struct adapter_format *
told(struct adapter *a, const char *file, struct slice text)
{
	char quoted[TEXT_QUOTE];
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < a->formats; i++)
		if (a->format[i].tells(text))
			return &a->format[i];
	names(a, &b);
	diag_add(&a->faults, file, 1, NULL, "%s is the beginning of no %s",
	    text_quote(foreign_first_line(text), quoted), b.p);
	buf_free(&b);
	return NULL;
}

/* Faults of an operand that could not be read as a whole end the program. */
static void
end_on_faults(struct adapter *a)
{
	if (io_faults(&a->faults) == -1)
		exit(IO_WRONG);
}

static void
read_one(struct adapter *a, const char *file, struct buf *b, void *arg)
{
	const struct adapter_format *format;
	struct foreign in = { file, { 0 }, &a->faults, &a->notes };

	io_slurp(b, file);
	foreign_mend(b);
	in.text = text_slice(b->p, b->n);
	if (foreign_first_line(in.text).n == 0) {
		diag_add(&a->faults, file, 0, NULL, "nothing in it: did the "
		    "command before it fail?");
		end_on_faults(a);
	}
	format = a->from != NULL ? named(a) : told(a, file, in.text);
	if (format == NULL || format->read(arg, &in) == -1)
		end_on_faults(a);
}

void
adapter_read(struct adapter *a, void *arg)
{
	/* Faults that are told later borrow it. */
	static char dash[] = "-";
	char *standard_input = dash;
	char *const *file = a->opt.files > 0 ? a->opt.file : &standard_input;
	size_t i, j, n = a->opt.files > 0 ? (size_t)a->opt.files : 1;

	if (a->from != NULL)
		named(a);
	for (i = j = 0; i < n; i++)
		j += strcmp(file[i], "-") == 0;
	if (j > 1)
		opt_usage("standard input is named twice");
	a->text = mem_zero(n, sizeof(*a->text));
	a->texts = n;
	for (i = 0; i < n; i++)
		read_one(a, file[i], &a->text[i], arg);
}

void
adapter_refuse(struct adapter *a, const char *what)
{
	const char *file = a->opt.files > 0 ? a->opt.file[0] : "-";

	if (a->faults.n > 0)
		return;
	diag_add(&a->faults, a->texts == 1 ? file : NULL, 0, NULL, "%s", what);
	end_on_faults(a);
}

static void
write_sheet(const struct adapter *a, const struct sheet *s, struct buf *out)
{
	struct format_column *there = sheet_columns(s), *c;
	struct format f;
	size_t n;

	c = opt_columns(&a->opt, there, s->kinds->n, s->kinds, &n);
	format_begin(&f, a->opt.format, out, c, n, !a->opt.no_header);
	sheet_write(s, &f);
	format_end(&f);
	free(c);
	free(there);
}

int
adapter_write(struct adapter *a, const struct sheet *s)
{
	struct buf out;
	int status = IO_DONE;
	size_t i;

	io_faults(&a->notes);
	if (io_faults(&a->faults) == -1)
		status = a->keep_going ? IO_NO : IO_WRONG;
	io_stdout(&out);
	if (status != IO_WRONG && !a->opt.quiet)
		write_sheet(a, s, &out);
	if (io_close(&out) == -1)
		status = IO_WRONG;
	for (i = 0; i < a->texts; i++)
		buf_free(&a->text[i]);
	free(a->text);
	opt_free(&a->opt);
	return status;
}
