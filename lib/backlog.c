#include "backlog.h"

#include <stdlib.h>

#include "mem.h"
#include "num.h"

#define ABSENT UINT32_MAX

static uint32_t
cut(int64_t s)
{
	return (uint32_t)num_min(s, ABSENT - 1);
}

static void
set(struct backlog *b, size_t at, uint32_t limit_s)
{
	size_t i = b->leaves + at;
	uint32_t left_s, right_s;

	b->limit_s[i] = limit_s;
	while ((i /= 2) > 0) {
		left_s = b->limit_s[2 * i];
		right_s = b->limit_s[2 * i + 1];
		b->limit_s[i] = left_s < right_s ? left_s : right_s;
	}
}

void
backlog_init(struct backlog *b, size_t n)
{
	size_t i;

	for (b->leaves = 1; b->leaves < n; b->leaves *= 2)
		;
	b->limit_s = mem_array(2 * b->leaves, sizeof(*b->limit_s));
	for (i = 0; i < 2 * b->leaves; i++)
		b->limit_s[i] = ABSENT;
}

void
backlog_put(struct backlog *b, size_t at, int64_t limit_s)
{
	set(b, at, cut(limit_s));
}

void
backlog_take(struct backlog *b, size_t at)
{
	set(b, at, ABSENT);
}

size_t
backlog_first(const struct backlog *b, size_t from, size_t to,
    int64_t most_s)
{
	const uint32_t most = cut(most_s);
	size_t i = b->leaves + from, width = 1;

	/* To the right, and up, to the first subtree that has one. */
	while (from < to && b->limit_s[i] > most) {
		from += width;
		for (i++; i % 2 == 0; i /= 2)
			width *= 2;
	}
	if (from >= to)
		return BACKLOG_NONE;
	while (i < b->leaves) {
		i *= 2;
		width /= 2;
		if (b->limit_s[i] > most) {
			i++;
			from += width;
		}
	}
	return from < to ? from : BACKLOG_NONE;
}

void
backlog_free(struct backlog *b)
{
	free(b->limit_s);
}
