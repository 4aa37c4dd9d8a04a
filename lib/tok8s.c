#include "tok8s.h"

#include <string.h>

#include "jsonl.h"
#include "quote.h"

/* A label of RFC 1123, or several with dots between them. */
static bool
name_ok(struct slice s, bool dots)
{
	struct slice part;
	size_t i;

	if (s.n == 0 || s.n > 253)
		return false;
	while (text_cut(&s, dots ? '.' : '\0', &part)) {
		if (part.n == 0 || part.p[0] == '-' ||
		    part.p[part.n - 1] == '-')
			return false;
		for (i = 0; i < part.n; i++)
			if ((part.p[i] < 'a' || part.p[i] > 'z') &&
			    (part.p[i] < '0' || part.p[i] > '9') &&
			    part.p[i] != '-')
				return false;
	}
	return true;
}

/* NAMESPACE/NAME. */
static bool
id_ok(struct slice id)
{
	struct slice space;

	return memchr(id.p, '/', id.n) != NULL && text_cut(&id, '/', &space) &&
	    name_ok(space, false) && name_ok(id, true);
}

static void
put_annotations(struct buf *b, const struct apply_change *c)
{
	size_t n, i;
	const struct memo_field *field = memo_fields(&n);

	buf_str(b, "{\"metadata\":{\"annotations\":{");
	for (i = 0; i < n; i++) {
		if (i > 0)
			buf_char(b, ',');
		buf_str(b, "\"sluice/");
		buf_str(b, field[i].name);
		buf_str(b, "\":");
		/* Null takes away what may be there. */
		if (c->memo[i].n > 0)
			jsonl_escape(b, c->memo[i]);
		else
			buf_str(b, "null");
	}
	buf_str(b, "}}");
}

static void
put(struct buf *b, const struct apply_change *c)
{
	struct buf patch = { 0 };
	struct slice name = c->id, space;

	text_cut(&name, '/', &space);
	put_annotations(&patch, c);
	if (c->verb == APPLY_ADMIT)
		buf_str(&patch, ",\"spec\":{\"suspend\":false}");
	else if (c->verb != APPLY_NOTE)
		buf_str(&patch, ",\"spec\":{\"suspend\":true}");
	buf_char(&patch, '}');
	buf_str(b, "kubectl patch job -n ");
	buf_add(b, space.p, space.n);
	buf_char(b, ' ');
	buf_add(b, name.p, name.n);
	buf_str(b, " --type=merge -p ");
	quote_sh(b, text_slice(patch.p, patch.n));
	buf_char(b, '\n');
	buf_free(&patch);
}

const struct apply_target *
tok8s_target(void)
{
	static const struct apply_target target = {
		"k8s", "NAMESPACE/NAME", id_ok, put
	};

	return &target;
}
