#include "dcgm.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "num.h"
#include "promhost.h"
#include "vec.h"

enum metric {
	UTIL, ACTIVE, USED, FREE, RESERVED, TOTAL, MIG_MODE,
	OTHER	/* says that the GPU is there */
};

static const char prefix[] = "DCGM_FI_";
static const char *const metric_name[OTHER] = {
	[UTIL] = "DCGM_FI_DEV_GPU_UTIL",
	[ACTIVE] = "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
	[USED] = "DCGM_FI_DEV_FB_USED",
	[FREE] = "DCGM_FI_DEV_FB_FREE",
	[RESERVED] = "DCGM_FI_DEV_FB_RESERVED",
	[TOTAL] = "DCGM_FI_DEV_FB_TOTAL",
	[MIG_MODE] = "DCGM_FI_DEV_MIG_MODE"
};

int
dcgm_metric(struct slice name)
{
	int i;

	if (name.n < strlen(prefix) ||
	    memcmp(name.p, prefix, strlen(prefix)) != 0)
		return -1;
	for (i = 0; i < OTHER; i++)
		if (text_is(name, metric_name[i]))
			return i;
	return OTHER;
}

/* The number of `a b` among the names. */
static size_t
number_of(struct intern *names, struct slice a, struct slice b)
{
	struct buf key = { 0 };
	size_t i;

	buf_add(&key, a.p, a.n);
	buf_char(&key, ' ');
	buf_add(&key, b.p, b.n);
	i = intern_add(names, text_slice(key.p, key.n));
	buf_free(&key);
	return i;
}

/*
 * The GPU that a device is or is a slice of: its place in the host, since a
 * slice may have a UUID of its own.
 */
static size_t
find_gpu(struct dcgm *d, const struct dcgm_device *v, struct slice place)
{
	size_t known = d->gpus.n;
	size_t i = place.n > 0 ? number_of(&d->gpus, v->host, place) :
	    number_of(&d->gpus, v->uuid, place);

	if (d->gpus.n > known) {
		d->mig = vec_room(d->mig, &d->mig_cap, d->gpus.n,
		    sizeof(*d->mig));
		d->mig[i] = false;
	}
	return i;
}

static struct dcgm_device *
find_device(struct dcgm *d, struct promtext *t)
{
	struct slice place = promtext_label(t, "gpu"), slice, uuid;
	struct dcgm_device *v;
	size_t i;

	uuid = promtext_label(t, "UUID");
	slice = promtext_label(t, "GPU_I_ID");
	i = uuid.n > 0 ? number_of(&d->keys, uuid, slice) :
	    number_of(&d->keys, promhost_name(t), place);
	if (i < d->devices)
		return &d->device[i];
	d->device = VEC_MORE(d->device, d->devices, d->cap);
	v = &d->device[d->devices++];
	memset(v, 0, sizeof(*v));
	v->host = promhost_name(t);
	v->uuid = uuid.n > 0 ? uuid : place;
	v->model = promtext_label(t, "modelName");
	v->profile = promtext_label(t, "GPU_I_PROFILE");
	v->slice = v->profile.n > 0 || slice.n > 0;
	v->line = t->line;
	v->util_m = -1;
	v->used_b = v->free_b = v->reserved_b = v->total_b = -1;
	v->gpu = find_gpu(d, v, place);
	if (v->slice)
		d->mig[v->gpu] = true;
	return v;
}

static bool
contains(struct slice s, const char *word)
{
	size_t n = strlen(word);

	for (; s.n >= n; s = text_slice(s.p + 1, s.n - 1))
		if (memcmp(s.p, word, n) == 0)
			return true;
	return false;
}

/*
 * Who holds the device.  A Prometheus server that adds labels of the
 * exporter's own pod gives the holder's as exported_pod; a GPU that nobody
 * holds has the exporter's alone, which must not pass for a holder.
 */
static void
note_holder(struct dcgm *d, struct dcgm_device *v, struct promtext *t)
{
	struct slice pod = promtext_label(t, "pod");

	if (promtext_label(t, "exported_pod").n > 0 ||
	    promtext_label(t, "exported_namespace").n > 0 ||
	    promtext_label(t, "exported_container").n > 0)
		d->exported = v->held = true;
	if (promhost_label(t, "hpc_job").n > 0)
		v->held = true;
	if (pod.n > 0 && !contains(pod, "dcgm-exporter") &&
	    !contains(promtext_label(t, "container"), "dcgm-exporter"))
		v->pod = true;
}

/*
 * An amount of memory, which the exporter gives in MiB.  What is in use is
 * rounded up, as utilisation is: a little more than is idle is not.
 */
static int
take_mem(const struct promtext *t, enum promnum_round round, int64_t *out_b,
    struct diag *why)
{
	int64_t mib_m, b;
	int r = promtext_rounded(t, 3, round, &mib_m, why);

	if (r != 1)
		return r;
	b = num_mul_sat(mib_m / 1000, INT64_C(1) << 20);
	*out_b = num_add_sat(b, (mib_m % 1000) * (INT64_C(1) << 20) / 1000);
	return 0;
}

/* Utilisation, of which there may be two measures: the greater. */
static int
take_util(const struct promtext *t, int places, int64_t *util_m,
    struct diag *why)
{
	int64_t v;
	int r = promtext_rounded(t, places, PROMNUM_UP, &v, why);

	if (r == 1)
		*util_m = num_max(*util_m, v);
	return r == -1 ? -1 : 0;
}

static int
take_mode(const struct promtext *t, bool *mig, struct diag *why)
{
	int64_t mode;
	int r = promtext_amount(t, 0, &mode, why);

	if (r == 1 && mode != 0)
		*mig = true;
	return r == -1 ? -1 : 0;
}

int
dcgm_add(struct dcgm *d, int metric, struct promtext *t, struct diag *why)
{
	struct dcgm_device *v = find_device(d, t);

	note_holder(d, v, t);
	switch ((enum metric)metric) {
	case UTIL:
		return take_util(t, 3, &v->util_m, why);
	case ACTIVE:
		/* A share of 1, not a percentage. */
		return take_util(t, 5, &v->util_m, why);
	case USED:
		return take_mem(t, PROMNUM_UP, &v->used_b, why);
	case FREE:
		return take_mem(t, PROMNUM_DOWN, &v->free_b, why);
	case RESERVED:
		return take_mem(t, PROMNUM_DOWN, &v->reserved_b, why);
	case TOTAL:
		return take_mem(t, PROMNUM_UP, &v->total_b, why);
	case MIG_MODE:
		return take_mode(t, &d->mig[v->gpu], why);
	case OTHER:
		break;
	}
	return 0;
}

/*
 * The memory in use; -1: it is not known.  The total is what is used, free
 * and reserved for the driver, so that the last is not in use.
 */
static int64_t
used_b(const struct dcgm_device *v)
{
	if (v->used_b != -1)
		return v->used_b;
	if (v->total_b == -1 || v->free_b == -1)
		return -1;
	return num_max(v->total_b - v->free_b -
	    num_max(v->reserved_b, 0), 0);
}

static bool
is_known(const struct dcgm_device *v)
{
	return v->util_m != -1 && used_b(v) != -1;
}

static bool
is_held(const struct dcgm *d, const struct dcgm_device *v)
{
	return v->held || (v->pod && !d->exported);
}

static bool
is_free(const struct dcgm *d, const struct dcgm_device *v,
    const struct census_rules *rules)
{
	return !is_held(d, v) && is_known(v) &&
	    v->util_m <= rules->idle_util_m && used_b(v) <= rules->idle_mem_b;
}

static void
put_model(struct buf *out, const struct dcgm_device *v)
{
	out->n = 0;
	if (v->model.n > 0)
		buf_add(out, v->model.p, v->model.n);
	else
		buf_str(out, "gpu");
	if (v->slice)
		buf_str(out, v->profile.n > 0 ? " MIG " : " MIG");
	buf_add(out, v->profile.p, v->profile.n);
}

/* The host in the census, told of by this scrape anew. */
static struct census_host *
begin_host(struct census *c, struct slice name, struct intern *begun)
{
	struct census_host *h = census_host(c, name);
	size_t known = begun->n;

	intern_add(begun, name);
	if (begun->n > known) {
		h->measured = true;
		h->seens = 0;
	}
	return h;
}

static void
note_unknown(const struct dcgm *d, const struct foreign *in)
{
	const struct dcgm_device *v, *first = NULL;
	char quoted[TEXT_QUOTE];
	size_t i, n = 0;

	for (i = 0; i < d->devices; i++) {
		v = &d->device[i];
		if (is_known(v) || is_held(d, v) ||
		    (!v->slice && d->mig[v->gpu]))
			continue;
		if (n++ == 0)
			first = v;
	}
	if (first == NULL)
		return;
	diag_add(in->notes, in->file, first->line, "gpu", "%s%s is not free, "
	    "since its %s is not known", text_quote(first->uuid, quoted),
	    n > 1 ? " (and others)" : "", first->util_m == -1 ?
	    "utilisation" : "used memory");
}

static void
tell_one(const struct dcgm *d, const struct dcgm_device *v,
    struct census *c, struct census_host *h)
{
	struct buf model = { 0 };
	struct census_card *card;

	put_model(&model, v);
	card = census_seen(c, h, text_slice(model.p, model.n));
	census_more(&card->gpu.total, 1000);
	census_more(&card->gpu.free, is_free(d, v, &c->rules) ? 1000 : 0);
	buf_free(&model);
}

void
dcgm_tell(const struct dcgm *d, struct slice nameless, struct census *c,
    const struct foreign *in)
{
	const struct dcgm_device *v;
	struct intern begun = { 0 };
	struct census_host *h;
	struct slice name;
	size_t i;

	for (i = 0; i < d->devices; i++) {
		v = &d->device[i];
		name = v->host.n > 0 ? v->host : nameless;
		if (name.n == 0) {
			diag_add(in->faults, in->file, v->line, "node",
			    "which one has this GPU nothing says: no label "
			    "node, instance or Hostname");
			continue;
		}
		h = begin_host(c, name, &begun);
		if (v->slice || !d->mig[v->gpu])
			tell_one(d, v, c, h);
	}
	note_unknown(d, in);
	intern_free(&begun);
}

void
dcgm_free(struct dcgm *d)
{
	intern_free(&d->keys);
	intern_free(&d->gpus);
	free(d->device);
	free(d->mig);
	memset(d, 0, sizeof(*d));
}
