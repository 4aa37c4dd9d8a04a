/* Tests of ask: amounts as a person asks for them. */
#include "ask.h"

#include "tap.h"

enum { G = 1 << RES_GPU, C = 1 << RES_CPU, M = 1 << RES_MEM };

static void
want(const char *s, int64_t instances, int64_t gpu, int64_t cpu, int64_t mem)
{
	struct ask a;
	struct diag d;

	if (!tap_ok(ask_want(text_of(s), &a, &d) == 0, "want %s", s)) {
		printf("#   %s\n", d.what);
		return;
	}
	tap_ok(a.instances == instances && a.shape.of[RES_GPU] == gpu &&
	    a.shape.of[RES_CPU] == cpu && a.shape.of[RES_MEM] == mem,
	    "want %s: its amounts", s);
}

static void
wrong(const char *s, const char *why)
{
	struct ask a;
	struct diag d = { .what = "taken" };

	ask_want(text_of(s), &a, &d);
	tap_is_str(d.what, why, "want \"%s\" is wrong", s);
}

static void
amounts(void)
{
	struct ask a;
	struct diag d = { .what = "taken" };

	tap_ok(ask_amounts(text_of("mem=1G,gpu=0.5"), &a, &d) == 0 &&
	    a.given == (G | M) && a.shape.of[RES_GPU] == 500 &&
	    a.shape.of[RES_CPU] == 0 && a.shape.of[RES_MEM] == 1 << 30,
	    "amounts, and which are given");
	tap_ok(ask_amounts(text_of("cpu=0"), &a, &d) == 0 && a.given == C,
	    "a 0 is given, too");
	tap_ok(ask_amounts(text_of("gpu=1,instances=2"), &a, &d) == -1,
	    "amounts take no instances");
	tap_ok(ask_amounts(text_of("2x8"), &a, &d) == -1, "nor 2x8");
}

int
main(void)
{
	want("2x8", 2, 8000, 0, 0);
	want("1x0.125", 1, 125, 0, 0);
	want("3x500m", 3, 500, 0, 0);
	want("gpu=8", 0, 8000, 0, 0);
	want("instances=2,gpu=8,cpu=64,mem=512G", 2, 8000, 64000,
	    INT64_C(512) << 30);
	want("mem=1,instances=9223372036854775807", INT64_MAX, 0, 0, 1);
	want("cpu=1.5,gpu=0", 0, 0, 1500, 0);
	wrong("", "\"\" is not name=amount");
	wrong("gpu=0", "asks for nothing");
	wrong("2x0", "asks for nothing");
	wrong("instances=2", "asks for nothing");
	wrong("8", "\"8\" is not name=amount");
	wrong("gpu=1,cpu", "\"cpu\" is not name=amount");
	wrong("gpus=1", "\"gpus\" is not instances, gpu, cpu or mem");
	wrong("gpu=1,gpu=1", "gpu is there twice");
	wrong("instances=1,instances=1", "instances is there twice");
	wrong("0x8", "instances: at least 1");
	wrong("instances=0,gpu=1", "instances: at least 1");
	wrong("ax8", "instances: \"a\" is not a whole number");
	wrong("2xb", "gpu: \"b\" is not a count");
	wrong("x8", "instances: \"\" is not a whole number");
	wrong("2x8x2", "gpu: \"8x2\" is not a count");
	wrong("gpu=-1", "gpu: \"-1\" has a sign where none is allowed");
	wrong("mem=1Z", "mem: \"1Z\" has an unknown unit");
	wrong("cpu=0.0001", "cpu: \"0.0001\" is finer than a thousandth");
	wrong("a\033=1", "\"a\\x1b\" is not instances, gpu, cpu or mem");
	amounts();
	return tap_done();
}
