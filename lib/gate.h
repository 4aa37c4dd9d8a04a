/*
 * gate: who blocks whom in a walk over a queue.
 *
 * A job of a fifo queue that does not fit stops all behind it in its queue;
 * with per_pool only those of its class, and a job that names no class is
 * stopped by any.
 */
#ifndef GATE_H
#define GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GATE_OPEN UINT32_MAX

/* Places in the order, or GATE_OPEN. */
struct gate {
	uint32_t *queue;	/* who blocks each queue */
	uint32_t *class;	/* by queue and class, with per_pool */
	size_t queues, classes;
};

void	gate_init(struct gate *, size_t queues, size_t classes,
	    bool per_pool);

/* Opens all, as a walk begins. */
void	gate_open(struct gate *);

/* Who blocks a job; named: its class names something. */
static inline uint32_t
gate_blocker(const struct gate *g, uint32_t queue, uint32_t class, bool named)
{
	return g->class != NULL && named ?
	    g->class[queue * g->classes + class] : g->queue[queue];
}

/* The job at place k blocks those behind it, unless one ahead does. */
void	gate_block(struct gate *, uint32_t queue, uint32_t class, size_t k);

void	gate_free(struct gate *);

#endif
