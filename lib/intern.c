#include "intern.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "vec.h"

/* The half of the hash that a slot keeps, where it stands there. */
static uint64_t
half(struct slice name)
{
	return text_hash(name) >> 32 << 32;
}

/* Where the search for a slot begins, from its half of the hash. */
static size_t
home(const struct intern *t, uint64_t slot)
{
	return (size_t)(slot >> 32) & (t->slots - 1);
}

/*
 * The slot that holds the name, or the free one where it would go.  Names are
 * looked at only where half of the hash agrees: elsewhere they are far away.
 */
static size_t
probe(const struct intern *t, struct slice name, uint64_t hash)
{
	size_t mask = t->slots - 1, i;

	for (i = home(t, hash); t->slot[i] != 0; i = (i + 1) & mask)
		if ((t->slot[i] ^ hash) >> 32 == 0 && text_eq(
		    t->name[(uint32_t)t->slot[i] - 1], name))
			break;
	return i;
}

/* Makes the slots at least twice as many as the names. */
static void
grow(struct intern *t, size_t names)
{
	uint64_t *old = t->slot;
	size_t had = t->slots, i, at;

	if (t->slots == 0)
		t->slots = 32;
	while (t->slots / 2 <= names)
		t->slots *= 2;
	t->slot = mem_zero(t->slots, sizeof(*t->slot));
	for (i = 0; i < had; i++) {
		if (old[i] == 0)
			continue;
		at = home(t, old[i]);
		while (t->slot[at] != 0)
			at = (at + 1) & (t->slots - 1);
		t->slot[at] = old[i];
	}
	free(old);
}

static size_t
add(struct intern *t, struct slice name, bool keep)
{
	uint64_t hash = half(name);
	size_t at;

	if (t->n >= t->slots / 2)
		grow(t, t->n + 1);
	at = probe(t, name, hash);
	if (t->slot[at] != 0)
		return (uint32_t)t->slot[at] - 1;
	t->name = VEC_MORE(t->name, t->n, t->cap);
	t->name[t->n] = keep ? name : text_slice(mem_arena_copy(&t->text,
	    name.p, name.n), name.n);
	t->slot[at] = hash | (t->n + 1);
	return t->n++;
}

void
intern_expect(struct intern *t, size_t n)
{
	n += t->n;
	t->name = vec_room(t->name, &t->cap, n, sizeof(*t->name));
	if (n >= t->slots / 2)
		grow(t, n);
}

void
intern_ahead(const struct intern *t, struct slice name)
{
	if (t->slots > 0)
		__builtin_prefetch(&t->slot[home(t, half(name))], 1);
}

size_t
intern_add(struct intern *t, struct slice name)
{
	return add(t, name, false);
}

size_t
intern_add_kept(struct intern *t, struct slice name)
{
	return add(t, name, true);
}

int64_t
intern_find(const struct intern *t, struct slice name)
{
	size_t at;

	if (t->slots == 0)
		return INTERN_NONE;
	at = probe(t, name, half(name));
	return t->slot[at] != 0 ? (int64_t)(uint32_t)t->slot[at] - 1 :
	    INTERN_NONE;
}

/* Whether a name can be told by where it is from the first one on. */
static bool
is_near(const struct intern *t, size_t i)
{
	const intptr_t at = (intptr_t)t->name[i].p - (intptr_t)t->name[0].p;

	return at >= INT32_MIN && at <= INT32_MAX &&
	    t->name[i].n <= UINT32_MAX;
}

void
intern_settle(struct intern *t)
{
	size_t i;

	free(t->slot);
	t->slot = NULL;
	t->slots = 0;
	for (i = 0; i < t->n; i++)
		if (!is_near(t, i))
			return;
	if (t->n == 0)
		return;
	t->base = t->name[0].p;
	t->near = mem_array(t->n, sizeof(*t->near));
	for (i = 0; i < t->n; i++)
		t->near[i] = (struct intern_near){
			(int32_t)(t->name[i].p - t->base),
			(uint32_t)t->name[i].n };
	free(t->name);
	t->name = NULL;
	t->cap = 0;
}

void
intern_free(struct intern *t)
{
	free(t->name);
	free(t->near);
	free(t->slot);
	mem_arena_free(&t->text);
	memset(t, 0, sizeof(*t));
}
