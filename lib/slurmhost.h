/*
 * slurmhost: what Slurm says of one of its nodes, and what follows from it.
 *
 * The same is said in several texts; their readers fill in what is said, and
 * here it is weighed: what of the node can be had, what is used of it, and
 * whether anything can start there at all.
 */
#ifndef SLURMHOST_H
#define SLURMHOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "diag.h"
#include "text.h"

enum slurmhost_text {
	SLURMHOST_NAME,
	SLURMHOST_STATE,	/* words with + between them */
	SLURMHOST_GRES,		/* what it has */
	SLURMHOST_USED,		/* of that */
	SLURMHOST_CFG,		/* tres */
	SLURMHOST_ALLOC,	/* tres */
	SLURMHOST_POOL,		/* list of partitions */
	SLURMHOST_ACTIVE,	/* list of features */
	SLURMHOST_FEATURES,	/* the same, active or not */
	SLURMHOST_TEXTS
};

enum slurmhost_number {
	SLURMHOST_CPUS,		/* all, and what is left for jobs */
	SLURMHOST_EFFECTIVE,
	SLURMHOST_CORES_SPEC,	/* cores that are set aside */
	SLURMHOST_THREADS,	/* per core */
	SLURMHOST_CPUS_ALLOC,
	SLURMHOST_MEM,		/* MiB */
	SLURMHOST_MEM_SPEC,	/* MiB that are set aside */
	SLURMHOST_MEM_ALLOC,	/* MiB */
	SLURMHOST_NUMBERS
};

/* As it is said.  A text that is not there has no p; a number is -1. */
struct slurmhost {
	struct slice text[SLURMHOST_TEXTS];
	int64_t number[SLURMHOST_NUMBERS];
};

enum { SLURMHOST_TYPES = 32 };

/* The cards of one type. */
struct slurmhost_card {
	struct slice type;	/* empty: none is said */
	int64_t total, used;	/* cards; used may be more */
	bool tracked;		/* the accounting tells them apart */
};

/* What follows.  state is the caller's to free; the rest borrows. */
struct slurmhost_sum {
	bool ready;
	struct buf state;	/* why not: drain+invalid_reg */
	int64_t cpu_m, cpu_used_m;	/* thousandths; -1: nothing is said */
	int64_t mem_b, mem_used_b;	/* bytes; the same */
	struct slurmhost_card card[SLURMHOST_TYPES];
	size_t cards;
	const char *note;	/* what is a guess; or NULL */
};

/*
 * Weighs what is said: 0; or -1, when it is no node, and then the diag says
 * which column and why.
 */
int	slurmhost_weigh(const struct slurmhost *, bool powered_down,
	    struct slurmhost_sum *, struct diag *);

#endif
