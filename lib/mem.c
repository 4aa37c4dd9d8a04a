#include "mem.h"

#include <bsd/stdlib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Large enough that a chunk's own cost vanishes, small enough to be free. */
enum {
	MEM_CHUNK = 256 * 1024,
	MEM_PAGE = 2 * 1024 * 1024	/* a large page, where there are some */
};

struct mem_chunk {
	struct mem_chunk *next;		/* the chunk filled before */
	size_t size;			/* bytes of data */
	char data[];
};

static _Noreturn void
mem_lack(void)
{
	fprintf(stderr, "%s: out of memory\n", getprogname());
	exit(2);
}

/*
 * Asks for large pages under a large block: fresh memory costs a page fault a
 * page, and a million jobs take fifty thousand small ones.  A wish only.
 */
static void *
mem_large(void *p, size_t bytes)
{
#ifdef MADV_HUGEPAGE
	uintptr_t page = MEM_PAGE;
	uintptr_t from = ((uintptr_t)p + page - 1) & ~(page - 1);
	uintptr_t end = ((uintptr_t)p + bytes) & ~(page - 1);

	if (bytes >= 2 * MEM_PAGE && from < end)
		madvise((char *)p + (from - (uintptr_t)p), end - from,
		    MADV_HUGEPAGE);
#endif
	return p;
}

void *
mem_array(size_t n, size_t size)
{
	return mem_resize(NULL, n, size);
}

void *
mem_zero(size_t n, size_t size)
{
	void *p;

	if (size == 0 || (p = calloc(n > 0 ? n : 1, size)) == NULL)
		mem_lack();
	return mem_large(p, n * size);
}

void *
mem_resize(void *p, size_t n, size_t size)
{
	if (size == 0 || (p = reallocarray(p, n > 0 ? n : 1, size)) == NULL)
		mem_lack();
	return mem_large(p, n * size);
}

/*
 * Maps one large page more than is needed and gives back what stands before
 * the first boundary and behind the end: not every kernel aligns by itself.
 */
void *
mem_pages(size_t bytes)
{
	char *p, *from;
	size_t before;

	if (bytes > SIZE_MAX - MEM_PAGE)
		mem_lack();
	p = mmap(NULL, bytes + MEM_PAGE, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		mem_lack();
	before = -(uintptr_t)p & (MEM_PAGE - 1);
	from = p + before;
	if (before > 0)
		munmap(p, before);
	if (before < MEM_PAGE)
		munmap(from + bytes, MEM_PAGE - before);
#ifdef MADV_HUGEPAGE
	madvise(from, bytes, MADV_HUGEPAGE);
#endif
	return from;
}

void
mem_pages_free(void *p, size_t bytes)
{
	if (p != NULL)
		munmap(p, bytes);
}

char *
mem_copy(const char *p, size_t n)
{
	char *s;

	if (n == SIZE_MAX)
		mem_lack();
	s = mem_array(n + 1, 1);
	if (n > 0)
		memcpy(s, p, n);
	s[n] = '\0';
	return s;
}

char *
mem_arena_get(struct mem_arena *a, size_t n)
{
	struct mem_chunk *c = a->chunk;
	size_t size;

	if (c == NULL || n > c->size - a->used) {
		size = n > MEM_CHUNK ? n : MEM_CHUNK;
		if (size > SIZE_MAX - sizeof(*c))
			mem_lack();
		c = mem_array(1, sizeof(*c) + size);
		c->next = a->chunk;
		c->size = size;
		a->chunk = c;
		a->used = 0;
	}
	a->used += n;
	return c->data + a->used - n;
}

char *
mem_arena_copy(struct mem_arena *a, const char *p, size_t n)
{
	char *s = mem_arena_get(a, n);

	if (n > 0)
		memcpy(s, p, n);
	return s;
}

void
mem_arena_free(struct mem_arena *a)
{
	struct mem_chunk *c;

	while ((c = a->chunk) != NULL) {
		a->chunk = c->next;
		free(c);
	}
	a->used = 0;
}
