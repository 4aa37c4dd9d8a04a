/*
 * Tests of victim: who may be stopped, for whom, and in which order.
 *
 * Now is 3600, and protection lasts ten minutes at most.
 */
#include "victim.h"

#include "ledger.h"
#include "shown.h"
#include "tap.h"

#define TREE "group share\na 1\nb 1\nc 2\n"
#define NODES "node\tgpu_model\tgpu_total\tstate\nn1\tT4\t8\t-\n" \
    "n1\tA100\t8\t-\nn2\tT4\t8\t-\nn3\tT4\t8\tdrain\n"
#define JOB "job group state gpu min_runtime started nodes reason\n"

static struct ledger book;

static void
begin(const char *jobs, int64_t gpus, bool deserved, const char *rule)
{
	struct lane lane = { 0 };
	struct diag d;

	ledger_begin(&book, TREE, NULL);
	world_nodes(&book.world, NODES);
	ledger_jobs(&book, jobs);
	usage_sum(&book.usage);
	if (rule != NULL)
		lane_read(text_of(rule), &lane, &d);
	share_init(&book.share, &book.usage, &book.world.jobs, 1000 * gpus,
	    deserved, &lane);
	tap_is_i64((int64_t)book.world.faults.n, 0, "the records are read");
}

/* The number of a job, by its id. */
static size_t
number(const char *id)
{
	return (size_t)intern_find(&book.world.jobs.id, text_of(id));
}

static void
who(void)
{
	static const struct {
		const char *record;
		bool is;
		int64_t until_s;	/* of its protection */
		const char *why;
	} t[] = {
		{ "j a running 1 300 3300 n1 -", true, 3600, "just over" },
		{ "j a running 1 301 3300 n1 -", false, 3601, "a second" },
		{ "j a running 1 2h 3000 n1 -", true, 3600, "the cap" },
		{ "j a running 1 2h 3001 n1 -", false, 3601, "within it" },
		{ "j a running 1 0 3599 n1 -", true, 0, "unallocated" },
		{ "j a running 1 0 3600 n1 -", false, 0, "started just now" },
		{ "j a running 1 0 - n1 -", false, 0, "who knows since when" },
		{ "j a running 1 1 0 n1 unmanaged", false, 1, "not ours" },
		{ "j a pending 1 1 0 n1 -", false, 1, "it waits" },
		{ "j a stopped 1 1 0 n1 -", false, 1, "it was stopped" }
	};
	char line[160];
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		snprintf(line, sizeof(line), JOB "%s\n", t[i].record);
		begin(line, 16, true, NULL);
		tap_is_i64(victim_is(&book.share, &book.world.jobs, 0),
		    t[i].is, "%s", t[i].why);
		tap_is_i64(victim_protected_s(&book.share, &book.world.jobs,
		    0), t[i].until_s, "until when it is protected");
		ledger_end(&book);
	}
}

static void
may(const char *i, const char *j, enum victim_why want, const char *what)
{
	tap_is_i64(victim_may(&book.share, &book.world.jobs, number(i),
	    number(j)), want, "%s", what);
}

/* Of 16 GPUs a and b claim 4 each, c 8. */
static void
for_whom(void)
{
	static const char jobs[] = JOB "free - running 8 0 0 n2 -\n"
	    "a1 a running 4 1 0 n1 -\n" "a2 a running 2 1 0 n1 -\n"
	    "b1 b running 4 1 0 n1 -\n" "wa a pending 1 1 - - -\n"
	    "wb b pending 1 1 - - -\n" "wc c pending 1 1 - - -\n";

	begin(jobs, 16, true, NULL);
	may("free", "wa", VICTIM_FREE, "unallocated: for everyone");
	may("a1", "wc", VICTIM_BEHIND, "above its claim, for one below");
	may("b1", "wc", VICTIM_NOT, "at its claim: for nobody");
	may("a1", "wa", VICTIM_NOT, "not for its own group");
	may("a1", "wb", VICTIM_BEHIND, "for one that had less, at its claim");
	tap_ok(victim_leaf(&book.share, ledger_at(&book, "a"),
	    &book.world.jobs, number("wc")) && !victim_leaf(&book.share,
	    ledger_at(&book, "b"), &book.world.jobs, number("wc")),
	    "the same of leaves");
	share_stop(&book.share, &book.world.jobs, number("a2"), -1);
	may("a1", "wc", VICTIM_NOT, "after another's stop: at its claim");
	ledger_end(&book);

	begin(JOB "a1 a running 6 1 0 n1 -\n" "b1 b running 7 1 3000 n1 -\n"
	    "wb b pending 1 1 - - -\n", 16, true, NULL);
	tap_ok(share_behind(&book.share, ledger_at(&book, "a"),
	    ledger_at(&book, "b"), &book.world.jobs, number("wb")),
	    "a had more than b");
	may("a1", "wb", VICTIM_NOT, "not for one that is farther above");
	ledger_end(&book);

	begin(jobs, 16, false, NULL);
	may("b1", "wc", VICTIM_BEHIND, "by the tree: who had more");
	may("a1", "wa", VICTIM_NOT, "not for its own");
	may("b1", "wa", VICTIM_NOT, "not for one that had more");
	may("free", "wa", VICTIM_FREE, "unallocated: for everyone");
	ledger_end(&book);
}

/* For a debug job its own leaf, or what its leaf can do without. */
static void
in_lane(void)
{
	begin(JOB "a1 a running 4 1 0 n1 -\n" "b1 b running 4 1 0 n1 -\n"
	    "b2 b running 1 60 0 n1 -\n" "la a running 1 9 0 n1 -\n"
	    "wa a pending 1 9 - - -\n" "xa a pending 2 60 - - -\n", 16, true,
	    "min_runtime<=9,gpus<=1");
	may("a1", "xa", VICTIM_NOT, "no debug job");
	may("b2", "wa", VICTIM_LANE, "1 of 5, where b claims 4");
	may("b1", "wa", VICTIM_NOT, "4 of 5");
	ledger_end(&book);

	begin(JOB "a1 a running 4 60 0 n1 -\n" "b1 b running 2 60 0 n1 -\n"
	    "b2 b running 3 60 0 n1 -\n" "la a running 1 9 0 n1 -\n"
	    "wa a pending 1 9 - - -\n", 16, false, "min_runtime<=9,gpus<=1");
	may("a1", "wa", VICTIM_LANE, "its own leaf");
	may("la", "wa", VICTIM_NOT, "not another debug job");
	may("b1", "wa", VICTIM_NOT, "2 of 5 are more than b can do without");
	ledger_end(&book);
}

/* All in order, with what they hold. */
static void
in_order(const char *jobs, bool all, const char *want, const char *what)
{
	struct victims v;
	const struct victim *one;
	struct buf b = { 0 };
	struct slice id;
	size_t k;

	begin(jobs, 16, true, NULL);
	victim_gather(&v, &book.share, &book.world.jobs, &book.world.cluster,
	    all);
	for (k = 0; (one = victim_at(&v, k)) != NULL; k++) {
		id = job_id(&book.world.jobs, one->job);
		buf_add(&b, id.p, id.n);
		buf_char(&b, ' ');
	}
	tap_is_str(shown_buf(&b), want, "%s", what);
	tap_ok(victim_at(&v, k + 7) == NULL, "and none behind them");
	buf_free(&b);
	victim_free(&v);
	ledger_end(&book);
}

static void
orders(void)
{
	in_order(JOB "w a pending 1 1 - - -\n", false, "", "nobody runs");
	in_order(JOB "x a running 1 1 9 n1 -\n" "b - running 4 0 9 n1 -\n"
	    "c - running 2 0 9 n1 -\n" "a a running 4 1 9 n2 -\n",
	    false, "c b x a ", "unallocated first, then fewest GPUs");
	in_order(JOB "x b running 2 1 9 n1 -\n" "y a running 2 1 9 n1 -\n"
	    "z a running 6 1 9 n1 -\n", false, "y x z ",
	    "then the most over-used leaf");
	in_order(JOB "x a running 2 1 100 n1 -\n" "y a running 2 1 200 n1 -\n"
	    "z a running 2 1 150 n1 -\n", false, "y z x ",
	    "then fewest GPU-seconds");
	in_order(JOB "y a running 2 1 9 n1 -\n" "x a running 2 1 9 n1 -\n"
	    "z a running 2 1 9 n1 -\n", false, "x y z ", "then the id");
	in_order(JOB "p a running 1 9h 3500 n1 -\n" "v a running 2 1 9 n1 -\n",
	    false, "v ", "not who is protected");
	in_order(JOB "p a running 1 9h 3500 n1 -\n" "v a running 2 1 9 n1 -\n",
	    true, "p v ", "but for all that run");
}

/* When leaves stand otherwise they are put in order anew. */
static void
anew(void)
{
	struct victims v;

	begin(JOB "x b running 2 1 9 n1 -\n" "y a running 2 1 9 n1 -\n"
	    "z a running 6 1 9 n1 -\n" "w b pending 9 9h - - -\n", 16, true,
	    NULL);
	victim_gather(&v, &book.share, &book.world.jobs, &book.world.cluster,
	    false);
	tap_is_i64((int64_t)victim_at(&v, 0)->job, (int64_t)number("y"),
	    "a has had most");
	share_commit(&book.share, &book.world.jobs, number("w"), 1);
	tap_is_i64((int64_t)victim_at(&v, 0)->job, (int64_t)number("y"),
	    "as it was");
	book.usage.group[ledger_at(&book, "b")].used *= 9;
	victim_order(&v);
	tap_is_i64((int64_t)victim_at(&v, 0)->job, (int64_t)number("x"),
	    "b has, now");
	tap_is_i64((int64_t)victim_at(&v, 2)->job, (int64_t)number("z"),
	    "the last one");
	tap_is_i64((int64_t)victim_at(&v, 1)->job, (int64_t)number("y"),
	    "one before that, asked for later");
	victim_free(&v);
	ledger_end(&book);
}

static void
holds(void)
{
	struct victims v;
	const struct victim *one;
	const struct victim_hold *h;

	begin(JOB "a a running 2 1 9 n1:A100*3,n3,x,n2 -\n"
	    "b a running 9 1 9 n3 -\n", 16, true, NULL);
	victim_gather(&v, &book.share, &book.world.jobs, &book.world.cluster,
	    false);
	one = victim_at(&v, 0);
	h = victim_on(&v, one);
	tap_is_i64(one->holds, 2, "on two cards of ready nodes");
	tap_ok(h[0].card == 1 && h[0].n == 3, "three on one");
	tap_ok(h[1].card == 2 && h[1].n == 1, "one on the other");
	tap_is_i64(one->gpus_m, 2000, "its GPUs");
	tap_is_i64(one->run, 2000 * (3600 - 9), "what it had in this run");
	tap_ok(victim_at(&v, 1)->holds == 0 &&
	    victim_on(&v, victim_at(&v, 1)) == NULL,
	    "nothing that can be used again");
	victim_free(&v);
	ledger_end(&book);
}

int
main(void)
{
	who();
	for_whom();
	in_lane();
	orders();
	anew();
	holds();
	return tap_done();
}
