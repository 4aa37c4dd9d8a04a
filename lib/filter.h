/*
 * filter: what the filters of jobs have in common: records in, records out.
 */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "cluster.h"
#include "diag.h"
#include "job.h"
#include "listing.h"
#include "node.h"
#include "opt.h"
#include "queue.h"
#include "reader.h"

enum { FILTER_INPUTS = 3 };

/* Starts as {0}; the options are read by the program. */
struct filter {
	struct opt opt;
	char *nodes;		/* -N, or NULL */
	char *queue_file;	/* -Q, or NULL */
	struct jobs jobs;
	struct queues queues;	/* other is set by the program */
	struct cluster cluster;
	struct node_batch node;
	struct diag_list faults;
	struct reader *reader[FILTER_INPUTS];
	struct listing list;
	struct format format;
	struct format_column *column;
	struct buf out;
};

/*
 * Reads the queues, the nodes and the jobs, each where there is a file; ends
 * the program on faults, nothing written.  The cluster then is as it is at
 * now.  need_created as in job_init.
 */
void	filter_read(struct filter *, bool need_created);

/*
 * Begins output, once the table has all its columns; lead as in
 * listing_init.
 */
void	filter_begin(struct filter *, const char *lead);

/* Writes a record; the lead is a number, or absent when 0. */
void	filter_row(struct filter *, size_t row, uint64_t lead);

/* Stores what changed in the columns `own`, and writes every record. */
void	filter_write(struct filter *, uint32_t own);

/* Ends output and frees everything; returns the status to exit with. */
int	filter_end(struct filter *, int status);

#endif
