#include "io.h"

#include <bsd/stdlib.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

/* One write(2), so that lines of several programs do not mix. */
static void
say(const char *text)
{
	struct buf b = { 0 };
	const char *p;
	ssize_t n;

	text_safe(&b, text_of(getprogname()));
	buf_str(&b, ": ");
	text_safe(&b, text_of(text));
	buf_char(&b, '\n');
	for (p = b.p; p < b.p + b.n; p += n)
		if ((n = write(STDERR_FILENO, p,
		    (size_t)(b.p + b.n - p))) <= 0)
			break;
	buf_free(&b);
}

static void
vsay(const char *fmt, va_list ap)
{
	char text[1024];

	vsnprintf(text, sizeof(text), fmt, ap);
	say(text);
}

void
io_say(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsay(fmt, ap);
	va_end(ap);
}

void
io_die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsay(fmt, ap);
	va_end(ap);
	exit(IO_WRONG);
}

static int
read_fd(struct reader *r, int fd, const char *name, struct diag_list *faults)
{
	struct stat st;
	size_t room;
	ssize_t n;
	char *p;

	reader_open(r, name);
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		reader_expect(r, (uint64_t)st.st_size);
	for (;;) {
		p = reader_room(r, &room);
		if ((n = read(fd, p, room)) == 0)
			break;
		if (n > 0)
			reader_took(r, (size_t)n);
		else if (errno != EINTR)
			return diag_add(faults, name, 0, NULL, "%s",
			    strerror(errno));
	}
	reader_close(r);
	return 0;
}

static void
read_file(struct reader *r, const char *name, struct diag_list *faults)
{
	int fd;

	if ((fd = open(name, O_RDONLY | O_CLOEXEC)) == -1) {
		diag_add(faults, name, 0, NULL, "%s", strerror(errno));
		return;
	}
	read_fd(r, fd, name, faults);
	close(fd);
}

void
io_read(struct reader *r, char *const *file, int n, struct diag_list *faults)
{
	bool used = false;
	int i;

	if (n == 0)
		read_fd(r, STDIN_FILENO, "-", faults);
	for (i = 0; i < n; i++) {
		if (strcmp(file[i], "-") != 0) {
			read_file(r, file[i], faults);
			continue;
		}
		if (used) {
			diag_add(faults, "-", 0, NULL,
			    "standard input is named twice");
			continue;
		}
		used = true;
		read_fd(r, STDIN_FILENO, "-", faults);
	}
}

void
io_slurp(struct buf *b, const char *file)
{
	int fd = strcmp(file, "-") == 0 ? STDIN_FILENO :
	    open(file, O_RDONLY | O_CLOEXEC);
	ssize_t n = -1;

	while (fd != -1) {
		buf_room(b, BUF_DRAIN);
		n = read(fd, b->p + b->n, BUF_DRAIN);
		if (n > 0)
			b->n += (size_t)n;
		else if (n == 0 || errno != EINTR)
			break;
	}
	if (n == -1)
		io_die("%s: %s", file, strerror(errno));
	if (fd != STDIN_FILENO)
		close(fd);
}

int
io_faults(const struct diag_list *l)
{
	char text[DIAG_TEXT + 256];
	size_t i;

	for (i = 0; i < l->n && i < DIAG_SHOWN; i++) {
		diag_text(&l->shown[i], text, sizeof(text));
		say(text);
	}
	if (l->n > DIAG_SHOWN)
		io_say("%" PRIu64 " faults in all", l->n);
	return l->n > 0 ? -1 : 0;
}

static int
drain(void *arg, const char *p, size_t n)
{
	ssize_t done;

	(void)arg;
	while (n > 0) {
		if ((done = write(STDOUT_FILENO, p, n)) == -1) {
			if (errno == EINTR)
				continue;
			io_say("standard output: %s", strerror(errno));
			return -1;
		}
		p += done;
		n -= (size_t)done;
	}
	return 0;
}

void
io_stdout(struct buf *out)
{
	memset(out, 0, sizeof(*out));
	out->drain = drain;
}

int
io_close(struct buf *out)
{
	int ret = buf_flush(out);

	buf_free(out);
	if (ret == 0 && close(STDOUT_FILENO) == -1) {
		io_say("standard output: %s", strerror(errno));
		ret = -1;
	}
	return ret;
}
