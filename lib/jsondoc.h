/*
 * jsondoc: whole JSON documents of other programs, record by record.
 *
 * A document is often one list of a hundred thousand records.  A scan that
 * knows strings and brackets alone cuts it into the records, and cJSON reads
 * each: so memory is that of the text and of one record.  cJSON, because it
 * took a third less time for a list of pods than json-c and a third of
 * jansson's; its numbers are doubles, so whole numbers beyond 2^53 are faults
 * here.  The adapters include this, not cJSON's header.
 *
 * A text that is no JSON, or ends too early, is a fault in the list that the
 * walk was begun with; the functions then return -1.
 */
#ifndef JSONDOC_H
#define JSONDOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "text.h"

struct cJSON;		/* a value; NULL stands for null and for none */

/* One member of a document's object, as it stands. */
struct jsondoc_member {
	struct slice key;	/* without its quotes */
	struct slice value;
};

/* A walk over the documents of a text, and over the records of each. */
struct jsondoc {
	const char *file;		/* borrowed */
	struct slice text;		/* all of it; borrowed */
	struct slice document;		/* where the walk is */
	struct jsondoc_member *member;	/* of the document */
	size_t members, member_cap;
	struct slice rest;		/* records to come, and all behind */
	size_t at;			/* offset of the last record's text */
	struct cJSON *record;
	size_t counted;			/* lines are counted up to here */
	uint64_t line;
	struct diag_list *faults;
};

/* The first member's name in a text that is JSON; else empty.  O(1). */
struct slice	jsondoc_opening(struct slice text);

/* Begins; nothing is read yet.  The text is valid UTF-8. */
void	jsondoc_init(struct jsondoc *, const char *file, struct slice text,
	    struct diag_list *);

/* Goes to the next document: 1, 0 when there is none, -1. */
int	jsondoc_next(struct jsondoc *);

/* The document's member of that name; NULL: it has none. */
const struct jsondoc_member	*jsondoc_member(const struct jsondoc *,
				    const char *key);

/*
 * Begins a walk over the elements of an array, or over the document as the
 * only record.  -1, with a fault: the member is no array, or another one is
 * no JSON.
 */
int	jsondoc_list(struct jsondoc *, const struct jsondoc_member *);
void	jsondoc_whole(struct jsondoc *);

/* Reads the next record: 1, 0 when there is none, -1.  It lives until then. */
int	jsondoc_record(struct jsondoc *, const struct cJSON **);

/* The line on which the last record begins. */
uint64_t	jsondoc_line(struct jsondoc *);

void	jsondoc_free(struct jsondoc *);

/* A member by its name; NULL: there is none, or it is null. */
const struct cJSON	*jsondoc_get(const struct cJSON *, const char *key);

/* The same with the names of one within the other; key ends in a NULL. */
const struct cJSON	*jsondoc_down(const struct cJSON *,
			    const char *const *key);
#define jsondoc_path(v, ...) \
	jsondoc_down((v), (const char *const []){ __VA_ARGS__, NULL })

/* The first element or member, and the one behind one. */
const struct cJSON	*jsondoc_first(const struct cJSON *);
const struct cJSON	*jsondoc_after(const struct cJSON *);

/* A member's name. */
struct slice	jsondoc_key(const struct cJSON *);

/* A string; empty when it is none. */
struct slice	jsondoc_text(const struct cJSON *);

/* Whether it is the value true. */
bool	jsondoc_true(const struct cJSON *);

/*
 * A whole number, or Slurm's object {set, infinite, number}: 1 and *out, 0
 * when it is absent (null, not set, infinite), -1 when it is no whole number
 * or out of range.
 */
int	jsondoc_int(const struct cJSON *, int64_t *out);

#endif
