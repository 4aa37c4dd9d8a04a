#include "slurmrun.h"

#include <stdio.h>

#include "tap.h"

/* Instances, GPUs of each and nodes of GPUs in all on hosts. */
static const char *
split(const char *hosts, int64_t gpus, bool whole)
{
	static char out[200];
	struct slurmrun r = { 0 };
	struct diag why;

	if (slurmrun_begin(&r, text_of(hosts), &why) == -1)
		return "no list";
	if (slurmrun_split(&r, gpus) != whole)
		return "a wrong guess";
	slurmrun_end(&r);
	snprintf(out, sizeof(out), "%lld %lld %.*s", (long long)r.instances,
	    (long long)r.each, (int)r.nodes.n, r.nodes.n > 0 ? r.nodes.p : "");
	slurmrun_free(&r);
	return out;
}

/* The same of what the two hosts have. */
static const char *
given(int64_t a, int64_t b)
{
	static char out[200];
	struct slurmrun r = { 0 };
	struct diag why;

	if (slurmrun_begin(&r, text_of("n[1-2]"), &why) == -1)
		return "no list";
	r.gpus[0] = a;
	r.gpus[1] = b;
	slurmrun_end(&r);
	snprintf(out, sizeof(out), "%lld %lld %.*s", (long long)r.instances,
	    (long long)r.each, (int)r.nodes.n, r.nodes.p);
	slurmrun_free(&r);
	return out;
}

int
main(void)
{
	tap_is_str(split("n1", 4, true), "1 4 n1", "one host");
	tap_is_str(split("n[1-2]", 16, true), "2 8 n1,n2", "equal parts");
	tap_is_str(split("n[1-2]", 3, false), "3 1 n1*2,n2", "unequal parts");
	tap_is_str(split("n[1-3]", 2, false), "2 1 n1,n2",
	    "fewer than hosts");
	tap_is_str(split("n[1-2]", 0, true), "2 0 n1,n2", "none");
	tap_is_str(split("", 4, true), "0 0 ", "no host");
	tap_is_str(given(4, 2), "3 2 n1*2,n2", "the greatest in both");
	tap_is_str(given(3, 5), "8 1 n1*3,n2*5", "no greater one than 1");
	tap_is_str(given(0, 4), "1 4 n2", "a host that has none");
	return tap_done();
}
