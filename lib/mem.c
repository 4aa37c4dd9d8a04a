#include "mem.h"

#include <bsd/stdlib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/*
 * The first chunk is large enough that its own cost vanishes, and small enough
 * to be free; each is twice the one before, up to the last.
 */
enum {
	MEM_CHUNK = 256 * 1024,
	MEM_CHUNK_LAST = 32 * 1024 * 1024,
	MEM_PAGE = 2 * 1024 * 1024,	/* a large page, where there are some */
	MEM_KEPT = 4 * 1024 * 1024	/* what mem_keep keeps */
};

struct mem_chunk {
	struct mem_chunk *next;		/* the chunk filled before */
	size_t size;			/* bytes, this head included */
};

static _Noreturn void
mem_lack(void)
{
	fprintf(stderr, "%s: out of memory\n", getprogname());
	exit(2);
}

/*
 * Asks for large pages under a large block: fresh memory costs a page fault a
 * page, and a million jobs take fifty thousand small ones.  A wish only.  It
 * is for all pages that the block touches: were a part of a mapping different,
 * realloc could not move it and would copy it.
 */
static void *
mem_large(void *p, size_t bytes)
{
#ifdef MADV_HUGEPAGE
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t before = (uintptr_t)p & (page - 1);

	if (bytes >= MEM_PAGE)
		madvise((char *)p - before, (before + bytes + page - 1) &
		    ~(page - 1), MADV_HUGEPAGE);
#endif
	return p;
}

void
mem_keep(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, MEM_KEPT);
	mallopt(M_TRIM_THRESHOLD, MEM_KEPT);
#endif
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

/* A new chunk with room for n bytes; those of large pages are mapped. */
static void
add_chunk(struct mem_arena *a, size_t n)
{
	struct mem_chunk *c = a->chunk;
	size_t size = c == NULL ? MEM_CHUNK : c->size * 2;

	if (size > MEM_CHUNK_LAST)
		size = MEM_CHUNK_LAST;
	if (n > SIZE_MAX - sizeof(*c) - MEM_PAGE)
		mem_lack();
	if (size < sizeof(*c) + n)
		size = sizeof(*c) + n;
	if (size >= MEM_PAGE)
		size = (size + MEM_PAGE - 1) & ~((size_t)MEM_PAGE - 1);
	c = size < MEM_PAGE ? mem_array(1, size) : mem_pages(size);
	c->next = a->chunk;
	c->size = size;
	a->chunk = c;
	a->used = sizeof(*c);
}

char *
mem_arena_get(struct mem_arena *a, size_t n)
{
	if (a->chunk == NULL || n > a->chunk->size - a->used)
		add_chunk(a, n);
	a->used += n;
	return (char *)a->chunk + a->used - n;
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
		if (c->size < MEM_PAGE)
			free(c);
		else
			mem_pages_free(c, c->size);
	}
	a->used = 0;
}
