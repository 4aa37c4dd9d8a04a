#include "backfill.h"

bool
backfill_is(enum queue_discipline d)
{
	return d == QUEUE_EASY || d == QUEUE_CONSERVATIVE;
}

void
backfill_run(struct jobs *jobs, struct cluster *c,
    const struct queues *queues, const struct step_options *o,
    struct step_counts *counts)
{
	step_run(jobs, c, queues, o, counts);
}
