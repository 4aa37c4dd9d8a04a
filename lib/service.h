/*
 * service: classes of attained service, the policies las and las2d.
 *
 * A job begins in the first class and leaves it when it has run for the
 * class's limit: seconds (las) or GPU-seconds (las2d).  Least class first;
 * within one those that run go ahead, but who comes into it, running or not,
 * comes behind all others.  Source: Tiresias.
 */
#ifndef SERVICE_H
#define SERVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "live.h"
#include "order.h"

enum { SERVICE_LIMITS = 8 };

struct service {
	int64_t limit_s[SERVICE_LIMITS];	/* ascending */
	int limits;
	bool by_gpus;		/* las2d */
};

/* Moves jobs on whose service reached a limit at now. */
void	service_move(const struct service *, struct live *, int64_t now_s);

/* When running job k reaches the next limit, or INT64_MAX. */
int64_t	service_next_s(const struct service *, const struct live *,
	    size_t k);

/*
 * The live jobs that run, or wait and may start at now, in order of a policy
 * or, when they are served by classes, of theirs.  Returns how many.
 */
size_t	service_order(struct live *, bool served, enum order_policy,
	    int64_t now_s, size_t *order);

/*
 * After GPUs were dealt to n jobs in order: in each class those that run come
 * first from now on, and keep their order.
 */
void	service_turns(struct live *, const size_t *index, size_t n);

#endif
