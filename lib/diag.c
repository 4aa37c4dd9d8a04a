#include "diag.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int
diag_set(struct diag *d, const char *fmt, ...)
{
	va_list ap;

	memset(d, 0, sizeof(*d));
	va_start(ap, fmt);
	vsnprintf(d->what, sizeof(d->what), fmt, ap);
	va_end(ap);
	return -1;
}

int
diag_add(struct diag_list *l, const char *file, uint64_t line,
    const char *column, const char *fmt, ...)
{
	struct diag *d;
	va_list ap;

	if (l == NULL || l->n++ >= DIAG_SHOWN)
		return -1;
	d = &l->shown[l->n - 1];
	d->file = file;
	d->line = line;
	snprintf(d->column, sizeof(d->column), "%s", column ? column : "");
	va_start(ap, fmt);
	vsnprintf(d->what, sizeof(d->what), fmt, ap);
	va_end(ap);
	return -1;
}

void
diag_append(struct diag_list *l, const struct diag_list *from)
{
	uint64_t i;

	for (i = 0; i < from->n && i < DIAG_SHOWN; i++)
		if (l->n + i < DIAG_SHOWN)
			l->shown[l->n + i] = from->shown[i];
	l->n += from->n;
}

void
diag_sort(struct diag_list *l, uint64_t from)
{
	uint64_t n = l->n, i, k;
	struct diag d;

	if (n > DIAG_SHOWN)
		n = DIAG_SHOWN;
	for (i = from + 1; i < n; i++)
		for (k = i; k > from &&
		    l->shown[k].line < l->shown[k - 1].line; k--) {
			d = l->shown[k];
			l->shown[k] = l->shown[k - 1];
			l->shown[k - 1] = d;
		}
}

size_t
diag_text(const struct diag *d, char *out, size_t size)
{
	char line[24] = "";
	const char *file = d->file ? d->file : "";
	int n;

	if (size == 0)
		return 0;
	if (d->line > 0)
		snprintf(line, sizeof(line), "%" PRIu64 ": ", d->line);
	n = snprintf(out, size, "%s%s%s%s%s%s", file,
	    d->file ? (d->line > 0 ? ":" : ": ") : "", line, d->column,
	    d->column[0] ? ": " : "", d->what);
	if (n < 0)
		return 0;
	return (size_t)n < size ? (size_t)n : size - 1;
}
