#include "requeue.h"

#include "num.h"
#include "state.h"

__extension__ typedef unsigned __int128 requeue_wide;

/*
 * With 40 bits behind the point: 63 + 40 and 20 for the factor fit into 128.
 * What is cut off would show only next to a whole second.
 */
int64_t
requeue_cooldown_s(int64_t cooldown_s, int64_t k,
    const struct requeue_options *o)
{
	requeue_wide v = (requeue_wide)cooldown_s << 40;
	const requeue_wide most = (requeue_wide)o->max_cooldown_s << 40;

	/* With a factor of 1 it never ends by itself. */
	for (; k > 1 && v > 0 && v < most && o->backoff_m > 1000; k--)
		v = v * (requeue_wide)o->backoff_m / 1000;
	return v > most ? o->max_cooldown_s : (int64_t)(v >> 40);
}

static void
send_back(struct jobs *s, size_t i, const struct queue *q,
    const struct requeue_options *o)
{
	int64_t k = num_add_sat(job_number(s, i, JOB_REQUEUES), 1);
	struct state_with with = { .now_s = o->now_s,
		.reason = text_of("timeout") };
	bool last = o->limit > 0 && k >= o->limit;

	with.not_before_s = num_add_sat(o->now_s,
	    requeue_cooldown_s(q->cooldown_s, k, o));
	state_apply(s, i, last ? STATE_GIVE_UP : STATE_TIMEOUT, &with);
	if (o->eviction)
		state_set(s, i, JOB_QUEUED, o->now_s);
}

bool
requeue_job(struct jobs *s, size_t i, const struct queues *queues,
    const struct requeue_options *o)
{
	const struct queue *q;

	if (s->job[i].state != JOB_INQUEUE || (s->job[i].has &
	    (JOB_BIT(JOB_SINCE) | JOB_BIT(JOB_CREATED))) == 0)
		return false;	/* or it is not known since when */
	q = queue_get(queues, s->queue.name[s->job[i].queue]);
	if (q->timeout_s == 0 ||
	    o->now_s - job_number(s, i, JOB_SINCE) < q->timeout_s)
		return false;
	send_back(s, i, q, o);
	return true;
}

size_t
requeue_all(struct jobs *s, const struct queues *queues,
    const struct requeue_options *o)
{
	size_t i, n = 0;

	for (i = 0; i < s->n; i++)
		n += requeue_job(s, i, queues, o);
	return n;
}
