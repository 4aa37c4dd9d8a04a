#include "live.h"

#include <stdlib.h>
#include <string.h>

#include "intern.h"
#include "mem.h"
#include "vec.h"

void
live_init(struct live *l, struct jobs *all)
{
	memset(l, 0, sizeof(*l));
	l->all = all;
	l->jobs = *all;
	l->jobs.job = NULL;
	l->jobs.n = l->jobs.cap = 0;
	l->jobs.beside = 0;
	memset(l->jobs.number, 0, sizeof(l->jobs.number));
	memset(l->jobs.text_of, 0, sizeof(l->jobs.text_of));
	memset(&l->jobs.id, 0, sizeof(l->jobs.id));
	memset(&l->jobs.text, 0, sizeof(l->jobs.text));
	/* Its rows are not those of the table. */
	l->jobs.dated = false;
}

size_t
live_add(struct live *l, size_t i)
{
	struct jobs *s = &l->jobs;
	size_t k = s->n;

	job_expect(s, 1, 0);
	s->id.name = vec_room(s->id.name, &l->name_cap, k + 1,
	    sizeof(*s->id.name));
	l->more = vec_room(l->more, &l->more_cap, k + 1, sizeof(*l->more));
	s->n++;
	s->job[k] = l->all->job[i];
	job_copy_columns(s, k, l->all, i);
	s->id.name[k] = job_id(l->all, i);
	memset(&l->more[k], 0, sizeof(*l->more));
	l->more[k].of = i;
	l->more[k].dirty = s->job[k].dirty;
	s->job[k].dirty = 0;
	l->more[k].turn = s->job[k].state == JOB_RUNNING ? 0 : SIZE_MAX;
	l->more[k].ends_s = INT64_MAX;
	return k;
}

/* Copies job `from` over job `to`. */
static void
move(struct live *l, size_t to, size_t from)
{
	struct jobs *s = &l->jobs;

	s->job[to] = s->job[from];
	job_copy_columns(s, to, s, from);
	s->id.name[to] = s->id.name[from];
	l->more[to] = l->more[from];
}

void
live_in_order(struct live *l, size_t from)
{
	size_t i, k, last;

	for (i = from; i < l->jobs.n; i++) {
		for (k = i; k > 0 && l->more[k - 1].of > l->more[i].of; k--)
			;
		if (k == i)
			continue;
		/* A place behind all others, to turn them in. */
		last = live_add(l, l->more[i].of);
		move(l, last, i);
		for (size_t j = i; j > k; j--)
			move(l, j, j - 1);
		move(l, k, last);
		l->jobs.n--;
	}
}

void
live_store(struct live *l, size_t k)
{
	struct job *j = &l->all->job[l->more[k].of];

	*j = l->jobs.job[k];
	j->dirty |= l->more[k].dirty;
	job_copy_columns(l->all, l->more[k].of, &l->jobs, k);
}

static void
keep(struct live *l, size_t k, enum job_column col)
{
	struct jobs *s = &l->jobs;
	struct slice t = job_text(s, k, col);

	if (t.n > 0 && (s->job[k].dirty & JOB_BIT(col)) != 0)
		s->text_of[col][k] = text_slice(mem_arena_copy(
		    &l->all->text, t.p, t.n), t.n);
}

void
live_drop(struct live *l)
{
	struct jobs *s = &l->jobs;
	size_t k, n = 0;

	for (k = 0; k < s->n; k++) {
		if (l->more[k].leaves || (!job_waits(&s->job[k]) &&
		    s->job[k].state != JOB_RUNNING)) {
			keep(l, k, JOB_NODES);
			keep(l, k, JOB_RESERVED);
			keep(l, k, JOB_REASON);
			live_store(l, k);
			continue;
		}
		if (n != k)
			move(l, n, k);
		n++;
	}
	s->n = n;
}

void
live_settle(struct live *l, bool reasons)
{
	struct jobs *s = &l->jobs;
	size_t k;

	for (k = 0; k < s->n; k++) {
		keep(l, k, JOB_NODES);
		keep(l, k, JOB_RESERVED);
		if (reasons)
			keep(l, k, JOB_REASON);
		else if (job_text(s, k, JOB_REASON).n > 0) {
			job_set_text(s, k, JOB_REASON, text_slice(NULL, 0));
			s->job[k].dirty |= JOB_BIT(JOB_REASON);
		}
		l->more[k].dirty |= s->job[k].dirty;
		s->job[k].dirty = 0;
	}
	mem_arena_free(&s->text);
}

void
live_names(struct live *l)
{
	struct intern id = { 0 };
	size_t k;

	for (k = 0; k < l->jobs.n; k++)
		intern_add_kept(&id, l->jobs.id.name[k]);
	intern_free(&l->jobs.id);
	l->jobs.id = id;
	l->name_cap = id.cap;
}

void
live_free(struct live *l)
{
	int col;

	for (col = 0; col < JOB_COLUMNS; col++) {
		column_free(&l->jobs.number[col]);
		free(l->jobs.text_of[col]);
	}
	free(l->jobs.job);
	free(l->more);
	intern_free(&l->jobs.id);
	mem_arena_free(&l->jobs.text);
}
