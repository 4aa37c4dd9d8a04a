/*
 * mem: memory that is there.
 *
 * Lack of memory cannot be mended by a filter, so these end the program with
 * one line and status 2 instead of returning NULL; no other module of the
 * library may exit or print.  What they return belongs to the caller, who
 * frees it with free(3).  A size that overflows counts as lack of memory.
 */
#ifndef MEM_H
#define MEM_H

#include <stddef.h>

/*
 * For a program that takes and gives back as much a million times: what is
 * given back stays with it, where the system lets it, and is not asked for
 * anew each time.
 */
void	mem_keep(void);

/* n objects of size bytes (at least 1), not cleared, or cleared. */
void	*mem_array(size_t n, size_t size);
void	*mem_zero(size_t n, size_t size);

/* As reallocarray(3): p may be NULL. */
void	*mem_resize(void *p, size_t n, size_t size);

/*
 * Zeroed memory straight from the kernel, in large pages where it has them:
 * tables of a million entries then take few page faults and miss the TLB
 * less.  bytes is a multiple of MEM_PAGE's 2 MiB for the best use, of the
 * page size at least; nothing is touched before it is used.
 */
void	*mem_pages(size_t bytes);
void	mem_pages_free(void *, size_t bytes);

/* A copy of n bytes with a NUL behind it. */
char	*mem_copy(const char *p, size_t n);

/*
 * An arena: many small pieces that are freed together.  Starts as {0}.
 * Pieces stay where they are until mem_arena_free.
 */
struct mem_arena {
	struct mem_chunk *chunk;	/* the newest first */
	size_t used;	/* bytes taken of the newest, its head among them */
};

/* n bytes, for text: no alignment is promised.  n may be 0. */
char	*mem_arena_get(struct mem_arena *, size_t n);

/* A copy of n bytes in the arena, without a NUL. */
char	*mem_arena_copy(struct mem_arena *, const char *p, size_t n);

/* Frees every piece; the arena is {0} again. */
void	mem_arena_free(struct mem_arena *);

#endif
