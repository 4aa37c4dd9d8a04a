/* Tests of diag: the forms of a place, the twenty shown, the cuts. */
#include "diag.h"

#include <stdlib.h>

#include "tap.h"

#define ROWS(a) (sizeof(a) / sizeof((a)[0]))

static const struct {
	const char *file;
	uint64_t line;
	const char *column;
	const char *want;
} places[] = {
	{ NULL, 0, NULL, "bad" },
	{ NULL, 0, "", "bad" },
	{ NULL, 0, "gpu", "gpu: bad" },
	{ NULL, 17, NULL, "17: bad" },
	{ NULL, 17, "gpu", "17: gpu: bad" },
	{ "jobs.tsv", 0, NULL, "jobs.tsv: bad" },
	{ "jobs.tsv", 0, "gpu", "jobs.tsv: gpu: bad" },
	{ "jobs.tsv", 17, NULL, "jobs.tsv:17: bad" },
	{ "jobs.tsv", 17, "gpu", "jobs.tsv:17: gpu: bad" },
	{ "-", 1, "mem", "-:1: mem: bad" },
	{ "%s", UINT64_MAX, "%n",
	    "%s:18446744073709551615: %n: bad" },
};

static void
forms(void)
{
	struct diag_list l;
	char out[500];
	size_t i, n;
	int rc;

	for (i = 0; i < ROWS(places); i++) {
		memset(&l, 0, sizeof(l));
		rc = diag_add(&l, places[i].file, places[i].line,
		    places[i].column, "%s", "bad");
		n = diag_text(&l.shown[0], out, sizeof(out));
		tap_is_str(out, places[i].want, "form %zu", i);
		tap_ok(rc == -1 && l.n == 1 && n == strlen(places[i].want),
		    "form %zu: returns -1, counts 1, has its length", i);
	}
}

static void
set(void)
{
	struct diag d;
	char out[100];

	memset(&d, 0xff, sizeof(d));
	tap_ok(diag_set(&d, "%d of %s", 3, "four") == -1, "set returns -1");
	tap_is_str(d.what, "3 of four", "set formats");
	tap_ok(d.file == NULL && d.line == 0 && d.column[0] == '\0',
	    "set empties the place");
	diag_text(&d, out, sizeof(out));
	tap_is_str(out, "3 of four", "set: the text alone");
}

static void
list(void)
{
	static struct diag_list l;
	char want[8];
	bool place = true, text = true;
	uint64_t i;

	for (i = 0; i < 3 * DIAG_SHOWN; i++)
		if (diag_add(&l, "f", i + 1, "c", "fault %d", (int)i) != -1)
			place = false;
	tap_ok(l.n == 3 * DIAG_SHOWN, "all faults are counted");
	for (i = 0; i < DIAG_SHOWN; i++) {
		snprintf(want, sizeof(want), "%d", (int)i);
		place &= l.shown[i].line == i + 1;
		text &= strcmp(l.shown[i].what + 6, want) == 0;
	}
	tap_ok(place && text, "the first %d are kept, in order", DIAG_SHOWN);
}

/* Neighbours in the list show what a cut that is one too long would do. */
static void
long_parts(void)
{
	static struct diag_list l;
	char big[1000];

	memset(big, 'x', sizeof(big) - 1);
	big[sizeof(big) - 1] = '\0';
	diag_add(&l, "f", 1, big, "%s", big);
	diag_add(&l, "f", 2, "next", "next");
	tap_ok(strlen(l.shown[0].column) == sizeof(l.shown[0].column) - 1,
	    "a long column is cut");
	tap_ok(strlen(l.shown[0].what) == DIAG_TEXT - 1, "a text is cut");
	tap_is_str(l.shown[1].column, "next", "the next one is whole");
	diag_set(&l.shown[0], "%s", big);
	tap_ok(strlen(l.shown[0].what) == DIAG_TEXT - 1, "set cuts as well");
	tap_ok(l.shown[1].line == 2, "set stays inside");
}

static void
short_room(void)
{
	static const char want[] = "f:7: c: what";
	struct diag_list l = { .n = 0 };
	size_t size, n;
	char *out;
	bool ok;

	diag_add(&l, "f", 7, "c", "what");
	for (size = 1; size <= sizeof(want) + 1; size++) {
		out = malloc(size);
		n = diag_text(&l.shown[0], out, size);
		ok = n == (size < sizeof(want) ? size : sizeof(want)) - 1 &&
		    memcmp(out, want, n) == 0 && out[n] == '\0';
		tap_ok(ok, "text in a room of %zu bytes", size);
		free(out);
	}
}

int
main(void)
{
	forms();
	set();
	tap_ok(diag_add(NULL, "f", 1, "c", "x") == -1, "add to no list");
	list();
	long_parts();
	short_room();
	return tap_done();
}
