/* Tests of trial: what fits as jobs are taken off nodes. */
#include "trial.h"

#include "tap.h"
#include "world.h"

static struct world world;

#define NODES "node\tgpu_model\tgpu\tcpu\tlabels\tstate\n" \
    "n1\tT4\t4\t8\track=1\t-\n" \
    "n1\tA100\t8\t8\track=1\t-\n" \
    "n2\tT4\t0\t2\track=2\t-\n" \
    "n3\tT4\t8\t64\track=2\tdrain\n" \
    "n4\tT4\t4\t64\t-\t-\n"
#define LIST "job\tinstances\tgpu\tcpu\tgpu_model\tsame\n" \
    "a\t4\t2\t2\t-\t-\n" "b\t6\t2\t0\t-\t-\n" "c\t4\t2\t2\tT4\track\n" \
    "d\t9\t0\t0\t-\t-\n" "e\t2\t8\t0\t-\t-\n"

/* Whether a job holds, before and after n2 has these GPUs and cpus more. */
static void
holds(struct trial *t, const struct place *p, size_t job, int64_t gpus,
    bool before, bool after)
{
	const struct victim_hold hold = { 2, 2 };
	const struct shape half = { { gpus * 500, 4000, 0 } };

	trial_begin(t, p, &world.jobs.job[job], 0);
	tap_is_i64(trial_holds(t), before, "job %zu at first", job);
	tap_ok(trial_helps(t, &hold, 1), "n2 helps");
	trial_move(t, &hold, 1, &half, 1);
	tap_is_i64(trial_holds(t), after, "with %" PRId64 " more", gpus);
	trial_move(t, &hold, 1, &half, -1);
	tap_is_i64(trial_holds(t), before, "and back");
}

int
main(void)
{
	struct trial t = { 0 };
	struct room room;
	struct place place;

	world_begin(&world, false);
	world_nodes(&world, NODES);
	world_jobs(&world, LIST);
	world_at(&world, 0);
	tap_is_i64((int64_t)world.faults.n, 0, "the records are read");
	room_init(&room, &world.jobs, &world.cluster, &world.queues);
	place_init(&place, &room, false);
	/* n1 holds 4 by its cpu, on cards of both models; n4 holds 2. */
	holds(&t, &place, 0, 2, true, true);
	holds(&t, &place, 1, 2, true, true);
	/* On T4 of one rack: 2 on n1; n4 has no rack. */
	holds(&t, &place, 2, 6, false, false);
	holds(&t, &place, 2, 8, false, true);
	holds(&t, &place, 3, 0, true, true);
	holds(&t, &place, 4, 6, false, false);
	holds(&t, &place, 4, 8, false, true);
	trial_free(&t);
	place_free(&place);
	room_free(&room);
	world_end(&world);
	return tap_done();
}
