/*
 * tres: trackable resources, as Slurm counts what is there, asked and given:
 * `cpu=2,mem=500000M,node=1,billing=2,gres/gpu=16,gres/gpu:a100=16`.
 *
 * `gres/gpu` and `gres/gpu:TYPE` tell of the same cards: the first of all of
 * them, the second of those types that the accounting was told to tell apart.
 * So the two are never added up.  Syntax only.
 */
#ifndef TRES_H
#define TRES_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "text.h"

struct tres_item {
	struct slice name;	/* cpu, mem, node, gres/gpu, license/x, ... */
	struct slice type;	/* of gres/gpu:a100; empty: none */
	int64_t count;		/* bytes of memory, else a plain number */
};

/* What matters of a list; -1 is what it does not name. */
struct tres {
	int64_t cpus, mem_b, nodes;
	int64_t gpus;		/* of all types, known or not */
	int64_t typed;		/* of those whose type is named */
};

/*
 * Takes the next item off the front of a list: 1, 0 at its end, -1 when it is
 * no item, and the diag says why.
 */
int	tres_next(struct slice *rest, struct tres_item *, struct diag *);

/* Whether it is of GPUs of a named type. */
bool	tres_is_typed_gpu(const struct tres_item *);

/* Reads a whole list: 0 or -1, and then *out is undefined. */
int	tres_read(struct slice, struct tres *out, struct diag *);

#endif
