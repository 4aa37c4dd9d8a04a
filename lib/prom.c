#include "prom.h"

#include "buf.h"
#include "quant.h"

void
prom_gauge(struct buf *b, const char *name, const char *help)
{
	buf_str(b, "# HELP ");
	buf_str(b, name);
	buf_char(b, ' ');
	buf_str(b, help);
	buf_str(b, "\n# TYPE ");
	buf_str(b, name);
	buf_str(b, " gauge\n");
}

static void
put_label(struct buf *b, const struct prom_label *l)
{
	size_t i;

	buf_str(b, l->name);
	buf_str(b, "=\"");
	for (i = 0; i < l->value.n; i++) {
		char c = l->value.p[i];

		if (c == '\\' || c == '"')
			buf_char(b, '\\');
		if (c == '\n')
			buf_str(b, "\\n");
		else
			buf_char(b, c);
	}
	buf_char(b, '"');
}

void
prom_text(struct buf *b, const char *name, const struct prom_label *label,
    int n, struct slice value)
{
	int i;

	buf_str(b, name);
	for (i = 0; i < n; i++) {
		buf_char(b, i == 0 ? '{' : ',');
		put_label(b, &label[i]);
	}
	if (n > 0)
		buf_char(b, '}');
	buf_char(b, ' ');
	buf_add(b, value.p, value.n);
	buf_char(b, '\n');
}

void
prom_sample(struct buf *b, const char *name, const struct prom_label *label,
    int n, enum kind kind, int64_t v)
{
	struct buf value = { 0 };

	if (kind == KIND_COUNT)
		quant_put_count(&value, v);
	else
		buf_i64(&value, v);
	prom_text(b, name, label, n, text_slice(value.p, value.n));
	buf_free(&value);
}
