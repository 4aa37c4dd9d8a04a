/* Tests of k8sphase: every phase under every condition of a Job. */
#include "k8sphase.h"

#include "alone.h"
#include "tap.h"

/* Flags: suspended, ours, a bar, complete, failed. */
static const struct {
	const char *what;
	const char *phase;	/* NULL: none is noted */
	const char *flags;
	int64_t active, ready, bound, ended;
	const char *state, *reason;
	bool as_noted;
} rows[] = {
	/* Suspended: nobody's, adopted, or by its phase. */
	{ "nobody's", NULL, "s", 0, -1, -1, 0, "held", "unmanaged", false },
	{ "adopted", NULL, "so", 0, -1, -1, 0, "pending", NULL, false },
	{ "pending", "pending", "so", 0, -1, -1, 0, "pending", NULL, true },
	{ "held", "held", "so", 0, -1, -1, 0, "held", NULL, true },
	{ "stopped", "stopped", "so", 0, -1, -1, 0, "stopped", NULL, true },
	{ "someone suspended it", "inqueue", "so", 0, -1, -1, 0, "held",
	    "suspended", false },
	{ "while it ran", "running", "so", 2, 2, -1, 0, "held", "suspended",
	    false },
	{ "a phase that cannot be", "failed", "so", 0, -1, -1, 0, "held",
	    "suspended", false },
	{ "no record", "pending", "sob", 0, -1, -1, 0, "held", "why",
	    false },
	{ "its pods are on their way out", "pending", "so", 2, -1, 2, 0,
	    "pending", NULL, true },

	/* Let in: it waits until all its pods have a node. */
	{ "no pods yet", "inqueue", "o", 0, -1, -1, 0, "inqueue", NULL,
	    true },
	{ "no pod has a node", "inqueue", "o", 4, -1, 0, 0, "inqueue", NULL,
	    true },
	{ "some have", "inqueue", "o", 4, 3, 3, 0, "inqueue", NULL, true },
	{ "all have", "inqueue", "o", 4, 0, 4, 0, "running", NULL, false },
	{ "one ended, one waits again", "inqueue", "o", 4, -1, 3, 1,
	    "running", NULL, false },
	{ "all ended, one is to come", "inqueue", "o", 0, -1, -1, 1,
	    "running", NULL, false },
	{ "not all are ready", "inqueue", "o", 4, 3, -1, 0, "inqueue", NULL,
	    true },
	{ "all are ready", "inqueue", "o", 4, 4, -1, 0, "running", NULL,
	    false },
	{ "an old server does not tell", "inqueue", "o", 4, -1, -1, 0,
	    "running", NULL, false },
	{ "let in by a hand", "pending", "o", 0, -1, -1, 0, "inqueue", NULL,
	    false },
	{ "a held one too", "held", "o", 0, -1, -1, 0, "inqueue", NULL,
	    false },
	{ "a stopped one too", "stopped", "o", 1, -1, 1, 0, "running", NULL,
	    false },
	{ "it is noted that it runs", "running", "o", 1, -1, 1, 0,
	    "running", NULL, true },
	{ "adopted", NULL, "o", 0, -1, -1, 0, "inqueue", NULL, false },
	{ "nobody's waits", NULL, "", 1, -1, 0, 0, "held", "unmanaged",
	    false },
	{ "nobody's runs", NULL, "", 1, -1, 1, 0, "running", "unmanaged",
	    false },
	{ "no record, waits", "inqueue", "ob", 0, -1, -1, 0, "held", "why",
	    false },

	/* Done. */
	{ "complete", "inqueue", "oc", 0, -1, -1, 0, "succeeded", NULL,
	    false },
	{ "failed", "inqueue", "of", 0, -1, -1, 1, "failed", NULL, false },
	{ "complete, whatever else", NULL, "scb", 0, -1, -1, 0, "succeeded",
	    NULL, false },
};

static enum job_state
state_of(const char *name)
{
	int s;

	for (s = 0; s < JOB_STATES; s++)
		if (strcmp(job_state_name((enum job_state)s), name) == 0)
			return (enum job_state)s;
	return JOB_STATES;
}

int
main(void)
{
	struct k8sphase_state s;
	struct k8sphase p;
	size_t i;

	for (i = 0; i < ROWS(rows); i++) {
		memset(&p, 0, sizeof(p));
		p.noted = rows[i].phase != NULL;
		if (p.noted)
			p.phase = state_of(rows[i].phase);
		p.suspended = strchr(rows[i].flags, 's') != NULL;
		p.ours = strchr(rows[i].flags, 'o') != NULL;
		p.complete = strchr(rows[i].flags, 'c') != NULL;
		p.failed = strchr(rows[i].flags, 'f') != NULL;
		p.bar = strchr(rows[i].flags, 'b') != NULL ? "why" : NULL;
		p.active = rows[i].active;
		p.ready = rows[i].ready;
		p.bound = rows[i].bound;
		p.ended = rows[i].ended;
		s = k8sphase_of(&p);
		tap_is_str(job_state_name(s.state), rows[i].state, "%s",
		    rows[i].what);
		tap_is_str(s.reason, rows[i].reason, "and why");
		tap_ok(s.as_noted == rows[i].as_noted, "and since when");
	}
	return tap_done();
}
