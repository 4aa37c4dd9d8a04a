/*
 * dcgm: what dcgm-exporter says of GPUs.
 *
 * GPUs are counted by their UUID, and slices of a GPU in MIG mode by UUID and
 * instance: rows are no GPUs, since several pods or jobs may give one GPU
 * several.  A GPU that has slices is no whole GPU.  The profile of a slice is
 * a model of its own, named as the driver names it: `NVIDIA A30 MIG 1g.6gb`.
 *
 * One is free when no pod and no batch job holds it and when its utilisation
 * and its used memory are known and at most what the census's rules say.
 */
#ifndef DCGM_H
#define DCGM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "census.h"
#include "diag.h"
#include "foreign.h"
#include "intern.h"
#include "promtext.h"
#include "text.h"

/* A GPU or a slice of one; what is not known is -1. */
struct dcgm_device {
	struct slice host;	/* empty: no label says */
	struct slice uuid;	/* for messages */
	struct slice model;	/* may be empty */
	struct slice profile;	/* of a slice; else empty */
	size_t gpu;		/* number of the GPU that it is, or is of */
	uint64_t line;		/* of its first sample */
	int64_t util_m;		/* percent, thousandths: the most of several */
	int64_t used_b, free_b, reserved_b, total_b;	/* its memory */
	bool slice;		/* of a GPU in MIG mode */
	bool held;		/* by a pod of exported_pod, or a job */
	bool pod;		/* label pod: a holder's, or the exporter's */
};

/* Starts as {0}. */
struct dcgm {
	struct intern keys;	/* of devices, as numbers */
	struct intern gpus;	/* where GPUs are */
	struct dcgm_device *device;
	size_t devices, cap;
	bool *mig;		/* by GPU: it is cut into slices */
	size_t mig_cap;
	bool exported;		/* label pod is the exporter's own */
};

/* The number of a metric that is read; -1: it is none. */
int	dcgm_metric(struct slice name);

/* Takes the walk's last sample, of that metric; -1: the diag says why not. */
int	dcgm_add(struct dcgm *, int metric, struct promtext *, struct diag *);

/*
 * Tells the census; GPUs without a host are on the one called nameless, and
 * faults when that is empty.
 */
void	dcgm_tell(const struct dcgm *, struct slice nameless,
	    struct census *, const struct foreign *);

void	dcgm_free(struct dcgm *);

#endif
