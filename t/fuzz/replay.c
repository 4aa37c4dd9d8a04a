/*
 * replay: a main for a fuzz target in a build without a fuzzer.  Gives it no
 * bytes at all, then each file of the folders that are named, and prints TAP.
 * The target ends the program when it finds a fault, so the last line that
 * starts with # tells which file it was.
 */
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int	LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static int ntests;

static void
replay(const char *name, const uint8_t *p, size_t n)
{
	printf("# %s\n", name);
	fflush(stdout);
	LLVMFuzzerTestOneInput(p, n);
	printf("ok %d - %s\n", ++ntests, name);
}

/*
 * The bytes are copied to a block of just their size, so that valgrind sees
 * a read beyond them.
 */
static void
replay_file(const char *path)
{
	static uint8_t all[1 << 20];
	uint8_t *p;
	FILE *f;
	size_t n;

	if ((f = fopen(path, "r")) == NULL)
		err(1, "%s", path);
	n = fread(all, 1, sizeof(all), f);
	if (ferror(f) || fgetc(f) != EOF)
		errx(1, "%s: cannot be read, or is over 1 MiB", path);
	fclose(f);
	if ((p = malloc(n > 0 ? n : 1)) == NULL)
		err(1, NULL);
	memcpy(p, all, n);
	replay(path, p, n);
	free(p);
}

/* A target that has no corpus yet has no folder either. */
static void
replay_folder(const char *folder)
{
	struct dirent **list;
	char path[4096];
	int i, n;

	if ((n = scandir(folder, &list, NULL, alphasort)) == -1) {
		if (errno == ENOENT)
			return;
		err(1, "%s", folder);
	}
	for (i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder,
		    list[i]->d_name);
		if (list[i]->d_name[0] != '.')
			replay_file(path);
		free(list[i]);
	}
	free(list);
}

int
main(int argc, char *argv[])
{
	static const uint8_t none[1];
	int i;

	replay("no bytes", none, 0);
	for (i = 1; i < argc; i++)
		replay_folder(argv[i]);
	printf("1..%d\n", ntests);
	return 0;
}
