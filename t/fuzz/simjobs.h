/*
 * simjobs: job records made of bytes, whatever they are: so that a fuzzer
 * tries out what jobs do, not how they are spelled.
 */
#ifndef SIMJOBS_H
#define SIMJOBS_H

#include <stdint.h>

#include "buf.h"

enum { SIMJOBS_BYTES = 16 };	/* of one job */

static inline void
simjobs_word(struct buf *b, const char *const *word, unsigned of, unsigned at)
{
	buf_char(b, '\t');
	buf_str(b, word[at % of]);
}

/* A number; `none` in all values of the byte are absent. */
static inline void
simjobs_number(struct buf *b, unsigned none, unsigned byte, int64_t v)
{
	buf_char(b, '\t');
	if (byte < none)
		buf_char(b, '-');
	else
		buf_i64(b, v);
}

/* The columns in which words stand, but for the id. */
static inline void
simjobs_words(struct buf *b, const uint8_t *p)
{
	static const char *const queue[] = { "q", "f", "b", "g" };
	static const char *const group[] = { "a", "b/x", "b/y", "c" };
	static const char *const state[] = { "pending", "pending", "pending",
	    "-", "running", "running", "inqueue", "held", "succeeded" };
	static const char *const nodes[] = { "n1", "n1", "n2", "n3*2", "n1,n2",
	    "n3:T4", "n4", "x", "-" };
	static const char *const gpu[] = { "1", "2", "4", "8", "3", "0.5",
	    "0" };
	static const char *const model[] = { "-", "-", "T4", "A100", "H100" };
	static const char *const pool[] = { "-", "-", "p", "q" };
	static const char *const same[] = { "-", "-", "-", "rack" };
	static const char *const can[] = { "-", "-", "yes", "no" };
	static const char *const reserved[] = { "-", "-", "-", "-", "-",
	    "n1@500", "n1,n3@2000" };

	simjobs_word(b, queue, 4, p[0]);
	simjobs_word(b, group, 4, p[0] >> 2);
	simjobs_word(b, model, 5, p[0] >> 4);
	simjobs_word(b, state, 9, p[1]);
	simjobs_word(b, nodes, 9, p[1] >> 4);
	simjobs_word(b, gpu, 7, p[2]);
	simjobs_word(b, pool, 4, p[2] >> 4);
	simjobs_word(b, same, 4, p[2] >> 6);
	simjobs_word(b, can, 4, p[3]);
	simjobs_word(b, reserved, 7, p[3] >> 2);
}

/* Appends a header and a record for each SIMJOBS_BYTES of n bytes. */
static inline void
simjobs_put(struct buf *b, const uint8_t *p, size_t n)
{
	int64_t now_s = 0, i;

	buf_str(b, "job\tqueue\tgroup\tgpu_model\tstate\tnodes\tgpu\tpool\t"
	    "same\tresumable\treserved\tcreated\tpriority\tinstances\tcpu\t"
	    "runtime\tmin_runtime\ttime_limit\tstarted\tended\tattained\t"
	    "not_before\trequeues\tpreemptions\ttop\n");
	for (i = 0; n >= SIMJOBS_BYTES; n -= SIMJOBS_BYTES, i++) {
		buf_char(b, 'j');
		buf_i64(b, i);
		simjobs_words(b, p);
		now_s += p[4];
		simjobs_number(b, 0, 0, now_s);
		simjobs_number(b, 0, 0, p[5] & 3);
		simjobs_number(b, 0, 0, 1 + (p[5] >> 2 & 3));
		simjobs_number(b, 0, 0, p[5] >> 4);
		simjobs_number(b, 1, p[6], p[6] * 4 - 4);
		simjobs_number(b, 64, p[7], p[7] - 64);
		simjobs_number(b, 128, p[8], (p[8] - 128) * 8);
		simjobs_number(b, 32, p[9], p[9] * 4);
		simjobs_number(b, 160, p[10], p[10] * 4);
		simjobs_number(b, 160, p[11], p[11]);
		simjobs_number(b, 192, p[12], p[12] * 4);
		simjobs_number(b, 192, p[13], p[13] & 3);
		simjobs_number(b, 192, p[14], p[14] & 3);
		simjobs_number(b, 224, p[15], (p[15] & 3) - 1);
		buf_char(b, '\n');
		p += SIMJOBS_BYTES;
	}
}

#endif
