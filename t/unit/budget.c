/*
 * budget: the tree that budget records make, its norm_shares, its leaves.
 */
#include "budget.h"

#include <stdlib.h>

#include "reader.h"
#include "tap.h"

static struct budgets tree;
static struct diag_list faults;
static struct reader *reader;

static void
read_all(const char *text)
{
	const struct reader_sink sink = { budget_learn, budget_batch, &tree };
	size_t n = strlen(text), room, k;
	char *p;

	memset(&tree, 0, sizeof(tree));
	memset(&faults, 0, sizeof(faults));
	tree.faults = &faults;
	reader = reader_new(&sink, &faults);
	reader_open(reader, "budgets");
	for (; n > 0; n -= k, text += k) {
		p = reader_room(reader, &room);
		k = n < room ? n : room;
		memcpy(p, text, k);
		reader_took(reader, k);
	}
	reader_close(reader);
	budget_end(&tree);
}

static void
done(void)
{
	budget_free(&tree);
	reader_free(reader);
}

static void
norm_is(const char *path, int64_t norm, int64_t of)
{
	int64_t at = intern_find(&tree.path, text_of(path));

	tap_ok(at > 0 && tree.group[at].norm == norm &&
	    tree.group[at].norm_of == of, "%s has %lld/%lld", path,
	    (long long)norm, (long long)of);
}

/* 70 % of 50 % is 35 % of the whole. */
static void
three_levels(void)
{
	read_all("group share\nnlp 50\nvision 50\nnlp/olmo 70\nnlp/eval 30\n"
	    "nlp/olmo/rl 1\nnlp/olmo/pre 3\n");
	norm_is("nlp/olmo", 7, 20);
	norm_is("nlp/olmo/pre", 21, 80);
	tap_is_i64(budget_part(&tree.group[budget_leaf(&tree,
	    text_of("nlp/olmo/pre"))], 100000), 26250, "its part");
	tap_is_i64(budget_leaf(&tree, text_of("nlp/olmo")), BUDGET_INNER,
	    "a group with groups below it is no leaf");
	tap_is_i64(budget_leaf(&tree, text_of("nlp/other")), BUDGET_NONE,
	    "nor is one beside them in any budget");
	tap_is_i64(budget_leaf(&tree, text_of("vision/ana")),
	    budget_leaf(&tree, text_of("vision")),
	    "one below a leaf is charged to it");
	tap_is_i64(budget_leaf(&tree, text_of("")), BUDGET_NONE, "no group");
	tap_is_i64(budget_leaf(&tree, text_of("nl")), BUDGET_NONE,
	    "a part of a name is no name");
	done();
}

/* Percentages of the whole, given at the leaves alone, stay what they are. */
static void
implied(void)
{
	read_all("group share\na/x 15\na/y 10\nb 75\n");
	norm_is("a", 1, 4);
	norm_is("a/x", 3, 20);
	norm_is("b", 3, 4);
	done();
	read_all("group share\na/x 15\na 1\nb 1\n");
	norm_is("a/x", 1, 2);
	done();
}

static void
order_of_names(void)
{
	const struct budget *g;

	read_all("group share\nz 1\na 1\nm 1\n");
	g = &tree.group[tree.group[BUDGET_ROOT].child];
	tap_ok(text_is(g->name, "a"), "a is first");
	g = &tree.group[g->next];
	tap_ok(text_is(g->name, "m"), "then m");
	g = &tree.group[g->next];
	tap_ok(text_is(g->name, "z") && g->next == 0, "then z, the last");
	done();
}

static void
nothing(void)
{
	const struct budget *g;

	/* One in 10^21 is more than nothing; 0 of something is nothing. */
	read_all("group share\na/b/c 1m\na/b/d 1000\na/e 1000000000\n"
	    "f 1000000000000000\na/b/g 0\n");
	g = &tree.group[budget_leaf(&tree, text_of("a/b/c"))];
	tap_ok(g->norm == 1, "what is next to nothing is something");
	norm_is("a/b/g", 0, 1);
	done();
	read_all("group share\na 0\nb 0\n");
	norm_is("a", 0, 1);
	done();
	read_all("group share\n");
	tap_ok(tree.n == 1, "without records there is a root");
	done();
}

static void
bad(const char *text, const char *why)
{
	read_all(text);
	tap_ok(faults.n > 0 && (strstr(faults.shown[0].what, why) != NULL ||
	    strstr(faults.shown[0].column, why) != NULL),
	    "fault: %s", why);
	done();
}

/* The greatest sum of weights, and one that is a thousandth more. */
static void
huge(void)
{
	read_all("group share\na 9223372036854775.806\nb 1m\n");
	tap_is_i64((int64_t)faults.n, 0, "as much as a count can be");
	done();
	read_all("group share\na/x 4000000000000000\na/y 4000000000000000\n");
	tap_is_i64((int64_t)faults.n, 0, "as siblings");
	norm_is("a/x", 1, 2);
	done();
	read_all("# a comment\ngroup share\na 9223372036854775.806\n\nb 2m\n"
	    "c 5\n");
	tap_ok(faults.n == 1 && strcmp(faults.shown[0].column, "share") == 0 &&
	    strcmp(faults.shown[0].what, "weighs, with those beside it, more "
	    "than a count can be") == 0, "more is a fault, and one");
	tap_ok(strcmp(faults.shown[0].file, "budgets") == 0 &&
	    faults.shown[0].line == 3, "with a place: %llu",
	    (unsigned long long)faults.shown[0].line);
	done();
	/* Groups that are implied weigh what those below them do. */
	read_all("group share\nd 1\na/x 6000000000000000\nb/c/x 1\n"
	    "b/c/y 6000000000000000\n");
	tap_ok(faults.n == 1 && faults.shown[0].line > 2 &&
	    faults.shown[0].line < 6, "of implied groups: %llu",
	    (unsigned long long)faults.shown[0].line);
	done();
	read_all("group share\nd 1\na 1\na/x 6000000000000000\nb 1\n"
	    "b/y 6000000000000000\n");
	tap_is_i64((int64_t)faults.n, 0, "but not of those that are given");
	done();
}

int
main(void)
{
	three_levels();
	implied();
	order_of_names();
	nothing();
	huge();
	bad("group share\na 1\na 2\n", "is there twice");
	bad("group share\na/ 1\n", "is not a path of names");
	bad("group share\n/a 1\n", "is not a path of names");
	bad("group share\na//b 1\n", "is not a path of names");
	bad("group share\na -\n", "is absent");
	bad("group share\na x\n", "is not a count");
	bad("group weight\na 1\n", "share");
	bad("grp share\na 1\n", "group");
	return tap_done();
}
