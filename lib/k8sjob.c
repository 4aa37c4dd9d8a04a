#include "k8sjob.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "intake.h"
#include "k8sgang.h"
#include "k8sobj.h"
#include "k8sphase.h"
#include "k8ssaid.h"
#include "k8swish.h"
#include "memo.h"
#include "num.h"
#include "vec.h"
#include "when.h"

/* A Job whose state is not known before all pods are.  Times: -1 is none. */
struct undecided {
	size_t row;		/* of its record */
	struct slice uid;	/* kept */
	struct k8sphase phase;
	int64_t noted_s;	/* since when, as annotated */
	int64_t suspended_s, start_s, end_s;	/* as k8ssaid.h */
};

/* A reading of one text. */
struct reading {
	struct intake *in;
	struct k8sgang gang;
	struct undecided *job;
	size_t jobs, cap;
	struct intern class;	/* priority classes told of already */
	struct mem_arena text;
	struct buf scratch;
};

bool
k8sjob_tells(struct slice text)
{
	return k8sobj_tells(text);
}

static void
note_value(const struct k8sobj *o, const char *key, struct slice value,
    const char *what)
{
	char quoted[TEXT_QUOTE], text[TEXT_QUOTE + 120];

	snprintf(text, sizeof(text), "%s: %s %s", key,
	    text_quote(value, quoted), what);
	k8sobj_note(o, NULL, text);
}

/* An annotation of ours that is a column as it stands. */
static void
put_annotation(struct reading *r, const struct k8sobj *o,
    struct undecided *u, const struct memo_field *f)
{
	char key[32];
	struct slice v;

	snprintf(key, sizeof(key), "sluice/%s", f->name);
	v = k8sobj_annotation(o, key);
	/* When it was made the server knows better. */
	if (v.n == 0 || f->column == JOB_CREATED)
		return;
	if (!memo_good(f->column, v))
		note_value(o, key, v, "cannot be read");
	else if (f->column == JOB_SINCE)
		when_time(v, &u->noted_s, NULL);
	else if (f->column == JOB_STATE) {
		u->phase.noted = true;
		while (!text_is(v, job_state_name(u->phase.phase)))
			u->phase.phase++;
	} else
		sheet_text(&r->in->sheet, f->column, v);
}

static void
put_annotations(struct reading *r, const struct k8sobj *o,
    struct undecided *u)
{
	static const struct memo_field owner[] = {
		{ "queue", JOB_QUEUE }, { "kind", JOB_KIND },
		{ "same", JOB_SAME }
	};
	const struct memo_field *f;
	size_t i, n;

	f = memo_fields(&n);
	for (i = 0; i < n; i++)
		put_annotation(r, o, u, &f[i]);
	for (i = 0; i < sizeof(owner) / sizeof(owner[0]); i++)
		put_annotation(r, o, u, &owner[i]);
}

static void
put_resumable(struct reading *r, const struct k8sobj *o)
{
	struct slice v = k8sobj_annotation(o, "sluice/resumable");

	if (text_is(v, "yes") || text_is(v, "no"))
		sheet_text(&r->in->sheet, JOB_RESUMABLE, v);
	else if (v.n > 0)
		note_value(o, "sluice/resumable", v, "is not yes or no");
}

/* Of the pods' class, where nothing else was said. */
static void
put_priority(struct reading *r, const struct k8sobj *o,
    const struct cJSON *pod)
{
	struct slice class = jsondoc_text(jsondoc_get(pod,
	    "priorityClassName"));
	size_t n = r->class.n;

	if (class.n == 0)
		return;
	if (text_is(class, "high") || text_is(class, "medium") ||
	    text_is(class, "low"))
		sheet_text(&r->in->sheet, JOB_PRIORITY, class);
	else if (intern_add(&r->class, class) == n)
		note_value(o, "priorityClassName", class, "is none of high, "
		    "medium and low: taken for medium");
}

/* What it asks for; returns why that is no record, or NULL. */
static const char *
put_ask(struct reading *r, const struct cJSON *pod, const struct k8ssaid *s)
{
	struct sheet *sheet = &r->in->sheet;
	struct slice resource = { NULL, 0 }, model = { NULL, 0 };
	int64_t gpu_m = 0, instances;
	const char *bar;
	size_t i, kinds = 0;

	for (i = 0; i < s->ask.cards; i++) {
		if (s->ask.card[i].gpu_m == 0)
			continue;
		if (kinds++ == 0) {
			resource = s->ask.card[i].resource;
			gpu_m = s->ask.card[i].gpu_m;
		}
	}
	r->scratch.n = 0;
	bar = k8swish_read(pod, resource, &r->scratch, &model);
	instances = s->parallelism == -1 ? 1 : s->parallelism;
	if (instances == 0)
		bar = "paused";
	if (s->completions != -1)
		instances = num_min(instances, s->completions);
	sheet_number(sheet, JOB_INSTANCES, num_max(instances, 1));
	sheet_number(sheet, JOB_GPU, gpu_m);
	sheet_number(sheet, JOB_CPU, s->ask.cpu_m);
	sheet_number(sheet, JOB_MEM, s->ask.mem_b);
	sheet_text(sheet, JOB_GPU_MODEL, model);
	sheet_text(sheet, JOB_SELECTOR, text_slice(r->scratch.p,
	    r->scratch.n));
	return kinds > 1 ? "mixed-cards" : bar;
}

/* What its state follows from. */
static void
copy_state(const struct k8ssaid *s, struct undecided *u)
{
	u->phase.suspended = s->suspended;
	u->phase.complete = s->complete;
	u->phase.failed = s->failed;
	u->phase.active = s->active;
	u->phase.ready = s->ready;
	u->phase.ended = num_add_sat(s->pods_succeeded, s->pods_failed);
	u->suspended_s = s->suspended_s;
	u->start_s = s->start_s;
	u->end_s = s->end_s;
}

static struct slice
id_of(struct reading *r, const struct k8sobj *o)
{
	struct buf *b = &r->scratch;

	b->n = 0;
	if (o->space.n > 0)
		buf_add(b, o->space.p, o->space.n);
	else
		buf_str(b, "default");
	buf_char(b, '/');
	buf_add(b, o->name.p, o->name.n);
	return text_slice(b->p, b->n);
}

static void
add_job(struct reading *r, const struct k8sobj *o)
{
	const struct cJSON *pod = jsondoc_path(o->value, "spec", "template",
	    "spec");
	struct sheet *sheet = &r->in->sheet;
	struct undecided *u;
	struct diag why;
	struct k8ssaid s;

	if (k8ssaid_read(o, &s, &why) == -1) {
		k8sobj_fault(o, why.column, why.what);
		return;
	}
	if (intake_job(r->in, o->in, jsondoc_line(o->doc), id_of(r, o)) == -1)
		return;
	r->job = VEC_MORE(r->job, r->jobs, r->cap);
	u = &r->job[r->jobs++];
	memset(u, 0, sizeof(*u));
	u->row = sheet->rows - 1;
	u->uid = text_slice(mem_arena_copy(&r->text, o->uid.p, o->uid.n),
	    o->uid.n);
	u->noted_s = -1;
	sheet_text(sheet, JOB_QUEUE, k8sobj_label(o,
	    "kueue.x-k8s.io/queue-name"));
	sheet_text(sheet, JOB_GROUP, o->space);
	if (s.created_s != -1)
		sheet_number(sheet, JOB_CREATED, s.created_s);
	if (s.time_limit_s != -1)
		sheet_number(sheet, JOB_TIME_LIMIT, s.time_limit_s);
	put_priority(r, o, pod);
	put_resumable(r, o);
	put_annotations(r, o, u);
	u->phase.bar = put_ask(r, pod, &s);
	if (s.elsewhere)
		u->phase.bar = "managed-elsewhere";
	u->phase.ours = u->phase.noted || r->in->adopt;
	copy_state(&s, u);
}

static void
take(void *arg, const struct k8sobj *o)
{
	struct reading *r = arg;

	switch (o->kind) {
	case K8SOBJ_JOB:
		add_job(r, o);
		break;
	case K8SOBJ_POD:
		k8sgang_pod(&r->gang, o);
		break;
	case K8SOBJ_NODE:
	case K8SOBJ_OTHER:
		break;
	}
}

static void
put_time(struct reading *r, size_t row, enum job_column column, int64_t t)
{
	if (t == -1)
		return;
	r->scratch.n = 0;
	buf_i64(&r->scratch, t);
	sheet_set(&r->in->sheet, row, column, text_slice(r->scratch.p,
	    r->scratch.n));
}

/* Since when it is in its state, where that is not noted. */
static int64_t
since(const struct reading *r, const struct undecided *u,
    enum job_state state, int64_t started_s)
{
	switch (state) {
	case JOB_PENDING:
	case JOB_HELD:
	case JOB_STOPPED:
		return u->phase.suspended ? u->suspended_s : -1;
	case JOB_INQUEUE:
		return u->start_s != -1 ? u->start_s : r->in->now_s;
	case JOB_RUNNING:
		return started_s;
	case JOB_SUCCEEDED:
	case JOB_FAILED:
		return u->end_s;
	case JOB_STATES:
		break;
	}
	return -1;
}

/* The columns that follow from the pods. */
static void
decide(struct reading *r, struct undecided *u)
{
	const struct k8sgang_job *g = u->uid.n == 0 ? NULL :
	    k8sgang_find(&r->gang, u->uid);
	struct sheet *sheet = &r->in->sheet;
	int64_t started_s = g != NULL && g->started_s != -1 ? g->started_s :
	    u->start_s;
	struct k8sphase_state s;

	u->phase.bound = !r->gang.told ? -1 : g == NULL ? 0 : g->bound;
	s = k8sphase_of(&u->phase);
	sheet_set(sheet, u->row, JOB_STATE, text_of(job_state_name(s.state)));
	put_time(r, u->row, JOB_SINCE, s.as_noted && u->noted_s != -1 ?
	    u->noted_s : since(r, u, s.state, started_s));
	if (s.reason != NULL)
		sheet_set(sheet, u->row, JOB_REASON, text_of(s.reason));
	if (s.state == JOB_SUCCEEDED || s.state == JOB_FAILED)
		put_time(r, u->row, JOB_ENDED, u->end_s);
	else if (s.state != JOB_RUNNING)
		return;
	put_time(r, u->row, JOB_STARTED, started_s);
	if (g == NULL)
		return;
	r->scratch.n = 0;
	k8sgang_nodes(&r->gang, g, &r->scratch);
	sheet_set(sheet, u->row, JOB_NODES, text_slice(r->scratch.p,
	    r->scratch.n));
}

int
k8sjob_read(void *intake, const struct foreign *in)
{
	struct reading r = { .in = intake };
	int rc = k8sobj_read(in, &r, take);
	size_t i;

	for (i = 0; i < r.jobs; i++)
		decide(&r, &r.job[i]);
	k8sgang_free(&r.gang);
	free(r.job);
	intern_free(&r.class);
	mem_arena_free(&r.text);
	buf_free(&r.scratch);
	return rc;
}
