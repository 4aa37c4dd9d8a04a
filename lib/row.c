#include "row.h"

#include "blank.h"
#include "buf.h"
#include "jsonl.h"
#include "mem.h"
#include "tsv.h"

/* Resolves the escapes of a cell; no grammar's escape is shorter. */
static void
unescape(struct buf *b, const struct cell *c)
{
	switch ((enum cell_form)c->form) {
	case CELL_TSV:
		tsv_unescape(b, cell_raw(c));
		break;
	case CELL_BLANK:
		blank_unescape(b, cell_raw(c));
		break;
	case CELL_JSON:
		jsonl_unescape(b, cell_raw(c));
		break;
	case CELL_VALUE:
		buf_add(b, c->p, c->n);
		break;
	}
}

struct slice
row_text(const struct cell *c, struct mem_arena *arena)
{
	struct buf b = { 0 };

	if (cell_absent(c))
		return text_slice(NULL, 0);
	if ((c->flags & CELL_ESCAPED) == 0)
		return cell_raw(c);
	b.p = mem_arena_get(arena, c->n);
	b.cap = c->n;
	unescape(&b, c);
	return text_slice(b.p, b.n);
}

/* Calls put with the cell's value, in memory that lives as long as the call. */
static void
with_value(struct buf *out, const struct cell *c,
    void (*put)(struct buf *, struct slice))
{
	struct buf b = { 0 };

	if ((c->flags & CELL_ESCAPED) == 0) {
		put(out, cell_raw(c));
		return;
	}
	unescape(&b, c);
	put(out, text_slice(b.p, b.n));
	buf_free(&b);
}

void
row_put_tsv(struct buf *out, const struct cell *c)
{
	/* A CR at the end of a line would be taken for its end. */
	if (c->form == CELL_TSV && (c->n == 0 || c->p[c->n - 1] != '\r'))
		buf_add(out, c->p, c->n);
	else if (cell_absent(c))
		buf_char(out, '-');
	else
		with_value(out, c, tsv_escape);
}

void
row_put_json(struct buf *out, const struct cell *c, enum kind kind)
{
	struct buf b = { 0 };

	if (cell_absent(c))
		buf_str(out, "null");
	else if (c->form == CELL_JSON && (c->flags & CELL_BARE) != 0)
		buf_add(out, c->p, c->n);
	else if (c->form == CELL_JSON) {
		buf_char(out, '"');
		buf_add(out, c->p, c->n);
		buf_char(out, '"');
	} else if ((c->flags & CELL_ESCAPED) == 0)
		kind_put_json(out, kind, cell_raw(c));
	else {
		unescape(&b, c);
		kind_put_json(out, kind, text_slice(b.p, b.n));
		buf_free(&b);
	}
}

void
row_put_safe(struct buf *out, const struct cell *c)
{
	if (cell_absent(c))
		buf_char(out, '-');
	else
		with_value(out, c, text_safe);
}
