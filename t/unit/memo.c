/*
 * memo: what is written is read back, whatever a value holds.
 */
#include "memo.h"

#include <stdio.h>

#include "tap.h"

static void
round_trip(const char *value)
{
	struct buf b = { 0 }, scratch = { 0 };
	struct slice rest, name, got;

	memo_put(&b, "phase", text_of("pending"));
	memo_put(&b, "reserved", text_of(value));
	rest = text_slice(b.p, b.n);
	tap_ok(memo_is(rest), "it has its mark");
	tap_ok(memo_next(&rest, &name, &got, &scratch) &&
	    text_is(name, "phase") && text_is(got, "pending"), "the first");
	tap_ok(memo_next(&rest, &name, &got, &scratch) &&
	    text_is(name, "reserved") && text_is(got, value),
	    "comes back as it was");
	tap_ok(!memo_next(&rest, &name, &got, &scratch), "and no more");
	buf_free(&b);
	buf_free(&scratch);
}

static void
as_it_stands(void)
{
	struct buf b = { 0 };

	memo_put(&b, "phase", text_of("inqueue"));
	memo_put(&b, "reserved", text_of("n1,n2@2026-11-30T18:00:00+08:00"));
	buf_char(&b, '\0');
	tap_is_str(b.p, "sluice:phase=inqueue,"
	    "reserved=n1%2Cn2@2026-11-30T18:00:00+08:00", "the text of it");
	buf_free(&b);
}

/* A person may have written one by hand. */
static void
by_hand(void)
{
	struct slice rest = text_of("sluice:,phase,x=%zz%4,nb=5"), name, v;
	struct buf scratch = { 0 };

	tap_ok(memo_next(&rest, &name, &v, &scratch) &&
	    text_is(name, "phase") && v.n == 0, "a name without a value");
	tap_ok(memo_next(&rest, &name, &v, &scratch) &&
	    text_is(v, "%zz%4"), "what is no code stays");
	tap_ok(memo_find(name) == NULL, "an unknown name is told");
	tap_ok(memo_next(&rest, &name, &v, &scratch) && text_is(v, "5") &&
	    memo_find(name)->column == JOB_NOT_BEFORE, "nb is not_before");
	buf_free(&scratch);
}

/* A value of a memo, what is wrong with it, or nothing. */
static const char *
value_of(const char *text, enum job_column column)
{
	static char out[500];
	struct memo m = { 0 };
	struct diag why = { 0 };
	struct slice v;

	if (memo_read(&m, text_of(text), &why) == -1)
		snprintf(out, sizeof(out), "%s: %s", why.column, why.what);
	else {
		v = m.value[column];
		snprintf(out, sizeof(out), "%.*s", (int)v.n,
		    v.p != NULL ? v.p : "");
	}
	memo_free(&m);
	return out;
}

static void
whole(void)
{
	const char all[] = "sluice:phase=held,reserved=a%2Cb@9,nb=7,top=-3,"
	    "priority=high,min_runtime=1h,later=%00,queued=";

	tap_is_str(value_of(all, JOB_STATE), "held", "the phase is a state");
	tap_is_str(value_of(all, JOB_RESERVED), "a,b@9", "decoded");
	tap_is_str(value_of(all, JOB_NOT_BEFORE), "7", "nb");
	tap_is_str(value_of(all, JOB_TOP), "-3", "signed");
	tap_is_str(value_of(all, JOB_PRIORITY), "high", "a word");
	tap_is_str(value_of(all, JOB_MIN_RUNTIME), "1h", "a duration");
	tap_is_str(value_of(all, JOB_QUEUED), "", "an empty one is none");
	tap_is_str(value_of(all, JOB_SINCE), "", "one that is not there");
	tap_is_str(value_of("a sluice:phase=held", JOB_STATE), "",
	    "no memo, no value");
	tap_is_str(value_of("sluice:phase=gone", JOB_STATE),
	    "phase: \"gone\" cannot be read", "no state");
	tap_is_str(value_of("sluice:nb=soon", JOB_STATE),
	    "nb: \"soon\" cannot be read", "no time");
	tap_is_str(value_of("sluice:priority=1.5", JOB_STATE),
	    "priority: \"1.5\" cannot be read", "no priority");
}

int
main(void)
{
	whole();
	round_trip("");
	round_trip("a,b=c%2C");
	round_trip("'; rm -rf $(x) `y` \"z\" \t\n\x1b[31m \xc3\xa9|");
	as_it_stands();
	by_hand();
	return tap_done();
}
