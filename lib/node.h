/*
 * node: node records, typed.
 */
#ifndef NODE_H
#define NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "header.h"
#include "kind.h"
#include "mem.h"
#include "reader.h"
#include "res.h"
#include "text.h"

enum node_column {
	NODE_NODE,
	NODE_GPU_MODEL,
	NODE_GPU, NODE_CPU, NODE_MEM,		/* free; as enum res */
	NODE_GPU_TOTAL, NODE_CPU_TOTAL, NODE_MEM_TOTAL,
	NODE_STATE,
	NODE_VGPU,
	NODE_POOL,
	NODE_LABELS,
	NODE_COLUMNS
};

/*
 * A batch of records, an array for each thing that is known of them.  Columns
 * are read one after the other: a loop over one kind of value is several
 * times faster than a walk over the kinds, and nodes come by the million.
 * The slices borrow from the reader's batch or the arena.
 */
struct node_batch {
	const struct reader_batch *from;
	size_t n;			/* records */
	const struct header *lacked;	/* told of already: it has no `node` */
	bool faults;			/* some are bad */
	bool bad[READER_ROWS];		/* the record has faults: leave it */
	struct slice name[READER_ROWS];	/* never empty */
	struct slice model[READER_ROWS];	/* empty: it has no GPUs */
	struct slice pool[READER_ROWS];	/* list; may be empty */
	struct slice labels[READER_ROWS];	/* may be empty */
	int64_t free[RES_N][READER_ROWS];	/* given; else total; else 0 */
	int64_t total[RES_N][READER_ROWS];	/* 0 where it is not given */
	uint8_t given[READER_ROWS];	/* bits 1 << res: free is given */
	uint8_t bounded[READER_ROWS];	/* bits 1 << res: a total is given */
	bool ready[READER_ROWS];
	bool vgpu[READER_ROWS];
	int column[NODE_COLUMNS];	/* where they stand; -1: nowhere */
	struct mem_arena arena;		/* values that had escapes */
};

/* The columns that node records define. */
const struct kind_set	*node_columns(void);

/*
 * Learns an operand's columns; before its first batch, and when it has more.
 * Fault: a header without `node`.
 */
void	node_learn(struct node_batch *, const struct header *,
	    struct diag_list *);

/*
 * Reads a batch.  Faults: no name, or one that cannot stand in a list of
 * nodes (with a comma or an asterisk); what is no amount; vgpu that is not
 * yes or no.
 */
void	node_read(struct node_batch *, const struct reader_batch *,
	    struct diag_list *);

void	node_free(struct node_batch *);

#endif
