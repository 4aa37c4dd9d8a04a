/*
 * tres: sums that are told twice are counted once, memory has its unit.
 */
#include "tres.h"

#include "shown.h"
#include "tap.h"

/* What a list says, or the fault. */
static void
is(const char *text, const char *want)
{
	struct tres t;
	struct diag why;
	char got[DIAG_TEXT];

	if (tres_read(text_of(text), &t, &why) == -1)
		snprintf(got, sizeof(got), "%s", why.what);
	else
		snprintf(got, sizeof(got), "cpu %" PRId64 " mem %" PRId64
		    " node %" PRId64 " gpu %" PRId64 " typed %" PRId64,
		    t.cpus, t.mem_b, t.nodes, t.gpus, t.typed);
	tap_is_str(got, want, "%s", text);
}

static void
gpus(void)
{
	is("", "cpu -1 mem -1 node -1 gpu -1 typed -1");
	is("(null)", "cpu -1 mem -1 node -1 gpu -1 typed -1");
	/* OleHolmNielsen/Slurm_tools#12: two keys, one quantity. */
	is("gres/gpu=2,gres/gpu:type=2",
	    "cpu -1 mem -1 node -1 gpu 2 typed 2");
	is("cpu=2,mem=1000000M,node=2,billing=2,gres/gpu=16,"
	    "gres/gpu:a100=16",
	    "cpu 2 mem 1048576000000 node 2 gpu 16 typed 16");
	/* A type that the accounting does not know. */
	is("cpu=3,mem=9G,gres/gpu=2",
	    "cpu 3 mem 9663676416 node -1 gpu 2 typed -1");
	is("gres/gpu:a100=4,gres/gpu:v100=2",
	    "cpu -1 mem -1 node -1 gpu 6 typed 6");
	is("gres/gpu:a100=0,gres/gpu=3",
	    "cpu -1 mem -1 node -1 gpu 3 typed 0");
	/* None of these is a GPU. */
	is("gres/gpumem=40G,gres/gpuutil=90,gres/shard=4,license/gpu=1",
	    "cpu -1 mem -1 node -1 gpu -1 typed -1");
}

static void
memory(void)
{
	is("mem=500000", "cpu -1 mem 524288000000 node -1 gpu -1 typed -1");
	is("mem=116G", "cpu -1 mem 124554051584 node -1 gpu -1 typed -1");
	is("mem=1.50T", "cpu -1 mem 1649267441664 node -1 gpu -1 typed -1");
	is("mem=0", "cpu -1 mem 0 node -1 gpu -1 typed -1");
	is("mem=9223372036854775807",
	    "\"mem=9223372036854775807\" is no trackable resource");
}

static void
what_is_none(void)
{
	is("cpu", "\"cpu\" is no trackable resource");
	is("cpu=", "\"cpu=\" is no trackable resource");
	is("=4", "\"=4\" is no trackable resource");
	is("cpu=-4", "\"cpu=-4\" is no trackable resource");
	is("cpu=4x", "\"cpu=4x\" is no trackable resource");
	/* A column that was cut (SckyzO/slurm_exporter#36). */
	is("cpu=2,mem=512M,node=", "\"node=\" is no trackable resource");
	is("gres/gpu:=2", "\"gres/gpu:=2\" is no trackable resource");
}

static void
one_by_one(void)
{
	struct slice rest = text_of("cpu=1K,gres/gpu:a100=2");
	struct tres_item t;
	struct diag why;

	tap_ok(tres_next(&rest, &t, &why) == 1 && text_is(t.name, "cpu") &&
	    t.count == 1024 && !tres_is_typed_gpu(&t), "the first");
	tap_ok(tres_next(&rest, &t, &why) == 1 && text_is(t.type, "a100") &&
	    t.count == 2 && tres_is_typed_gpu(&t), "the second");
	tap_ok(tres_next(&rest, &t, &why) == 0, "and no more");
}

int
main(void)
{
	gpus();
	memory();
	what_is_none();
	one_by_one();
	return tap_done();
}
