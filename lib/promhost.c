#include "promhost.h"

#include <stdio.h>

struct slice
promhost_label(struct promtext *t, const char *name)
{
	char exported[32];
	struct slice s;

	snprintf(exported, sizeof(exported), "exported_%s", name);
	s = promtext_label(t, exported);
	return s.n > 0 ? s : promtext_label(t, name);
}

/*
 * HOST:PORT without the port.  What has colons before it is an address of
 * IPv6, and has a port only behind a bracket.
 */
static struct slice
without_port(struct slice s)
{
	size_t n = s.n;

	while (n > 0 && s.p[n - 1] >= '0' && s.p[n - 1] <= '9')
		n--;
	if (n < 2 || n == s.n || s.p[n - 1] != ':')
		return s;
	n--;
	if (s.p[n - 1] != ']' && memchr(s.p, ':', n) != NULL)
		return s;
	return text_slice(s.p, n);
}

struct slice
promhost_name(struct promtext *t)
{
	static const char *const plain[] = { "Hostname", "hostname" };
	struct slice s = promhost_label(t, "node");
	size_t i;

	if (s.n > 0)
		return s;
	s = without_port(promhost_label(t, "instance"));
	for (i = 0; s.n == 0 && i < sizeof(plain) / sizeof(plain[0]); i++)
		s = promtext_label(t, plain[i]);
	return s;
}
