/* Tests of mem: sizes of 0, arenas, and the end for lack of memory. */
#include "mem.h"

#include <sys/wait.h>

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "tap.h"

enum {
	CHUNK = 256 * 1024,	/* what the arena takes at a time */
	PIECES = 5000
};

/*
 * ASan would end the program itself where malloc(3) returns NULL.
 * NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
 */
const char	*__asan_default_options(void);

/* cppcheck-suppress unusedFunction ; ASan calls it */
const char *
__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

static bool
all_are(const char *p, char c, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (p[i] != c)
			return false;
	return true;
}

static void
plain(void)
{
	char *p, *q;

	p = mem_zero(1000, 7);
	tap_ok(all_are(p, 0, 7000), "zero is cleared");
	free(p);
	p = mem_array(5, 1);
	memset(p, 'a', 5);
	q = mem_resize(p, 100000, 3);
	tap_ok(all_are(q, 'a', 5), "resize keeps the bytes");
	memset(q, 'b', 300000);
	q = mem_resize(q, 2, 1);
	tap_ok(all_are(q, 'b', 2), "resize to less keeps what remains");
	q = mem_resize(q, 0, 8);
	tap_ok(q != NULL, "resize to 0 is memory still");
	free(q);
	p = mem_array(0, 8);
	q = mem_zero(0, 8);
	tap_ok(p != NULL && q != NULL, "0 objects are not NULL");
	free(p);
	free(q);
}

static void
copy(void)
{
	char *p = mem_copy("a\0b", 3), *q = mem_copy(NULL, 0);

	tap_ok(memcmp(p, "a\0b", 4) == 0, "a copy holds NUL bytes and ends");
	tap_is_str(q, "", "a copy of nothing is the empty string");
	free(p);
	free(q);
}

/* Sizes that come to every residue, some of 0, a few over a chunk. */
static size_t
piece_size(size_t i)
{
	if (i % 1000 == 999)
		return CHUNK + i;
	return i % 7 == 0 ? 0 : i * 37 % 611;
}

/* All pieces are written before any is looked at. */
static void
arena_pieces(void)
{
	static char *piece[PIECES];
	struct mem_arena a = { 0 };
	size_t i, bad = 0;

	for (i = 0; i < PIECES; i++) {
		piece[i] = mem_arena_get(&a, piece_size(i));
		memset(piece[i], (int)(i % 251), piece_size(i));
	}
	for (i = 0; i < PIECES; i++)
		bad += !all_are(piece[i], (char)(i % 251), piece_size(i));
	tap_ok(bad == 0, "%d pieces of an arena lie apart", PIECES);
	mem_arena_free(&a);
	tap_ok(a.chunk == NULL && a.used == 0, "a freed arena is {0}");
}

static void
arena_edges(void)
{
	static const size_t size[] = { CHUNK - 1, CHUNK, CHUNK + 1 };
	struct mem_arena a = { 0 };
	char *p, *q, *r;
	size_t i;

	mem_arena_free(&a);
	tap_ok(a.chunk == NULL, "an arena that holds nothing may be freed");
	for (i = 0; i < 3; i++) {
		p = memset(mem_arena_get(&a, size[i]), 'p', size[i]);
		q = memset(mem_arena_get(&a, 1), 'q', 1);
		r = memset(mem_arena_get(&a, 2), 'r', 2);
		tap_ok(all_are(p, 'p', size[i]) && *q == 'q' &&
		    all_are(r, 'r', 2), "a piece of %zu, then small ones",
		    size[i]);
		mem_arena_free(&a);
	}
	p = mem_arena_copy(&a, "x\0y", 3);
	q = mem_arena_copy(&a, NULL, 0);
	tap_ok(memcmp(p, "x\0y", 3) == 0 && q != NULL,
	    "copies, of nothing too, in an arena used again");
	mem_arena_free(&a);
}

static void
pages(void)
{
	static const size_t size[] = { 4096, 65536, 2 << 20, 6 << 20 };
	size_t i;
	char *p, *q;

	for (i = 0; i < 4; i++) {
		p = mem_pages(size[i]);
		q = mem_pages(size[i]);
		tap_ok((uintptr_t)p % (2 << 20) == 0 && all_are(p, 0, size[i]),
		    "%zu bytes of pages, cleared", size[i]);
		memset(q, 'q', size[i]);
		memset(p, 'p', size[i]);
		tap_ok(all_are(q, 'q', size[i]), "two of them lie apart");
		mem_pages_free(p, size[i]);
		tap_ok(all_are(q, 'q', size[i]), "and are freed apart");
		mem_pages_free(q, size[i]);
	}
	mem_pages_free(NULL, 4096);
}

static void
lack_pages(void)
{
	mem_pages_free(mem_pages(SIZE_MAX), SIZE_MAX);
}

static void
lack_many_pages(void)
{
	mem_pages_free(mem_pages(SIZE_MAX / 4), SIZE_MAX / 4);
}

static void
lack_array(void)
{
	free(mem_array(SIZE_MAX / 4, 8));
}

static void
lack_zero(void)
{
	free(mem_zero(SIZE_MAX / 4, 8));
}

static void
lack_huge(void)
{
	free(mem_array(SIZE_MAX / 4, 1));
}

static void
lack_copy(void)
{
	free(mem_copy("", SIZE_MAX));
}

static void
lack_arena(void)
{
	struct mem_arena a = { 0 };

	mem_arena_get(&a, SIZE_MAX - 1);
	mem_arena_free(&a);
}

/* Runs it in a child: its exit status, and the end of what it said. */
static int
child(void (*run)(void), char *said, size_t size)
{
	size_t n = 0;
	ssize_t k;
	int fd[2], status;
	pid_t pid;

	if (pipe(fd) == -1 || (pid = fork()) == -1)
		return -1;
	if (pid == 0) {
		dup2(fd[1], STDERR_FILENO);
		run();
		_exit(0);
	}
	close(fd[1]);
	while (n < size - 1 && (k = read(fd[0], said + n, size - 1 - n)) > 0)
		n += (size_t)k;
	said[n] = '\0';
	close(fd[0]);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
lack(void)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} way[] = {
		{ "array", lack_array },
		{ "zero", lack_zero },
		{ "array, without overflow", lack_huge },
		{ "copy", lack_copy },
		{ "arena", lack_arena },
		{ "pages, with overflow", lack_pages },
		{ "pages", lack_many_pages },
	};
	static const char want[] = ": out of memory\n";
	char said[8192];
	size_t i, n;

	for (i = 0; i < sizeof(way) / sizeof(way[0]); i++) {
		tap_is_i64(child(way[i].run, said, sizeof(said)), 2,
		    "%s ends with status 2", way[i].name);
		n = strlen(said);
		/* A sanitizer may have said something of its own before. */
		tap_ok(n >= sizeof(want) - 1 && strcmp(said + n -
		    (sizeof(want) - 1), want) == 0, "%s says why",
		    way[i].name);
	}
}

int
main(void)
{
	plain();
	copy();
	arena_pieces();
	arena_edges();
	pages();
	lack();
	return tap_done();
}
