#include "promnode.h"

#include <string.h>

#include "census.h"
#include "dcgm.h"
#include "intern.h"
#include "kubestate.h"
#include "nodeexp.h"
#include "promtext.h"

enum exporter { NODE, DCGM, KUBE, NONE };

struct reading {
	struct census *census;
	const struct foreign *in;
	struct promtext text;
	struct intern series;	/* of this scrape */
	struct nodeexp node;
	struct dcgm dcgm;
	struct kubestate kube;
	struct slice name;	/* the last sample's metric ... */
	enum exporter from;	/* ... whose it is ... */
	int metric;		/* ... and its number there */
	bool any;		/* there was a metric that is read */
	bool slurm;		/* there was one of a Slurm exporter */
};

bool
promnode_tells(struct slice text)
{
	return promtext_tells(text);
}

/* Tells what was gathered, and is ready for the next scrape. */
static void
end_scrape(struct reading *r)
{
	nodeexp_tell(&r->node, r->census, r->in);
	dcgm_tell(&r->dcgm, nodeexp_nameless(&r->node), r->census, r->in);
	kubestate_tell(&r->kube, r->census, r->in);
	nodeexp_free(&r->node);
	dcgm_free(&r->dcgm);
	kubestate_free(&r->kube);
	intern_free(&r->series);
}

/* Finds whose the metric is; samples of one stand together. */
static void
find_metric(struct reading *r)
{
	static const char slurm[] = "slurm_";
	struct slice name = r->text.name;

	if (text_eq(name, r->name))
		return;
	r->name = name;
	if ((r->metric = nodeexp_metric(name)) != -1)
		r->from = NODE;
	else if ((r->metric = dcgm_metric(name)) != -1)
		r->from = DCGM;
	else if ((r->metric = kubestate_metric(name)) != -1)
		r->from = KUBE;
	else
		r->from = NONE;
	if (name.n > strlen(slurm) &&
	    memcmp(name.p, slurm, strlen(slurm)) == 0)
		r->slurm = true;
}

/* Whether the series was in this scrape already. */
static bool
is_again(struct reading *r)
{
	size_t known = r->series.n;

	intern_add_kept(&r->series, r->text.series);
	return r->series.n == known;
}

static int
take_sample(struct reading *r, struct diag *why)
{
	find_metric(r);
	if (r->from == NONE)
		return 0;
	r->any = true;
	if (is_again(r)) {
		end_scrape(r);
		is_again(r);
	}
	switch (r->from) {
	case NODE:
		return nodeexp_add(&r->node, r->metric, &r->text, why);
	case DCGM:
		return dcgm_add(&r->dcgm, r->metric, &r->text, why);
	case KUBE:
		return kubestate_add(&r->kube, r->metric, &r->text, why);
	case NONE:
		break;
	}
	return 0;
}

static int
nothing(const struct reading *r)
{
	return diag_add(r->in->faults, r->in->file, 0, NULL, "%s",
	    r->slurm ? "metrics of a Slurm exporter are not read: give what "
	    "scontrol -o show node prints" : "no metric of node_exporter, "
	    "dcgm-exporter or kube-state-metrics 2 that tells of a node");
}

int
promnode_read(void *census, const struct foreign *in)
{
	struct reading r = { .census = census, .in = in, .from = NONE };
	struct diag why;
	int got;

	promtext_init(&r.text, in->text);
	while ((got = promtext_next(&r.text, &why)) != 0) {
		if (got == 1)
			got = take_sample(&r, &why);
		if (got == -1)
			diag_add(in->faults, in->file, r.text.line,
			    why.column[0] != '\0' ? why.column : NULL, "%s",
			    why.what);
	}
	end_scrape(&r);
	promtext_free(&r.text);
	return r.any ? 0 : nothing(&r);
}
