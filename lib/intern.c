#include "intern.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

/* The slot that holds the name, or the free one where it would go. */
static size_t
probe(const struct intern *t, struct slice name)
{
	size_t mask = t->slots - 1, i = (size_t)text_hash(name) & mask;

	while (t->slot[i] != 0 && !text_eq(t->name[t->slot[i] - 1], name))
		i = (i + 1) & mask;
	return i;
}

static void
grow(struct intern *t)
{
	size_t i;

	free(t->slot);
	t->slots = t->slots > 0 ? t->slots * 2 : 32;
	t->slot = mem_zero(t->slots, sizeof(*t->slot));
	for (i = 0; i < t->n; i++)
		t->slot[probe(t, t->name[i])] = (uint32_t)(i + 1);
}

size_t
intern_add(struct intern *t, struct slice name)
{
	size_t at;

	if (t->n >= t->slots / 2)
		grow(t);
	at = probe(t, name);
	if (t->slot[at] != 0)
		return t->slot[at] - 1;
	t->name = VEC_MORE(t->name, t->n, t->cap);
	t->name[t->n].p = mem_arena_copy(&t->text, name.p, name.n);
	t->name[t->n].n = name.n;
	t->slot[at] = (uint32_t)(t->n + 1);
	return t->n++;
}

int64_t
intern_find(const struct intern *t, struct slice name)
{
	size_t at;

	if (t->slots == 0)
		return INTERN_NONE;
	at = probe(t, name);
	return t->slot[at] != 0 ? (int64_t)t->slot[at] - 1 : INTERN_NONE;
}

void
intern_free(struct intern *t)
{
	free(t->name);
	free(t->slot);
	mem_arena_free(&t->text);
	memset(t, 0, sizeof(*t));
}
