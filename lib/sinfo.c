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

/* The same of a group: a member, and a member of that; {NULL}: none. */
static const char *const group_texts[SLURMHOST_TEXTS][2] = {
	{ "nodes", "nodes" }, { "node", "state" }, { "gres", "total" },
	{ "gres", "used" }, { NULL, NULL }, { NULL, NULL },
	{ "partition", "name" }, { "features", "active" },
	{ "features", "total" }
};
static const char *const group_numbers[SLURMHOST_NUMBERS][2] = {
	{ "cpus", "total" }, { NULL, NULL }, { NULL, NULL }, { NULL, NULL },
	{ "cpus", "allocated" }, { "memory", "maximum" }, { NULL, NULL },
	{ "memory", "allocated" }
};

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
sinfo_next(struct jsondoc *d, bool *groups)
{
	const struct jsondoc_member *list;
	int r = jsondoc_next(d);

	if (r != 1)
		return r;
	if (slurmerr_none(d) == -1)
		return -1;
	list = jsondoc_member(d, "nodes");
	*groups = list == NULL;
	if (*groups && (list = jsondoc_member(d, "sinfo")) == NULL)
		return refuse(d, "no \"nodes\" in it: use \"scontrol show "
		    "node --json\", or \"sinfo --json\" of Slurm 22.05");
	return jsondoc_list(d, list) == -1 ? -1 : 1;
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

static const struct cJSON *
member(const struct cJSON *v, bool group, const char *name,
    const char *const path[2])
{
	if (!group)
		return jsondoc_get(v, name);
	return path[0] == NULL ? NULL : jsondoc_path(v, path[0], path[1]);
}

/* The buffer may move while it grows: slices are taken at the end. */
static void
read_texts(const struct cJSON *node, bool group, struct slurmhost *h,
    struct buf *b)
{
	size_t end[SLURMHOST_TEXTS], from = 0;
	const struct cJSON *v;
	int i;

	b->n = 0;
	buf_room(b, 1);
	for (i = 0; i < SLURMHOST_TEXTS; i++) {
		v = member(node, group, texts[i], group_texts[i]);
		if (i == SLURMHOST_STATE)
			join_state(group ? jsondoc_get(node, "node") : node,
			    b);
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
sinfo_read(const struct cJSON *node, bool group, struct slurmhost *h,
    struct buf *b, struct diag *why)
{
	int i, r;

	read_texts(node, group, h, b);
	for (i = 0; i < SLURMHOST_NUMBERS; i++) {
		h->number[i] = -1;
		r = jsondoc_int(member(node, group, numbers[i],
		    group_numbers[i]), &h->number[i]);
		if (r == -1 || (r == 1 && h->number[i] < 0)) {
			diag_set(why, "not a number of any");
			snprintf(why->column, sizeof(why->column), "%s",
			    numbers[i]);
			return -1;
		}
	}
	/* null is nothing in use, where something else is said of use. */
	if (h->text[SLURMHOST_ALLOC].n == 0 && (group ||
	    h->number[SLURMHOST_CPUS_ALLOC] == -1))
		h->text[SLURMHOST_ALLOC] = text_slice(NULL, 0);
	return 0;
}

int
sinfo_group(const struct cJSON *group)
{
	const struct cJSON *nodes = jsondoc_get(group, "nodes"), *name;
	int64_t total;
	struct slice s;

	if (jsondoc_int(jsondoc_get(nodes, "total"), &total) == 1 &&
	    total != 1)
		return total == 0 ? 0 : -1;
	name = jsondoc_first(jsondoc_get(nodes, "nodes"));
	s = jsondoc_text(name);
	return s.n == 0 || jsondoc_after(name) != NULL ||
	    text_any(s, '[', ',') ? -1 : 1;
}
