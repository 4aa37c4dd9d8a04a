/*
 * operate: the operator's hand.
 */
#ifndef OPERATE_H
#define OPERATE_H

#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "job.h"
#include "text.h"

enum operate_verb {
	OPERATE_FRONT,		/* to the front, in the order given */
	OPERATE_PRIORITY,
	OPERATE_HOLD,
	OPERATE_RELEASE,
	OPERATE_STOP,
	OPERATE_VERBS
};

/* What the operator says. */
struct operate {
	enum operate_verb verb;
	struct slice priority;	/* as it was written; with OPERATE_PRIORITY */
};

/*
 * Reads `front`, `priority=high`, `hold`, `release` or `stop`.  0, or -1 with
 * the reason in d.
 */
int	operate_read(struct slice, struct operate *, struct diag *d);

/*
 * Does it to the n jobs with these ids, in this order.  0; or -1, with nothing
 * changed and the faults in the list, when there is no such job, one is named
 * twice, or its state does not allow it.
 */
int	operate_do(struct jobs *, const struct operate *,
	    const struct slice *id, size_t n, int64_t now_s,
	    struct diag_list *);

/* The columns that it may write: bits of JOB_BIT. */
uint32_t	operate_columns(const struct operate *);

#endif
