/*
 * census: what several texts say of hosts, put together.
 */
#include "census.h"

#include <stdlib.h>

#include "node.h"
#include "tap.h"

static struct sheet sheet;

static void
is(size_t row, int column, const char *want)
{
	struct slice s = sheet_get(&sheet, row, (size_t)column);

	tap_ok(text_is(s, want), "record %zu, column %d: %.*s, want %s", row,
	    column, (int)s.n, s.p, want);
}

int
main(void)
{
	struct census c = { 0 };
	struct census_host *h;
	struct census_card *card;
	int64_t sum = -1;
	int i;

	/* Use comes before the host is declared, as pods before nodes may. */
	h = census_host(&c, text_of("n1"));
	census_more(&h->cpu.used, 3000);
	census_more(&h->cpu.used, 1500);
	card = census_card(&c, h, text_of("gpu"));
	census_more(&card->gpu.used, 9000);
	census_host(&c, text_of("ghost"))->cpu.total = 1;
	h = census_host(&c, text_of("n1"));
	h->declared = true;
	h->cpu.total = 8000;
	h->cpu.limit = 7000;
	h->mem.total = 100;
	h->mem.free = 40;
	card = census_card(&c, h, text_of("gpu"));
	card->gpu.total = 8000;
	card->model = text_of("A100");
	census_card(&c, h, text_of("mig"))->gpu.total = 2000;
	h = census_host(&c, text_of("n2"));
	h->declared = true;
	h->counts_gpus = true;
	h->state = text_of("drain");
	sheet_init(&sheet, node_columns());
	census_records(&c, &sheet);
	tap_is_i64((int64_t)sheet.rows, 3,
	    "a record a host and model; none of what nobody declares");
	is(0, NODE_NODE, "n1");
	is(0, NODE_GPU_MODEL, "A100");
	is(0, NODE_GPU, "0");
	is(0, NODE_GPU_TOTAL, "8");
	is(0, NODE_CPU, "2.5");
	is(0, NODE_CPU_TOTAL, "8");
	is(0, NODE_MEM, "40");
	is(0, NODE_STATE, "ready");
	is(1, NODE_GPU_MODEL, "mig");
	is(1, NODE_GPU, "2");
	is(1, NODE_CPU, "2.5");
	is(2, NODE_NODE, "n2");
	is(2, NODE_GPU, "0");
	is(2, NODE_CPU, "");
	is(2, NODE_STATE, "drain");
	census_more(&sum, INT64_MAX);
	census_more(&sum, 5);
	tap_is_i64(sum, INT64_MAX, "sums saturate");
	for (i = 0; i < 3000; i++) {
		char name[16];

		snprintf(name, sizeof(name), "h%d", i);
		census_host(&c, text_of(name));
	}
	tap_ok(text_is(census_host(&c, text_of("n1"))->name, "n1") &&
	    c.hosts == 3003, "a host is found again");
	sheet_free(&sheet);
	census_free(&c);
	return tap_done();
}
