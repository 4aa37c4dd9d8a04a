#include "tasklist.h"

#include <stdio.h>
#include <string.h>

#include "tap.h"

/* The tasks of a list, with blanks between them. */
static const char *
tasks(const char *list)
{
	static char out[400];
	struct tasklist t;
	struct diag why;
	size_t n = 0;
	int64_t task;

	out[0] = '\0';
	if (tasklist_begin(&t, text_of(list), &why) == -1)
		return memcpy(out, why.what, strlen(why.what) + 1);
	while (tasklist_next(&t, &task) && n < sizeof(out) - 24)
		n += (size_t)snprintf(out + n, sizeof(out) - n, "%s%lld",
		    n > 0 ? " " : "", (long long)task);
	return out;
}

static int64_t
at_once(const char *list)
{
	struct tasklist t;
	struct diag why;

	return tasklist_begin(&t, text_of(list), &why) == -1 ? -1 : t.at_once;
}

static int64_t
how_many(const char *list)
{
	struct tasklist t;
	struct diag why;

	return tasklist_begin(&t, text_of(list), &why) == -1 ? -1 : t.tasks;
}

int
main(void)
{
	tap_is_str(tasks("7"), "7", "one task");
	tap_is_str(tasks("0-3"), "0 1 2 3", "a range");
	tap_is_str(tasks("4-10%2"), "4 5 6 7 8 9 10", "a limit is no task");
	tap_is_str(tasks("[0-2%1]"), "0 1 2", "in brackets");
	tap_is_str(tasks("1,3,5-9:2,2"), "1 3 5 7 9 2", "in the list's order");
	tap_is_str(tasks("0-4:3"), "0 3", "a step that passes the last");
	tap_is_str(tasks("9223372036854775806-9223372036854775807"),
	    "9223372036854775806 9223372036854775807", "to the last number");
	tap_ok(at_once("4-10%2") == 2, "how many at once");
	tap_ok(at_once("4-10") == 0, "no limit");
	tap_ok(how_many("0-467") == 468, "how many there are");
	tap_ok(how_many("0-4000000") == TASKLIST_MAX, "the largest array");
	tap_is_str(tasks("0-4000001"), "\"0-4000001\" are too many tasks",
	    "one task more");
	tap_is_str(tasks("0-9223372036854775807,0-9223372036854775807"),
	    "\"0-9223372036854775807,0-9223372036854775807\" are too many "
	    "tasks", "more than can be counted");
	tap_is_str(tasks("1,2,..."), "\"1,2,...\" is cut short: set "
	    "SLURM_BITSTR_LEN=0 for squeue and scontrol", "a list cut short");
	tap_is_str(tasks("[1,3,5-..."), "\"[1,3,5-...\" is cut short: set "
	    "SLURM_BITSTR_LEN=0 for squeue and scontrol",
	    "cut within its brackets");
	tap_is_str(tasks(""), "\"\" is no list of tasks", "nothing");
	tap_is_str(tasks("%2"), "\"%2\" is no list of tasks", "a limit alone");
	tap_is_str(tasks("3-1"), "\"3-1\" is no list of tasks", "backwards");
	tap_is_str(tasks("1-4:0"), "\"1-4:0\" is no list of tasks", "no step");
	tap_is_str(tasks("1,"), "\"1,\" is no list of tasks", "nothing behind");
	tap_is_str(tasks("1%x"), "\"1%x\" is no list of tasks", "no limit");
	tap_is_str(tasks("-1"), "\"-1\" is no list of tasks", "a sign");
	return tap_done();
}
