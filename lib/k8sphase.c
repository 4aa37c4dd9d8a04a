#include "k8sphase.h"

static struct k8sphase_state
result(const struct k8sphase *p, enum job_state state, const char *reason)
{
	struct k8sphase_state s = { state, p->noted && p->phase == state,
		reason };

	return s;
}

/* Whether all its pods have a node, or did once. */
static bool
was_whole(const struct k8sphase *p)
{
	if (p->ended > 0)
		return true;
	if (p->active == 0)
		return false;
	if (p->bound != -1)
		return p->bound >= p->active;
	return p->ready == -1 || p->ready >= p->active;
}

/* Not ours, or not to be understood: it is shown, and left alone. */
static const char *
alone(const struct k8sphase *p)
{
	return p->ours ? p->bar : "unmanaged";
}

static struct k8sphase_state
suspended(const struct k8sphase *p)
{
	if (alone(p) != NULL)
		return result(p, JOB_HELD, alone(p));
	if (!p->noted)
		return result(p, JOB_PENDING, NULL);
	switch (p->phase) {
	case JOB_PENDING:
	case JOB_HELD:
	case JOB_STOPPED:
		return result(p, p->phase, NULL);
	case JOB_INQUEUE:
	case JOB_RUNNING:
	case JOB_SUCCEEDED:
	case JOB_FAILED:
	case JOB_STATES:
		break;
	}
	/* It was let in, and someone suspended it. */
	return result(p, JOB_HELD, "suspended");
}

struct k8sphase_state
k8sphase_of(const struct k8sphase *p)
{
	if (p->complete)
		return result(p, JOB_SUCCEEDED, NULL);
	if (p->failed)
		return result(p, JOB_FAILED, NULL);
	if (p->suspended)
		return suspended(p);
	if (was_whole(p))
		return result(p, JOB_RUNNING, alone(p));
	return result(p, alone(p) != NULL ? JOB_HELD : JOB_INQUEUE, alone(p));
}
