/* Tests of intern: many names, their numbers, and back. */
#include "intern.h"

#include <stdlib.h>

#include "tap.h"

enum { NAMES = 200000 };

/* Names that differ in little, some of them prefixes of others. */
static struct slice
name(int i, char buf[32])
{
	int n = snprintf(buf, 32, "%s%d", i % 2 ? "node-" : "", i / 2);

	return text_slice(buf, (size_t)n);
}

static void
many(void)
{
	struct intern t = { 0 };
	char buf[32];
	int i, order = 0, again = 0, found = 0, back = 0, lost = 0;

	for (i = 0; i < NAMES; i++)
		order += intern_add(&t, name(i, buf)) == (size_t)i;
	tap_is_i64(order, NAMES, "numbers come in order of first sight");
	for (i = NAMES - 1; i >= 0; i--) {
		again += intern_add(&t, name(i, buf)) == (size_t)i;
		found += intern_find(&t, name(i, buf)) == i;
		back += text_eq(t.name[i], name(i, buf));
	}
	tap_is_i64(again, NAMES, "a name keeps its number");
	tap_is_i64(found, NAMES, "and is found under it");
	tap_is_i64(back, NAMES, "and is there under it");
	tap_is_i64((int64_t)t.n, NAMES, "none is there twice");
	for (i = NAMES; i < 2 * NAMES; i++)
		lost += intern_find(&t, name(i, buf)) == INTERN_NONE;
	tap_is_i64(lost, NAMES, "others are not found");
	intern_free(&t);
}

static void
odd(void)
{
	struct intern t = { 0 };
	char buf[] = "abc";

	tap_is_i64(intern_find(&t, text_of("a")), INTERN_NONE,
	    "an empty table finds nothing");
	tap_is_i64((int64_t)intern_add(&t, text_of(buf)), 0, "abc is 0");
	memset(buf, 'x', 1);
	tap_is_i64(intern_find(&t, text_of("abc")), 0,
	    "the name was copied");
	tap_is_i64((int64_t)intern_add(&t, text_slice(NULL, 0)), 1,
	    "the empty name is one, too");
	tap_is_i64((int64_t)intern_add(&t, text_slice("a\0b", 3)), 2,
	    "a NUL is a byte as others");
	tap_is_i64((int64_t)intern_add(&t, text_of("a")), 3,
	    "and does not end the name");
	tap_is_i64(intern_find(&t, text_of("")), 1, "empty is found");
	intern_settle(&t);
	tap_ok(t.n == 4 && t.slots == 0 && t.name == NULL &&
	    text_is(intern_name(&t, 0), "abc") &&
	    intern_name(&t, 1).n == 0 &&
	    text_eq(intern_name(&t, 2), text_slice("a\0b", 3)) &&
	    text_is(intern_name(&t, 3), "a"),
	    "settled it keeps the names alone");
	intern_free(&t);
	tap_is_i64((int64_t)intern_add(&t, text_of("z")), 0,
	    "after intern_free it begins again");
	intern_free(&t);
}

/* Names that are not copied, with room made for them at once. */
static void
kept(void)
{
	static const char text[] = "abcabd";
	const struct slice *names;
	const uint64_t *slots;
	struct intern t = { 0 };
	char buf[32];
	int i, order = 0;

	intern_add(&t, text_of("first"));
	intern_expect(&t, NAMES);
	names = t.name;
	slots = t.slot;
	tap_is_i64(intern_find(&t, text_of("first")), 0,
	    "room is made, and what was there is");
	tap_is_i64((int64_t)intern_add_kept(&t, text_slice(text, 3)), 1,
	    "a name that is kept has a number");
	tap_ok(t.name[1].p == text, "it is not copied");
	tap_is_i64((int64_t)intern_add_kept(&t, text_slice("abc", 3)), 1,
	    "it is there once");
	for (i = 0; i < NAMES - 1; i++)
		order += intern_add(&t, name(i, buf)) == (size_t)i + 2;
	tap_is_i64(order, NAMES - 1, "others follow");
	tap_ok(t.name == names && t.slot == slots, "in the room that was made");
	intern_free(&t);
}

/* Names that are too far apart for 32 bits stay as they are. */
static void
far(void)
{
	static const char here[] = "here";
	struct intern t = { 0 };
	char there[] = "there";

	intern_add_kept(&t, text_slice(here, 4));
	intern_add_kept(&t, text_slice(there, 5));
	intern_settle(&t);
	tap_ok(text_is(intern_name(&t, 0), "here") &&
	    text_is(intern_name(&t, 1), "there"), "names are told, far or not");
	intern_free(&t);
}

int
main(void)
{
	many();
	odd();
	kept();
	far();
	return tap_done();
}
