/*
 * Properties of reports, against slow ones that are plainly right: second by
 * second for what runs hold, by counting for quantiles.
 *
 *	report [seed [count]]
 */
#include "report.h"

#include "../unit/tally.h"
#include "random.h"

enum { NOW = 40, JOBS = 6, RECORDS = 16, KINDS = 3, LATEST = 50, NONE = -1 };

/* A record as it is written. */
struct record {
	int job, kind, created, started, ended, state, gpus, free, requeues;
};

static const char *const state_name[] = {
	"-", "pending", "inqueue", "running", "held", "succeeded", "failed",
	"stopped"
};
enum { S_NONE, S_PENDING, S_INQUEUE, S_RUNNING, S_HELD, S_SUCCEEDED };

static struct record drawn[RECORDS];
static int records, kind_of_job[JOBS], created_of_job[JOBS];
static struct tally tally, other;
static struct buf text, perm;

/* Records of one run differ in what may differ: state and end. */
static void
draw(void)
{
	struct record *r;
	int i;

	for (i = 0; i < JOBS; i++) {
		kind_of_job[i] = random_below(KINDS);
		created_of_job[i] = random_once(6) ? NONE : random_below(20);
	}
	records = random_below(RECORDS + 1);
	for (i = 0; i < records; i++) {
		r = &drawn[i];
		r->job = random_below(JOBS);
		r->kind = kind_of_job[r->job];
		r->created = created_of_job[r->job];
		r->started = random_once(4) ? NONE : 4 * random_below(10);
		r->ended = random_once(3) ? NONE :
		    r->started + random_below(12);
		r->state = random_below(8);
		r->gpus = 1 + r->job % 4;
		r->free = r->job % 3 == 0;
		r->requeues = random_below(3);
	}
}

static void
put_time(struct buf *b, int v)
{
	buf_char(b, '\t');
	if (v < 0)
		buf_char(b, '-');
	else
		buf_u64(b, (uint64_t)v);
}

static const char *
put(struct buf *b, const int *place)
{
	const struct record *r;
	int i;

	b->n = 0;
	buf_str(b, "job\tkind\tcreated\tstarted\tended\tgpu\tmin_runtime\t"
	    "requeues\tstate\n");
	for (i = 0; i < records; i++) {
		r = &drawn[place[i]];
		buf_char(b, (char)('a' + r->job));
		buf_str(b, r->kind == 0 ? "\t-" : r->kind == 1 ? "\tx" :
		    "\ty");
		put_time(b, r->created);
		put_time(b, r->started);
		put_time(b, r->ended);
		put_time(b, r->gpus);
		put_time(b, !r->free);
		put_time(b, r->requeues);
		buf_char(b, '\t');
		buf_str(b, state_name[r->state]);
		buf_char(b, '\n');
	}
	buf_char(b, '\0');
	b->n--;
	return b->p;
}

/* Whether seconds were held by job j's run that started then. */
static bool
is_run(int j, int started, bool *over, int *end)
{
	bool found = false;
	int i;

	*over = false;
	*end = NONE;
	for (i = 0; i < records; i++) {
		const struct record *r = &drawn[i];
		int from = r->started;

		/* One that runs and does not say since when: created. */
		if (from == NONE && r->state == S_RUNNING)
			from = r->created;
		if (r->job != j || from != started || from == NONE)
			continue;
		found = true;
		if (r->state != S_RUNNING && r->ended != NONE) {
			*over = true;
			if (r->ended > *end)
				*end = r->ended;
		}
	}
	return found;
}

/* Whether some record says that the run goes on. */
static bool
says_running(int j, int started)
{
	int i, from;

	for (i = 0; i < records; i++) {
		from = drawn[i].started == NONE ? drawn[i].created :
		    drawn[i].started;
		if (drawn[i].job == j && drawn[i].state == S_RUNNING &&
		    from == started)
			return true;
	}
	return false;
}

static int
horizon(void)
{
	int i, s = NOW;

	for (i = 0; i < records; i++) {
		const struct record *r = &drawn[i];

		if (r->started > s)
			s = r->started;
		if (r->state != S_RUNNING && r->ended > s &&
		    (r->started != NONE || r->state >= S_SUCCEEDED ||
		    r->state == S_NONE))
			s = r->ended;
	}
	return s;
}

/* Until when the run holds its GPUs. */
static int
slow_end(int j, int started)
{
	bool over, more;
	int end, s, unused;

	is_run(j, started, &over, &end);
	if (over || !says_running(j, started))
		return end;
	for (s = started + 1; s < LATEST; s++)
		if (is_run(j, s, &more, &unused))
			return s;
	return horizon();
}

/* GPUs held in that second. */
static int
held(int second)
{
	bool over;
	int j, s, end, sum = 0;

	for (j = 0; j < JOBS; j++)
		for (s = 0; s <= second; s++)
			if (is_run(j, s, &over, &end) &&
			    slow_end(j, s) > second)
				sum += 1 + j % 4;
	return sum;
}

static bool
differ(const char *what, int64_t got, int64_t want)
{
	if (got == want)
		return false;
	printf("#   %s: got %" PRId64 ", want %" PRId64 " of\n", what, got,
	    want);
	for (char *p = text.p, *e; *p != '\0'; p = e + 1) {
		e = strchr(p, '\n');
		printf("#   %.*s\n", (int)(e - p), p);
	}
	return true;
}

/* The area is what was held, second by second; the peak is its most. */
static bool
identity_holds(void)
{
	const struct report *r = &tally.report;
	struct report_peak peak = report_peak(&tally.log);
	int64_t area = 0;
	int s, most = 0, at = 0, now;

	for (s = 0; s < LATEST; s++) {
		now = held(s);
		area += now;
		if (now > most) {
			most = now;
			at = s;
		}
		if (now > 0 && (s < r->from_s || s >= r->until_s))
			return !differ("held outside the makespan", s, -1);
	}
	return !differ("area", (int64_t)r->row[0].area, 1000 * area) &&
	    !differ("peak", peak.gpus_m, 1000 * most) &&
	    !differ("peak at", peak.at_s, at);
}

/* Jobs with a wait: those that started wait for the first start. */
static bool
waits_hold(void)
{
	const struct quantile *q = &tally.report.row[0].wait;
	int64_t wait[JOBS], sum = 0, swap;
	bool over, there, out;
	int i, j, k, n = 0, s, end, gone;

	for (j = 0; j < JOBS; j++) {
		there = out = false;
		gone = NONE;
		for (i = 0; i < records; i++) {
			const struct record *r = &drawn[i];

			if (r->job != j)
				continue;
			there = true;
			if (r->started != NONE || r->state == S_RUNNING)
				continue;
			if (r->state >= S_SUCCEEDED ||
			    (r->state == S_NONE && r->ended != NONE)) {
				out = true;
				if (r->ended > gone)
					gone = r->ended;
			}
		}
		if (!there || created_of_job[j] == NONE)
			continue;
		for (s = 0; s < LATEST && !is_run(j, s, &over, &end); s++)
			;
		if (s == LATEST && out && gone == NONE) {
			/* Only if nothing says that it waits. */
			for (i = 0; i < records; i++)
				if (drawn[i].job == j && drawn[i].state <
				    S_SUCCEEDED && (drawn[i].state != S_NONE ||
				    drawn[i].ended == NONE))
					out = false;
			if (out)
				continue;
		}
		if (s == LATEST)
			s = gone != NONE ? gone : horizon();
		wait[n++] = s > created_of_job[j] ? s - created_of_job[j] : 0;
	}
	for (i = 0; i < n; i++)
		for (k = i; k > 0 && wait[k - 1] > wait[k]; k--) {
			swap = wait[k];
			wait[k] = wait[k - 1];
			wait[k - 1] = swap;
		}
	for (i = 0; i < n; i++)
		sum += wait[i];
	if (differ("waits", q->n, n))
		return false;
	return n == 0 || !(differ("mean", q->mean, (2 * sum + n) / (2 * n)) ||
	    differ("p50", q->p50, wait[(n + 1) / 2 - 1]) ||
	    differ("p90", q->p90, wait[(9 * n + 9) / 10 - 1]) ||
	    differ("max", q->max, wait[n - 1]));
}

static bool
same_quantile(const struct quantile *a, const struct quantile *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

static bool
same_row(const struct report_row *a, const struct report_row *b)
{
	return a->jobs == b->jobs && a->runs == b->runs &&
	    a->requeues == b->requeues && a->preemptions == b->preemptions &&
	    a->area == b->area && a->free == b->free &&
	    text_eq(a->value, b->value) && same_quantile(&a->wait, &b->wait) &&
	    same_quantile(&a->jct, &b->jct);
}

/* In another order, and all of it twice, it says the same. */
static bool
order_is_nothing(const struct runlog_options *o, const int *place)
{
	bool same;
	size_t i;

	tally_begin(&other, o);
	put(&perm, place);
	tally_read(&other, perm.p, perm.n);
	tally_read(&other, text.p, text.n);
	runlog_end(&other.log);
	report_make(&other.report, &other.log);
	same = other.report.rows == tally.report.rows &&
	    other.report.from_s == tally.report.from_s &&
	    other.report.until_s == tally.report.until_s;
	for (i = 0; same && i < other.report.rows; i++)
		same = same_row(&other.report.row[i], &tally.report.row[i]);
	same = same && other.log.twice == tally.log.twice + (size_t)records;
	tally_end(&other);
	return same || !differ("permuted", 0, 1);
}

/* The rows of the kinds add up to that of all. */
static bool
parts_add_up(void)
{
	const struct report *r = &tally.report;
	struct report_row sum = { .by = NULL };
	size_t i;

	for (i = 1; i < r->rows; i++) {
		sum.jobs += r->row[i].jobs;
		sum.runs += r->row[i].runs;
		sum.area += r->row[i].area;
		sum.free += r->row[i].free;
		sum.requeues += r->row[i].requeues;
		sum.wait.n += r->row[i].wait.n;
		sum.jct.n += r->row[i].jct.n;
	}
	return !(differ("jobs", sum.jobs, r->row[0].jobs) ||
	    differ("runs", sum.runs, r->row[0].runs) ||
	    differ("area", (int64_t)sum.area, (int64_t)r->row[0].area) ||
	    differ("free", (int64_t)sum.free, (int64_t)r->row[0].free) ||
	    differ("requeues", sum.requeues, r->row[0].requeues) ||
	    differ("waits", sum.wait.n, r->row[0].wait.n) ||
	    differ("completions", sum.jct.n, r->row[0].jct.n));
}

static bool
holds(void)
{
	const struct runlog_options o = { .now_s = NOW, .by = RUNLOG_KIND };
	int place[RECORDS] = { 0 }, i, k, swap;
	bool ok;

	draw();
	for (i = 0; i < records; i++)
		place[i] = i;
	tally_of(&tally, &o, put(&text, place));
	for (i = records; i > 1; i--) {
		k = random_below(i);
		swap = place[k];
		place[k] = place[i - 1];
		place[i - 1] = swap;
	}
	ok = tally.faults.n == 0 && identity_holds() && waits_hold() &&
	    parts_add_up() && order_is_nothing(&o, place);
	tally_end(&tally);
	return ok;
}

int
main(int argc, char **argv)
{
	random_hold("a report is what it says", holds, argc, argv, 20000);
	buf_free(&text);
	buf_free(&perm);
	return tap_done();
}
