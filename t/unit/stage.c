/*
 * Tests of stage: stops that are tried out, and what they leave behind.
 *
 * Now is 3600; n1 and n2 are full, one GPU of n3 is free.
 */
#include "stage.h"

#include "ledger.h"
#include "shown.h"
#include "tap.h"

#define TREE "group share\na 1\nb 1\n"
#define NODES "node\tgpu_total\nn1\t4\nn2\t4\nn3\t4\n"
#define JOBS "job group state instances gpu min_runtime started nodes\n" \
    "f - running 1 2 0 0 n1\n" "g - running 1 1 0 0 n1\n" \
    "h a running 1 4 1 0 n2\n" "p a running 1 3 2h 3500 n3\n" \
    "q a running 1 1 2h 3500 n1\n" "x b pending 1 4 1h - -\n" \
    "y b pending 2 3 1h - -\n" "z b pending 2 4 1h - -\n" \
    "w b pending 1 1 1h - -\n"

enum { F, G, H, P, Q, X, Y, Z, W };

static struct ledger book;
static struct stage stage;

static void
begin(void)
{
	ledger_begin(&book, TREE, NULL);
	world_nodes(&book.world, NODES);
	ledger_jobs(&book, JOBS);
	world_at(&book.world, 3600);
	tap_is_i64((int64_t)book.world.faults.n, 0, "the records are read");
	ledger_sum(&book, 12, true);
	stage_init(&stage, &book.world.jobs, &book.world.cluster,
	    &book.world.queues, ORDER_DESERVED, &book.share);
}

static void
finish(void)
{
	stage_free(&stage);
	ledger_end(&book);
}

/* Free GPUs on the three nodes. */
static void
free_is(const char *want, const char *what)
{
	char text[64];
	const struct cluster_card *c = book.world.cluster.card;

	snprintf(text, sizeof(text), "%d %d %d", (int)(c[0].gpu_m / 1000),
	    (int)(c[1].gpu_m / 1000), (int)(c[2].gpu_m / 1000));
	tap_is_str(text, want, "%s", what);
}

/* Seeks for a job; the numbers of those that are to be stopped. */
static void
seeks(size_t j, const char *want, const char *what)
{
	struct buf b = { 0 };
	bool found = stage_seek(&stage, j);
	size_t k;

	for (k = 0; found && k < stage.stops; k++)
		buf_i64(&b, (int64_t)stage.stop[k].job);
	tap_is_str(found ? shown_buf(&b) : "none", want, "%s", what);
	buf_free(&b);
}

static void
places(void)
{
	begin();
	tap_ok(!stage_place(&stage, X), "four do not fit");
	free_is("0 0 1", "and nothing is taken");
	tap_ok(stage_place(&stage, W), "one does");
	stage_admit(&stage, W);
	tap_ok(stage.placed[W], "it can start");
	free_is("0 0 0", "it is placed");
	tap_is_i64(ledger_group(&book, "b")->running_m, 1000,
	    "its group pays");
	stage_undo(&stage);
	tap_ok(!stage.placed[W], "it cannot");
	free_is("0 0 1", "it is given back");
	tap_is_i64(ledger_group(&book, "b")->running_m, 0,
	    "its group does not pay");
	finish();
}

static void
finds(void)
{
	begin();
	seeks(X, "2", "h alone is enough: g and f, taken first, are spared");
	free_is("0 0 1", "its nodes are taken by x");
	tap_ok(stage.gone[H] && !stage.gone[F], "it is gone");
	tap_is_i64(book.world.jobs.job[H].state, JOB_RUNNING,
	    "its record is as it was");
	finish();

	begin();
	seeks(Z, "none", "one that is protected would have to go");
	free_is("0 0 1", "and nothing is changed");
	tap_ok(!stage.gone[F] && !stage.gone[G] && !stage.gone[H],
	    "nobody is gone");
	tap_is_i64(ledger_group(&book, "a")->running_m, 8000,
	    "its group has what it had");
	seeks(Y, "102", "all that are not protected");
	finish();
}

static void
tries(void)
{
	const struct victim *v;
	size_t k = 0;

	begin();
	v = stage_victim(&stage, &k);
	tap_is_i64((int64_t)v->job, G, "the first: fewest GPUs");
	tap_ok(!stage_would(&stage, X, v), "it is not enough");
	free_is("0 0 1", "nothing is changed");
	stage_move(&stage, v, -1);
	free_is("1 0 1", "off its node");
	k = 0;
	v = stage_victim(&stage, &k);
	tap_ok(v->job == F && k == 1, "the next that still runs");
	tap_ok(!stage_would(&stage, X, v), "3 are not, either");
	tap_ok(!stage_would(&stage, Y, v), "nor for two of 3");
	k++;
	tap_ok(stage_would(&stage, X, stage_victim(&stage, &k)), "4 are");
	tap_is_i64(ledger_group(&book, "a")->running_m, 8000,
	    "its group has what it had");
	free_is("1 0 1", "nothing is changed");
	stage_stop(&stage, G, "preempted ", text_of("x"));
	tap_is_i64(book.world.jobs.job[G].state, JOB_PENDING, "stopped");
	tap_is_str(shown_slice(job_text(&book.world.jobs, G, JOB_REASON)),
	    "preempted x", "for whom");
	finish();
}

int
main(void)
{
	places();
	finds();
	tries();
	return tap_done();
}
