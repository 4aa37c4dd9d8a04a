#include "vec.h"

#include <stdint.h>

#include "mem.h"

void *
vec_expect(void *p, size_t *cap, size_t need, size_t more, size_t size)
{
	if (need > *cap && more < SIZE_MAX / size - need)
		need += more;
	return vec_room(p, cap, need, size);
}

void *
vec_room(void *p, size_t *cap, size_t need, size_t size)
{
	size_t n;

	if (need <= *cap)
		return p;
	n = *cap > SIZE_MAX / 2 ? need : *cap * 2;
	if (n < need)
		n = need;
	if (n < 16)
		n = 16;
	p = mem_resize(p, n, size);
	*cap = n;
	return p;
}
