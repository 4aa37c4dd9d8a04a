/*
 * ask: amounts as a person asks for them on a command line.
 */
#ifndef ASK_H
#define ASK_H

#include <stdint.h>

#include "diag.h"
#include "res.h"
#include "text.h"

/* What was named. */
struct ask {
	struct shape shape;	/* 0 where it is not given */
	unsigned given;		/* bits 1 << res */
	int64_t instances;	/* 0: not given */
};

/*
 * Reads `gpu=8,cpu=64,mem=512G`, each at most once.  0, or -1 with the
 * reason in d.
 */
int	ask_amounts(struct slice, struct ask *, struct diag *d);

/*
 * Reads `2x8` (instances x GPUs), or the above with `instances=2` in it.  A
 * shape of nothing is an error.  0, or -1 with the reason in d.
 */
int	ask_want(struct slice, struct ask *, struct diag *d);

#endif
