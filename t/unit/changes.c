/*
 * Tests of state's table of changes: each does what its row says and is
 * refused everywhere else.  `changes print` prints the table in words, a line
 * a change with tabs between, for t/changes.bats to hold qstep(1) to.
 */
#include "state.h"

#include <stdlib.h>

#include "mem.h"
#include "tap.h"

enum { NOW_S = 1000, STARTED_S = 600, LATER_S = 1060 };

/* What a bit of a row sets or clears, in the order of the page. */
struct word {
	unsigned bit;
	const char *text;
};

static const struct word words[] = {
	{ STATE_SETS_SINCE, "since=now" },
	{ STATE_SETS_STARTED, "started=now" },
	{ STATE_ENDS_RUN, "ended=now, attained+" },
	{ STATE_SETS_NODES, "nodes" },
	{ STATE_SETS_NOT_BEFORE, "not_before" },
	{ STATE_COUNTS_REQUEUE, "requeues+1" },
	{ STATE_CLEARS_REQUEUES, "requeues=0" },
	{ STATE_COUNTS_PREEMPTION, "preemptions+1" },
	{ STATE_SETS_RESERVED, "reserved" },
	{ STATE_SETS_REASON, "reason" },
	{ STATE_CLEARS_NOT_BEFORE, "no not_before" },
	{ STATE_CLEARS_ENDED, "no ended" },
	{ STATE_CLEARS_REASON, "no reason" },
	{ STATE_CLEARS_RESERVED, "no reserved" }
};

static void
print_row(const struct state_row *r)
{
	const char *sep = "";
	size_t i;
	int s;

	printf("%s\t", r->name);
	for (s = 0; s < JOB_STATES; s++)
		if ((r->from & 1U << s) != 0) {
			printf("%s%s", sep,
			    job_state_name((enum job_state)s));
			sep = ", ";
		}
	printf("\t%s\t", (r->sets & STATE_KEEPS_STATE) != 0 ? "the same" :
	    job_state_name(r->to));
	sep = "";
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if ((r->sets & words[i].bit) != 0) {
			printf("%s%s", sep, words[i].text);
			sep = ", ";
		}
	putchar('\n');
}

/* Every bit has a word, so that none is left out of the page. */
static void
every_bit(void)
{
	unsigned known = STATE_KEEPS_STATE, c;
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		known |= words[i].bit;
	for (c = 0; c < STATE_CHANGES; c++)
		tap_ok((state_row((enum state_change)c)->sets & ~known) == 0,
		    "%s has words", state_row((enum state_change)c)->name);
}

/* A job with everything a change can clear. */
static void
begin(struct jobs *s, enum job_state state, bool resumable)
{
	struct job *j = s->job = mem_zero(1, sizeof(*s->job));

	s->n = s->cap = 1;
	j->state = (uint8_t)state;
	j->resumable = resumable;
	j->instances = 1;
	job_set_text(s, 0, JOB_REASON, text_of("behind b"));
	job_set_number(s, 0, JOB_REQUEUES, 3);
	job_set_number(s, 0, JOB_PREEMPTIONS, 3);
	job_set_number(s, 0, JOB_STARTED, STARTED_S);
	job_set_number(s, 0, JOB_ATTAINED, 7);
	j->has = JOB_BIT(JOB_STARTED) | JOB_BIT(JOB_ENDED) |
	    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_REQUEUES) |
	    JOB_BIT(JOB_ATTAINED);
}

/* How many of the row's effects are not seen in the job. */
static int
wrong(const struct state_row *r, enum job_state from, const struct jobs *s)
{
	const uint32_t has = s->job[0].has;
	const unsigned sets = r->sets;
	const bool ends = (sets & STATE_ENDS_RUN) != 0 && from == JOB_RUNNING;
	const int64_t requeues = (sets & STATE_COUNTS_REQUEUE) != 0 ? 4 :
	    (sets & STATE_CLEARS_REQUEUES) != 0 ? 0 : 3;
	int bad = 0;

	bad += job_number(s, 0, JOB_SINCE) !=
	    ((sets & STATE_SETS_SINCE) != 0 ? NOW_S : 0);
	bad += job_number(s, 0, JOB_STARTED) !=
	    ((sets & STATE_SETS_STARTED) != 0 ? NOW_S : STARTED_S);
	bad += job_number(s, 0, JOB_ENDED) != (ends ? NOW_S : 0);
	bad += job_number(s, 0, JOB_ATTAINED) !=
	    (ends ? 7 + NOW_S - STARTED_S : 7);
	bad += job_number(s, 0, JOB_REQUEUES) != requeues;
	bad += job_number(s, 0, JOB_PREEMPTIONS) !=
	    ((sets & STATE_COUNTS_PREEMPTION) != 0 ? 4 : 3);
	bad += text_is(job_text(s, 0, JOB_NODES), "n1") !=
	    ((sets & STATE_SETS_NODES) != 0);
	bad += job_number(s, 0, JOB_NOT_BEFORE) !=
	    ((sets & STATE_SETS_NOT_BEFORE) != 0 ? LATER_S : 0);
	bad += ((has & JOB_BIT(JOB_NOT_BEFORE)) == 0) !=
	    ((sets & STATE_CLEARS_NOT_BEFORE) != 0);
	bad += ((has & JOB_BIT(JOB_ENDED)) == 0) !=
	    ((sets & STATE_CLEARS_ENDED) != 0);
	bad += !text_is(job_text(s, 0, JOB_REASON),
	    (sets & STATE_SETS_REASON) != 0 ? "why" :
	    (sets & STATE_CLEARS_REASON) != 0 ? "" : "behind b");
	return bad;
}

/* Applies a change to a job in a state. */
static int
apply(struct jobs *s, enum state_change c, enum job_state from,
    bool resumable)
{
	const struct state_with with = { NOW_S, LATER_S, text_of("n1"),
	    text_of("why") };

	begin(s, from, resumable);
	return state_apply(s, 0, c, &with);
}

static void
change(enum state_change c, enum job_state from)
{
	const struct state_row *r = state_row(c);
	const bool keeps = (r->sets & STATE_KEEPS_STATE) != 0;
	struct jobs s = { 0 };
	int ret = apply(&s, c, from, true);

	if ((r->from & 1U << from) == 0)
		tap_ok(ret == -1 && s.job[0].state == from &&
		    job_number(&s, 0, JOB_SINCE) == 0 && s.job[0].dirty == 0,
		    "%s is refused to a %s job", r->name,
		    job_state_name(from));
	else
		tap_ok(ret == 0 && s.job[0].state == (keeps ? from :
		    r->to) && wrong(r, from, &s) == 0, "%s of a %s job",
		    r->name, job_state_name(from));
	job_free(&s);
}

static void
not_resumable(void)
{
	struct jobs s = { 0 };

	apply(&s, STATE_PREEMPT, JOB_RUNNING, false);
	tap_ok(s.job[0].state == JOB_STOPPED &&
	    job_number(&s, 0, JOB_ENDED) == NOW_S,
	    "preempt stops a job that is not resumable");
	job_free(&s);
}

int
main(int argc, char *argv[])
{
	int c, s;

	if (argc > 1 && strcmp(argv[1], "print") == 0) {
		for (c = 0; c < STATE_CHANGES; c++)
			print_row(state_row((enum state_change)c));
		return 0;
	}
	every_bit();
	for (c = 0; c < STATE_CHANGES; c++)
		for (s = 0; s < JOB_STATES; s++)
			change((enum state_change)c, (enum job_state)s);
	not_resumable();
	return tap_done();
}
