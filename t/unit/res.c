/* Tests of res: how often a shape fits. */
#include "res.h"

#include "tap.h"

enum { G = 1 << RES_GPU, C = 1 << RES_CPU, M = 1 << RES_MEM };

int
main(void)
{
	static const struct shape free = { { 8000, 64500, 1000 } };
	static const struct shape ask = { { 2000, 20000, 300 } };
	static const struct shape part = { { 3000, 64500, 1001 } };
	static const struct shape most = { { INT64_MAX, INT64_MAX,
	    INT64_MAX } };
	static const struct shape one = { { 1, 1, 1 } };
	static const struct shape none = { { 0, 0, 0 } };

	tap_is_str(res_name(RES_GPU), "gpu", "name of gpu");
	tap_is_str(res_name(RES_CPU), "cpu", "name of cpu");
	tap_is_str(res_name(RES_MEM), "mem", "name of mem");
	tap_ok(res_kind(RES_GPU) == KIND_COUNT && res_kind(RES_CPU) ==
	    KIND_COUNT && res_kind(RES_MEM) == KIND_MEM, "their kinds");
	tap_is_i64(res_fits(&free, &ask, G), 4, "by gpu");
	tap_is_i64(res_fits(&free, &ask, C), 3, "by cpu");
	tap_is_i64(res_fits(&free, &ask, M), 3, "by mem");
	tap_is_i64(res_fits(&free, &ask, G | C | M), 3, "by all");
	tap_is_i64(res_fits(&free, &part, G), 2, "rounded down");
	tap_is_i64(res_fits(&free, &part, C), 1, "to the last thousandth");
	tap_is_i64(res_fits(&free, &part, M), 0, "not a byte less");
	tap_is_i64(res_fits(&free, &part, G | C), 1, "the least counts");
	tap_is_i64(res_fits(&none, &ask, G | C | M), 0, "nothing is free");
	tap_is_i64(res_fits(&free, &none, 0), INT64_MAX, "no limit at all");
	tap_is_i64(res_fits(&most, &one, G | C | M), INT64_MAX, "the most");
	tap_is_i64(res_fits(&one, &most, G | C | M), 0, "too much");
	return tap_done();
}
