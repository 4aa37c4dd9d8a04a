#include "anchor.h"

#include "tap.h"

/* The columns: a number, free text, a number, free text, a number. */
static bool
fits(const void *arg, size_t column, struct slice s)
{
	size_t i;

	(void)arg;
	if (column == 1 || column == 3)
		return true;
	for (i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return s.n > 0;
}

/* How the three runs of columns are moved, `0 1 2`; `?` is unknown. */
static const char *
moves(const char *row)
{
	static const size_t free_text[] = { 1, 3 };
	static char out[80];
	struct slice field[200], rest = text_of(row);
	struct anchor a = { .field = field, .columns = 5,
		.free_text = free_text, .frees = 2, .fits = fits };
	size_t by[ANCHOR_FREE + 1], i, n = 0;

	while (a.fields < 200 && text_cut(&rest, '|', &field[a.fields]))
		a.fields++;
	anchor_find(&a, by);
	for (i = 0; i <= a.frees; i++)
		n += (size_t)(by[i] == ANCHOR_UNKNOWN ?
		    snprintf(out + n, sizeof(out) - n, "%s?", i ? " " : "") :
		    snprintf(out + n, sizeof(out) - n, "%s%zu",
		    i ? " " : "", by[i]));
	return out;
}

int
main(void)
{
	char many[160] = "1|", *p = many + 2;
	int i;

	tap_is_str(moves("1|a|2|b|3"), "0 0 0", "a row as the header");
	tap_is_str(moves("1|a|a|2|b|3"), "0 1 1", "one more in the first");
	tap_is_str(moves("1|a|2|b|b|b|3"), "0 0 2", "two more in the second");
	tap_is_str(moves("1|a|a|2|b|b|3"), "0 1 2", "one more in each");
	tap_is_str(moves("1|||2||3"), "0 1 1", "empty parts");
	tap_is_str(moves("1|a|7|b|2|c|3"), "0 ? 2", "two numbers could be it");
	tap_is_str(moves("1|a|b|c|d|3"), "0 ? 1", "no number could");
	tap_is_str(moves("x|a|2|b|b|3"), "0 ? 1", "an end that does not fit");
	tap_is_str(moves("1|a|2|b|b|x"), "0 ? 1", "nor the other");
	for (i = 0; i < ANCHOR_MORE; i++) {
		*p++ = 'a';
		*p++ = '|';
	}
	memcpy(p, "a|2|b|3", 8);
	tap_is_str(moves(many), "0 64 64", "as many as are looked through");
	memcpy(p, "a|a|2|b|3", 10);
	tap_is_str(moves(many), "0 ? 65", "and one more");
	return tap_done();
}
