/*
 * k8ssaid: what a Job of Kubernetes says of itself.
 */
#ifndef K8SSAID_H
#define K8SSAID_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "k8sobj.h"
#include "k8spod.h"

/* Times are epoch seconds; where a comment does not say else, -1 is none. */
struct k8ssaid {
	struct k8spod ask;	/* of one pod of its template */
	int64_t parallelism;	/* pods at once */
	int64_t completions;	/* pods that must succeed */
	int64_t active;		/* pods that have not ended; at least 0 */
	int64_t ready;		/* those of them that are */
	int64_t pods_succeeded, pods_failed;	/* at least 0 */
	int64_t time_limit_s;
	int64_t created_s;
	int64_t suspended_s;	/* when that last changed */
	int64_t start_s;	/* when it was last let in */
	int64_t end_s;		/* when it succeeded or failed */
	bool suspended;
	bool complete, failed;	/* its conditions */
	bool elsewhere;		/* not the server's own controller's affair */
};

/*
 * Reads a Job.  -1, with the column and what is wrong in the diag: a number,
 * the time that it was made at, or what it asks for, cannot be read.
 */
int	k8ssaid_read(const struct k8sobj *, struct k8ssaid *, struct diag *);

#endif
