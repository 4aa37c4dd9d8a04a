#include "later.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"

int64_t
later_end(const struct jobs *jobs, size_t i, int64_t now_s)
{
	int64_t end;

	if ((jobs->job[i].has & JOB_BIT(JOB_TIME_LIMIT)) == 0)
		return LATER_NEVER;
	end = num_add_sat(job_started_s(jobs, i), job_number(jobs, i,
	    JOB_TIME_LIMIT));
	/* It should have ended: any moment now. */
	return num_max(end, num_add_sat(now_s, 1));
}

static int
end_cmp(const void *va, const void *vb)
{
	const struct later_end *a = va, *b = vb;
	int c = num_cmp(a->at_s, b->at_s);

	return c != 0 ? c : (a->job > b->job) - (a->job < b->job);
}

/* Gathers the running jobs that end some time. */
static void
gather(struct later *l)
{
	const struct jobs *jobs = l->room.jobs;
	struct later_end *e = mem_array(jobs->n, sizeof(*e));
	size_t i, n = 0;

	for (i = 0; i < jobs->n; i++) {
		if (jobs->job[i].state != JOB_RUNNING)
			continue;
		e[n].at_s = later_end(jobs, i, l->now_s);
		e[n].job = i;
		n += e[n].at_s != LATER_NEVER;
	}
	if (n > 0)
		qsort(e, n, sizeof(*e), end_cmp);
	l->end = e;
	l->ends = n;
}

void
later_init(struct later *l, const struct room *now, bool spread,
    int64_t now_s)
{
	memset(l, 0, sizeof(*l));
	cluster_copy(&l->cluster, now->cluster);
	room_init(&l->room, now->jobs, &l->cluster, now->queues);
	place_init(&l->place, &l->room, spread);
	l->now_s = now_s;
}

bool
later_next(struct later *l, int64_t *at_s)
{
	if (l->end == NULL)
		gather(l);
	if (l->next == l->ends)
		return false;
	*at_s = l->end[l->next].at_s;
	while (l->next < l->ends && l->end[l->next].at_s == *at_s)
		place_job(&l->place, l->room.jobs, l->end[l->next++].job,
		    -1);
	return true;
}

void
later_free(struct later *l)
{
	place_free(&l->place);
	room_free(&l->room);
	cluster_free_copy(&l->cluster);
	free(l->end);
}
