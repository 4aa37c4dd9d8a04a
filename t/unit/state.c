/*
 * Tests of state: each change does what its row of the table says, and is
 * refused everywhere else.  `state print` prints the table in words, a line a
 * change with tabs between, for t/changes.bats to hold qstep(1) to.
 */
#include "state.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

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

/* One job with everything a change can clear. */
static void
begin(struct jobs *s, enum job_state state)
{
	struct job *j;

	memset(s, 0, sizeof(*s));
	s->job = j = mem_zero(1, sizeof(*j));
	s->n = s->cap = 1;
	j->state = (uint8_t)state;
	j->resumable = true;
	j->instances = 1;
	job_set_text(s, 0, JOB_REASON, text_of("behind b"));
	job_set_number(s, 0, JOB_REQUEUES, 3);
	job_set_number(s, 0, JOB_PREEMPTIONS, 3);
	job_set_number(s, 0, JOB_STARTED, STARTED_S);
	job_set_number(s, 0, JOB_ATTAINED, 7);
	j->has = JOB_BIT(JOB_STARTED) | JOB_BIT(JOB_ENDED) |
	    JOB_BIT(JOB_NOT_BEFORE) | JOB_BIT(JOB_REQUEUES) |
	    JOB_BIT(JOB_ATTAINED) | JOB_BIT(JOB_RESERVED);
}

/* Whether a number of the job is not v. */
static bool
is_not(const struct jobs *s, enum job_column col, int64_t v)
{
	return job_number(s, 0, col) != v;
}

/* Whether the column is given although it was cleared, or the reverse. */
static bool
has_not(const struct jobs *s, enum job_column col, bool cleared)
{
	return ((s->job[0].has & JOB_BIT(col)) == 0) != cleared;
}

/* How many of the row's effects are not seen in the job. */
static int
wrong(const struct state_row *r, enum job_state from, const struct jobs *s)
{
	const unsigned sets = r->sets;
	const bool ends = (sets & STATE_ENDS_RUN) != 0 && from == JOB_RUNNING;
	int bad = 0;

	bad += is_not(s, JOB_SINCE, (sets & STATE_SETS_SINCE) != 0 ? NOW_S :
	    0);
	bad += is_not(s, JOB_STARTED, (sets & STATE_SETS_STARTED) != 0 ?
	    NOW_S : STARTED_S);
	bad += is_not(s, JOB_ENDED, ends ? NOW_S : 0);
	bad += is_not(s, JOB_ATTAINED, ends ? 7 + NOW_S - STARTED_S : 7);
	bad += is_not(s, JOB_REQUEUES, (sets & STATE_COUNTS_REQUEUE) != 0 ?
	    4 : (sets & STATE_CLEARS_REQUEUES) != 0 ? 0 : 3);
	bad += is_not(s, JOB_PREEMPTIONS,
	    (sets & STATE_COUNTS_PREEMPTION) != 0 ? 4 : 3);
	bad += is_not(s, JOB_NOT_BEFORE, (sets & STATE_SETS_NOT_BEFORE) != 0 ?
	    LATER_S : 0);
	bad += has_not(s, JOB_NOT_BEFORE,
	    (sets & STATE_CLEARS_NOT_BEFORE) != 0);
	bad += has_not(s, JOB_ENDED, (sets & STATE_CLEARS_ENDED) != 0);
	bad += has_not(s, JOB_RESERVED, (sets & STATE_CLEARS_RESERVED) != 0);
	bad += text_is(job_text(s, 0, JOB_NODES), "n1") !=
	    ((sets & STATE_SETS_NODES) != 0);
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
	    text_of("why"), text_of("n1@2000"), false };

	begin(s, from);
	s->job[0].resumable = resumable;
	return state_apply(s, 0, c, &with);
}

static void
change(enum state_change c, enum job_state from)
{
	const struct state_row *r = state_row(c);
	const bool keeps = (r->sets & STATE_KEEPS_STATE) != 0;
	struct jobs s;
	int ret = apply(&s, c, from, true);
	const struct job *j = s.job;

	if ((r->from & 1U << from) == 0)
		tap_ok(ret == -1 && j->state == from &&
		    job_number(&s, 0, JOB_SINCE) == 0 && j->dirty == 0,
		    "%s is refused to a %s job", r->name,
		    job_state_name(from));
	else
		tap_ok(ret == 0 && j->state == (keeps ? from : r->to) &&
		    wrong(r, from, &s) == 0, "%s of a %s job", r->name,
		    job_state_name(from));
	job_free(&s);
}

static void
not_resumable(void)
{
	struct jobs s;

	apply(&s, STATE_PREEMPT, JOB_RUNNING, false);
	tap_ok(s.job[0].state == JOB_STOPPED &&
	    job_number(&s, 0, JOB_ENDED) == NOW_S,
	    "preempt stops a job that is not resumable");
	job_free(&s);
}

/* What a start writes, of a job that has everything it clears. */
static void
written(void)
{
	static struct world w;
	const struct state_with with = { .now_s = 100,
		.nodes = text_of("n1*2") };
	struct buf b = { 0 };

	world_begin(&w, true);
	world_jobs(&w, "job\tcreated\tstate\tsince\tnot_before\tnodes\t"
	    "started\tended\treserved\treason\tx\n"
	    "a\t1\tinqueue\t2\t3\tn7\t4\t5\tn1@500\tbehind b\t-\n"
	    "b\t1\tinqueue\t2\t3\tn7\t4\t5\tn1@500\tbehind b\t-\n");
	state_apply(&w.jobs, 0, STATE_START, &with);
	state_apply(&w.jobs, 1, STATE_HOLD, &with);
	world_write(&w, UINT32_MAX >> 1, &b);
	tap_ok(strstr(shown_buf(&b), "\na\t1\trunning\t100\t-\tn1*2\t100"
	    "\t-\t-\t-\t-\t") != NULL, "a start clears what it should");
	tap_ok(strstr(shown_buf(&b), "\nb\t1\theld\t100\t3\tn7\t4\t5\t"
	    "n1@500\tbehind b\t-\t") != NULL, "a hold does not");
	buf_free(&b);
	world_end(&w);
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
	written();
	return tap_done();
}
