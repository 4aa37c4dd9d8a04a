/* Tests of promhost: whose a sample is. */
#include "promhost.h"

#include "tap.h"

static void
is(const char *labels, const char *want)
{
	char line[200], got[100];
	struct promtext t;
	struct diag why;
	struct slice s;

	snprintf(line, sizeof(line), "a{%s} 1\n", labels);
	promtext_init(&t, text_of(line));
	tap_ok(promtext_next(&t, &why) == 1, "a sample");
	s = promhost_name(&t);
	snprintf(got, sizeof(got), "%.*s", (int)s.n, s.p != NULL ? s.p : "");
	tap_is_str(got, want, "the host of {%s}", labels);
	promtext_free(&t);
}

int
main(void)
{
	is("", "");
	is("instance=\"n1:9100\"", "n1");
	is("instance=\"n1.site.org:9100\"", "n1.site.org");
	is("instance=\"n1\"", "n1");
	is("instance=\"n1:\"", "n1:");
	is("instance=\":9100\"", ":9100");
	is("instance=\"9100\"", "9100");
	is("instance=\"n1:x\"", "n1:x");
	is("instance=\"10.0.0.7:9100\"", "10.0.0.7");
	is("instance=\"[fe80::1]:9100\"", "[fe80::1]");
	is("instance=\"fe80::1\"", "fe80::1");
	is("node=\"n2\",instance=\"n1:9100\",Hostname=\"n3\"", "n2");
	is("instance=\"n1:9100\",Hostname=\"n3\"", "n1");
	is("Hostname=\"n3\"", "n3");
	is("hostname=\"n3\"", "n3");
	is("node=\"\",instance=\"\",Hostname=\"\",hostname=\"n4\"", "n4");
	is("instance=\"prometheus:9090\",exported_instance=\"n1:9100\"", "n1");
	is("Node=\"n1\",nodename=\"n1\"", "");
	return tap_done();
}
