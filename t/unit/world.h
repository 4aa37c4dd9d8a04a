/*
 * world: queues, nodes and jobs read from text, changed, and written back as
 * TSV, as the filters of jobs do it but without a file.  For tests.
 */
#ifndef WORLD_H
#define WORLD_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "cluster.h"
#include "diag.h"
#include "format.h"
#include "job.h"
#include "jobrow.h"
#include "listing.h"
#include "node.h"
#include "queue.h"
#include "reader.h"
#include "state.h"
#include "text.h"

/* Large: keep it static.  Begin it anew for each case. */
struct world {
	struct jobs jobs;
	struct queues queues;
	struct cluster cluster;
	struct node_batch node;
	struct diag_list faults;
	struct reader *reader[3];
};

static inline void
world_node_columns(void *arg, struct header *h)
{
	struct world *w = arg;

	node_learn(&w->node, h, &w->faults);
}

static inline void
world_node_batch(void *arg, const struct reader_batch *b)
{
	struct world *w = arg;

	node_read(&w->node, b, &w->faults);
	cluster_add(&w->cluster, &w->node, &w->faults);
}

static inline void
world_begin(struct world *w, bool need_created)
{
	const struct reader_sink queue_sink = { queue_learn, queue_batch,
		&w->queues };
	const struct reader_sink node_sink = { world_node_columns,
		world_node_batch, w };
	const struct reader_sink job_sink = { jobrow_learn, jobrow_batch,
		&w->jobs };

	memset(w, 0, sizeof(*w));
	job_init(&w->jobs, need_created, &w->faults);
	w->queues.faults = &w->faults;
	w->queues.other.cooldown_s = QUEUE_COOLDOWN_S;
	w->reader[0] = reader_new(&queue_sink, &w->faults);
	w->reader[1] = reader_new(&node_sink, &w->faults);
	w->reader[2] = reader_new(&job_sink, &w->faults);
}

/* One operand, whole. */
static inline void
world_read(struct reader *r, const char *name, const char *p, size_t n)
{
	size_t room, k;
	char *to;

	reader_open(r, name);
	while (n > 0) {
		to = reader_room(r, &room);
		k = n < room ? n : room;
		memcpy(to, p, k);
		reader_took(r, k);
		p += k;
		n -= k;
	}
	reader_close(r);
}

static inline void
world_queues(struct world *w, const char *text)
{
	world_read(w->reader[0], "queues", text, strlen(text));
}

static inline void
world_nodes(struct world *w, const char *text)
{
	world_read(w->reader[1], "nodes", text, strlen(text));
}

static inline void
world_jobs(struct world *w, const char *text)
{
	world_read(w->reader[2], "jobs", text, strlen(text));
}

/* The cluster as it is at now, once all is read. */
static inline void
world_at(struct world *w, int64_t now_s)
{
	cluster_jobs(&w->cluster, &w->jobs, now_s, &w->faults);
}

/* Stores what changed in the columns `own`, and appends all records. */
static inline void
world_write(struct world *w, uint32_t own, struct buf *out)
{
	struct listing l;
	struct format f;
	size_t i;

	state_store(&w->jobs, own);
	listing_init(&l, &w->jobs.table, job_columns(), NULL);
	format_begin(&f, FORMAT_TSV, out, l.column, l.n, true);
	for (i = 0; i < w->jobs.n; i++)
		listing_row(&l, &f, i, text_slice(NULL, 0));
	format_end(&f);
	listing_free(&l);
}

/* The job of that id, or NULL. */
static inline struct job *
world_job(struct world *w, const char *id)
{
	int64_t at = intern_find(&w->jobs.id, text_of(id));

	return at == INTERN_NONE ? NULL : &w->jobs.job[at];
}

static inline void
world_end(struct world *w)
{
	int i;

	job_free(&w->jobs);
	queue_free(&w->queues);
	cluster_free_all(&w->cluster);
	node_free(&w->node);
	for (i = 0; i < 3; i++)
		reader_free(w->reader[i]);
}

#endif
