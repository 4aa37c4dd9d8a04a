/* gate: who blocks whom. */
#include "gate.h"

#include "tap.h"

static void
is(struct gate *g, uint32_t queue, uint32_t class, bool named, size_t want,
    const char *name)
{
	tap_ok(gate_blocker(g, queue, class, named) == want, "%s", name);
}

int
main(void)
{
	struct gate g;

	gate_init(&g, 2, 3, false);
	is(&g, 0, 2, true, GATE_OPEN, "open at first");
	gate_block(&g, 0, 1, 7);
	gate_block(&g, 0, 2, 9);
	is(&g, 0, 1, true, 7, "the first that blocks");
	is(&g, 0, 2, true, 7, "blocks all classes of its queue");
	is(&g, 0, 0, false, 7, "and jobs without a class");
	is(&g, 1, 1, true, GATE_OPEN, "and no other queue");
	gate_open(&g);
	is(&g, 0, 1, true, GATE_OPEN, "open again");
	gate_free(&g);

	gate_init(&g, 2, 3, true);
	gate_block(&g, 1, 2, 4);
	gate_block(&g, 1, 1, 5);
	gate_block(&g, 1, 2, 6);
	is(&g, 1, 2, true, 4, "per pool: its class");
	is(&g, 1, 1, true, 5, "per pool: another class, another job");
	is(&g, 1, 0, true, GATE_OPEN, "per pool: not a third");
	is(&g, 1, 0, false, 4, "per pool: no class is stopped by any");
	is(&g, 0, 2, true, GATE_OPEN, "per pool: no other queue");
	gate_open(&g);
	is(&g, 1, 2, true, GATE_OPEN, "per pool: open again");
	is(&g, 1, 0, false, GATE_OPEN, "per pool: all of it");
	gate_free(&g);

	gate_init(&g, 0, 0, true);
	gate_open(&g);
	gate_free(&g);
	return tap_done();
}
