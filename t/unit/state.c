/* Tests of state: the table of changes, against the design's. */
#include "state.h"

#include "mem.h"
#include "shown.h"
#include "tap.h"
#include "world.h"

#define FROM(state) (1U << (state))

/* What the page says of each change. */
static const struct {
	const char *name;
	unsigned from;
	enum job_state to;
} said[STATE_CHANGES] = {
	{ "enqueue", FROM(JOB_PENDING), JOB_INQUEUE },
	{ "displace", FROM(JOB_INQUEUE), JOB_PENDING },
	{ "start", FROM(JOB_PENDING) | FROM(JOB_INQUEUE), JOB_RUNNING },
	{ "timeout", FROM(JOB_INQUEUE), JOB_PENDING },
	{ "give up", FROM(JOB_INQUEUE), JOB_HELD },
	{ "preempt", FROM(JOB_RUNNING), JOB_PENDING },
	{ "hold", FROM(JOB_PENDING) | FROM(JOB_INQUEUE), JOB_HELD },
	{ "release", FROM(JOB_HELD), JOB_PENDING },
	{ "finish", FROM(JOB_RUNNING), JOB_SUCCEEDED },
	{ "stop", FROM(JOB_PENDING) | FROM(JOB_INQUEUE) | FROM(JOB_RUNNING) |
	    FROM(JOB_HELD), JOB_STOPPED },
	{ "reserve", FROM(JOB_PENDING) | FROM(JOB_INQUEUE), JOB_PENDING }
};

/* One job in a state, changed. */
static void
one(enum state_change c, enum job_state from)
{
	struct jobs s = { 0 };
	const struct state_with with = { .now_s = 100, .not_before_s = 160 };
	bool may = (said[c].from & FROM(from)) != 0, keeps;

	keeps = c == STATE_RESERVE;
	s.job = mem_zero(1, sizeof(*s.job));
	s.n = s.cap = 1;
	s.job[0].state = (uint8_t)from;
	s.job[0].resumable = true;
	state_set(&s, 0, JOB_STARTED, 40);
	s.job[0].dirty = 0;
	tap_is_i64(state_apply(&s, 0, c, &with), may ? 0 : -1,
	    "%s from %s", said[c].name, job_state_name(from));
	tap_is_i64(s.job[0].state, may && !keeps ? said[c].to : from,
	    "%s: the state after it", said[c].name);
	if (!may)
		tap_is_i64(s.job[0].dirty, 0, "%s: nothing is changed",
		    said[c].name);
	else if (!keeps)
		tap_is_i64(job_number(&s, 0, JOB_SINCE), 100, "%s: since",
		    said[c].name);
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
main(void)
{
	int c, from;

	for (c = 0; c < STATE_CHANGES; c++) {
		const struct state_row *row = state_row((enum state_change)c);

		tap_is_str(row->name, said[c].name, "its name");
		tap_is_i64(row->from, said[c].from, "where from");
		tap_is_i64(row->to, said[c].to, "where to");
		for (from = 0; from < JOB_STATES; from++)
			one((enum state_change)c, (enum job_state)from);
	}
	written();
	return tap_done();
}
