#include "k8ssaid.h"

#include <bsd/string.h>

#include "when.h"

/* A whole number that is at least 0, or what stands for its absence. */
static int
number(const struct cJSON *of, const char *key, int64_t absent, int64_t *out,
    struct diag *why)
{
	int rc;

	*out = absent;
	rc = jsondoc_int(jsondoc_get(of, key), out);
	if (rc == 0 || (rc == 1 && *out >= 0))
		return 0;
	return diag_set(why, "%s is no number of at least 0", key);
}

static int64_t
time_of(struct slice s)
{
	int64_t t;

	return when_time(s, &t, NULL) == QUANT_OK ? t : -1;
}

/* What others say of it: the controllers, and who suspended it. */
static void
read_state(const struct k8sobj *o, struct k8ssaid *s)
{
	const struct cJSON *status = jsondoc_get(o->value, "status");
	struct slice complete, failed, suspended, by;

	by = jsondoc_text(jsondoc_path(o->value, "spec", "managedBy"));
	s->elsewhere = by.n > 0 &&
	    !text_is(by, "kubernetes.io/job-controller");
	s->suspended = jsondoc_true(jsondoc_path(o->value, "spec", "suspend"));
	s->complete = text_is(k8sobj_condition(o, "Complete", &complete),
	    "True");
	s->failed = text_is(k8sobj_condition(o, "Failed", &failed), "True");
	k8sobj_condition(o, "Suspended", &suspended);
	s->suspended_s = time_of(suspended);
	s->start_s = time_of(jsondoc_text(jsondoc_get(status, "startTime")));
	s->end_s = time_of(jsondoc_text(jsondoc_get(status,
	    "completionTime")));
	if (s->end_s == -1)
		s->end_s = time_of(s->failed ? failed : complete);
}

int
k8ssaid_read(const struct k8sobj *o, struct k8ssaid *s, struct diag *why)
{
	const struct cJSON *spec = jsondoc_get(o->value, "spec");
	const struct cJSON *status = jsondoc_get(o->value, "status");
	struct slice created = jsondoc_text(jsondoc_path(o->value, "metadata",
	    "creationTimestamp"));
	char quoted[TEXT_QUOTE];

	s->created_s = time_of(created);
	if (created.n > 0 && s->created_s == -1) {
		diag_set(why, "%s is not a time", text_quote(created, quoted));
		strlcpy(why->column, "created", sizeof(why->column));
		return -1;
	}
	read_state(o, s);
	if (number(spec, "parallelism", -1, &s->parallelism, why) == -1 ||
	    number(spec, "completions", -1, &s->completions, why) == -1 ||
	    number(spec, "activeDeadlineSeconds", -1, &s->time_limit_s,
	    why) == -1 ||
	    number(status, "active", 0, &s->active, why) == -1 ||
	    number(status, "ready", -1, &s->ready, why) == -1 ||
	    number(status, "succeeded", 0, &s->pods_succeeded, why) == -1 ||
	    number(status, "failed", 0, &s->pods_failed, why) == -1)
		return -1;
	return k8spod_read(jsondoc_path(spec, "template", "spec"), NULL, true,
	    &s->ask, why);
}
