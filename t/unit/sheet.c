/*
 * sheet: records that a program makes, kept and written.
 */
#include "sheet.h"

#include <stdlib.h>
#include <string.h>

#include "shown.h"
#include "tap.h"

static const struct kind_column columns[] = {
	{ "name", KIND_TEXT }, { "gpu", KIND_COUNT }, { "mem", KIND_MEM }
};
static const struct kind_set set = { columns, 3 };

static void
written(const struct sheet *s, const char *want)
{
	struct format_column *c = sheet_columns(s);
	struct buf out = { 0 };
	struct format f;

	format_begin(&f, FORMAT_TSV, &out, c, 3, true);
	sheet_write(s, &f);
	format_end(&f);
	tap_is_str(shown_buf(&out), want, "what is written");
	buf_free(&out);
	free(c);
}

int
main(void)
{
	struct sheet s;
	char name[] = "n1";
	int i;

	sheet_init(&s, &set);
	written(&s, "name\tgpu\tmem\n");
	sheet_row(&s);
	sheet_text(&s, 0, text_of(name));
	memset(name, 'x', 2);	/* it was copied */
	sheet_number(&s, 1, 2500);
	sheet_row(&s);
	sheet_text(&s, 0, text_of("a\tb"));
	sheet_number(&s, 2, INT64_C(3) << 30);
	sheet_row(&s);
	sheet_text(&s, 0, text_of("gone"));
	sheet_drop(&s);
	sheet_set(&s, 0, 2, text_of("1G"));
	written(&s, "name\tgpu\tmem\nn1\t2.5\t1G\na\\tb\t-\t3G\n");
	tap_ok(text_is(sheet_get(&s, 1, 0), "a\tb"), "a value as it is");
	tap_ok(sheet_get(&s, 1, 1).n == 0, "absent is empty");
	for (i = 0; i < 5000; i++) {
		sheet_row(&s);
		sheet_number(&s, 1, i * 1000);
	}
	tap_ok(s.rows == 5002 && text_is(sheet_get(&s, 5001, 1), "4999"),
	    "many");
	sheet_free(&s);
	return tap_done();
}
