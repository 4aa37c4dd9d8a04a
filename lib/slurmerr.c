#include "slurmerr.h"

/* The text of an error: a member of it, or the element itself. */
static struct slice
said(const struct cJSON *error)
{
	static const char *const member[] = { "description", "error" };
	struct slice s = jsondoc_text(error);
	size_t i;

	for (i = 0; s.n == 0 && i < sizeof(member) / sizeof(member[0]); i++)
		s = jsondoc_text(jsondoc_get(error, member[i]));
	return s;
}

int
slurmerr_none(struct jsondoc *d)
{
	const struct jsondoc_member *m = jsondoc_member(d, "errors");
	const struct cJSON *error;
	char shown[TEXT_QUOTE];
	int r;

	if (m == NULL)
		return 0;
	if (jsondoc_list(d, m) == -1)
		return -1;
	if ((r = jsondoc_record(d, &error)) != 1)
		return r;
	return diag_add(d->faults, d->file, jsondoc_line(d), "errors",
	    "Slurm says %s", text_quote(said(error), shown));
}
