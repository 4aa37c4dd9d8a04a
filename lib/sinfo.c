#include "sinfo.h"

#include <stdio.h>

#include "slurmerr.h"

/* The members' names, in the order of the enums of slurmhost. */
static const char *const texts[SLURMHOST_TEXTS] = { "name", "state", "gres",
	"gres_used", "tres", "tres_used", "partitions", "active_features",
	"features" };
static const char *const numbers[SLURMHOST_NUMBERS] = { "cpus",
	"effective_cpus", "specialized_cores", "threads", "alloc_cpus",
	"real_memory", "specialized_memory", "alloc_memory" };

bool
sinfo_tells(struct slice text)
{
	static const char *const first[] = { "meta", "nodes", "sinfo",
		"last_update", "errors", "warnings" };
	struct slice name = jsondoc_opening(text);
	size_t i;

	for (i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		if (text_is(name, first[i]))
			return true;
	return false;
}

/* The line on which the document begins. */
static int
refuse(struct jsondoc *d, const char *what)
{
	const struct cJSON *all;

	jsondoc_whole(d);
	if (jsondoc_record(d, &all) == -1)
		return -1;
	return diag_add(d->faults, d->file, jsondoc_line(d), NULL, "%s",
	    what);
}

int
sinfo_next(struct jsondoc *d)
{
	const struct jsondoc_member *nodes;
	int r = jsondoc_next(d);

	if (r != 1)
		return r;
	if (slurmerr_none(d) == -1)
		return -1;
	if ((nodes = jsondoc_member(d, "nodes")) == NULL)
		return refuse(d, jsondoc_member(d, "sinfo") != NULL ?
		    "this sinfo --json puts nodes together that are alike: "
		    "use \"scontrol show node --json\"" :
		    "no \"nodes\" in it: use \"scontrol show node --json\", "
		    "or \"sinfo --json\" of Slurm 22.05");
	return jsondoc_list(d, nodes) == -1 ? -1 : 1;
}

/* Appends the strings of an array with sep between them, or a string. */
static void
join(const struct cJSON *v, char sep, struct buf *out)
{
	const struct cJSON *each;
	struct slice s = jsondoc_text(v);

	buf_add(out, s.p, s.n);
	for (each = jsondoc_first(v); each != NULL;
	    each = jsondoc_after(each)) {
		if (each != jsondoc_first(v))
			buf_char(out, sep);
		s = jsondoc_text(each);
		buf_add(out, s.p, s.n);
	}
}

/* 22.05 keeps the flags of a state apart from it. */
static void
join_state(const struct cJSON *node, struct buf *out)
{
	const struct cJSON *flags = jsondoc_get(node, "state_flags");

	join(jsondoc_get(node, "state"), '+', out);
	if (jsondoc_first(flags) != NULL) {
		buf_char(out, '+');
		join(flags, '+', out);
	}
}

/* The buffer may move while it grows: slices are taken at the end. */
static void
read_texts(const struct cJSON *node, struct slurmhost *h, struct buf *b)
{
	size_t end[SLURMHOST_TEXTS], from = 0;
	const struct cJSON *v;
	int i;

	b->n = 0;
	buf_room(b, 1);
	for (i = 0; i < SLURMHOST_TEXTS; i++) {
		v = jsondoc_get(node, texts[i]);
		if (i == SLURMHOST_STATE)
			join_state(node, b);
		else if (v != NULL)
			join(v, ',', b);
		end[i] = b->n;
	}
	for (i = 0; i < SLURMHOST_TEXTS; i++) {
		h->text[i] = text_slice(b->p + from, end[i] - from);
		from = end[i];
	}
}

int
sinfo_read(const struct cJSON *node, struct slurmhost *h, struct buf *b,
    struct diag *why)
{
	int i, r;

	read_texts(node, h, b);
	for (i = 0; i < SLURMHOST_NUMBERS; i++) {
		h->number[i] = -1;
		r = jsondoc_int(jsondoc_get(node, numbers[i]),
		    &h->number[i]);
		if (r == -1 || (r == 1 && h->number[i] < 0)) {
			diag_set(why, "not a number of any");
			snprintf(why->column, sizeof(why->column), "%s",
			    numbers[i]);
			return -1;
		}
	}
	/* null is nothing in use, where something else is said of use. */
	if (h->number[SLURMHOST_CPUS_ALLOC] == -1 &&
	    h->text[SLURMHOST_ALLOC].n == 0)
		h->text[SLURMHOST_ALLOC] = text_slice(NULL, 0);
	return 0;
}
