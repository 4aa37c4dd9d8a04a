/* Tests of cluster: what is free at now, and names in lists of nodes. */
#include "cluster.h"

#include "shown.h"
#include "tap.h"
#include "world.h"

static struct world world;

static void
begin(const char *nodes, const char *jobs, int64_t now_s)
{
	world_begin(&world, false);
	world_nodes(&world, nodes);
	world_jobs(&world, jobs);
	world_at(&world, now_s);
}

/* What is free on card i, in whole GPUs, cores and bytes. */
static const char *
left(uint32_t i)
{
	static char text[128];
	struct shape s = cluster_free(&world.cluster, i);

	snprintf(text, sizeof(text), "%" PRId64 " %" PRId64 " %" PRId64,
	    s.of[RES_GPU] / 1000, s.of[RES_CPU] / 1000, s.of[RES_MEM]);
	return text;
}

static void
free_is(const char *nodes, const char *jobs, const char *want,
    const char *name)
{
	begin(nodes, jobs, 100);
	tap_is_i64((int64_t)world.faults.n, 0, "%s: no faults", name);
	tap_is_str(left(0), want, "%s", name);
	world_end(&world);
}

#define GIVEN "node\tgpu\tcpu\tmem\tgpu_total\tcpu_total\tmem_total\n" \
    "n\t8\t16\t32\t20\t40\t80\n"
#define TOTALS "node\tgpu_total\tcpu_total\tmem_total\nn\t20\t40\t80\n"
#define JOBS "job\tstate\tstarted\tended\tgpu\tcpu\tmem\tnodes\n"

static void
accounts(void)
{
	free_is(GIVEN, JOBS, "8 16 32", "given");
	free_is(TOTALS, JOBS, "20 40 80", "totals");
	free_is(GIVEN, JOBS "a\trunning\t99\t-\t1\t2\t3\tn*2\n",
	    "8 16 32", "given: the snapshot has what started before now");
	free_is(GIVEN, JOBS "a\trunning\t100\t-\t1\t2\t3\tn*2\n",
	    "6 12 26", "given: less what started at now");
	free_is(GIVEN, JOBS "a\trunning\t101\t-\t1\t2\t3\tn*2\n",
	    "6 12 26", "given: less what started after now");
	free_is(GIVEN, JOBS "a\trunning\t-\t-\t1\t2\t3\tn*2\n",
	    "8 16 32", "given: started is not known");
	free_is(TOTALS, JOBS "a\trunning\t99\t-\t1\t2\t3\tn*2\n",
	    "18 36 74", "totals: less what runs");
	free_is(TOTALS, JOBS "a\trunning\t-\t-\t1\t2\t3\tn*2\n",
	    "18 36 74", "totals: less what runs since whenever");
	free_is(GIVEN, JOBS "a\tpending\t99\t100\t1\t2\t3\tn*2\n",
	    "10 20 38", "given: and what ended at now");
	free_is(GIVEN, JOBS "a\tstopped\t99\t101\t1\t2\t3\tn*2\n",
	    "10 20 38", "given: and what ended after now");
	free_is(GIVEN, JOBS "a\tstopped\t98\t99\t1\t2\t3\tn*2\n",
	    "8 16 32", "given: it has what ended before");
	free_is(GIVEN, JOBS "a\tstopped\t100\t100\t1\t2\t3\tn*2\n",
	    "8 16 32", "given: what started and ended at now was not held");
	free_is(TOTALS, JOBS "a\tpending\t99\t100\t1\t2\t3\tn*2\n",
	    "20 40 80", "totals: what ended holds nothing");
	free_is(TOTALS, JOBS "a\trunning\t9\t-\t30\t2\t3\tn\n",
	    "0 38 77", "never under 0");
	free_is(GIVEN, JOBS "a\trunning\t100\t-\t30\t0\t0\tn\n"
	    "b\tstopped\t9\t100\t25\t0\t0\tn\n",
	    "3 16 32", "under 0 only once all is counted");
	free_is("node\tgpu\tcpu_total\nn\t8\t40\n",
	    JOBS "a\trunning\t99\t-\t1\t2\t3\tn\n",
	    "8 38 9223372036854775807", "each amount by itself");
	free_is("node\tgpu\tgpu_total\nn\t-\t20\nm\t8\t-\n",
	    JOBS "a\trunning\t99\t-\t1\t0\t0\tn,m\n",
	    "19 9223372036854775 9223372036854775807",
	    "each node by itself");
	free_is(TOTALS, JOBS "a\trunning\t9\t-\t1\t2\t3\tx*7,n,y\n",
	    "19 38 77", "nodes that are not there are passed over");
}

static void
mixed(void)
{
	static const char nodes[] = "node\tgpu_model\tgpu_total\tcpu_total\t"
	    "state\nn\tT4\t4\t40\t-\nm\tT4\t2\t10\tdrain\n"
	    "n\tA100\t8\t99\tdown\n";

	begin(nodes, "job\tstate\tnodes\tgpu\tcpu\tgpu_model\n"
	    "a\trunning\tn:A100*2\t1\t3\t-\n"
	    "b\trunning\tn\t1\t3\tA100\n"
	    "c\trunning\tn\t1\t3\t-\n"
	    "d\trunning\tn:X\t1\t3\t-\n", 5);
	tap_is_i64((int64_t)world.faults.n, 0, "mixed: no faults");
	tap_is_i64((int64_t)world.cluster.hosts, 2, "two hosts");
	tap_is_i64((int64_t)world.cluster.cards, 3, "three cards");
	tap_is_str(left(0), "3 28 9223372036854775807",
	    "NAME is the first card of a job that names no model");
	tap_is_str(left(2), "5 28 9223372036854775807",
	    "NAME:MODEL, and NAME of a job that names a model");
	tap_is_str(left(1), "2 10 9223372036854775807", "the other host");
	tap_ok(world.cluster.host[0].ready && !world.cluster.host[1].ready,
	    "the state is the first one's");
	tap_is_i64(cluster_find(&world.cluster, text_of("n"),
	    text_of("A100")), 2, "found");
	tap_ok(cluster_find(&world.cluster, text_of("n"), text_of("X")) ==
	    CLUSTER_END && cluster_find(&world.cluster, text_of("x"),
	    text_of("T4")) == CLUSTER_END, "not found");
	world_end(&world);
}

static void
colons(void)
{
	static const char nodes[] = "node\tgpu_model\tgpu_total\n"
	    "a\tb\t1\na\tb:c\t1\na:b\tT4\t1\na:b\tc\t1\na:b:c\tT4\t1\n";
	static const struct {
		const char *entry, *model;
		int64_t card;
	} t[] = {
		{ "a", "", 0 }, { "a", "b:c", 1 }, { "a", "T4", 0 },
		{ "a:b", "", 2 }, { "a:b", "c", 3 }, { "a:b:T4", "", 2 },
		{ "a:b:c", "", 4 }, { "a:b:c:T4", "", 4 },
		{ "a:b:c:c", "", CLUSTER_END }, { "a:x", "", CLUSTER_END },
		{ "x", "", CLUSTER_END }, { "a:", "", CLUSTER_END },
		{ ":a", "", CLUSTER_END }
	};
	struct job_class class = { 0 };
	size_t i;

	begin(nodes, "job\n", 5);
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		class.model = text_of(t[i].model);
		tap_is_i64(cluster_entry(&world.cluster, text_of(t[i].entry),
		    &class), t[i].card, "\"%s\" for \"%s\"", t[i].entry,
		    t[i].model);
	}
	world_end(&world);
}

static void
lists(void)
{
	static const char *const bad[] = { "a*", "a*0", "a*-1", "a*x",
	    "*2", ",a", "a,,b", "a*2*3", "a*1.5",
	    "a*9223372036854775808" };
	char line[128];
	struct slice list = text_of("a*2,b,c:d*10"), name;
	int64_t n = 0;
	size_t i;

	tap_ok(cluster_next(&list, &name, &n) == 1 && text_is(name, "a") &&
	    n == 2, "a*2");
	tap_ok(cluster_next(&list, &name, &n) == 1 && text_is(name, "b") &&
	    n == 1, "b");
	tap_ok(cluster_next(&list, &name, &n) == 1 && text_is(name, "c:d") &&
	    n == 10, "c:d*10");
	tap_ok(cluster_next(&list, &name, &n) == 0, "the end");
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(line, sizeof(line), "job\tstate\tnodes\n"
		    "j\trunning\t%s\n", bad[i]);
		begin(TOTALS, line, 5);
		snprintf(line, sizeof(line), "jobs:2: nodes: \"%s\" is not "
		    "a list of nodes", bad[i]);
		tap_is_str(shown_fault(&world.faults, 0), line, "a fault");
		world_end(&world);
	}
}

static void
faults(void)
{
	begin("node\tgpu_model\tgpu\na\tT4\t1\na\t-\t1\na\tT4\t2\nb\t-\t-\n"
	    "b\t-\t-\na\tgpu\t3\n", "job\n", 0);
	tap_is_i64((int64_t)world.faults.n, 3, "three are there twice");
	tap_is_str(shown_fault(&world.faults, 0),
	    "nodes:4: node: \"a\" is there twice", "the same model");
	tap_is_str(shown_fault(&world.faults, 1),
	    "nodes:6: node: \"b\" is there twice", "no GPUs");
	tap_is_str(shown_fault(&world.faults, 2),
	    "nodes:7: node: \"a\" is there twice", "no model is `gpu`");
	world_end(&world);
}

/* Who holds more than there is gives nothing back until it is paid. */
static void
over(void)
{
	begin("node\tgpu_total\tcpu_total\nn\t8\t8\n",
	    "job\tstate\tgpu\tcpu\tnodes\n" "a\trunning\t8\t1\tn\n"
	    "b\trunning\t3\t1\tn\n", 5);
	tap_is_str(left(0), "0 6 9223372036854775807", "11 on 8");
	tap_ok(cluster_over(&world.cluster, 0), "that is too much");
	cluster_release(&world.cluster, &world.jobs, 1);
	tap_is_str(left(0), "0 7 9223372036854775807", "8 on 8");
	tap_ok(!cluster_over(&world.cluster, 0), "that is all");
	cluster_release(&world.cluster, &world.jobs, 0);
	tap_is_str(left(0), "8 8 9223372036854775807", "none");
	world_end(&world);
}

/* Takes and gives back; a copy does not follow. */
static void
takes(void)
{
	const struct shape ask = { { 2000, 3000, 4 } };
	struct cluster copy;

	begin(GIVEN, "job\n", 0);
	cluster_copy(&copy, &world.cluster);
	cluster_take(&world.cluster, 0, &ask, 2);
	tap_is_str(left(0), "4 10 24", "taken");
	tap_is_i64(cluster_free(&copy, 0).of[RES_GPU], 8000, "not the copy");
	cluster_take(&world.cluster, 0, &ask, -2);
	tap_is_str(left(0), "8 16 32", "given back");
	cluster_free_copy(&copy);
	world_end(&world);
}

int
main(void)
{
	accounts();
	mixed();
	colons();
	lists();
	faults();
	over();
	takes();
	return tap_done();
}
