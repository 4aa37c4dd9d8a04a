/*
 * slurmfeed: the jobs of a text of Slurm's, one by one, whether they are of
 * `squeue --json` or of `scontrol show job`.
 */
#ifndef SLURMFEED_H
#define SLURMFEED_H

#include <stdbool.h>

#include "diag.h"
#include "foreign.h"
#include "jsondoc.h"
#include "scontrol.h"
#include "slurmsaid.h"
#include "text.h"

/* Starts with slurmfeed_begin. */
struct slurmfeed {
	const struct foreign *f;
	bool json;
	bool within;		/* a document is being read */
	struct jsondoc document;
	struct scontrol text;
};

/* Whether a text begins like one, or like a table of squeue's. */
bool	slurmfeed_tells(struct slice text);

/* Begins; -1, with a fault: it is a table of squeue's. */
int	slurmfeed_begin(struct slurmfeed *, const struct foreign *);

/*
 * The next job: 1, 0 when there are no more; -1, with a fault, when what is
 * to come cannot be read.  *why is empty, or says what is wrong with this
 * one, of which only the line is sure then.  Text in *out lives until the
 * next; its array gres is kept from job to job.
 */
int	slurmfeed_next(struct slurmfeed *, struct slurmsaid *out,
	    struct diag *why);

void	slurmfeed_end(struct slurmfeed *);

#endif
