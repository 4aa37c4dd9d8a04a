/*
 * promtext: the Prometheus text exposition format, read line by line.
 *
 *	node_load1{instance="n1:9100"} 0.21 1796004861000
 *
 * A pull parser of samples; comments, HELP and TYPE are passed over, and so
 * are the timestamps and exemplars of OpenMetrics and its `# EOF`.  A line
 * that is none of these is told of, and the walk goes on behind it.  In label
 * values \\ \" and \n stand for what they do everywhere; another backslash
 * is one, as the Prometheus server takes it.  The format's writer is prom.
 *
 * Names and values borrow from the text, or live as long as the walk.
 */
#ifndef PROMTEXT_H
#define PROMTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "mem.h"
#include "promnum.h"
#include "text.h"

struct promtext_label {
	struct slice name;
	struct slice value;	/* between the quotes, escapes and all */
	bool escaped;		/* there are some */
};

/* A walk over a text; its label array is that of the last sample. */
struct promtext {
	struct slice rest;	/* lines to come */
	uint64_t line;		/* of the last sample or fault, from 1 */
	struct slice name;	/* the metric's */
	struct slice series;	/* the name and the labels, as they stand */
	struct slice value;	/* a number, as it stands */
	struct promtext_label *label;
	size_t labels, cap;
	struct mem_arena arena;	/* values that had escapes */
};

/* Begins; the text outlives the walk. */
void	promtext_init(struct promtext *, struct slice text);

/*
 * Goes to the next sample: 1; 0 when there are no more; -1 when a line is
 * bad, which the diag says.  O(its length).
 */
int	promtext_next(struct promtext *, struct diag *);

/* The value of the sample's label of that name; empty when it has none. */
struct slice	promtext_label(struct promtext *, const char *name);

void	promtext_free(struct promtext *);

/*
 * Whether a text begins like one: with a HELP, TYPE or EOF, or with a sample,
 * be it broken behind its brace.
 */
bool	promtext_tells(struct slice text);

/*
 * The last sample as an amount, at least 0, scaled like that: 1; 0 when there
 * is no value; -1 when it cannot be one, which the diag says.
 */
int	promtext_amount(const struct promtext *, int places, int64_t *out,
	    struct diag *);

/* The same, rounded that way. */
int	promtext_rounded(const struct promtext *, int places,
	    enum promnum_round, int64_t *out, struct diag *);

#endif
