/*
 * job: job records, typed, beside the table that keeps their lines.
 */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "column.h"
#include "diag.h"
#include "header.h"
#include "intern.h"
#include "kind.h"
#include "mem.h"
#include "reader.h"
#include "res.h"
#include "table.h"
#include "text.h"

enum job_column {
	JOB_JOB, JOB_QUEUE, JOB_GROUP, JOB_KIND, JOB_PRIORITY, JOB_CREATED,
	JOB_STATE, JOB_SINCE, JOB_NOT_BEFORE, JOB_REQUEUES, JOB_PREEMPTIONS,
	JOB_QUEUED, JOB_TOP, JOB_INSTANCES, JOB_GPU, JOB_CPU, JOB_MEM,
	JOB_GPU_MODEL, JOB_POOL, JOB_SELECTOR, JOB_SAME, JOB_NODES,
	JOB_MIN_RUNTIME, JOB_RESUMABLE, JOB_TIME_LIMIT, JOB_RUNTIME,
	JOB_STARTED, JOB_ENDED, JOB_ATTAINED, JOB_RESERVED, JOB_REASON,
	JOB_COLUMNS
};

/* The bit of a column in the masks below. */
#define JOB_BIT(column) (UINT32_C(1) << (column))

enum job_state {
	JOB_PENDING,	/* pre-allocation: not admitted yet */
	JOB_INQUEUE,	/* admitted: waits for nodes */
	JOB_RUNNING,
	JOB_HELD,
	JOB_SUCCEEDED,
	JOB_FAILED,
	JOB_STOPPED,
	JOB_STATES
};

/*
 * What most records give, and what is known of each; 64 bytes.  The rest is in
 * columns of its own, beside it in struct jobs.
 */
struct job {
	uint32_t has;		/* bits of the columns that are given */
	uint32_t dirty;		/* bits of those that were changed */
	uint32_t queue;		/* number in jobs->queue */
	uint32_t class;		/* number in jobs->class */
	uint32_t same;		/* number in jobs->same; 0: no label */
	uint8_t state;		/* enum job_state */
	bool resumable;
	int64_t created_s;
	int64_t instances;	/* a gang: all or none; at least 1 */
	struct shape ask;	/* of one instance */
};

/* What a class of jobs names of gpu_model, pool and selector. */
struct job_class {
	struct slice model, pool, selector;	/* empty: any */
};

enum {
	JOB_RECENT = 32,
	JOB_MEDIUM = 200	/* the priority where none is given */
};

/* Starts as {0}. */
struct jobs {
	struct job *job;	/* in input order: the table's rows */
	size_t n, cap;
	/* By column, then by job: what a struct job has not. */
	struct column number[JOB_COLUMNS];
	struct slice *text_of[JOB_COLUMNS];	/* NULL: nobody has one */
	uint32_t beside;	/* bits of the columns of which some are set */
	struct intern id;	/* by job, unless there were faults */
	struct intern queue;
	struct intern same;	/* labels; number 0 is the empty one */
	struct intern name;	/* groups and kinds: their columns' numbers */
	struct intern class_key;	/* what classes name */
	struct job_class *class;	/* by number; 0 may be any */
	size_t classes, class_cap;
	uint32_t recent[JOB_RECENT];	/* classes, by their model's hash */
	struct table table;
	struct mem_arena text;
	struct buf scratch;
	int column[JOB_COLUMNS];	/* of the operand; -1: not there */
	uint8_t given[JOB_COLUMNS];	/* those that are there and numbers */
	int givens;
	bool need_created;
	bool runs;		/* run records: see job_clear */
	bool dated;		/* some `created` is no epoch seconds */
	const struct header *header;
	struct diag_list *faults;	/* where they go */
};

/* The columns that job records define. */
const struct kind_set	*job_columns(void);

/* `pending` ... */
const char	*job_state_name(enum job_state);

/* Begins; need_created: a record without `created` is a fault. */
void	job_init(struct jobs *, bool need_created, struct diag_list *);

/*
 * Forgets the jobs of a batch.  With `runs` set at the start jobs are run
 * records: an id may repeat and is the text JOB_JOB, lines are not kept, and
 * what is read is borrowed from its batch.
 */
void	job_clear(struct jobs *);

/* Makes room for n more jobs, and after them for `left` that are expected. */
void	job_expect(struct jobs *, size_t n, size_t left);

/*
 * No more jobs come, and none is looked up by its id from now on: gives back
 * what was taken for that.
 */
void	job_settle(struct jobs *);

/* The job's id, never empty. */
static inline struct slice
job_id(const struct jobs *s, size_t i)
{
	return intern_name(&s->id, i);
}

/*
 * A column of job i that is a number; what is not given is 0, but `since` and
 * `queued` are created then, and the priority is 200.  Setting one says
 * nothing in has and dirty: see state_set.
 */
int64_t	job_number(const struct jobs *, size_t i, enum job_column);
void	job_set_number(struct jobs *, size_t i, enum job_column, int64_t);

/* When it was queued: that orders it within its priority. */
static inline int64_t
job_queued_s(const struct jobs *s, size_t i)
{
	return job_number(s, i, JOB_QUEUED);
}

/* When its run began; one that runs and does not say since it does. */
static inline int64_t
job_started_s(const struct jobs *s, size_t i)
{
	return job_number(s, i, (s->job[i].has & JOB_BIT(JOB_STARTED)) != 0 ?
	    JOB_STARTED : JOB_SINCE);
}

/*
 * The same of a text: group, kind, nodes, reserved, reason, or priority as an
 * operator gave it.  Empty: there is none.  What is set is borrowed for good.
 */
struct slice	job_text(const struct jobs *, size_t i, enum job_column);
void	job_set_text(struct jobs *, size_t i, enum job_column, struct slice);

/*
 * Gives job `to` what job `from` of others has beside its struct job; they
 * share their names.
 */
void	job_copy_columns(struct jobs *, size_t to, const struct jobs *others,
	    size_t from);

/* Reads a priority: high, medium, low or a whole number.  0 or -1. */
int	job_priority(struct slice, int64_t *out);

/* What a job asks for, and of which queue: bytes to tell it from others'. */
struct job_ask {
	int64_t of[3 + RES_N];
};

static inline struct job_ask
job_ask(const struct job *j)
{
	return (struct job_ask){ { j->instances, j->ask.of[RES_GPU],
	    j->ask.of[RES_CPU], j->ask.of[RES_MEM],
	    (int64_t)j->queue << 32 | j->class, j->same } };
}

/* GPUs of the whole job, in thousandths; saturating. */
int64_t	job_gpus_m(const struct job *);

/*
 * Whether a job is none of ours to change, by the first word of its reason:
 * an adapter saw it run, or wait, in a cluster that others use too.
 */
bool	job_unmanaged(const struct jobs *, size_t i);

/* Whether it is pending or inqueue. */
static inline bool
job_waits(const struct job *j)
{
	return j->state == JOB_PENDING || j->state == JOB_INQUEUE;
}

void	job_free(struct jobs *);

#endif
