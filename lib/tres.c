#include "tres.h"

#include "gres.h"
#include "num.h"
#include "quant.h"

static const char gpu[] = "gres/gpu";

/* Memory without a unit is in mebibytes, everywhere in Slurm. */
static int
read_mem(struct slice s, int64_t *out_b)
{
	struct slice rest = s;
	int64_t v;

	if (quant_digits(&rest, &v) == QUANT_OK && rest.n == 0)
		return num_mul(v, INT64_C(1) << 20, out_b);
	return quant_mem(s, out_b) == QUANT_OK ? 0 : -1;
}

static int
read_item(struct slice s, struct tres_item *out)
{
	struct slice value = s, name;

	text_cut(&value, '=', &name);
	if (name.n == 0 || value.p == NULL)
		return -1;
	out->type = name;
	text_cut(&out->type, ':', &out->name);
	if (out->name.n == 0 || (out->type.p != NULL && out->type.n == 0))
		return -1;
	return text_is(name, "mem") ? read_mem(value, &out->count) :
	    gres_count(value, &out->count);
}

int
tres_next(struct slice *rest, struct tres_item *out, struct diag *why)
{
	char quoted[TEXT_QUOTE];
	struct slice item;

	do {
		if (!text_cut(rest, ',', &item))
			return 0;
	} while (item.n == 0 || text_is(item, "(null)") ||
	    text_is(item, "N/A"));
	if (read_item(item, out) == 0)
		return 1;
	diag_set(why, "%s is no trackable resource",
	    text_quote(item, quoted));
	return -1;
}

bool
tres_is_typed_gpu(const struct tres_item *t)
{
	return t->type.n > 0 && text_is(t->name, gpu);
}

static void
take(const struct tres_item *t, struct tres *out)
{
	if (tres_is_typed_gpu(t))
		out->typed = num_add_sat(out->typed == -1 ? 0 : out->typed,
		    t->count);
	else if (text_is(t->name, gpu))
		out->gpus = t->count;
	else if (text_is(t->name, "cpu"))
		out->cpus = t->count;
	else if (text_is(t->name, "mem"))
		out->mem_b = t->count;
	else if (text_is(t->name, "node"))
		out->nodes = t->count;
}

int
tres_read(struct slice s, struct tres *out, struct diag *why)
{
	static const struct tres none = { -1, -1, -1, -1, -1 };
	struct tres_item t;
	int r;

	*out = none;
	while ((r = tres_next(&s, &t, why)) == 1)
		take(&t, out);
	/* An old slurmctld, or a request by type alone, has no sum. */
	if (out->gpus < out->typed)
		out->gpus = out->typed;
	return r;
}
