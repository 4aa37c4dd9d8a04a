#include "opt.h"

#include <bsd/stdlib.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "io.h"
#include "mem.h"
#include "text.h"
#include "when.h"

#define OPT_VERSION "0.1"

/* What every program has; the first RECORDS only one that writes records. */
static const struct opt_spec shared[] = {
	{ 'o', "output", "FORMAT", "tsv, table or json" },
	{ 'c', "columns", "LIST", "which columns, in which order" },
	{ 'H', "no-header", NULL, "leave the header out" },
	{ 'T', "now", "TIME", "the clock; default: the real one" },
	{ 'q', "quiet", NULL, "print nothing; the status tells" },
	{ 'v', "verbose", NULL, "say on standard error what was decided" },
	{ 'h', "help", NULL, "this text" },
	{ 'V', "version", NULL, "the version" }
};

enum { RECORDS = 3, SHARED = sizeof(shared) / sizeof(shared[0]) };

static int
spec_count(const struct opt_program *p)
{
	return p->specs + SHARED - (p->commands ? RECORDS : 0);
}

static const struct opt_spec *
spec_at(const struct opt_program *p, int i)
{
	if (i < p->specs)
		return &p->spec[i];
	return &shared[i - p->specs + (p->commands ? RECORDS : 0)];
}

void
opt_init(struct opt *o, const struct opt_program *p)
{
	int n = spec_count(p), i;
	const struct opt_spec *s;
	char *c;

	memset(o, 0, sizeof(*o));
	/* The one variable that getopt_long(3) would listen to. */
	unsetenv("POSIXLY_CORRECT");
	o->program = p;
	o->format = isatty(STDOUT_FILENO) ? FORMAT_TABLE : FORMAT_TSV;
	o->longs = mem_zero((size_t)n + 1, sizeof(*o->longs));
	c = o->shorts = mem_zero(2 * (size_t)n + 2, 1);
	*c++ = ':';	/* a missing argument is told apart */
	opterr = 0;
	for (i = 0; i < n; i++) {
		s = spec_at(p, i);
		o->longs[i].name = s->name;
		o->longs[i].has_arg = s->arg != NULL;
		o->longs[i].val = s->letter;
		if (s->letter >= OPT_LONG)
			continue;
		*c++ = (char)s->letter;
		if (s->arg != NULL)
			*c++ = ':';
	}
}

void
opt_usage(const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	io_say("%s", text);
	io_die("try: %s --help", getprogname());
}

static void
help(const struct opt_program *p)
{
	int i, n = spec_count(p);
	const struct opt_spec *s;
	struct buf out;
	char left[64];

	io_stdout(&out);
	buf_str(&out, "usage: ");
	buf_str(&out, getprogname());
	buf_str(&out, " [options] ");
	buf_str(&out, p->operands);
	buf_str(&out, "\n\n");
	buf_str(&out, p->about);
	buf_str(&out, "\n\n");
	for (i = 0; i < n; i++) {
		s = spec_at(p, i);
		snprintf(left, sizeof(left), "  %c%c%s --%s%s%s",
		    s->letter < OPT_LONG ? '-' : ' ',
		    s->letter < OPT_LONG ? s->letter : ' ',
		    s->letter < OPT_LONG ? "," : " ", s->name,
		    s->arg != NULL ? " " : "", s->arg != NULL ? s->arg : "");
		buf_str(&out, left);
		for (size_t w = strlen(left); w < 30; w++)
			buf_char(&out, ' ');
		buf_char(&out, ' ');
		buf_str(&out, s->letter == 'o' && p->prom ?
		    "tsv, table, json or prom" : s->help);
		buf_char(&out, '\n');
	}
	exit(io_close(&out) == -1 ? IO_WRONG : IO_DONE);
}

static void
version(void)
{
	struct buf out;

	io_stdout(&out);
	buf_str(&out, getprogname());
	buf_str(&out, " (sluice) " OPT_VERSION "\n");
	exit(io_close(&out) == -1 ? IO_WRONG : IO_DONE);
}

static void
set_format(struct opt *o, const char *arg)
{
	static const char *const names[] = {
		[FORMAT_TSV] = "tsv", [FORMAT_TABLE] = "table",
		[FORMAT_JSON] = "json", [FORMAT_PROM] = "prom"
	};

	o->format = (enum format_name)opt_word("output", arg, names,
	    o->program->prom ? 4 : 3);
}

/* One of the shared options; false: it is the program's own. */
static bool
take_shared(struct opt *o, int letter)
{
	switch (letter) {
	case 'o':
		set_format(o, optarg);
		return true;
	case 'c':
		o->columns = optarg;
		return true;
	case 'H':
		o->no_header = true;
		return true;
	case 'T':
		o->now_s = opt_amount("now", optarg, KIND_TIME);
		o->now_given = true;
		return true;
	case 'q':
		o->quiet = true;
		return true;
	case 'v':
		o->verbose = true;
		return true;
	case 'h':
		help(o->program);
		return true;
	case 'V':
		version();
		return true;
	}
	return false;
}

/* Says what is wrong with an option, safely: getopt_long(3) would not. */
static _Noreturn void
bad_option(int letter, const char *word)
{
	char shown[TEXT_QUOTE], one[3] = { '-', (char)optopt, '\0' };

	if (word[0] != '-' || word[1] != '-')
		word = optopt > 0 && optopt < OPT_LONG ? one : word;
	text_quote(text_of(word), shown);
	opt_usage(letter == ':' ? "%s needs an argument" :
	    "there is no option %s, or it takes no argument", shown);
}

int
opt_next(struct opt *o, int argc, char **argv)
{
	int letter;

	while ((letter = getopt_long(argc, argv, o->shorts, o->longs,
	    NULL)) != -1) {
		if (letter == '?' || letter == ':')
			bad_option(letter, argv[optind - 1]);
		if (take_shared(o, letter))
			continue;
		o->arg = optarg;
		return letter;
	}
	if (o->format == FORMAT_PROM && o->columns != NULL)
		opt_usage("--columns is not for prom");
	o->file = argv + optind;
	o->files = argc - optind;
	if (!o->now_given)
		o->now_s = (int64_t)time(NULL);
	return -1;
}

int64_t
opt_amount(const char *name, const char *arg, enum kind kind)
{
	char shown[TEXT_QUOTE];
	enum quant_fault f;
	int64_t v = 0;

	if ((f = kind_read(kind, text_of(arg), &v)) != QUANT_OK)
		opt_usage("--%s: %s %s", name,
		    text_quote(text_of(arg), shown), kind_why(kind, f));
	return v;
}

int
opt_word(const char *name, const char *arg, const char *const *word,
    int words)
{
	char shown[TEXT_QUOTE];
	struct buf b = { 0 };
	int i;

	for (i = 0; i < words; i++)
		if (strcmp(word[i], arg) == 0)
			return i;
	for (i = 0; i < words; i++) {
		buf_str(&b, i == 0 ? "" : i + 1 == words ? " or " : ", ");
		buf_str(&b, word[i]);
	}
	buf_char(&b, '\0');
	opt_usage("--%s: %s is not %s", name,
	    text_quote(text_of(arg), shown), b.p);
}

static struct format_column
find_column(struct slice name, const struct format_column *there, size_t n,
    const struct kind_set *defined)
{
	struct format_column c = { name, KIND_TEXT, n };
	char shown[TEXT_QUOTE];
	size_t i;

	for (i = 0; i < n; i++)
		if (text_eq(there[i].name, name))
			return there[i];
	if (kind_find(defined, name) == -1)
		opt_usage("--columns: there is no column %s",
		    text_quote(name, shown));
	c.kind = kind_of(defined, name);
	return c;
}

struct format_column *
opt_columns(const struct opt *o, const struct format_column *there, size_t n,
    const struct kind_set *defined, size_t *count)
{
	struct slice rest, name;
	struct format_column *c;
	char shown[TEXT_QUOTE];
	size_t most = n, i;

	if (o->columns != NULL)
		most = strlen(o->columns) + 1;
	c = mem_array(most, sizeof(*c));
	*count = 0;
	if (o->columns == NULL) {
		if (n > 0)
			memcpy(c, there, n * sizeof(*c));
		*count = n;
		return c;
	}
	rest = text_of(o->columns);
	while (text_cut(&rest, ',', &name)) {
		for (i = 0; i < *count; i++)
			if (text_eq(c[i].name, name))
				opt_usage("--columns: %s is there twice",
				    text_quote(name, shown));
		c[(*count)++] = find_column(name, there, n, defined);
	}
	return c;
}

void
opt_free(struct opt *o)
{
	free(o->longs);
	free(o->shorts);
}
