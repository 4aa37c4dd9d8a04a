/*
 * stepreason: whether a reason's words are those of the model.
 */
#ifndef STEPREASON_H
#define STEPREASON_H

#include "../unit/shown.h"
#include "stepdraw.h"

static bool
differ(const char *what, const char *got, const char *want)
{
	printf("#   %s is\n#     %s\n#   not\n#     %s\n", what, got, want);
	return false;
}

static bool
starts(const char *s, const char *with)
{
	return strncmp(s, with, strlen(with)) == 0;
}

/* `4`, `0.5`, `3G`, `1536M`: as the library writes amounts. */
static void
put_figure(struct buf *b, int64_t v, int r)
{
	if (r != MEM) {
		buf_i64(b, v / 1000);
		buf_str(b, v % 1000 == 500 ? ".5" : "");
	} else if (v % GIB == 0) {
		buf_i64(b, v / GIB);
		buf_str(b, v > 0 ? "G" : "");
	} else {
		buf_i64(b, v >> 20);
		buf_char(b, 'M');
	}
}

/* The words for the figures of a test that is short at the end. */
static void
put_quota(struct buf *b, const struct model *m, const struct task *t)
{
	static const char *const name[] = { "gpu", "cpu", "mem" };
	int test = first_short(m, t), r, any = 0;
	int64_t have, inqueue;

	buf_str(b, "quota");
	for (r = 0; r < AMOUNTS; r++) {
		if (!is_short(m, t, test, r, &have, &inqueue))
			continue;
		buf_str(b, any++ ? "; needs " : " needs ");
		put_figure(b, t->instances * t->ask[r], r);
		buf_char(b, ' ');
		buf_str(b, name[r]);
		buf_str(b, ", ");
		put_figure(b, have, r);
		buf_str(b, " idle, ");
		put_figure(b, inqueue, r);
		buf_str(b, " inqueue");
	}
}

static bool
same_fragmented(const char *reason, const struct task *t)
{
	char want[64];

	snprintf(want, sizeof(want), ", %" PRId64 " fit", t->fits);
	return (starts(reason, "fragmented needs ") &&
	    strstr(reason, want) != NULL) || differ("fragmented", reason,
	    want);
}

/* Whether the reason is what the model says why the task waits. */
static bool
same_reason(const struct model *m, const char *reason, const struct task *t,
    const char *old)
{
	char want[TEXT * 4] = "-";
	struct buf b = { 0 };

	if (old[0] != '\0')
		strlcpy(want, old, sizeof(want));
	if (t->started_now)
		strlcpy(want, "-", sizeof(want));
	else if (t->state == PENDING && !t->eligible && !just_stopped(m, t))
		snprintf(want, sizeof(want), "cooldown %" PRId64,
		    t->not_before);
	else if (!t->eligible)
		/* NOLINTNEXTLINE(bugprone-branch-clone): kept, as below */
		;
	else if (never(m, t))
		return starts(reason, "never-fits ") ||
		    starts(reason, "no-node ") || strcmp(reason,
		    "no-node") == 0 || differ("reason", reason, "never");
	else if (t->state == PENDING && t->displaced_by != -1)
		snprintf(want, sizeof(want), DISPLACED "%s",
		    m->task[t->displaced_by].id);
	else if (t->state == PENDING && starts(old, DISPLACED))
		;
	else if (t->why == BEHIND)
		snprintf(want, sizeof(want), "behind %s", m->task[t->by].id);
	else if (t->why == QUOTA) {
		put_quota(&b, m, t);
		strlcpy(want, shown_buf(&b), sizeof(want));
		buf_free(&b);
	} else
		return same_fragmented(reason, t);
	return strcmp(reason, want) == 0 || differ("reason", reason, want);
}

#endif
