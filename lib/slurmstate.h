/*
 * slurmstate: which state a Slurm job is in for us.
 *
 * A job that we manage and that is not let in is held in Slurm (priority 0)
 * with phase=pending in its memo; letting it in releases it.  So what it is
 * follows from both, and where they differ someone else had a hand in it.
 */
#ifndef SLURMSTATE_H
#define SLURMSTATE_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "job.h"
#include "slurmsaid.h"
#include "text.h"

/* What a job's memo says. */
enum slurmstate_phase {
	SLURMSTATE_NO_MEMO, SLURMSTATE_NO_PHASE,
	SLURMSTATE_PENDING, SLURMSTATE_INQUEUE, SLURMSTATE_HELD
};

struct slurmstate {
	enum job_state state;
	bool as_memo;	/* it is the memo's phase, since when is there too */
	bool changed;	/* it came into this state unseen: since now */
	const char *code;	/* of its reason, or NULL */
	struct slice more;	/* behind the code; borrowed */
	int64_t begins_s;	/* behind the code too; 0: not */
};

/* The phase of a memo that is there. */
enum slurmstate_phase	slurmstate_phase(struct slice word);

/* How a job is to be seen. */
struct slurmstate_view {
	enum slurmstate_phase phase;
	bool adopt;		/* jobs without a memo are ours too */
	bool preempted;		/* we stopped it: a requeue delays it */
	const char *bar;	/* why it cannot be a record, or NULL */
	struct slice bar_more;
	int64_t now_s;
};

/* Decides; but its dependency, while it is held, is judged by the caller. */
void	slurmstate_of(const struct slurmsaid *,
	    const struct slurmstate_view *, struct slurmstate *out);

/* Appends the reason, if there is one. */
void	slurmstate_reason(const struct slurmstate *, struct buf *);

#endif
