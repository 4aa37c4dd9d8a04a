/*
 * intake: job and run records that adapters make of foreign text.
 */
#ifndef INTAKE_H
#define INTAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "foreign.h"
#include "intern.h"
#include "sheet.h"
#include "text.h"

/* What a job's group and priority are made of. */
enum intake_group { INTAKE_ACCOUNT, INTAKE_ACCOUNT_USER };
enum intake_priority { INTAKE_QOS, INTAKE_NICE };

struct intake {
	struct sheet sheet;	/* of job_columns() */
	struct intern id;	/* of jobs so far; not of runs */
	enum intake_group group;
	enum intake_priority priority;
	struct intern qos;	/* those that are no priority, noted once */
	struct buf scratch;
	bool ahead;		/* a time ahead of now was noted */
	bool adopt;		/* jobs without a comment are ours too */
	int64_t now_s;
};

void	intake_init(struct intake *, int64_t now_s);

/*
 * Begins a job's record.  -1, with a fault: the id is empty or was there
 * before.
 */
int	intake_job(struct intake *, const struct foreign *, uint64_t line,
	    struct slice id);

/* Begins a run's record: ids may repeat. */
void	intake_run(struct intake *, struct slice id);

/* The last record's group: the account, or the account and the user in it. */
void	intake_put_group(struct intake *, struct slice account,
	    struct slice user);

/* Its priority, by a quality of service that is named like one. */
void	intake_put_qos(struct intake *, const struct foreign *, uint64_t line,
	    struct slice qos);

/*
 * Notes, once, a time that is ahead of now: one without a zone is taken for
 * UTC, and may not have been.
 */
void	intake_ahead(struct intake *, const struct foreign *, uint64_t line,
	    int64_t s);

void	intake_free(struct intake *);

#endif
