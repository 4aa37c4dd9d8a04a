/* Tests of reserve: values read, and who keeps off. */
#include "reserve.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

static struct world world;

static void
values(void)
{
	static const struct {
		const char *value;
		int64_t until;		/* -1: it is none */
	} t[] = {
		{ "n1@5", 5 }, { "n1,n2*3@1970-01-01T00:01:00Z", 60 },
		{ "a@b,n2@7", 7 }, { "", -1 }, { "n1", -1 }, { "@5", -1 },
		{ "n1@", -1 }, { "n1@soon", -1 }, { "n1*0@5", -1 },
		{ "n1,,n2@5", -1 }
	};
	struct slice nodes;
	int64_t until;
	size_t i;
	int ret;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		ret = reserve_read(text_of(t[i].value), &nodes, &until);
		tap_is_i64(ret == 0 ? until : -1, t[i].until, "'%s'",
		    t[i].value);
	}
}

#define NODES "node\tgpu\nn1\t8\nn2\t8\nn3\t8\n"
#define LIST "job\tstate\tcreated\tgpu\tmin_runtime\treserved\n" \
    "a\tpending\t0\t8\t1h\tn1,n9@1100\n" \
    "b\tinqueue\t0\t8\t1h\tn2,n1@1200\n" \
    "c\theld\t0\t8\t1h\tn3@1200\n" \
    "d\tpending\t0\t8\t100\t-\n" \
    "e\tpending\t0\t8\t101\t-\n" \
    "f\tpending\t0\t8\t0\t-\n"

static void
keep_off(void)
{
	/* At 1000 with a cap of 150 s: bit 0 is a's, bit 1 is b's. */
	static const unsigned want[] = { 0, 1, 1, 0, 1, 0 };
	struct reserve r;
	size_t i;

	reserve_init(&r, &world.jobs, &world.cluster, 1000, 150);
	tap_is_i64(reserve_count(&r), 2, "those of waiting jobs count");
	tap_ok(reserve_is_for(&r, 0) && reserve_is_for(&r, 1) &&
	    !reserve_is_for(&r, 2) && !reserve_is_for(&r, 3), "for whom");
	tap_is_i64(r.host[0], 3, "both have n1");
	tap_is_i64(r.host[1], 2, "one has n2");
	tap_is_i64(r.host[2], 0, "a held job reserves nothing");
	for (i = 0; i < world.jobs.n; i++)
		tap_is_i64(reserve_avoid(&r, &world.jobs, i), want[i],
		    "job %zu keeps off", i);
	r.cap_s = 3600;
	tap_is_i64(reserve_avoid(&r, &world.jobs, 2), 3, "a longer cap");
	tap_is_i64(reserve_by(&r, 3), 1, "the second stands longer");
	tap_is_i64(reserve_by(&r, 1), 0, "the first of the first");
	reserve_drop(&r, 1);
	tap_is_i64(reserve_count(&r), 1, "one is dropped");
	tap_is_i64(r.host[0], 1, "the other still has n1");
	tap_is_i64(reserve_by(&r, 2), -1, "none stands of what is dropped");
	tap_is_i64(reserve_avoid(&r, &world.jobs, 2), 1, "nor keeps off");
	reserve_free(&r);
}

/* Which is the first does not hang on the order of the records. */
static void
by_time(void)
{
	struct reserve r;

	world_begin(&world, true);
	world_nodes(&world, NODES);
	world_jobs(&world, "job\tcreated\tgpu\treserved\n"
	    "c\t0\t8\tn1@1200\nb\t0\t8\tn2@1300\na\t0\t8\tn3@1200\n");
	reserve_init(&r, &world.jobs, &world.cluster, 1000, 150);
	tap_ok(r.one[0].job == 2 && r.one[1].job == 0 && r.one[2].job == 1,
	    "the earliest first, then by id");
	reserve_free(&r);
	world_end(&world);
}

int
main(void)
{
	values();
	by_time();
	world_begin(&world, true);
	world_nodes(&world, NODES);
	world_jobs(&world, LIST);
	keep_off();
	reserve_check(&world.jobs, &world.faults);
	tap_is_i64((int64_t)world.faults.n, 0, "all are reservations");
	world_end(&world);
	world_begin(&world, false);
	world_jobs(&world, "job\treserved\na\t-\nb\tn1\n");
	reserve_check(&world.jobs, &world.faults);
	tap_is_str(shown_fault(&world.faults, 0), "jobs:3: reserved: \"n1\" "
	    "is not a list of nodes, @ and a time", "one is none");
	world_end(&world);
	return tap_done();
}
