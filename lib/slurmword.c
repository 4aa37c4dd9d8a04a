#include "slurmword.h"

#include <stddef.h>

#include "when.h"

static const struct {
	const char *name;
	unsigned bits;
} states[] = {
	{ "PENDING", SLURMWORD_WAITS },
	{ "RUNNING", SLURMWORD_RUNS },
	{ "SUSPENDED", SLURMWORD_RUNS },
	{ "COMPLETED", SLURMWORD_SUCCEEDED },
	{ "CANCELLED", SLURMWORD_STOPPED },
	{ "FAILED", SLURMWORD_FAILED },
	{ "TIMEOUT", SLURMWORD_FAILED },
	{ "NODE_FAIL", SLURMWORD_FAILED },
	{ "PREEMPTED", SLURMWORD_STOPPED },
	{ "BOOT_FAIL", SLURMWORD_FAILED },
	{ "DEADLINE", SLURMWORD_FAILED },
	{ "OUT_OF_MEMORY", SLURMWORD_FAILED },
	{ "LAUNCH_FAILED", SLURMWORD_FAILED },
	{ "RECONFIG_FAIL", SLURMWORD_FAILED },
	{ "REVOKED", SLURMWORD_STOPPED },
	{ "COMPLETING", SLURMWORD_RUNS },
	{ "CONFIGURING", SLURMWORD_RUNS },
	{ "POWER_UP_NODE", SLURMWORD_RUNS },
	{ "RESIZING", SLURMWORD_RUNS },
	{ "SIGNALING", SLURMWORD_RUNS },
	{ "STAGE_OUT", SLURMWORD_RUNS },
	{ "STOPPED", SLURMWORD_RUNS },
	{ "REQUEUED", SLURMWORD_REQUEUED },
	{ "REQUEUE_FED", SLURMWORD_REQUEUED },
	{ "REQUEUE_HOLD", SLURMWORD_REQUEUED },
	{ "RESV_DEL_HOLD", SLURMWORD_REQUEUED },
	{ "SPECIAL_EXIT", SLURMWORD_REQUEUED }
};

unsigned
slurmword_state(struct slice s)
{
	struct slice word;
	size_t i;

	if (!text_cut(&s, ' ', &word))
		return 0;
	for (i = 0; i < sizeof(states) / sizeof(states[0]); i++)
		if (text_is(word, states[i].name))
			return states[i].bits;
	return 0;
}

static bool
is_one_of(struct slice s, const char *const *word, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (text_is(s, word[i]))
			return true;
	return false;
}

bool
slurmword_none(struct slice s)
{
	static const char *const none[] = {
		"(null)", "N/A", "None", "NONE", "Unknown", "None assigned",
		"n/a"
	};

	return s.n == 0 || is_one_of(s, none, sizeof(none) / sizeof(none[0]));
}

int
slurmword_time(struct slice s, int64_t *out_s)
{
	char zoned[32];

	if (slurmword_none(s))
		return 0;
	/* A date of a form that has no room for its zone. */
	if (s.n == 19) {
		memcpy(zoned, s.p, s.n);
		zoned[s.n] = 'Z';
		s = text_slice(zoned, s.n + 1);
	}
	return when_time(s, out_s, NULL) == QUANT_OK ? 1 : -1;
}

int
slurmword_duration(struct slice s, int64_t *out_s)
{
	static const char *const endless[] = {
		"UNLIMITED", "Partition_Limit", "INVALID", "INFINITE"
	};

	if (slurmword_none(s) || is_one_of(s, endless,
	    sizeof(endless) / sizeof(endless[0])))
		return 0;
	return when_duration(s, out_s) == QUANT_OK ? 1 : -1;
}
