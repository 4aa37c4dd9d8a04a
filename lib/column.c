#include "column.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

/* Half of what is near lies before the number that was set first. */
#define HALF (INT64_C(1) << 31)

/* Whether v is near; then *code is what stands for it. */
static inline bool
near(const struct column *c, int64_t v, uint32_t *code)
{
	const uint64_t off = (uint64_t)v - (uint64_t)c->base;

	*code = v == 0 ? 0 : (uint32_t)off;
	return v == 0 || (v > c->base && off <= UINT32_MAX);
}

static void
widen(struct column *c, size_t rows)
{
	int64_t *far = mem_zero(rows, sizeof(*far));
	size_t i;

	for (i = 0; i < rows; i++)
		far[i] = column_get(c, i);
	free(c->near);
	c->near = NULL;
	c->far = far;
}

void
column_set(struct column *c, size_t i, int64_t v, size_t rows)
{
	uint32_t code;

	if (!column_any(c)) {
		if (v == 0)
			return;
		c->near = mem_zero(rows, sizeof(*c->near));
		c->base = v < INT64_MIN + HALF ? INT64_MIN : v - HALF;
	}
	if (c->near != NULL && near(c, v, &code)) {
		c->near[i] = code;
		return;
	}
	if (c->near != NULL)
		widen(c, rows);
	c->far[i] = v;
}

/* The same of an array, if it is there. */
static void *
resize(void *p, size_t had, size_t rows, size_t size)
{
	if (p == NULL)
		return NULL;
	p = mem_resize(p, rows, size);
	if (rows > had)
		memset((char *)p + had * size, 0, (rows - had) * size);
	return p;
}

void
column_resize(struct column *c, size_t had, size_t rows)
{
	c->near = resize(c->near, had, rows, sizeof(*c->near));
	c->far = resize(c->far, had, rows, sizeof(*c->far));
}

void
column_clear(struct column *c, size_t n)
{
	if (c->near != NULL)
		memset(c->near, 0, n * sizeof(*c->near));
	if (c->far != NULL)
		memset(c->far, 0, n * sizeof(*c->far));
}

/* The same of an array. */
static void
drop(void *p, size_t k, size_t n, size_t size)
{
	if (p == NULL)
		return;
	memmove(p, (char *)p + k * size, (n - k) * size);
	memset((char *)p + (n - k) * size, 0, k * size);
}

void
column_drop(struct column *c, size_t k, size_t n)
{
	drop(c->near, k, n, sizeof(*c->near));
	drop(c->far, k, n, sizeof(*c->far));
}

void
column_free(struct column *c)
{
	free(c->near);
	free(c->far);
	memset(c, 0, sizeof(*c));
}
