/*
 * vec: growth of arrays.
 *
 * A growing array is three fields of its owner's struct: a pointer, a count
 * and a capacity, all 0 at the start.  Growth doubles, so n additions copy
 * O(n) objects.  The array is freed with free(3).
 */
#ifndef VEC_H
#define VEC_H

#include <stddef.h>

/*
 * Makes room for need objects of size bytes: returns p, moved perhaps, and
 * raises *cap.  Ends the program on lack of memory (mem.h).
 */
void	*vec_room(void *p, size_t *cap, size_t need, size_t size);

/*
 * The same, and when it must grow, for `more` objects beyond need, which are
 * expected: so an array of known size is not copied as it grows.
 */
void	*vec_expect(void *p, size_t *cap, size_t need, size_t more,
	    size_t size);

/* Makes room for one more in the array `p` with the count n and capacity. */
#define VEC_MORE(p, n, cap) \
	((n) < (cap) ? (p) : vec_room((p), &(cap), (n) + 1, sizeof(*(p))))

#endif
