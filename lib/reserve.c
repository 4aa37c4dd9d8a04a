#include "reserve.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "num.h"
#include "when.h"

int
reserve_read(struct slice value, struct slice *nodes, int64_t *until_s)
{
	struct slice list, name;
	size_t at = value.n;
	int64_t n;
	int ret;

	while (at > 0 && value.p[at - 1] != '@')
		at--;
	if (at < 2 || when_time(text_slice(value.p + at, value.n - at),
	    until_s, NULL) != QUANT_OK)
		return -1;
	*nodes = list = text_slice(value.p, at - 1);
	while ((ret = cluster_next(&list, &name, &n)) == 1)
		;
	return ret;
}

void
reserve_check(const struct jobs *jobs, struct diag_list *faults)
{
	char shown[TEXT_QUOTE];
	struct slice value, nodes;
	int64_t until_s;
	size_t i;

	for (i = 0; jobs->text_of[JOB_RESERVED] != NULL && i < jobs->n; i++) {
		value = job_text(jobs, i, JOB_RESERVED);
		if (value.n > 0 && reserve_read(value, &nodes, &until_s) == -1)
			diag_add(faults, table_file(&jobs->table, i),
			    table_line_number(&jobs->table, i), "reserved",
			    "%s is not a list of nodes, @ and a time",
			    text_quote(value, shown));
	}
}

/* Those that end first, then by id: the order of records decides nothing. */
static bool
goes_before(const struct jobs *jobs, const struct reserve_one *a,
    const struct reserve_one *b)
{
	return a->until_s != b->until_s ? a->until_s < b->until_s :
	    text_cmp(job_id(jobs, a->job), job_id(jobs, b->job)) < 0;
}

void
reserve_init(struct reserve *r, const struct jobs *jobs,
    const struct cluster *c, int64_t now_s, int64_t cap_s)
{
	struct reserve_one first[RESERVE_MOST + 1], one = { 0 };
	struct slice nodes;
	size_t i;
	int n = 0, k;

	memset(r, 0, sizeof(*r));
	r->hosts = c->hosts;
	r->now_s = now_s;
	r->cap_s = cap_s;
	if (jobs->text_of[JOB_RESERVED] == NULL)
		return;
	for (i = 0; i < jobs->n; i++) {
		if (!job_waits(&jobs->job[i]) || reserve_read(job_text(jobs, i,
		    JOB_RESERVED), &nodes, &one.until_s) == -1)
			continue;
		one.job = i;
		for (k = n; k > 0 && goes_before(jobs, &one, &first[k - 1]);
		    k--)
			first[k] = first[k - 1];
		first[k] = one;
		n += n < RESERVE_MOST;
	}
	for (k = 0; k < n; k++)
		reserve_add(r, jobs, c, first[k].job);
}

void
reserve_add(struct reserve *r, const struct jobs *jobs,
    const struct cluster *c, size_t i)
{
	struct slice nodes, name;
	int64_t until_s, n, at;

	if (r->n == RESERVE_MOST || reserve_read(job_text(jobs, i,
	    JOB_RESERVED), &nodes, &until_s) == -1)
		return;
	if (r->host == NULL)
		r->host = mem_zero(r->hosts + 1, 1);
	while (cluster_next(&nodes, &name, &n) == 1)
		if ((at = intern_find(&c->name, name)) != INTERN_NONE)
			r->host[at] |= (uint8_t)(1U << r->n);
	r->one[r->n++] = (struct reserve_one){ i, until_s };
}

void
reserve_drop(struct reserve *r, int k)
{
	size_t h;

	for (h = 0; h < r->hosts; h++)
		r->host[h] &= (uint8_t)~(1U << k);
	r->one[k].job = RESERVE_NOBODY;
}

int
reserve_count(const struct reserve *r)
{
	int k, n = 0;

	for (k = 0; k < r->n; k++)
		n += r->one[k].job != RESERVE_NOBODY;
	return n;
}

bool
reserve_is_for(const struct reserve *r, size_t i)
{
	int k;

	for (k = 0; k < r->n; k++)
		if (r->one[k].job == i)
			return true;
	return false;
}

int
reserve_by(const struct reserve *r, unsigned bits)
{
	int k, last = -1;

	for (k = 0; k < r->n; k++)
		if ((bits & 1U << k) != 0 && r->one[k].job !=
		    RESERVE_NOBODY && (last == -1 || r->one[k].until_s >
		    r->one[last].until_s))
			last = k;
	return last;
}

unsigned
reserve_avoid(const struct reserve *r, const struct jobs *jobs, size_t i)
{
	int64_t min_s, ends_s;
	unsigned avoid = 0;
	int k;

	if (r->n == 0 ||
	    (min_s = job_number(jobs, i, JOB_MIN_RUNTIME)) == 0)
		return 0;
	ends_s = num_add_sat(r->now_s, num_min(min_s, r->cap_s));
	for (k = 0; k < r->n; k++)
		if (r->one[k].job != RESERVE_NOBODY && r->one[k].job != i &&
		    ends_s > r->one[k].until_s)
			avoid |= 1U << k;
	return avoid;
}

void
reserve_free(struct reserve *r)
{
	free(r->host);
}
