/* Tests of fields: a record made cell by cell. */
#include "fields.h"

#include "shown.h"
#include "tap.h"

static const char *
at(struct fields *f, size_t i)
{
	const struct cell *c = fields_cells(f);

	return cell_absent(&c[i]) ? "(absent)" : shown_slice(cell_raw(&c[i]));
}

static void
kinds(struct fields *f)
{
	fields_begin(f);
	fields_text(f, text_of("name"));
	fields_num(f, KIND_COUNT, 1500);
	fields_num(f, KIND_MEM, INT64_C(1) << 31);
	fields_none(f);
	fields_text(f, text_of(""));
	fields_text(f, text_of("-"));
	buf_str(&f->text, "by ");
	buf_str(&f->text, "hand");
	fields_end(f);
	tap_is_i64((int64_t)f->n, 7, "seven fields");
	tap_is_str(at(f, 0), "name", "a text");
	tap_is_str(at(f, 1), "1.5", "a count");
	tap_is_str(at(f, 2), "2G", "memory");
	tap_is_str(at(f, 3), "(absent)", "none");
	tap_is_str(at(f, 4), "(absent)", "an empty text");
	tap_is_str(at(f, 5), "-", "a hyphen is a text");
	tap_is_str(at(f, 6), "by hand", "bytes put there by hand");
}

int
main(void)
{
	struct fields f = { 0 };
	char big[1000];
	size_t i, bad = 0;

	kinds(&f);
	fields_begin(&f);
	tap_is_i64((int64_t)f.n, 0, "the next record begins empty");
	memset(big, 'x', sizeof(big));
	/* The text moves while it grows. */
	for (i = 0; i < FIELDS_MAX; i++)
		fields_text(&f, text_slice(big, i * 30));
	for (i = 0; i < FIELDS_MAX; i++)
		bad += !text_eq(cell_raw(&fields_cells(&f)[i]),
		    text_slice(big, i * 30));
	tap_is_i64((int64_t)bad, 0, "as many as fit, of any length");
	fields_none(&f);
	tap_is_i64((int64_t)f.n, FIELDS_MAX, "no more than that");
	fields_free(&f);
	fields_begin(&f);
	fields_text(&f, text_of("again"));
	tap_is_str(at(&f, 0), "again", "after fields_free it begins again");
	fields_free(&f);
	return tap_done();
}
