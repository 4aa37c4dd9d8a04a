#include "slurmword.h"

#include "tap.h"

static int64_t
time_of(const char *s)
{
	int64_t v = -2;
	int r = slurmword_time(text_of(s), &v);

	return r == 1 ? v : -1 - r;
}

static int64_t
duration(const char *s)
{
	int64_t v = -2;
	int r = slurmword_duration(text_of(s), &v);

	return r == 1 ? v : -1 - r;
}

/* What is neither is 0, what is not there is -1. */
int
main(void)
{
	tap_is_i64(slurmword_state(text_of("PENDING")), SLURMWORD_WAITS,
	    "it waits");
	tap_is_i64(slurmword_state(text_of("COMPLETING")), SLURMWORD_RUNS,
	    "it still has its nodes");
	tap_is_i64(slurmword_state(text_of("CANCELLED by 1000")),
	    SLURMWORD_STOPPED, "who did it does not matter");
	tap_is_i64(slurmword_state(text_of("REQUEUED")), SLURMWORD_REQUEUED,
	    "a run has ended");
	tap_is_i64(slurmword_state(text_of("pending")), 0, "not in capitals");
	tap_is_i64(slurmword_state(text_slice(NULL, 0)), 0, "nothing");
	tap_ok(slurmword_none(text_of("None assigned")) &&
	    slurmword_none(text_of("(null)")) && slurmword_none(text_of("")),
	    "words for nothing");
	tap_ok(!slurmword_none(text_of("none")), "a name like one");
	tap_is_i64(time_of("2026-11-30T02:14:21"), 1796004861, "UTC");
	tap_is_i64(time_of("1796004861"), 1796004861, "epoch seconds");
	tap_is_i64(time_of("2026-11-30T02:14:21+01:00"), 1796001261,
	    "with a zone");
	tap_is_i64(time_of("Unknown"), -1, "no time yet");
	tap_is_i64(time_of("02:14:21"), 0, "a time of day");
	tap_is_i64(time_of("2026-11-30X02:14:21"), 0, "as long as a time");
	tap_is_i64(duration("1-00:00:00"), 86400, "a day");
	tap_is_i64(duration("00:30:00"), 1800, "half an hour");
	tap_is_i64(duration("UNLIMITED"), -1, "no limit");
	tap_is_i64(duration("Partition_Limit"), -1, "no limit of its own");
	tap_is_i64(duration("soon"), 0, "no duration");
	return tap_done();
}
