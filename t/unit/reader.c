/* Tests of reader: batches, lines, pieces, limits and faults. */
#include "reader.h"

#include <stdlib.h>

#include "buf.h"
#include "mem.h"
#include "row.h"
#include "shown.h"
#include "tap.h"

/* What a sink saw. */
struct seen {
	struct buf text;	/* values by `|`, records by `/` */
	size_t records, batches, largest, told;
	uint64_t last;		/* number of the last line */
	bool lines;		/* text is that of the lines themselves */
};

static void
columns(void *arg, struct header *h)
{
	struct seen *s = arg;

	(void)h;
	s->told++;
}

static void
batch(void *arg, const struct reader_batch *b)
{
	struct mem_arena arena = { 0 };
	struct seen *s = arg;
	struct cell c;
	size_t i, j;

	s->batches++;
	s->records += b->n;
	s->largest = b->n > s->largest ? b->n : s->largest;
	for (i = 0; i < b->n; i++) {
		for (j = 0; j < b->width && !s->lines; j++) {
			c = reader_cell(b, i, j);
			buf_str(&s->text, j > 0 ? "|" : "");
			buf_str(&s->text, shown_slice(row_text(&c, &arena)));
		}
		if (s->lines)
			buf_str(&s->text, shown_slice(reader_text(b, i)));
		buf_char(&s->text, '/');
		s->last = reader_line(b, i);
	}
	mem_arena_free(&arena);
}

/* Puts the text in, in pieces of so many bytes; 0: all at once. */
static void
put(struct reader *r, const char *p, size_t n, size_t piece)
{
	size_t room, k;
	char *to;

	for (; n > 0; p += k, n -= k) {
		to = reader_room(r, &room);
		k = n < room ? n : room;
		if (piece > 0 && k > piece)
			k = piece;
		memcpy(to, p, k);
		reader_took(r, k);
	}
}

static void
read_text(struct seen *s, struct diag_list *faults, const char *p, size_t n,
    size_t piece)
{
	struct reader_sink sink = { columns, batch, s };
	struct reader *r = reader_new(&sink, faults);

	reader_open(r, "f");
	put(r, p, n, piece);
	reader_close(r);
	reader_free(r);
}

/* Reads a text in pieces of every size, each of which must give the same. */
static void
gives(const char *text, bool lines, const char *want, const char *fault)
{
	size_t n = strlen(text), piece;
	struct diag_list faults;
	struct seen s;
	bool same = true;

	for (piece = 0; same && piece <= n; piece++) {
		memset(&s, 0, sizeof(s));
		faults.n = 0;
		s.lines = lines;
		read_text(&s, &faults, text, n, piece);
		same = strcmp(shown_buf(&s.text), want) == 0 &&
		    strcmp(shown_fault(&faults, 0), fault) == 0;
		if (!same)
			printf("#   pieces of %zu: %s, \"%s\"\n", piece,
			    shown_buf(&s.text), shown_fault(&faults, 0));
		buf_free(&s.text);
	}
	tap_ok(same, "%s%s", want, fault);
}

static void
forms(void)
{
	gives("a\tb\n1\t2\n3\t\\t\n", false, "1|2/3|\t/", "");
	gives("a\tb\r\n1\t2\r\n\r\n3\t4", false, "1|2/3|4/", "");
	gives("# c\n\n \na b\n 1 \"2 3\"\n\n4 -\n", false, "1|2 3/4|/", "");
	gives("{\"a\":1}\n{\"b\":2,\"a\":\"x\"}\n\n{\"c\":3}", false,
	    "1/x|2/||3/", "");
	gives("a\n1\n\n2\n", false, "1/2/", "");
	gives("a\tb\n", false, "", "");
	gives("\n", false, "", "");
	gives("\xef\xbb\xbf" "a\tb\né\t2\n", true, "é\t2/", "");
	gives("a\tb\n1\t2\n\\t\t\n3\t4\r\n", true, "1\t2/\\t\t/3\t4/", "");
	gives("a b\n 1  \"2\" \r\n", true, " 1  \"2\" /", "");
	gives("", false, "", "f: no input: not even a header");
	gives("#\n# b", false, "", "f: only comments: no header");
	gives("a\tb\n1\n2\t3\n", false, "2|3/",
	    "f:2: short row: 1 field where the header has 2");
	gives("a\tb\n1\t2\n\n1\t2\t3\n2\t3", false, "1|2/2|3/",
	    "f:4: long row: 3 fields where the header has 2");
	gives("a\tb\n1\t\xff\n2\t3\n", false, "2|3/",
	    "f:2: b: invalid UTF-8");
	gives("{\"a\":1}\n{\"a\":[]}\n{\"a\":2}\n", false, "1/2/",
	    "f:2: a nested value");
}

static void
many(void)
{
	struct buf b = { 0 };
	struct diag_list faults = { .n = 0 };
	struct seen s = { .lines = false };
	int i;

	buf_str(&b, "a\tb\n");
	for (i = 0; i < 100000; i++)
		buf_str(&b, i % 1000 ? "1\t2\n" : "\\n\t2\n");
	read_text(&s, &faults, b.p, b.n, 0);
	tap_is_i64((int64_t)s.records, 100000, "every record comes");
	tap_is_i64((int64_t)s.last, 100001, "with its line's number");
	tap_ok(s.largest <= READER_ROWS, "batches of %zu at most",
	    s.largest);
	tap_is_i64((int64_t)s.told, 1, "the columns are told once");
	buf_free(&s.text);
	buf_free(&b);
}

/* A line of so many bytes, LF not counted, in pieces; then more lines. */
static void
long_line(size_t n, const char *eol, size_t piece, const char *fault)
{
	struct buf b = { 0 };
	struct diag_list faults = { .n = 0 };
	struct seen s = { .lines = false };
	size_t i;

	buf_str(&b, "a\tb\n1\t");
	for (i = 2; i < n; i++)
		buf_char(&b, 'x');
	buf_str(&b, eol);
	for (i = 0; i < 50; i++)
		buf_str(&b, "3\t4\n");
	read_text(&s, &faults, b.p, b.n, piece);
	tap_is_str(shown_fault(&faults, 0), fault,
	    "a line of %zu bytes in pieces of %zu", n, piece);
	tap_ok(s.records == 50 + (fault[0] == '\0') && s.last == 52,
	    "and what is behind it");
	buf_free(&s.text);
	buf_free(&b);
}

static void
limits(void)
{
	static const char over[] = "f:2: a line over 1 MiB";
	/* The last two end where a line of the limit does, or its CR. */
	static const size_t pieces[] = { 0, 1000, 131072, 104858, 116509 };
	size_t i;

	for (i = 0; i < 5; i++) {
		long_line(READER_LINE, "\n", pieces[i], "");
		long_line(READER_LINE, "\r\n", pieces[i], "");
		long_line(READER_LINE + 1, "\n", pieces[i], over);
		long_line(READER_LINE + 1, "\r\n", pieces[i], over);
		long_line(READER_LINE + 2, "\n", pieces[i], over);
		long_line(4 * READER_LINE, "\n", pieces[i], over);
	}
}

/* Two short rows are not one row. */
static void
shorts(void)
{
	struct buf b = { 0 };
	struct diag_list faults = { .n = 0 };
	struct seen s = { .lines = false };
	int i;

	buf_str(&b, "a\tb\n");
	for (i = 0; i < 100; i++)
		buf_str(&b, "short\n");
	read_text(&s, &faults, b.p, b.n, 0);
	tap_ok(s.records == 0 && faults.n == 100, "rows that are all short");
	buf_free(&s.text);
	buf_free(&b);
}

/* One reader reads several operands. */
static void
operands(void)
{
	struct diag_list faults = { .n = 0 };
	struct seen s = { .lines = false };
	struct reader_sink sink = { columns, batch, &s };
	struct reader *r = reader_new(&sink, &faults);
	static const char *const text[] = { "a\tb\n1\t2\n", "{\"c\":3}",
	    "{}\n", "d e\n4 5\n6", "a\n7\n" };
	size_t i;

	for (i = 0; i < 5; i++) {
		reader_open(r, "f");
		put(r, text[i], strlen(text[i]), 0);
		reader_close(r);
	}
	tap_is_str(shown_buf(&s.text), "1|2/3//4|5/7/", "five operands");
	tap_is_i64((int64_t)s.told, 5, "the columns of each are told");
	tap_is_str(shown_fault(&faults, 0),
	    "f:3: short row: 1 field where the header has 2",
	    "lines count from 1 in each");
	tap_is_i64((int64_t)faults.n, 1, "no fault beside it");
	reader_free(r);
	buf_free(&s.text);
}

/* Records without any column, more than a batch may have. */
static void
nothing(void)
{
	struct buf b = { 0 };
	struct diag_list faults = { .n = 0 };
	struct seen s = { .lines = false };
	int i;

	for (i = 0; i < 1000; i++)
		buf_str(&b, "{}\n");
	read_text(&s, &faults, b.p, b.n, 0);
	tap_ok(s.records == 1000 && s.largest <= READER_ROWS && s.told == 1,
	    "empty objects are records, too");
	buf_free(&s.text);
	buf_free(&b);
}

/* A record that fails behind its new keys does not shift those before it. */
static void
failed_keys(void)
{
	struct buf b = { 0 };
	struct diag_list faults = { .n = 0 };
	struct seen s = { .lines = false };
	int i;

	for (i = 0; i < 3; i++)
		buf_str(&b, "{\"a\":1,\"b\":2}\n");
	buf_str(&b, "{\"c\":1,\"d\":2,\"e\":3,\"f\":[]}\n{\"b\":4}\n");
	read_text(&s, &faults, b.p, b.n, 0);
	tap_ok(strncmp(shown_buf(&s.text), "1|2/1|2/1|2/", 12) == 0,
	    "keys of a record with a fault");
	tap_is_i64((int64_t)faults.n, 1, "give one fault");
	buf_free(&s.text);
	buf_free(&b);
}

int
main(void)
{
	forms();
	many();
	limits();
	shorts();
	operands();
	failed_keys();
	nothing();
	return tap_done();
}
