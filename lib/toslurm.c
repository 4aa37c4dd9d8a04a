#include "toslurm.h"

#include <string.h>

#include "quote.h"

/* 17, the task 17_4 of an array, the component 17+1 of a het job. */
static bool
id_ok(struct slice id)
{
	bool digit = false, parted = false;
	size_t i;

	for (i = 0; i < id.n; i++) {
		if (id.p[i] >= '0' && id.p[i] <= '9') {
			digit = true;
			continue;
		}
		if ((id.p[i] != '_' && id.p[i] != '+') || !digit || parted)
			return false;
		parted = true;
		digit = false;
	}
	return digit;
}

static void
put_id(struct buf *b, const char *command, struct slice id)
{
	buf_str(b, command);
	buf_add(b, id.p, id.n);
}

static void
put_comment(struct buf *b, const struct apply_change *c)
{
	size_t n, i;
	const struct memo_field *field = memo_fields(&n);
	struct buf memo = { 0 };

	for (i = 0; i < n; i++)
		if (c->memo[i].n > 0)
			memo_put(&memo, field[i].name, c->memo[i]);
	buf_str(b, " AdminComment=");
	quote_sh(b, text_slice(memo.p, memo.n));
	buf_free(&memo);
}

static void
put_update(struct buf *b, const struct apply_change *c, const char *field)
{
	put_id(b, "scontrol update jobid=", c->id);
	buf_str(b, field);
	put_comment(b, c);
}

/*
 * Held: one update sets both fields.  Admitted: the comment comes last, so
 * that a job which was released alone reads as let in.  Preempted: it comes
 * first, so that a job which was stopped alone reads as ours; `Incomplete`
 * keeps Slurm from bringing a finished job back to life, and the hold makes a
 * user's hold the administrator's.
 */
static void
put(struct buf *b, const struct apply_change *c)
{
	switch (c->verb) {
	case APPLY_NOTHING:
	case APPLY_NEVER:
		return;
	case APPLY_NOTE:
		put_update(b, c, "");
		break;
	case APPLY_HOLD:
		put_update(b, c, " Priority=0");
		break;
	case APPLY_ADMIT:
		if (c->preempted) {
			/* Slurm would have it wait for two minutes. */
			put_id(b, "scontrol update jobid=", c->id);
			buf_str(b, " StartTime=now && ");
		}
		put_id(b, "scontrol release ", c->id);
		buf_str(b, " && ");
		put_update(b, c, "");
		break;
	case APPLY_PREEMPT:
		put_update(b, c, "");
		put_id(b, " && scontrol requeuehold Incomplete ", c->id);
		put_id(b, " && scontrol hold ", c->id);
		break;
	case APPLY_STOP:
		put_id(b, "scancel ", c->id);
		break;
	}
	buf_char(b, '\n');
}

const struct apply_target *
toslurm_target(void)
{
	static const struct apply_target target = {
		"slurm", "a Slurm job id", id_ok, put
	};

	return &target;
}
