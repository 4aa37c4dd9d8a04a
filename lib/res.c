#include "res.h"

static const struct kind_column res_column[RES_N] = {
	[RES_GPU] = { "gpu", KIND_COUNT },
	[RES_CPU] = { "cpu", KIND_COUNT },
	[RES_MEM] = { "mem", KIND_MEM }
};

const char *
res_name(enum res r)
{
	return res_column[r].name;
}

enum kind
res_kind(enum res r)
{
	return res_column[r].kind;
}

int64_t
res_fits(const struct shape *free, const struct shape *ask, unsigned mask)
{
	int64_t n = INT64_MAX, q;
	int r;

	/* Most nodes are too small: say so before anything is divided. */
	for (r = 0; r < RES_N; r++)
		if ((mask & 1U << r) != 0 && free->of[r] < ask->of[r])
			return 0;
	for (r = 0; r < RES_N; r++) {
		if ((mask & 1U << r) == 0)
			continue;
		q = free->of[r] / ask->of[r];
		if (q < n)
			n = q;
	}
	return n;
}
