/*
 * timeit: runs two commands in turn and compares them.
 *
 *	timeit RUNS A [arg...] -- B [arg...]
 *
 * Each runs once to warm up and then RUNS times, alternating, so that what
 * else the machine does meets both.  Prints, with tabs between: the medians of
 * A and of B in seconds of wall time, the median of the ratios A / B of
 * neighbouring runs, and the most memory A and B had, in KiB.  The commands
 * read nothing, and what they write is thrown away.
 *
 * This program must stay small: what a child was before it became its command
 * counts as memory of the command.
 */
#include <sys/resource.h>
#include <sys/wait.h>

#include <bsd/stdlib.h>
#include <err.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS_MAX = 10001 };

extern char **environ;

/* One of the two commands. */
struct command {
	char **argv;			/* ended by NULL */
	double wall_s[RUNS_MAX];	/* of each run, in order */
	long peak_kib;			/* the most over all runs */
};

static double
clock_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Runs a command once; returns its wall time. */
static double
run(struct command *c, posix_spawn_file_actions_t *quiet)
{
	struct rusage use;
	double start;
	pid_t pid;
	int error, status;

	start = clock_s();
	error = posix_spawnp(&pid, c->argv[0], quiet, NULL, c->argv, environ);
	if (error != 0)
		errx(2, "%s: %s", c->argv[0], strerror(error));
	if (wait4(pid, &status, 0, &use) == -1)
		err(2, "wait4");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		errx(2, "%s: wait status %d", c->argv[0], status);
	if (use.ru_maxrss > c->peak_kib)
		c->peak_kib = use.ru_maxrss;
	return clock_s() - start;
}

static int
compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sorts the numbers. */
static double
median(double *v, int n)
{
	qsort(v, (size_t)n, sizeof(*v), compare);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* Splits the arguments at "--"; each half becomes a command. */
static void
split(char *argv[], struct command *a, struct command *b)
{
	char **sep = argv;

	while (*sep != NULL && strcmp(*sep, "--") != 0)
		sep++;
	if (*sep == NULL || sep == argv || sep[1] == NULL)
		errx(2, "two commands, please, with -- between them");
	*sep = NULL;
	a->argv = argv;
	b->argv = sep + 1;
}

int
main(int argc, char *argv[])
{
	static struct command a, b;
	static double ratio[RUNS_MAX];
	posix_spawn_file_actions_t quiet;
	const char *fault;
	int i, runs;

	if (argc < 2)
		errx(2, "usage: timeit RUNS A [arg...] -- B [arg...]");
	runs = (int)strtonum(argv[1], 1, RUNS_MAX, &fault);
	if (fault != NULL)
		errx(2, "%s: the number of runs is %s", argv[1], fault);
	split(argv + 2, &a, &b);
	posix_spawn_file_actions_init(&quiet);
	posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
	run(&a, &quiet);
	run(&b, &quiet);
	for (i = 0; i < runs; i++) {
		a.wall_s[i] = run(&a, &quiet);
		b.wall_s[i] = run(&b, &quiet);
		ratio[i] = a.wall_s[i] / b.wall_s[i];
	}
	printf("%.6f\t%.6f\t%.3f\t%ld\t%ld\n", median(a.wall_s, runs),
	    median(b.wall_s, runs), median(ratio, runs), a.peak_kib,
	    b.peak_kib);
	return 0;
}
