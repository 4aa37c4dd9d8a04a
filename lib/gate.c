#include "gate.h"

#include <stdlib.h>

#include "mem.h"

void
gate_init(struct gate *g, size_t queues, size_t classes, bool per_pool)
{
	g->queues = queues;
	g->classes = classes;
	g->queue = mem_array(queues, sizeof(*g->queue));
	g->class = per_pool ? mem_array(queues * classes + 1,
	    sizeof(*g->class)) : NULL;
	gate_open(g);
}

void
gate_open(struct gate *g)
{
	size_t i;

	for (i = 0; i < g->queues; i++)
		g->queue[i] = GATE_OPEN;
	for (i = 0; g->class != NULL && i < g->queues * g->classes; i++)
		g->class[i] = GATE_OPEN;
}

void
gate_block(struct gate *g, uint32_t queue, uint32_t class, size_t k)
{
	uint32_t *c = g->class == NULL ? NULL :
	    &g->class[queue * g->classes + class];

	if (g->queue[queue] == GATE_OPEN)
		g->queue[queue] = (uint32_t)k;
	if (c != NULL && *c == GATE_OPEN)
		*c = (uint32_t)k;
}

void
gate_free(struct gate *g)
{
	free(g->queue);
	free(g->class);
}
