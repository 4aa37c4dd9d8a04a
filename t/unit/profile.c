/* Tests of profile: what is free by class, from instant to instant. */
#include "profile.h"

#include "tap.h"
#include "world.h"

static struct world world;
static struct room here;
static struct profile profile;

/* The cards of n1 share its cores; n3 is not ready. */
#define NODES "node\tgpu_model\tstate\tgpu\tcpu\n" \
    "n1\tT4\t-\t4\t8\n" \
    "n1\tA100\t-\t2\t-\n" \
    "n2\tT4\t-\t4\t8\n" \
    "n3\tT4\tdown\t9\t9\n" \
    "n4\tH100\t-\t9\t9\n"
enum { N1_T4, N1_A100, N2_T4, N3_T4 };

/* Jobs of three classes, that ask for a GPU or a core. */
enum { T4_GPU, T4_CPU, A100_GPU, A100_CPU, ANY_GPU, ANY_CPU, PROBES };
#define JOBS "job\tinstances\tgpu\tcpu\tgpu_model\n" \
    "tg\t1\t1\t-\tT4\ntc\t1\t-\t1\tT4\n" \
    "ag\t1\t1\t-\tA100\nac\t1\t-\t1\tA100\n" \
    "g\t1\t1\t-\t-\nc\t1\t-\t1\t-\n"

static void
begin_world(void)
{
	world_begin(&world, false);
	world_nodes(&world, NODES);
	world_jobs(&world, JOBS);
	world_at(&world, 100);
	room_init(&here, &world.jobs, &world.cluster, &world.queues);
	profile_init(&profile, &here, 100);
	tap_is_i64((int64_t)world.faults.n, 0, "no faults");
}

static void
end_world(void)
{
	profile_free(&profile);
	room_free(&here);
	world_end(&world);
}

/* A job that asks n times what the probe does. */
static struct job
times(int probe, int64_t n)
{
	struct job j = world.jobs.job[probe];

	j.instances = n;
	return j;
}

/* Exactly these numbers of GPUs and cores are free at the first instant. */
static void
free_now(const int64_t want[PROBES], const char *name)
{
	struct job j;
	int i;

	for (i = 0; i < PROBES; i++) {
		j = times(i, want[i]);
		tap_ok(profile_now(&profile, &j), "%s: %d: %" PRId64, name,
		    i, want[i]);
		j = times(i, want[i] + 1);
		tap_ok(!profile_now(&profile, &j), "%s: %d: no more", name,
		    i);
	}
}

static void
holds(void)
{
	const struct shape ask = { { 1000, 3000, 0 } };
	const int64_t first[] = { 8, 16, 2, 8, 19, 25 };
	const int64_t held[] = { 8, 10, 0, 2, 17, 19 };
	const int64_t good[] = { 7, 7, 0, 2, 16, 16 };
	const int64_t reserved[] = { 7, 4, 0, 2, 16, 13 };
	struct job j;

	begin_world();
	free_now(first, "at first");
	profile_hold(&profile, N1_A100, &ask, 2, 100, 200);
	free_now(held, "on a card: its GPUs, and the cores of its host");
	profile_hold(&profile, N3_T4, &ask, 2, 100, 200);
	profile_hold(&profile, N2_T4, &ask, 2, 100, 100);
	free_now(held, "no ready node, or no time");
	profile_hold(&profile, N2_T4, &ask, 1, 100, PROFILE_NEVER);
	free_now(good, "for good");
	j = times(T4_CPU, 3);
	profile_reserve(&profile, &j, 100, 101);
	free_now(reserved, "without nodes: its class, and all");
	end_world();
}

/* The slot of n times what the probe asks. */
static void
slot(int probe, int64_t n, int64_t length_s, int64_t want, const char *name)
{
	struct job j = times(probe, n);

	tap_is_i64(profile_slot(&profile, &j, length_s), want, "%s", name);
}

static void
slots(void)
{
	const struct shape ask = { { 1000, 0, 0 } };
	struct job j;

	begin_world();
	profile_hold(&profile, N2_T4, &ask, 2, 100, 200);
	j = times(T4_GPU, 5);
	profile_reserve(&profile, &j, 300, 400);
	slot(T4_GPU, 6, 100, 100, "now");
	slot(T4_GPU, 6, 200, 100, "until the reservation");
	slot(T4_GPU, 6, 201, 400, "a second too long: after it");
	slot(T4_GPU, 6, PROFILE_NEVER, 400, "for good: after it");
	slot(T4_GPU, 7, 100, 200, "in the gap");
	slot(T4_GPU, 7, 101, 400, "it is too short");
	slot(T4_GPU, 3, PROFILE_NEVER, 100, "beside it");
	slot(T4_GPU, 9, 1, PROFILE_NEVER, "more than there is");
	slot(A100_GPU, 2, PROFILE_NEVER, 100, "another class");
	slot(ANY_GPU, 15, PROFILE_NEVER, 400, "any class: all count");
	end_world();
}

static void
from_an_instant(void)
{
	const struct shape ask = { { 1000, 0, 0 } };

	begin_world();
	room_take(&here, N1_T4, &ask, 3);
	cluster_take(&world.cluster, N1_T4, &ask, 3);
	profile_from(&profile, &here, 200);
	room_take(&here, N1_T4, &ask, -3);
	cluster_take(&world.cluster, N1_T4, &ask, -3);
	profile_from(&profile, &here, 300);
	slot(T4_GPU, 8, 100, 100, "until there is less");
	slot(T4_GPU, 8, 101, 300, "when there is more again");
	slot(T4_GPU, 5, PROFILE_NEVER, 100, "what there is throughout");
	end_world();
}

int
main(void)
{
	holds();
	slots();
	from_an_instant();
	return tap_done();
}
