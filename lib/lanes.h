/*
 * lanes: jobs that wait, each kind in a lane of its own, by their places in
 * the order of all.
 *
 * A walk over them in order need not touch a kind that cannot be let in: a
 * lane is put into the walk, or not, as a whole.  Nothing can fail; what is
 * taken out, or asked for, is there.
 */
#ifndef LANES_H
#define LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts as {0}. */
struct lanes_heap {
	uint32_t *item;		/* the least first */
	size_t n, cap;
};

/* Puts one in; takes the least out.  O(log n). */
void		lanes_push(struct lanes_heap *, uint32_t v);
uint32_t	lanes_pop(struct lanes_heap *);

/*
 * A lane.  Starts as {0}.  Those that are taken out for a while, in order, and
 * come back to the front need not go through the heap: they stand in a line.
 */
struct lanes_lane {
	struct lanes_heap heap;
	uint32_t *line;		/* ascending, from `at` on */
	size_t at, n, cap;
};

/* Puts one into the line, which is greater than those there.  O(1). */
void		lanes_line(struct lanes_lane *, uint32_t v);

/* Whether there is one in line or heap; the first of all; takes it out. */
bool		lanes_some(const struct lanes_lane *);
uint32_t	lanes_first(const struct lanes_lane *);
void		lanes_take(struct lanes_lane *);

/*
 * Moves the first one in line into the heap; false: the line is empty, and
 * begins anew.
 */
bool		lanes_break(struct lanes_lane *, uint32_t *v);

void		lanes_free(struct lanes_lane *);

/* A walk over lanes: numbers of those that are in it, by their heads. */
struct lanes_walk {
	struct lanes_head {
		uint32_t head, lane;
	} *at;
	size_t n, cap;
};

/* Puts a lane into the walk.  O(log lanes). */
void	lanes_enter(struct lanes_walk *, uint32_t lane, uint32_t head);

/* The lane whose head is first is out of the walk: its number. */
uint32_t	lanes_leave(struct lanes_walk *);

#endif
