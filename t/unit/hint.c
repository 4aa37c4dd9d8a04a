/* Tests of hint: the worked cases, and what is at the edges of them. */
#include "hint.h"

#include "feed.h"
#include "hintrow.h"
#include "shown.h"
#include "tap.h"

static const char h1[] = "node cpu mem\nn1 80 200G\nn2 70 200G\nn3 80 320G\n";
static const char h2[] = "node gpu cpu mem\nn1 32 100 200G\nn2 16 80 160G\n"
    "n3 8 50 100G\nn4 16 80 170G\n";
static const char h3[] = "node gpu cpu mem\nn1 32 100 100G\nn2 16 80 160G\n"
    "n3 8 50 100G\nn4 16 80 170G\n";
static const char h4[] = "node gpu cpu mem\nn1 32 70 100G\nn2 16 80 160G\n"
    "n3 8 50 100G\nn4 16 80 170G\n";
static const char h6[] = "node\tgpu\na\t8\nb\t8\n";
static const char zero[] = "node gpu cpu mem\na 0 1 1\nb 0 2 -\n";
static const char most[] = "node gpu\na 9223372036854775.807\n"
    "b 9223372036854775.807\nc 0.001\n";

/* The first row as text: gpu cpu mem fits nodes. */
static void
row(const char *name, const char *text, struct hint_ask ask, const char *want)
{
	static struct feed f;
	struct hintrow w = { .distributed = true, .primary = ask.primary,
	    .instances = ask.instances, .apart = ask.local_first };
	struct fields fields = { 0 };
	struct hint_row *rows;
	struct buf b = { 0 };
	int i;

	feed_begin(&f, &ask);
	feed_operand(&f, "f", text, strlen(text));
	if (hint_answer(&f.hint, &rows) > 0) {
		hintrow_hint(&fields, &w, rows);
		for (i = 4; i < 9; i++) {
			const struct cell *c = &fields_cells(&fields)[i];

			buf_str(&b, i > 4 ? " " : "");
			buf_str(&b, cell_absent(c) ? "-" :
			    shown_slice(cell_raw(c)));
		}
	}
	tap_is_str(shown_buf(&b), want, "%s", name);
	free(rows);
	fields_free(&fields);
	buf_free(&b);
	feed_end(&f);
}

static void
wants(const char *name, const char *text, struct hint_ask ask, int64_t gpu,
    int64_t cpu, int64_t want)
{
	static struct feed f;
	struct hint_row *rows;

	ask.want = true;
	ask.shape.of[RES_GPU] = gpu;
	ask.shape.of[RES_CPU] = cpu;
	feed_begin(&f, &ask);
	feed_operand(&f, "f", text, strlen(text));
	tap_ok(hint_answer(&f.hint, &rows) == 1 && rows[0].fits == want,
	    "%s", name);
	free(rows);
	feed_end(&f);
}

static void
resource(const char *text, enum hint_resource ask, enum hint_resource want)
{
	static struct feed f;
	struct hint_ask a = { .resource = ask, .instances = 1 };

	feed_begin(&f, &a);
	feed_operand(&f, "f", text, strlen(text));
	tap_ok(hint_resource(&f.hint) == want, "resource %d becomes %d",
	    (int)ask, (int)want);
	feed_end(&f);
}

int
main(void)
{
	struct hint_ask one = { .instances = 1 }, two = { .instances = 2 };
	struct hint_ask first = { .resource = HINT_VGPU, .local_first = true,
	    .instances = 1 };
	struct hint_ask firsts = first;

	firsts.instances = 2;
	row("H1", h1, one, "- 80 320G 1 n3");
	row("H2", h2, one, "32 100 200G 1 n1");
	row("H3", h3, two, "16 80 100G 3 n1,n4");
	row("H4", h4, first, "32 80 170G 1 n1+n4");
	row("H5", h4, firsts, "16 80 160G 2 n1,n2+n4,n2");
	two.instances = 3;
	row("H6", h6, two, "8 - - 2 a,b");
	two.instances = INT64_MAX;
	row("as many instances as there are numbers", h6, two,
	    "8 - - 2 a,b");
	row("no GPUs at all are cpu", zero, one, "- 2 0 1 b");
	row("sums that do not fit stand still", most, two,
	    "0.001 - - 9223372036854775807 a,b,c");
	row("no nodes", "node\tgpu\n", one, "");
	row("none that is ready", "node gpu state\na 1 down\n", one, "");
	wants("8 GPUs each", h2, one, 8000, 0, 9);
	wants("with cores that limit", h2, one, 8000, 60000, 3);
	wants("of cores alone", h2, one, 0, 50000, 5);
	wants("more than there is", h2, one, 33000, 0, 0);
	wants("apart: GPUs here, cores there", h4, first, 32000, 80000, 1);
	resource(h1, HINT_AUTO, HINT_CPU);
	resource(h2, HINT_AUTO, HINT_GPU);
	resource(zero, HINT_AUTO, HINT_CPU);
	resource("node gpu_model gpu\na T4 0\n", HINT_AUTO, HINT_GPU);
	resource(h1, HINT_GPU, HINT_GPU);
	resource(h2, HINT_CPU, HINT_CPU);
	return tap_done();
}
