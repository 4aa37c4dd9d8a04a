/* Tests of prom: the text exposition format. */
#include "prom.h"

#include "shown.h"
#include "tap.h"

static void
sample(const char *want, const struct prom_label *l, int n, enum kind kind,
    int64_t v)
{
	struct buf b = { 0 };

	prom_sample(&b, "m", l, n, kind, v);
	tap_is_str(shown_buf(&b), want, "a sample with %d labels", n);
	buf_free(&b);
}

int
main(void)
{
	const struct prom_label label[] = { { "a", text_of("x") },
	    { "b", text_of("\\ \" \n é\t") }, { "c", { NULL, 0 } } };
	struct buf b = { 0 };

	prom_gauge(&b, "m_total", "What it is.");
	tap_is_str(shown_buf(&b), "# HELP m_total What it is.\n"
	    "# TYPE m_total gauge\n", "a gauge begins");
	buf_free(&b);
	sample("m 7\n", NULL, 0, KIND_INT, 7);
	sample("m{a=\"x\"} 0.5\n", label, 1, KIND_COUNT, 500);
	sample("m{a=\"x\",b=\"\\\\ \\\" \\n é\t\",c=\"\"} 1073741824\n", label,
	    3, KIND_MEM, 1 << 30);
	sample("m -1\n", NULL, 0, KIND_SIGNED, -1);
	return tap_done();
}
