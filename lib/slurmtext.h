/*
 * slurmtext: the jobs of `scontrol show job`.
 *
 * Its AdminComment is not read: a user's comment or file name could pass for
 * one.
 */
#ifndef SLURMTEXT_H
#define SLURMTEXT_H

#include "diag.h"
#include "scontrol.h"
#include "slurmsaid.h"

/* Begins a walk over the jobs of a text. */
void	slurmtext_begin(struct scontrol *, struct slice text);

/*
 * Reads the next job: 1, 0 when there are no more, -1 when it cannot be read,
 * and the diag says why; *out has its line then.  Text in *out is borrowed.
 */
int	slurmtext_next(struct scontrol *, struct slurmsaid *out,
	    struct diag *);

#endif
