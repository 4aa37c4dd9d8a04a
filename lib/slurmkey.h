/*
 * slurmkey: the keys that scontrol writes, in its order.
 *
 * Those that a reader asks for, and those that tell where a value ends; they
 * have stood in this order since Slurm 17.11 at least.  Constants.
 */
#ifndef SLURMKEY_H
#define SLURMKEY_H

#include <stddef.h>

enum slurmkey_records { SLURMKEY_NODES, SLURMKEY_JOBS, SLURMKEY_RECORDS };

enum { SLURMKEY_MOST = 72 };	/* keys of one kind of records, at most */

/*
 * What is known of a key's value; that it is in each record as scontrol writes
 * it, SLURMKEY_MUST; that none says enough without it, SLURMKEY_NEED.
 */
enum {
	SLURMKEY_WORD = 0,	/* it has no blank */
	SLURMKEY_PHRASE = 1,	/* it may have, but nothing like a key */
	SLURMKEY_TEXT = 2,	/* people wrote it: it may have anything */
	SLURMKEY_MUST = 4,
	SLURMKEY_NEED = 8
};

struct slurmkey {
	const char *name;	/* without its '=' */
	size_t n;		/* bytes of the name */
	unsigned flags;
};

struct slurmkey_order {
	const struct slurmkey *key;	/* the first opens a record */
	unsigned n;
	const char *flag;	/* a key: where it is 1, */
	const char *then;	/* this one is there too; or NULL */
	const char *other;	/* a command that says the same without doubt */
};

const struct slurmkey_order	*slurmkey_order(enum slurmkey_records);

#endif
