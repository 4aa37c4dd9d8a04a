/* Tests of arrival: who comes, and when. */
#include "arrival.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

static const char trace[] = "job\tcreated\tstate\n"
    "a\t30\tpending\nb\t10\tpending\nc\t20\theld\nd\t10\tinqueue\n"
    "e\t5\trunning\nf\t40\tpending\n";

static struct world world;

/* Everyone who comes until then, in order. */
static void
come(int64_t until_s, const char *want, const char *what)
{
	struct buf b = { 0 };
	struct arrival a;
	struct slice id;
	int64_t at_s;

	arrival_init(&a, &world.jobs, until_s);
	while ((at_s = arrival_next_s(&a)) != INT64_MAX) {
		id = job_id(&world.jobs, arrival_take(&a));
		buf_add(&b, id.p, id.n);
		buf_i64(&b, at_s);
	}
	tap_is_str(shown_buf(&b), want, "%s", what);
	arrival_free(&a);
	buf_free(&b);
}

int
main(void)
{
	world_begin(&world, true);
	world_jobs(&world, trace);
	come(INT64_MAX, "b10d10a30f40",
	    "those who wait, by created, then as they stand");
	come(30, "b10d10a30", "until then");
	come(9, "", "nobody is so early");
	world_end(&world);
	return tap_done();
}
