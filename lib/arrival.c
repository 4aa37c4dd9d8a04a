#include "arrival.h"

#include <stdbool.h>
#include <stdlib.h>

#include "keysort.h"
#include "mem.h"
#include "num.h"

static bool
comes(const struct job *j, int64_t until_s)
{
	return job_waits(j) && j->created_s <= until_s;
}

static int
created_cmp(const void *arg, const struct keysort *a, const struct keysort *b)
{
	(void)arg;
	return num_cmp((int64_t)a->key, (int64_t)b->key);
}

void
arrival_init(struct arrival *a, const struct jobs *jobs, int64_t until_s)
{
	struct keysort *k;
	size_t i;

	a->jobs = jobs;
	a->n = a->at = 0;
	for (i = 0; i < jobs->n; i++)
		a->n += comes(&jobs->job[i], until_s);
	k = mem_array(a->n, sizeof(*k));
	a->n = 0;
	for (i = 0; i < jobs->n; i++)
		if (comes(&jobs->job[i], until_s))
			k[a->n++] = (struct keysort){
				(uint64_t)jobs->job[i].created_s, i };
	keysort_merge(k, a->n, created_cmp, NULL);
	a->who = mem_array(a->n, sizeof(*a->who));
	for (i = 0; i < a->n; i++)
		a->who[i] = (uint32_t)k[i].item;
	free(k);
}

int64_t
arrival_next_s(const struct arrival *a)
{
	return a->at < a->n ? a->jobs->job[a->who[a->at]].created_s :
	    INT64_MAX;
}

size_t
arrival_take(struct arrival *a)
{
	return a->who[a->at++];
}

void
arrival_free(struct arrival *a)
{
	free(a->who);
}
