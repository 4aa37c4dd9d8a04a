#include "slurmdep.h"

#include <stdlib.h>
#include <string.h>

#include "slurmword.h"
#include "vec.h"

void
slurmdep_add(struct slurmdep *d, struct slice id, unsigned states)
{
	size_t i = intern_add(&d->id, id);
	struct slurmdep_jobs *j;

	d->jobs = vec_room(d->jobs, &d->cap, d->id.n, sizeof(*d->jobs));
	j = &d->jobs[i];
	if (d->id.n > d->known) {
		memset(j, 0, sizeof(*j));
		d->known = d->id.n;
	}
	if ((states & SLURMWORD_RUNS) != 0)
		j->run++;
	else if ((states & (SLURMWORD_WAITS | SLURMWORD_REQUEUED)) != 0)
		j->wait++;
	else if ((states & SLURMWORD_SUCCEEDED) != 0)
		j->ended_well++;
	else
		j->ended_badly++;
}

/* Whether the jobs are as a kind of dependency wants them. */
static bool
as_wanted(struct slice kind, const struct slurmdep_jobs *j)
{
	if (text_is(kind, "after"))
		return j->wait == 0;
	if (j->wait > 0 || j->run > 0)
		return false;
	if (text_is(kind, "afterok") || text_is(kind, "aftercorr"))
		return j->ended_badly == 0;
	if (text_is(kind, "afternotok"))
		return j->ended_badly > 0;
	return true;
}

/* Whether all characters of the word are in s, in a row. */
static bool
has(struct slice s, const char *word)
{
	size_t i, n = strlen(word);

	for (i = 0; i + n <= s.n; i++)
		if (memcmp(s.p + i, word, n) == 0)
			return true;
	return false;
}

/* `15_*`, `3+10` and `7(unfulfilled)` are 15, 3 and 7. */
static struct slice
bare_id(struct slice s)
{
	struct slice id;

	text_cut(&s, '(', &id);
	s = id;
	text_cut(&s, '+', &id);
	if (id.n > 2 && memcmp(id.p + id.n - 2, "_*", 2) == 0)
		id.n -= 2;
	return id;
}

/* `afterok:1:2(unfulfilled)`. */
static bool
item_met(const struct slurmdep *d, struct slice item)
{
	struct slice kind, id;
	int64_t i;

	if (has(item, "(failed)"))
		return false;
	text_cut(&item, ':', &kind);
	/* `singleton` names no job; Slurm looks at it when it is released. */
	while (text_cut(&item, ':', &id)) {
		i = intern_find(&d->id, bare_id(id));
		if (i != INTERN_NONE && !as_wanted(kind, &d->jobs[i]))
			return false;
	}
	return true;
}

bool
slurmdep_met(const struct slurmdep *d, struct slice dependency)
{
	bool any = dependency.n > 0 &&
	    memchr(dependency.p, '?', dependency.n) != NULL;
	struct slice item;

	while (text_cut(&dependency, any ? '?' : ',', &item))
		if (item_met(d, item) == any)
			return any;
	return !any;
}

void
slurmdep_free(struct slurmdep *d)
{
	intern_free(&d->id);
	free(d->jobs);
	memset(d, 0, sizeof(*d));
}
