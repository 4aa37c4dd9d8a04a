/* Tests of match: lists, labels and selectors. */
#include "match.h"

#include "tap.h"

static void
list(const char *l, const char *item, bool want)
{
	tap_ok(match_list(text_of(l), text_of(item)) == want,
	    "\"%s\" is %sin the list \"%s\"", item, want ? "" : "not ", l);
}

static void
lists(const char *l, const char *items, bool want)
{
	tap_ok(match_lists(text_of(l), text_of(items)) == want,
	    "\"%s\" %s of \"%s\"", l, want ? "has one" : "has none", items);
}

static void
selector(const char *labels, const char *s, bool want)
{
	tap_ok(match_selector(text_of(labels), text_of(s)) == want,
	    "\"%s\" %s \"%s\"", labels, want ? "has all of" : "lacks some of",
	    s);
}

static void
label(const char *labels, const char *name, const char *want)
{
	struct slice s = match_label(text_of(labels), text_of(name));

	tap_ok(want == NULL ? s.p == NULL && s.n == 0 :
	    s.p != NULL && text_is(s, want), "%s of \"%s\" is %s", name,
	    labels, want ? want : "not there");
}

int
main(void)
{
	list("a", "a", true);
	list("a,b,c", "a", true);
	list("a,b,c", "b", true);
	list("a,b,c", "c", true);
	list("ab,bc", "b", false);
	list("ab", "a", false);
	list("a", "ab", false);
	list("a,b", "a,b", false);
	list("", "a", false);
	list(",,a,", "a", true);
	list("A", "a", false);
	lists("a,b", "c,b", true);
	lists("a,b", "a", true);
	lists("a,b", "c,ab", false);
	lists("", "a,b", false);
	selector("zone=a,rack=3", "", true);
	selector("zone=a,rack=3", "zone=a", true);
	selector("zone=a,rack=3", "rack=3,zone=a", true);
	selector("zone=a,rack=3", "zone=a,rack=4", false);
	selector("zone=ab", "zone=a", false);
	selector("zone=a", "zone=ab", false);
	selector("zone=a", "zone", false);
	selector("xzone=a", "zone=a", false);
	selector("", "zone=a", false);
	selector("", "", true);
	label("zone=a,rack=3", "zone", "a");
	label("zone=a,rack=3", "rack", "3");
	label("zone=a,rack=3", "rac", NULL);
	label("zone=a,rack=3", "a", NULL);
	label("zone=,rack=3", "zone", "");
	label("zone,rack=3", "zone", NULL);
	label("url=a=b", "url", "a=b");
	label("", "zone", NULL);
	return tap_done();
}
