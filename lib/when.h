/*
 * when: times and durations, read and written exactly.
 *
 *	time		seconds since 1970 UTC	1764500000
 *						2026-11-30T10:00:00+08:00
 *	duration	seconds			90  15m  1h30m  1-02:03:04
 *
 * Times are those of RFC 3339 from 1970 to 9999; a fraction of a second is an
 * error unless it is 0.  The calendar is computed here: no clock, no time
 * zone of the machine, no locale.
 */
#ifndef WHEN_H
#define WHEN_H

#include <stdbool.h>
#include <stdint.h>

#include "quant.h"
#include "text.h"

struct buf;

/* How a record writes its times: learnt from one, used for others. */
struct when_style {
	bool rfc3339;		/* else epoch seconds */
	bool zulu;		/* offset 0 is written Z */
	int32_t offset_s;	/* east of UTC, under a day */
};

/*
 * Reads the whole of s; *style, when not NULL, learns how it was written.  On
 * a fault nothing is changed.
 */
enum quant_fault	when_time(struct slice s, int64_t *out_s,
			    struct when_style *style);

/*
 * Also Slurm's MM:SS, HH:MM:SS and D-HH:MM:SS, in which only the first field
 * may be large.  On a fault *out_s is unchanged.
 */
enum quant_fault	when_duration(struct slice s, int64_t *out_s);

/*
 * In the style of the record; NULL is epoch seconds, and so is a time past
 * the year 9999.
 */
void	when_put_time(struct buf *, int64_t s, const struct when_style *);

/* The shortest exact form: 1h30m, 1m30s, 0s. */
void	when_put_duration(struct buf *, int64_t s);

#endif
