#include "nodeset.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "match.h"
#include "mem.h"
#include "vec.h"

enum {
	CHUNK = 1 << NODESET_CHUNK_BITS,
	FEW = 1 << 13,		/* items up to which the first is small */
	FIRST_BITS = 6,
	LARGE_BITS = 19,	/* from 2 MiB on, large pages */
	MOST_BITS = 31,
	GROUP = 4		/* slots that are looked at together */
};

#define CHUNK_BYTES (sizeof(struct nodeset_item) * CHUNK)

/* Where the search for a hash begins: a group of slots, full or not. */
static size_t
home(const struct nodeset *s, uint64_t hash)
{
	return (size_t)(hash >> (64 - s->slot_bits)) & ~(size_t)(GROUP - 1);
}

/*
 * A slot: the number of an item, from 1, and above it as much of its hash,
 * from behind the bits that say where home is, as there is room for.  So a
 * table of a million nodes is 8 MiB: caches and TLB nearly hold it.
 */
static uint32_t
slot_of(const struct nodeset *s, uint64_t hash, size_t item)
{
	return (uint32_t)(hash >> 32) << s->slot_bits | (uint32_t)(item + 1);
}

static uint32_t *
slots_new(unsigned bits)
{
	size_t n = (size_t)1 << bits;

	return bits < LARGE_BITS ? mem_zero(n, sizeof(uint32_t)) :
	    mem_pages(n * sizeof(uint32_t));
}

static void
slots_free(uint32_t *slot, unsigned bits)
{
	if (bits < LARGE_BITS)
		free(slot);
	else
		mem_pages_free(slot, sizeof(*slot) << bits);
}

/*
 * Which slots of a group are like a hash: they and `like` agree but in the
 * bits of mask, which are 0 in `like`.  *none gets those that are free.  Bit k
 * is slot k.  All at once: to branch on each would be to guess, and wrongly.
 */
static inline unsigned
look(const uint32_t *slot, uint32_t like, uint32_t mask, unsigned *none)
{
#ifdef __SSE2__
	const __m128i zero = _mm_setzero_si128();
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)slot);
	__m128i tag = _mm_andnot_si128(_mm_set1_epi32((int)mask), v);

	*none = (unsigned)_mm_movemask_ps(_mm_castsi128_ps(
	    _mm_cmpeq_epi32(v, zero)));
	return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(
	    _mm_cmpeq_epi32(tag, _mm_set1_epi32((int)like)))) & ~*none;
#else
	unsigned found = 0, i;

	for (i = *none = 0; i < GROUP; i++) {
		*none |= (unsigned)(slot[i] == 0) << i;
		found |= (unsigned)((slot[i] & ~mask) == like) << i;
	}
	return found & ~*none;
#endif
}

/* The item with the hash, or NULL; *at is then the slot where it would go. */
static struct nodeset_item *
find(const struct nodeset *s, uint64_t hash, size_t *at)
{
	size_t mask = ((size_t)1 << s->slot_bits) - 1, i;
	uint32_t like = slot_of(s, hash, 0) - 1;
	struct nodeset_item *it;
	unsigned found, none;

	for (i = home(s, hash);; i = (i + GROUP) & mask) {
		found = look(s->slot + i, like, (uint32_t)mask, &none);
		for (; found != 0; found &= found - 1) {
			it = nodeset_at(s, (s->slot[i + (size_t)
			    __builtin_ctz(found)] & mask) - 1);
			if (it->hash == hash)
				return it;
		}
		if (none != 0)
			break;
	}
	*at = i + (size_t)__builtin_ctz(none);
	return NULL;
}

/* Makes slots for `need` items, and files those that are there. */
static void
grow(struct nodeset *s, uint64_t need)
{
	size_t i, mask, at;

	slots_free(s->slot, s->slot_bits);
	while (s->slot_bits < FIRST_BITS ||
	    (need / 3 >= ((size_t)1 << s->slot_bits) / 4 &&
	    s->slot_bits < MOST_BITS))
		s->slot_bits++;
	s->slot = slots_new(s->slot_bits);
	mask = ((size_t)1 << s->slot_bits) - 1;
	for (i = 0; i < s->n; i++) {
		at = home(s, nodeset_at(s, i)->hash);
		while (s->slot[at] != 0)
			at = (at + 1) & mask;
		s->slot[at] = slot_of(s, nodeset_at(s, i)->hash, i);
	}
}

static void
add_chunk(struct nodeset *s, struct nodeset_item *mem)
{
	s->chunk = vec_room(s->chunk, &s->chunk_cap, s->chunks + 1,
	    sizeof(struct nodeset_item *));
	s->chunk[s->chunks++] = mem;
}

/* The first chunk is small as long as there are few items. */
static void
room_in_first(struct nodeset *s, size_t need)
{
	struct nodeset_item *small;

	if (s->chunks == 0)
		add_chunk(s, NULL);
	small = s->chunk[0];
	if (need <= FEW) {
		s->chunk[0] = vec_room(small, &s->first_cap, need,
		    sizeof(*small));
	} else if (s->first_cap > 0 || small == NULL) {
		s->chunk[0] = mem_pages(CHUNK_BYTES);
		if (small != NULL)
			memcpy(s->chunk[0], small, s->n * sizeof(*small));
		free(small);
		s->first_cap = 0;
	}
}

/* Makes room for n more items. */
static void
room(struct nodeset *s, size_t n)
{
	if (s->n + n <= CHUNK)
		room_in_first(s, s->n + n);
	while (s->chunks * CHUNK < s->n + n)
		add_chunk(s, mem_pages(CHUNK_BYTES));
}

/* The number of a model; mostly it was seen a moment ago. */
static uint32_t
model_number(struct nodeset *s, struct slice name)
{
	struct nodeset_model *m;
	uint64_t first, last = 0;

	if (name.n == 0)
		return NODESET_NO_MODEL;
	if (name.n > 16)
		return (uint32_t)intern_add(&s->model, name);
	if (name.n < 8)
		first = text_few(name.p, name.n);
	else {
		first = text_word(name.p);
		last = text_word(name.p + name.n - 8);
	}
	m = &s->recent[(first + last * 7) * 0x9e3779b97f4a7c15U >> 60];
	if (m->first != first || m->last != last || m->n != name.n) {
		m->first = first;
		m->last = last;
		m->n = name.n;
		m->number = (uint32_t)intern_add(&s->model, name);
	}
	return m->number;
}

/* Whether the record is in the pool and has the labels that are asked for. */
static uint32_t
asked_bits(const struct nodeset *s, const struct node_batch *b, size_t i)
{
	uint32_t bits = 0;

	if (s->pool.n == 0 || match_list(b->pool[i], s->pool))
		bits |= NODESET_POOL;
	if (s->selector.n == 0 || match_selector(b->labels[i], s->selector))
		bits |= NODESET_LABELS;
	return bits;
}

/* Makes a later record of a node take what is the node's from the first. */
static void
share(struct nodeset_item *it, const struct nodeset_item *first,
    const struct node_batch *b, size_t i)
{
	uint32_t keep = NODESET_VGPU;

	if (b->pool[i].n > 0)
		keep |= NODESET_POOL;
	if (b->labels[i].n > 0)
		keep |= NODESET_LABELS;
	it->free.of[RES_CPU] = first->free.of[RES_CPU];
	it->free.of[RES_MEM] = first->free.of[RES_MEM];
	it->bits = (it->bits & keep) | (first->bits & ~keep & ~NODESET_ABLE) |
	    NODESET_LATER;
}

/* Puts in the item behind the last, which is made; -1: it is a duplicate. */
static int
insert(struct nodeset *s, struct nodeset_item *it, const struct node_batch *b,
    size_t i)
{
	struct nodeset_item *first;
	size_t at;

	if ((first = find(s, it->hash, &at)) != NULL) {
		if (first->model == it->model)
			return -1;
		it->hash = text_hash_mix(it->hash, text_hash(b->model[i]));
		if (find(s, it->hash, &at) != NULL)
			return -1;
		share(it, first, b, i);
	}
	s->slot[at] = slot_of(s, it->hash, s->n++);
	return 0;
}

static void
twice(const struct node_batch *b, size_t i, struct diag_list *faults)
{
	char name[TEXT_QUOTE], model[TEXT_QUOTE];

	text_quote(b->name[i], name);
	if (b->model[i].n == 0)
		diag_add(faults, b->from->header->file,
		    reader_line(b->from, i), "node", "%s is there twice",
		    name);
	else
		diag_add(faults, b->from->header->file,
		    reader_line(b->from, i), "node",
		    "%s is there twice with gpu_model %s", name,
		    text_quote(b->model[i], model));
}

/* Makes item s->n of record i. */
static struct nodeset_item *
make(struct nodeset *s, const struct node_batch *b, size_t i, uint64_t hash)
{
	struct nodeset_item *it = nodeset_at(s, s->n);
	int r;

	it->hash = hash;
	for (r = 0; r < RES_N; r++)
		it->free.of[r] = b->free[r][i];
	it->model = model_number(s, b->model[i]);
	it->bits = (b->ready[i] ? NODESET_READY : 0) |
	    (b->vgpu[i] ? NODESET_VGPU : 0) | NODESET_POOL | NODESET_LABELS;
	if (s->pool.n > 0 || s->selector.n > 0)
		it->bits &= ~(NODESET_POOL | NODESET_LABELS) |
		    asked_bits(s, b, i);
	return it;
}

void
nodeset_add(struct nodeset *s, const struct node_batch *b,
    struct diag_list *faults)
{
	uint64_t hash[READER_ROWS];
	unsigned seen = 0;
	size_t i, n = b->n;

	if (s->slot_bits == 0 ||
	    (s->n + n) / 3 >= ((size_t)1 << s->slot_bits) / 4)
		grow(s, s->n + n + b->from->left);
	room(s, n);
	for (i = 0; i < n; i++) {
		hash[i] = text_hash(b->name[i]);
		/* It may be far away; it is needed when all have hashes. */
		__builtin_prefetch(&s->slot[home(s, hash[i])], 1);
	}
	for (i = 0; i < n; i++) {
		if (b->faults && b->bad[i])
			continue;
		seen |= b->given[i] | b->bounded[i];
		if (insert(s, make(s, b, i, hash[i]), b, i) == -1)
			twice(b, i, faults);
	}
	s->seen |= (uint8_t)seen;
}

static void
chunk_free(struct nodeset *s, size_t i)
{
	if (i == 0 && s->first_cap > 0)
		free(s->chunk[i]);
	else
		mem_pages_free(s->chunk[i], CHUNK_BYTES);
}

void
nodeset_free(struct nodeset *s)
{
	size_t i;

	intern_free(&s->model);
	for (i = 0; i < s->chunks; i++)
		chunk_free(s, i);
	free(s->chunk);
	slots_free(s->slot, s->slot_bits);
	memset(s, 0, sizeof(*s));
}
