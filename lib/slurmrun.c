#include "slurmrun.h"

#include <stdlib.h>
#include <string.h>

#include "gres.h"
#include "hostlist.h"
#include "num.h"
#include "tres.h"
#include "vec.h"

int
slurmrun_begin(struct slurmrun *r, struct slice hosts, struct diag *why)
{
	int64_t n = hostlist_count(hosts, why);

	if (n == -1)
		return -1;
	r->hosts = hosts;
	r->n = (size_t)n;
	r->gpus = vec_room(r->gpus, &r->cap, r->n, sizeof(*r->gpus));
	if (r->n > 0)
		memset(r->gpus, 0, r->n * sizeof(*r->gpus));
	return 0;
}

bool
slurmrun_split(struct slurmrun *r, int64_t gpus)
{
	int64_t hosts = (int64_t)r->n;
	size_t i;

	for (i = 0; i < r->n; i++)
		r->gpus[i] = gpus / hosts + ((int64_t)i < gpus % hosts);
	return hosts == 0 || gpus % hosts == 0;
}

static int64_t
common_divisor(int64_t a, int64_t b)
{
	int64_t t;

	while (b != 0) {
		t = a % b;
		a = b;
		b = t;
	}
	return a;
}

static void
put_host(struct slurmrun *r, int64_t n)
{
	if (r->nodes.n > 0)
		buf_char(&r->nodes, ',');
	buf_add(&r->nodes, r->name.p, r->name.n);
	if (n > 1) {
		buf_char(&r->nodes, '*');
		buf_i64(&r->nodes, n);
	}
	r->instances = num_add_sat(r->instances, n);
}

void
slurmrun_end(struct slurmrun *r)
{
	struct hostlist walk;
	size_t i;

	r->each = 0;
	for (i = 0; i < r->n; i++)
		r->each = common_divisor(r->gpus[i], r->each);
	r->nodes.n = 0;
	r->instances = 0;
	hostlist_begin(&walk, r->hosts);
	for (i = 0; i < r->n && hostlist_next(&walk, &r->name); i++) {
		if (r->each == 0)
			put_host(r, 1);
		else if (r->gpus[i] > 0)
			put_host(r, r->gpus[i] / r->each);
	}
}

/* The GPUs of the list, added to a host's; the model is that of all. */
static int
add_gpus(struct slice list, int64_t *gpus, struct slurmask *a,
    struct diag *why)
{
	struct gres_item g;
	int r;

	while ((r = gres_next(&list, &g, why)) == 1) {
		if (!gres_is_gpu(&g) || g.count == 0)
			continue;
		*gpus = num_add_sat(*gpus, g.count);
		a->models |= a->model.n > 0 && !text_eq(a->model, g.type);
		a->model = g.type;
	}
	return r;
}

int
slurmrun_read(struct slurmrun *r, const struct slurmsaid *s,
    struct slurmask *a, bool *guess, struct diag *why)
{
	struct slurmask detail = { 0 }, want;
	struct tres t;
	size_t i;

	*guess = false;
	if (slurmrun_begin(r, s->hosts, why) == -1 ||
	    tres_read(s->given, &t, why) == -1)
		return -1;
	if (s->gres_n == 0 || s->gres_n != r->n)
		*guess = !slurmrun_split(r, num_max(0, t.gpus));
	else
		for (i = 0; i < r->n; i++)
			if (add_gpus(s->gres[i], &r->gpus[i], &detail,
			    why) == -1)
				return -1;
	slurmrun_end(r);
	if (slurmask_given(s->given, num_max(1, r->instances), r->each, a,
	    why) == -1)
		return -1;
	if (detail.models)
		a->model = text_slice(NULL, 0);
	else if (detail.model.n > 0)
		a->model = detail.model;
	if (a->gpus == 0 || a->model.n > 0 || detail.models)
		return 0;
	/* Types that the accounting does not tell apart. */
	if (slurmask_read(s, &want, why) == -1)
		return -1;
	a->model = want.model;
	return 0;
}

void
slurmrun_free(struct slurmrun *r)
{
	free(r->gpus);
	buf_free(&r->nodes);
	buf_free(&r->name);
	memset(r, 0, sizeof(*r));
}
