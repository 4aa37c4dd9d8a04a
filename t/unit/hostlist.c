/*
 * hostlist: the names that a list stands for, in its order, zeros and all.
 */
#include "hostlist.h"

#include "shown.h"
#include "tap.h"

/* The names with blanks between them, or the fault. */
static const char *
names(const char *text)
{
	static struct buf out;
	static struct diag why;
	struct buf name = { 0 };
	struct hostlist h;
	int64_t n = hostlist_count(text_of(text), &why), i;

	out.n = 0;
	if (n == -1)
		return why.what;
	hostlist_begin(&h, text_of(text));
	for (i = 0; hostlist_next(&h, &name); i++) {
		if (i > 0)
			buf_char(&out, ' ');
		buf_add(&out, name.p, name.n);
	}
	buf_free(&name);
	tap_is_i64(i, n, "as many as were counted");
	return shown_buf(&out);
}

static void
is(const char *text, const char *want)
{
	tap_is_str(names(text), want, "%s", text);
}

static void
lists(void)
{
	is("", "");
	is("gpu01", "gpu01");
	/* parallelly#140, submitit#4, Megatron-Bridge#3830 */
	is("b04-[09-10]", "b04-09 b04-10");
	is("node[001-002]", "node001 node002");
	is("nodeA,nodeB[001,003],nodeC", "nodeA nodeB001 nodeB003 nodeC");
	is("gpu[01-02]", "gpu01 gpu02");
	is("n[9-11]", "n9 n10 n11");
	is("n[098-101]", "n098 n099 n100 n101");
	is("r[1-2]n[01-02,5]", "r1n01 r1n02 r1n5 r2n01 r2n02 r2n5");
	is("n[1-2]-ib,m", "n1-ib n2-ib m");
	is("[3-4]", "3 4");
	is("a[1,1]", "a1 a1");
}

static void
too_many(void)
{
	struct diag why;

	tap_is_i64(hostlist_count(text_of("n[0-999999]"), &why), 1000000,
	    "as many as may be");
	is("n[0-1000000]",
	    "\"n[0-1000000]\" stands for more than 1000000 hosts");
	is("n[1-1000]m[1-1000],x",
	    "\"n[1-1000]m[1-1000],x\" stands for more than 1000000 hosts");
	is("n[0-9223372036854775807]m[0-9223372036854775807]",
	    "\"n[0-9223372036854775807]m[0-9223372036854775807]\" stands for "
	    "more than 1000000 hosts");
	tap_is_i64(hostlist_count(text_of(
	    "a[1]b[1]c[1]d[1]e[1]f[1]g[1]h[1]"), &why), 1, "eight brackets");
	tap_is_i64(hostlist_count(text_of(
	    "a[1]b[1]c[1]d[1]e[1]f[1]g[1]h[1]i[1]"), &why), -1, "and nine");
}

static void
what_is_none(void)
{
	static const char *const bad[] = { "n[1-2", "n1]", "n[]", "n[2-1]",
		"n[a]", "n[1-]", "n[-1]", "n[1,]", "a,,b", ",a", "a,",
		"n[[1]]", "n[1-2-3]", "n]1[", "n[+1]" };
	struct diag why;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		tap_is_i64(hostlist_count(text_of(bad[i]), &why), -1, "%s",
		    bad[i]);
	is("n[1-2", "\"n[1-2\" is no list of hosts");
}

int
main(void)
{
	lists();
	too_many();
	what_is_none();
	return tap_done();
}
