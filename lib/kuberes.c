#include "kuberes.h"

#include <stdbool.h>
#include <string.h>

#include "buf.h"

static const char mig[] = "nvidia_com_mig_";
static const char shared[] = "_shared";

static bool
begins(struct slice s, const char *with)
{
	size_t n = strlen(with);

	return s.n > n && memcmp(s.p, with, n) == 0;
}

static bool
ends(struct slice s, const char *with)
{
	size_t n = strlen(with);

	return s.n > n && memcmp(s.p + s.n - n, with, n) == 0;
}

/* The resource without the mark of shares. */
static struct slice
whole(struct slice s)
{
	return ends(s, shared) ? text_slice(s.p, s.n - strlen(shared)) : s;
}

enum kuberes
kuberes_kind(struct slice resource)
{
	if (text_is(resource, "cpu"))
		return KUBERES_CPU;
	if (text_is(resource, "memory"))
		return KUBERES_MEM;
	resource = whole(resource);
	return begins(resource, mig) || ends(resource, "_com_gpu") ?
	    KUBERES_CARD : KUBERES_OTHER;
}

int
kuberes_places(enum kuberes kind)
{
	return kind == KUBERES_MEM ? 0 : 3;
}

/* Appends a profile of MIG: 3g.20gb. */
static void
put_profile(struct buf *b, struct slice s)
{
	size_t i;

	for (i = strlen(mig); i < s.n; i++)
		buf_char(b, s.p[i] == '_' ? '.' : s.p[i]);
}

void
kuberes_name(struct buf *b, struct slice resource)
{
	struct slice s = whole(resource);

	if (begins(s, mig)) {
		buf_str(b, "nvidia.com/mig-");
		put_profile(b, s);
	} else if (ends(s, "_com_gpu")) {
		buf_add(b, s.p, s.n - strlen("_com_gpu"));
		buf_str(b, ".com/gpu");
	} else
		buf_add(b, s.p, s.n);
	if (s.n < resource.n)
		buf_str(b, ".shared");
}

void
kuberes_model(struct buf *b, struct slice resource, struct slice product)
{
	struct slice s = whole(resource);

	if (product.n == 0) {
		kuberes_name(b, resource);
		return;
	}
	buf_add(b, product.p, product.n);
	if (begins(s, mig)) {
		buf_str(b, "-MIG-");
		put_profile(b, s);
	}
	if (s.n < resource.n && !ends(product, "-SHARED"))
		buf_str(b, "-SHARED");
}
