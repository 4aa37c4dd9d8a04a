/*
 * Tests of booking: who reserves which nodes, and what becomes of it.
 *
 * Now is 3600, and a job that waits since 0 has waited an hour.  Gangs of 4
 * GPUs reserve; nodes have 4 each, and the two groups claim half of all.
 */
#include "booking.h"

#include "ledger.h"
#include "shown.h"
#include "tap.h"

#define TREE "group share\na 1\nb 1\n"
#define NODES "node gpu_total state cpu_total\nn1 4 ready 8\n" \
    "n2 4 ready 8\nn3 4 ready 8\nn4 4 ready 8\n"
#define HEAD "job group state instances gpu min_runtime since started " \
    "nodes reserved cpu not_before\n"

/* Runs of group a, and of no group; the last GPUs that are free. */
#define P "p a running 1 4 300 - 3500 n1 - - -\n"	/* until 3800 */
#define Q "q a running 1 4 200 - 3500 n2 - - -\n"	/* until 3700 */
#define R "r a running 1 4 100 - 3590 n3 - - -\n"	/* until 3690 */
#define U "u - running 1 1 0 - 3000 n4 - - -\n"
#define PAST "p a running 1 4 9 - 3500 n1 - - -\n" \
    "q a running 1 4 9 - 3500 n2 - - -\n" \
    "r a running 1 4 9 - 3500 n3 - - -\n"
#define X "x b pending 2 4 1h 0 - - - - -\n"
#define FULL PAST "o - running 1 4 0 - 3500 n4 - - -\n"
#define XR "x b pending 2 4 1h 0 - - n1,n2@3600 - -\n"

static const char *quota = "queue gpu\n";
static struct ledger book;
static struct stage stage;

/* Each claims gpus / 2. */
static void
begin(const char *nodes, const char *jobs, int64_t gpus)
{
	ledger_begin(&book, TREE, NULL);
	world_queues(&book.world, quota);
	world_nodes(&book.world, nodes);
	ledger_jobs(&book, jobs);
	world_at(&book.world, 3600);
	tap_is_str(shown_fault(&book.world.faults, 0), "",
	    "the records are read");
	ledger_sum(&book, gpus, true);
	stage_init(&stage, &book.world.jobs, &book.world.cluster,
	    &book.world.queues, ORDER_DESERVED, &book.share);
}

static void
finish(void)
{
	stage_free(&stage);
	ledger_end(&book);
}

static size_t
job(const char *id)
{
	return (size_t)(world_job(&book.world, id) - book.world.jobs.job);
}

static void
put(struct buf *b, const char *text, struct slice s)
{
	buf_str(b, text);
	buf_add(b, s.p, s.n);
}

/* What stands in records: `job=value `. */
static void
put_reserved(struct buf *b)
{
	const struct jobs *jobs = &book.world.jobs;
	size_t i;

	for (i = 0; i < jobs->n; i++)
		if (job_text(jobs, i, JOB_RESERVED).n > 0) {
			put(b, "", job_id(jobs, i));
			put(b, "=", job_text(jobs, i, JOB_RESERVED));
			buf_char(b, ' ');
		}
}

/* Notes whom the stage stops for job j: `j:i,k `. */
static void
note(void *arg, size_t j)
{
	struct buf *b = arg;
	size_t k;

	put(b, "", job_id(&book.world.jobs, j));
	for (k = 0; k < stage.stops; k++)
		put(b, k == 0 ? ":" : ",", job_id(&book.world.jobs,
		    stage.stop[k].job));
	buf_char(b, ' ');
}

/* Makes reservations; those that stand then. */
static void
makes(const char *want, const char *what)
{
	struct buf b = { 0 };

	booking_make(&stage, 4000);
	put_reserved(&b);
	tap_is_str(shown_buf(&b), want, "%s", what);
	buf_free(&b);
}

static void
reserves(const char *jobs, const char *want, const char *what)
{
	begin(NODES, jobs, 16);
	makes(want, what);
	finish();
}

static void
who(void)
{
	reserves(HEAD P Q R U X, "x=n4,n3@3690 ", "after an hour");
	reserves(HEAD P Q R U "x b pending 2 4 1h 1 - - - - -\n", "",
	    "not before");
	reserves(HEAD P Q R U "x b pending 3 1 1h 0 - - - - -\n", "",
	    "not a small one");
	reserves(HEAD P Q R U "x b pending 2 4 0 0 - - - - -\n", "",
	    "not one that is unallocated");
	reserves(HEAD P Q R U "x b pending 2 4 1h 0 - - - - 3601\n", "",
	    "not one that cools down");
	reserves(HEAD P Q R U "x b pending 5 4 1h 0 - - - - -\n", "",
	    "not one that never fits");
	reserves(HEAD P Q R U "x b pending 2 4 1h 0 - - n1@9 - -\n",
	    "x=n1@9 ", "not one that did");
}

static void
who_else(void)
{
	/* With a label to share, no set of nodes is kept. */
	begin("node gpu_total labels\nn1 4 rack=1\nn2 4 rack=1\n",
	    "job group state instances gpu min_runtime since same started "
	    "nodes\np a running 1 4 300 - - 3500 n1\n"
	    "x b pending 2 4 1h 0 rack - -\n", 4);
	makes("", "not one that asks for a label");
	finish();
	begin(NODES, HEAD P Q R "x b pending 1 4 1h 0 - - - - -\n", 16);
	tap_ok(stage_place(&stage, job("x")), "nodes hold it");
	stage_admit(&stage, job("x"));
	makes("", "not one that starts");
	finish();
	quota = "queue gpu\ndefault 7\n";
	reserves(HEAD P Q R U X, "", "not one that its quota keeps out");
	quota = "queue gpu\n";
}

/* Nodes of one GPU each, all of which group a runs on past its contract. */
static void
many(int nodes, int first, int second, const char *want, const char *what)
{
	struct buf n = { 0 }, jobs = { 0 };
	char line[128];
	int i;

	buf_str(&n, "node gpu_total\n");
	buf_str(&jobs, HEAD);
	for (i = 0; i < nodes; i++) {
		snprintf(line, sizeof(line), "h%d 1\n", i);
		buf_str(&n, line);
		snprintf(line, sizeof(line),
		    "r%d a running 1 1 9 - 3500 h%d - - -\n", i, i);
		buf_str(&jobs, line);
	}
	snprintf(line, sizeof(line), "x b pending %d 1 1h 0 - - - - -\n"
	    "y b pending %d 1 1h 0 - - - - -\n", first, second);
	buf_str(&jobs, line);
	begin(shown_buf(&n), shown_buf(&jobs), nodes);
	booking_make(&stage, 1);
	snprintf(line, sizeof(line), "%d %d",
	    job_text(&book.world.jobs, job("x"), JOB_RESERVED).n > 0,
	    job_text(&book.world.jobs, job("y"), JOB_RESERVED).n > 0);
	tap_is_str(line, want, "%s", what);
	finish();
	buf_free(&n);
	buf_free(&jobs);
}

/* All of the reservations that are kept are dropped in this pass. */
static void
after_drops(void)
{
	struct buf jobs = { 0 }, none = { 0 };
	char line[64];
	int i;

	buf_str(&jobs, HEAD PAST X);
	for (i = 0; i < RESERVE_MOST; i++) {
		snprintf(line, sizeof(line),
		    "%d - pending 1 1 0 0 - - n1@1 - -\n", i);
		buf_str(&jobs, line);
	}
	begin(NODES, shown_buf(&jobs), 16);
	booking_honour(&stage, note, &none);
	makes("", "nor when none more can be kept in this pass");
	finish();
	buf_free(&jobs);
	buf_free(&none);
}

static void
how_many(void)
{
	begin(NODES, HEAD PAST "u - running 1 4 0 - 3500 n4 - - -\n"
	    "x b pending 1 4 1h 0 - - - - -\n"
	    "y b pending 1 4 1h 0 - - - - -\n"
	    "z b pending 1 4 1h 0 - - - - -\n", 16);
	makes("x=n4@3600 y=n1@3600 ", "two, on nodes of their own");
	finish();
	begin(NODES, HEAD PAST "x b pending 1 4 1h 0 - - n2@4000 - -\n"
	    "y b pending 2 4 1h 0 - - - - -\n"
	    "z b pending 2 4 1h 0 - - - - -\n", 16);
	makes("x=n2@4000 y=n4,n1@3600 ", "what stands counts");
	finish();
	many(70, 60, 4, "1 1", "64 nodes in all");
	many(70, 60, 5, "1 0", "and no more");
	many(70, 66, 1, "1 0", "but for the first");
	reserves(HEAD PAST
	    "1 - pending 1 1 0 0 - - n1@1 - -\n"
	    "2 - pending 1 1 0 0 - - n1@1 - -\n"
	    "3 - pending 1 1 0 0 - - n1@1 - -\n"
	    "4 - pending 1 1 0 0 - - n1@1 - -\n" X,
	    "1=n1@1 2=n1@1 3=n1@1 4=n1@1 ", "not when more stand already");
	after_drops();
}

static void
which(void)
{
	reserves(HEAD P Q "u - running 1 4 0 - 3000 n3 - - -\n"
	    "v - running 1 4 0 - 3000 n4 - - -\n"
	    "w a running 1 1 0 - 3000 - - - -\n" X,
	    "x=n3,n4@3600 ", "where nothing is protected");
	reserves(HEAD "p a running 1 4 9 - 3500 n1 - - -\n"
	    "q a running 1 3 9 - 3500 n2 - - -\n"
	    "r a running 1 2 9 - 3500 n3 - - -\n"
	    "s a running 1 1 9 - 3500 n4 - - -\n" X,
	    "x=n4,n3@3600 ", "then the fewest GPUs of groups");
	reserves(HEAD PAST "s a running 1 4 9 - 3500 n4 - - -\n" X,
	    "x=n1,n2@3600 ", "then as they stand");
	/* The cap is 600 s. */
	reserves(HEAD "p a running 1 4 1h - 3500 n1 - - -\n"
	    "q a running 1 4 1h - 3501 n2 - - -\n"
	    "r a running 1 4 1h - 3502 n3 - - -\n"
	    "s a running 1 4 1h - 3503 n4 - - -\n" X,
	    "x=n1,n2@4101 ", "no longer than the cap");
	reserves(HEAD PAST "u - running 1 1 0 - 3500 n4 - 6 -\n"
	    "x b pending 2 4 1h 0 - - - 8 -\n", "x=n4,n1@3600 ",
	    "what they could hold were they empty: cpu, too");
}

/* Group a has more than its claim, b has not: what it runs on is its own. */
static void
shut(void)
{
	begin("node gpu_total state\nn1 4 ready\nn2 4 ready\nn3 4 drained\n"
	    "n4 4 ready\n", HEAD P Q R
	    "u - running 1 4 0 - 3500 n3 - - -\n"
	    "v - running 1 4 0 - 3500 n4 - - -\n" X, 16);
	makes("x=n4,n2@3700 ", "not those that are not ready");
	finish();
	reserves(HEAD PAST "s b running 1 1 9 - 3500 n4 - - -\n"
	    "x a pending 2 4 1h 0 - - - - -\n", "x=n1,n2@3600 ",
	    "a node that another's claim holds is shut");
	reserves(HEAD PAST "s b running 1 1 1h - 3500 n4 - - -\n"
	    "x b pending 4 4 1h 0 - - - - -\n", "x=n1,n2,n3,n4@4100 ",
	    "the own group's is not");
	reserves(HEAD PAST "s b running 1 1 9 - 3500 n4 - - -\n"
	    "x a pending 4 4 1h 0 - - - - -\n", "",
	    "nothing when too few are left");
	begin(NODES, HEAD "p a running 1 1 9 - 3500 n1 - - -\n"
	    "q b running 1 1 9 - 3500 n1 - - -\n"
	    "r b running 1 1 9 - 3500 n2 - - -\n"
	    "x b pending 4 4 1h 0 - - - - -\n", 32);
	makes("", "one that two claims hold is for nobody");
	finish();
}

/* What was decided in the same pass. */
static void
seen(void)
{
	const struct victim *v;
	size_t k = 0;

	begin(NODES, HEAD P Q R "w b pending 1 2 400 0 - - - - -\n" X, 16);
	tap_ok(stage_place(&stage, job("w")), "w is placed on n4");
	stage_admit(&stage, job("w"));
	makes("x=n3,n2@3700 ", "one that starts holds its node");
	finish();

	begin(NODES, HEAD P Q R "w a pending 1 2 20 0 - - - - -\n" X, 16);
	tap_ok(stage_place(&stage, job("w")), "one for a short time, too");
	stage_admit(&stage, job("w"));
	makes("x=n4,n3@3690 ", "it is counted as what is there before");
	finish();

	begin(NODES, HEAD "p a running 1 4 9 - 3500 n1 - - -\n" Q R U X, 16);
	while ((v = stage_victim(&stage, &k)) != NULL && v->job != job("p"))
		k++;
	tap_ok(v != NULL, "p may be stopped");
	stage_move(&stage, v, -1);
	makes("x=n1,n4@3600 ", "one that is stopped does not");
	finish();
}

/* Who is stopped for whom, and what stands then. */
static void
honours(const char *jobs, const char *want, const char *what)
{
	struct buf b = { 0 };

	begin(NODES, jobs, 16);
	booking_honour(&stage, note, &b);
	buf_str(&b, "| ");
	put_reserved(&b);
	tap_is_str(shown_buf(&b), want, "%s", what);
	tap_is_i64(stage.placed[job("x")], b.p[0] == 'x',
	    "it starts, or does not");
	buf_free(&b);
	finish();
}

static void
due(void)
{
	honours(HEAD FULL XR, "x:p,q | x=n1,n2@3600 ",
	    "nothing is protected: all on them are stopped");
	honours(HEAD "p a running 1 4 9 - 3500 n1 - - -\n" Q R XR,
	    "| x=n1,n2@3600 ", "one is protected yet");
	honours(HEAD FULL "x b pending 2 4 1h 0 - - n1,n2@9999 - -\n",
	    "x:p,q | x=n1,n2@9999 ", "whatever the time in it");
	honours(HEAD "u - running 1 4 0 - 3600 n1 - - -\n" XR,
	    "| x=n1,n2@3600 ", "one that has just started is not stopped");
	honours(HEAD PAST "x b pending 2 4 1h 0 - - n1,n2@3600 - 3601\n",
	    "| x=n1,n2@3600 ", "it cools down");
	honours(HEAD "p a running 1 2 9 - 3500 n1 - - -\n"
	    "q a running 1 2 9 - 3500 n1 - - -\n"
	    "r a running 2 4 9 - 3500 n3,n4 - - -\n"
	    "x b pending 1 2 1h 0 - - n1@3600 - -\n",
	    "x | x=n1@3600 ", "who need not go is spared");
}

static void
dropped(void)
{
	honours(HEAD PAST "s b running 1 4 9 - 3500 n4 - - -\n"
	    "x a pending 2 4 1h 0 - - n3,n4@3600 - -\n",
	    "| ", "another's claim has come there");
	honours(HEAD "p a running 2 4 9 - 3500 n3,n4 - - -\n"
	    "q a running 1 1 9 - 3500 n2 - - -\n"
	    "s b running 1 4 9 - 3500 n1 - - -\n" XR,
	    "x:q,s | x=n1,n2@3600 ", "its own group's may");
	honours(HEAD PAST "x b pending 2 4 0 0 - - n1,n2@3600 - -\n", "| ",
	    "whose job is unallocated now");
	honours(HEAD P Q R "s a running 1 4 1h - 3500 n4 - - -\n"
	    "x b pending 2 4 1h 0 - - n9@3600 - -\n", "| ",
	    "that does not make it placeable");
}

/* Those who kept off may use the nodes once it is dropped. */
static void
forgotten(void)
{
	struct buf b = { 0 };

	begin(NODES, HEAD P Q R "x b pending 1 4 0 0 - - n4@3600 - -\n"
	    "y b pending 1 4 1h 0 - - - - -\n", 16);
	tap_ok(!stage_place(&stage, job("y")), "y keeps off");
	booking_honour(&stage, note, &b);
	tap_ok(stage_place(&stage, job("y")), "and need not any more");
	finish();
	buf_free(&b);
}

int
main(void)
{
	who();
	who_else();
	how_many();
	which();
	shut();
	seen();
	due();
	dropped();
	forgotten();
	return tap_done();
}
