#include "nodeexp.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "num.h"
#include "promhost.h"
#include "vec.h"

enum metric { CPU, LOAD, MEM_TOTAL, MEM_AVAILABLE, UNAME, METRICS };

static const char *const metric_name[METRICS] = {
	[CPU] = "node_cpu_seconds_total",
	[LOAD] = "node_load1",
	[MEM_TOTAL] = "node_memory_MemTotal_bytes",
	[MEM_AVAILABLE] = "node_memory_MemAvailable_bytes",
	[UNAME] = "node_uname_info"
};

int
nodeexp_metric(struct slice name)
{
	int i;

	for (i = 0; i < METRICS; i++)
		if (text_is(name, metric_name[i]))
			return i;
	return -1;
}

static struct nodeexp_host *
find_host(struct nodeexp *x, struct promtext *t)
{
	struct slice name = promhost_name(t);
	size_t i = intern_add(&x->names, name);
	struct nodeexp_host *h;

	if (i < x->hosts)
		return &x->host[i];
	x->host = VEC_MORE(x->host, x->hosts, x->cap);
	h = &x->host[x->hosts++];
	memset(h, 0, sizeof(*h));
	h->name = name;
	h->line = t->line;
	h->cpus = h->load_m = h->mem_total_b = h->mem_b = -1;
	return h;
}

/* A CPU has a series for each mode, and may be scraped by several jobs. */
static void
count_cpu(struct nodeexp *x, struct nodeexp_host *h, struct slice cpu)
{
	struct buf key = { 0 };
	size_t known = x->cpus.n;

	if (h->cpus != -1 && text_eq(h->last_cpu, cpu))
		return;
	h->last_cpu = cpu;
	buf_i64(&key, h - x->host);
	buf_char(&key, ' ');
	buf_add(&key, cpu.p, cpu.n);
	intern_add(&x->cpus, text_slice(key.p, key.n));
	buf_free(&key);
	if (x->cpus.n > known)
		census_more(&h->cpus, 1);
}

int
nodeexp_add(struct nodeexp *x, int metric, struct promtext *t,
    struct diag *why)
{
	struct nodeexp_host *h = find_host(x, t);

	switch ((enum metric)metric) {
	case CPU:
		count_cpu(x, h, promtext_label(t, "cpu"));
		return 0;
	case LOAD:
		return promtext_amount(t, 3, &h->load_m, why) == -1 ? -1 : 0;
	case MEM_TOTAL:
		return promtext_amount(t, 0, &h->mem_total_b, why) == -1 ?
		    -1 : 0;
	case MEM_AVAILABLE:
		return promtext_amount(t, 0, &h->mem_b, why) == -1 ? -1 : 0;
	case UNAME:
		h->uname = promtext_label(t, "nodename");
		return 0;
	case METRICS:
		break;
	}
	return 0;
}

struct slice
nodeexp_nameless(const struct nodeexp *x)
{
	size_t i;

	for (i = 0; i < x->hosts; i++)
		if (x->host[i].name.n == 0)
			return x->host[i].uname;
	return text_slice(NULL, 0);
}

/* Says which series an amount lacks. */
static void
note_lack(const struct nodeexp_host *h, struct slice name, const char *what,
    enum metric metric, const struct foreign *in)
{
	char quoted[TEXT_QUOTE];

	diag_add(in->notes, in->file, h->line, what, "not known of %s, for "
	    "want of %s", text_quote(name, quoted), metric_name[metric]);
}

static void
tell_cpu(const struct nodeexp_host *h, struct census_host *out,
    const struct foreign *in)
{
	int64_t total_m;

	if (h->cpus == -1 || h->load_m == -1) {
		note_lack(h, out->name, "cpu", h->cpus == -1 ? CPU : LOAD, in);
		return;
	}
	total_m = num_mul_sat(h->cpus, 1000);
	out->seen_cpu.total = total_m;
	out->seen_cpu.free = num_max(total_m - h->load_m, 0);
}

static void
tell_mem(const struct nodeexp_host *h, struct census_host *out,
    const struct foreign *in)
{
	if (h->mem_b == -1) {
		note_lack(h, out->name, "mem", MEM_AVAILABLE, in);
		return;
	}
	out->seen_mem.total = h->mem_total_b;
	out->seen_mem.free = h->mem_b;
}

void
nodeexp_tell(const struct nodeexp *x, struct census *c,
    const struct foreign *in)
{
	const struct nodeexp_host *h;
	struct census_host *out;
	struct slice name;
	size_t i;

	for (i = 0; i < x->hosts; i++) {
		h = &x->host[i];
		name = h->name.n > 0 ? h->name : h->uname;
		if (name.n == 0) {
			diag_add(in->faults, in->file, h->line, "node",
			    "which one it is nothing says: no label node or "
			    "instance, and no node_uname_info");
			continue;
		}
		out = census_host(c, name);
		out->measured = true;
		tell_cpu(h, out, in);
		tell_mem(h, out, in);
	}
}

void
nodeexp_free(struct nodeexp *x)
{
	intern_free(&x->names);
	intern_free(&x->cpus);
	free(x->host);
	memset(x, 0, sizeof(*x));
}
